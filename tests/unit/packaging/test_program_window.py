"""A session without a display is told so in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from setup_steps import program_window
from setup_steps.places import Places


@pytest.mark.parametrize(
    ("platform", "env", "lacks"),
    [
        ("linux", {}, True),
        ("linux", {"DISPLAY": ""}, True),
        ("linux", {"DISPLAY": ":0"}, False),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, False),
        ("linux", {"QT_QPA_PLATFORM": "offscreen"}, False),
        ("darwin", {}, False),
        ("win32", {}, False),
    ],
)
def test_lacks_display(platform: str, env: dict[str, str], lacks: bool) -> None:
    assert program_window.lacks_display(platform, env) is lacks


def test_the_sentence_names_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("setup_steps.program_window.lacks_display", lambda *_: True)
    status = program_window.start(Places(tmp_path, tmp_path), [])
    assert status == program_window.EXIT_NO_DISPLAY
    assert "xvfb-run make run" in capsys.readouterr().err
