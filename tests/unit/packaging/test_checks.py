"""A check that fails makes the command fail."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from setup_steps import checks
from setup_steps.places import Places


def _places(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    monkeypatch.setattr(Places, "python", Path(sys.executable))
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = model\n")
    return Places(folder, folder)


@pytest.mark.parametrize("options", [(), checks.side_by_side()])
@pytest.mark.parametrize(
    ("body", "failed"),
    [
        ("def test_it(): pass", []),
        ("def test_it(): assert False", ["pytest"]),
        ("x = 1", ["pytest, which found no test to run"]),
    ],
)
def test_outcome_of_tests(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    body: str,
    failed: list[str],
    options: Sequence[str],
) -> None:
    places = _places(tmp_path, monkeypatch)
    (tmp_path / "test_it.py").write_text(body + "\n")
    arguments = ["-p", "no:cacheprovider"]
    assert checks.run_tests(places, "not model", arguments, options=options) == failed


def test_an_option_that_is_given_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = _places(tmp_path, monkeypatch)
    (tmp_path / "test_it.py").write_text(
        "def test_it(request): assert not request.config.getoption('numprocesses')\n"
    )
    arguments = ["-p", "no:cacheprovider", "-n", "0"]
    assert checks.run_tests(places, "not model", arguments, options=checks.side_by_side()) == []


def test_all_static_checks_run_though_one_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = {
        name: [sys.executable, "-c", f"raise SystemExit({status})"]
        for name, status in {"first": 1, "second": 0, "third": 3}.items()
    }
    monkeypatch.setattr("setup_steps.checks.static_checks", lambda _: commands)
    assert checks.run_static(Places(tmp_path, tmp_path)) == ["first", "third"]


def test_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert checks.exit_status([]) == 0
    assert capsys.readouterr().err == ""
    assert checks.exit_status(["mypy", "pytest"]) == 1
    assert capsys.readouterr().err == "Failed: mypy, pytest.\n"
