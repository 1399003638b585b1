"""`pincite models`: what it prints, where, and with which exit status."""

from __future__ import annotations

import argparse
import io
import json
from pathlib import Path

import pytest

from app.cli import models
from app.cli.output import Output
from app.core.domain.model import DownloadProgress, Manifest
from app.core.errors import NotFound
from app.services.models import ModelService
from tests.fakes.model_files import FakeModelFiles, model_entry, model_file

CONTENTS = {"small.gguf": b"small" * 500, "large.gguf": b"large" * 500}
MANIFEST = Manifest(
    version=1,
    models=tuple(
        model_entry(model_file(f"{name}.gguf", CONTENTS[f"{name}.gguf"]), name=name)
        for name in ("small", "large")
    ),
)


@pytest.fixture
def service(tmp_path: Path) -> ModelService:
    return ModelService(MANIFEST, FakeModelFiles(tmp_path, CONTENTS))


def _run(service: ModelService, *arguments: str) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    models.register(parser.add_subparsers(required=True))
    parsed = parser.parse_args(["models", *arguments])
    assert parsed.run is models.run
    return models.run_action(parsed, Output(as_json=parsed.json), service)


def _objects(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_list_as_json(
    service: ModelService, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "large.gguf").write_bytes(CONTENTS["large.gguf"])
    assert _run(service, "list", "--json") == 0
    small, large = _objects(capsys.readouterr().out)
    assert small == {
        "name": "small",
        "title": "Model small",
        "role": "chat",
        "state": "missing",
        "bytes": 2500,
        "licence": "Apache-2.0",
        "context": 512,
        "path": None,
    }
    assert (large["state"], large["path"]) == ("installed", str(tmp_path / "large.gguf"))


def test_list_for_people(service: ModelService, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(service, "list") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.split(maxsplit=4) == ["small", "missing", "2", "kB", "Model small (Apache-2.0)"]
    assert second.startswith("large ")


def test_fetch_as_json(
    service: ModelService, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(service, "fetch", "small", "--json") == 0
    *progress, last = _objects(capsys.readouterr().out)
    assert progress[0] == {
        "model": "small",
        "file": "small.gguf",
        "stage": "downloading",
        "done_bytes": 100,
        "total_bytes": 2500,
        "address": "a table",
    }
    assert (progress[-1]["stage"], progress[-1]["done_bytes"]) == ("done", 2500)
    assert last == {"model": "small", "state": "installed", "path": str(tmp_path / "small.gguf")}


def test_fetch_for_people(service: ModelService, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(service, "fetch", "small") == 0
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert lines[0] == "small: 4%, 0 kB of 2 kB (a table)"
    # A line each tenth: 25 blocks make ten lines, and the first one is shown at once.
    assert len(lines[:-1]) in {9, 10}
    assert lines[-1] == "Model small is installed."


def test_one_that_fails_does_not_stop_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reachable = {"large.gguf": CONTENTS["large.gguf"]}
    service = ModelService(MANIFEST, FakeModelFiles(tmp_path, reachable))
    assert _run(service, "fetch", "small", "large", "--json") == 1
    out, err = capsys.readouterr()
    assert "Model small could not be downloaded." in err
    ends = [value for value in _objects(out) if "state" in value]
    assert [(end["model"], end["state"]) for end in ends] == [
        ("small", "missing"),
        ("large", "installed"),
    ]


@pytest.mark.parametrize("action", ["fetch", "verify"])
def test_unknown_name(service: ModelService, tmp_path: Path, action: str) -> None:
    with pytest.raises(NotFound, match="The models are: small, large"):  # exit status 2
        _run(service, action, "small", "huge")
    assert list(tmp_path.iterdir()) == []


def test_verify_by_default_takes_what_is_there(
    service: ModelService, capsys: pytest.CaptureFixture[str]
) -> None:
    _run(service, "fetch", "large")
    capsys.readouterr()
    assert _run(service, "verify", "--json") == 0
    assert {value["model"] for value in _objects(capsys.readouterr().out)} == {"large"}


def test_verify_of_a_damaged_file(
    service: ModelService, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "small.gguf").write_bytes(CONTENTS["small.gguf"][::-1])
    assert _run(service, "verify", "small", "--json") == 1
    out, err = capsys.readouterr()
    assert "is damaged" in err
    assert _objects(out)[-1] == {"model": "small", "state": "corrupt", "path": None}


def test_verify_without_any_model(
    service: ModelService, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(service, "verify") == 0
    assert "No model is installed" in capsys.readouterr().err


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _progress(done: int, **changes: object) -> DownloadProgress:
    values: dict[str, object] = {
        "model": "starter",
        "file": "f.gguf",
        "done_bytes": done,
        "total_bytes": 1_117_320_768,
        "bytes_per_second": 12_500_000.0,
        "seconds_left": 65.4,
        "address": "package p 1.0 (part 3 of 22)",
        "stage": "downloading",
    }
    return DownloadProgress(**(values | changes))  # type: ignore[arg-type]


@pytest.mark.usefixtures("wide")
def test_a_terminal_line_is_redrawn_in_place() -> None:
    err = _Terminal()
    now = [0.0]
    line = models.ProgressLine(err, lambda: now[0])
    for done in (100_000_000, 200_000_000, 300_000_000):
        line.show(_progress(done))
        now[0] += 0.15
    line.end()
    texts = err.getvalue().split("\r")
    assert [text.split(",")[0] for text in texts] == ["", "starter: 8%", "starter: 26%"]
    assert texts[1].rstrip() == (
        "starter: 8%, 100 MB of 1.12 GB, 12 MB/s, 66 s left (package p 1.0 (part 3 of 22))"
    )
    assert err.getvalue().endswith("\n")


@pytest.mark.usefixtures("wide")
def test_a_shorter_line_covers_a_longer_one() -> None:
    err = _Terminal()
    now = [0.0]
    line = models.ProgressLine(err, lambda: now[0])
    line.show(_progress(100_000_000))
    now[0] = 1.0
    line.show(_progress(100_000_000, stage="checking", address=""))
    first, second = err.getvalue().split("\r")[1:]
    assert len(second) == len(first)
    assert second.rstrip() == "starter: 8%, 100 MB of 1.12 GB, checking"


def test_a_line_never_wraps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    err = _Terminal()
    models.ProgressLine(err).show(_progress(100_000_000))
    assert err.getvalue() == "\rstarter: 8%, 100 MB of 1.12 GB, 12 MB/s,"[:40]


def test_elsewhere_a_line_each_tenth_or_five_seconds() -> None:
    err = io.StringIO()
    now = [0.0]
    line = models.ProgressLine(err, lambda: now[0])
    for second in range(12):
        now[0] = float(second)
        line.show(_progress(10_000_000))
    line.show(_progress(200_000_000))
    line.end()
    shares = [text.split(",")[0] for text in err.getvalue().splitlines()]
    assert shares == ["starter: 0%"] * 3 + ["starter: 17%"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(9.2, "10 s left"), (89.0, "90 s left"), (91.0, "2 min left"), (3600.0, "60 min left")],
)
def test_time_left(seconds: float, text: str) -> None:
    err = io.StringIO()
    models.ProgressLine(err).show(_progress(1, seconds_left=seconds))
    assert text in err.getvalue()
