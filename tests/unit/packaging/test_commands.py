"""The steps come in order, once, and a step that fails is not remembered."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from setup_steps import commands, stamp
from setup_steps.errors import SetupError
from setup_steps.places import Places

STEPS = [
    "system_packages.ensure",
    "virtual_environment.works",
    "virtual_environment.create",
    "virtual_environment.install_locked",
    "llama_wheel.ensure",
    "virtual_environment.install_wheel",
    "build_tools.ensure",
    "virtual_environment.install_checkout",
]

PROJECT = """
[project]
name = "pincite"
version = "1"
[tool.ruff]
line-length = 100
"""


class Steps:
    """Notes the steps that are taken; `failing` is one that cannot be done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, environment: Path) -> None:
        self.taken: list[str] = []
        self.failing: str | None = None
        environment.mkdir(parents=True)
        for name in STEPS:
            monkeypatch.setattr(f"setup_steps.{name}", self._step(name))

    def _step(self, name: str):  # type: ignore[no-untyped-def]
        def step(*_: object, **__: object) -> None:
            self.taken.append(name)
            if name == self.failing:
                raise SetupError(f"{name} cannot be done.")

        return step


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    monkeypatch.setattr(Places, "python", Path(sys.executable))
    places = Places(tmp_path / "checkout", tmp_path / "cache")
    lock = places.lock("llama")
    lock.parent.mkdir(parents=True)
    lock.write_text(f"llama-cpp-python==0.3.36 --hash=sha256:{'0' * 64}\n")
    (places.checkout / "pyproject.toml").write_text(PROJECT)
    return places


@pytest.fixture
def steps(places: Places, monkeypatch: pytest.MonkeyPatch) -> Steps:
    return Steps(monkeypatch, places.environment)


def test_in_order_and_once(places: Places, steps: Steps) -> None:
    commands.prepare(places)
    assert steps.taken == STEPS
    commands.prepare(places)
    assert steps.taken == STEPS


@pytest.mark.parametrize("failing", [name for name in STEPS if not name.endswith("works")])
def test_goes_on_after_a_failure(places: Places, steps: Steps, failing: str) -> None:
    steps.failing = failing
    with pytest.raises(SetupError, match=failing):
        commands.prepare(places)
    assert not places.stamp.exists()
    steps.failing = None
    commands.prepare(places)
    assert steps.taken[-1] == STEPS[-1]
    assert places.stamp.exists()


def test_a_new_lock_is_installed(places: Places, steps: Steps) -> None:
    commands.prepare(places)
    places.lock("run").write_text("numpy==2.4.6\n")
    commands.prepare(places)
    assert steps.taken == STEPS * 2


@pytest.mark.parametrize(("change", "times"), [(('"1"', '"2"'), 2), (("100", "90"), 1)])
def test_only_what_is_installed_counts(
    places: Places, steps: Steps, change: tuple[str, str], times: int
) -> None:
    commands.prepare(places)
    (places.checkout / "pyproject.toml").write_text(PROJECT.replace(*change))
    commands.prepare(places)
    assert steps.taken == STEPS * times


def test_tools_of_the_checks_come_once_and_after_the_rest(places: Places, steps: Steps) -> None:
    commands.prepare_checks(places)
    commands.prepare_checks(places)
    assert steps.taken == [*STEPS, "virtual_environment.install_locked"]
    assert stamp.read(places.stamp).check_tools


def test_a_fault_is_a_sentence_and_a_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: Places) -> None:
        raise SetupError("The disk is full.")

    monkeypatch.setattr("setup_steps.commands.prepare", fail)
    assert commands.main(["run"]) == commands.EXIT_FAULT
    assert capsys.readouterr().err == "\nThe disk is full.\n"


def test_an_interruption_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(_: Places) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("setup_steps.commands.prepare", interrupt)
    assert commands.main(["test"]) == commands.EXIT_INTERRUPTED
    assert "go on" in capsys.readouterr().err


def test_without_starter_and_ocr_the_window_still_opens(
    places: Places,
    steps: Steps,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr("setup_steps.models.ensure_all", lambda *_: None)
    monkeypatch.setattr("setup_steps.models.ensure", lambda _, names: names)
    monkeypatch.setattr("setup_steps.program_window.start", lambda _, rest: started.append(rest))
    commands.run_window(places, ["--library", "x"])
    assert started == [["--library", "x"]]
    said = capsys.readouterr().err
    assert "quotes" in said
    assert "scanned pages" in said
