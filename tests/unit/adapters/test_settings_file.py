from __future__ import annotations

import json
import logging
import os
import stat
import sys
from pathlib import Path

import pytest

from app.adapters.settings_file import SettingsFile, default_settings_file
from app.core.errors import StorageError
from app.core.settings import AppearanceSettings, RetrievalSettings, Settings

CHANGED = Settings(
    appearance=AppearanceSettings(text_size=120), retrieval=RetrievalSettings(candidates=80)
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def test_without_a_file_there_are_defaults(path: Path) -> None:
    assert SettingsFile(path).load() == Settings()
    assert not path.parent.exists()


def test_settings_come_back(path: Path) -> None:
    SettingsFile(path).save(CHANGED)
    assert SettingsFile(path).load() == CHANGED
    SettingsFile(path).save(Settings())
    assert SettingsFile(path).load() == Settings()
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


def test_older_and_newer_keys_are_fine(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"version": 1, "appearance": {"text_size": 120, "later": 1}, "later": {}}')
    assert SettingsFile(path).load().appearance.text_size == 120


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe\x00",
        b'{"version": 2}',
        b'{"appearance": {"text_size": 1000}}',
        b"\0" * 100,
    ],
)
def test_what_cannot_be_understood_is_set_aside(
    path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        assert SettingsFile(path).load() == Settings()
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert path.with_name("settings.json.broken").read_bytes() == content
    assert not path.exists()
    SettingsFile(path).save(CHANGED)
    assert SettingsFile(path).load() == CHANGED


def test_what_cannot_be_read_is_left_alone(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.mkdir(parents=True)  # reading a folder fails, also for the superuser
    with caplog.at_level(logging.WARNING):
        assert SettingsFile(path).load() == Settings()
    assert len(caplog.records) == 1
    assert path.is_dir()


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("in the way")
    with pytest.raises(StorageError) as caught:
        SettingsFile(tmp_path / "config" / "settings.json").save(CHANGED)
    assert caught.value.message.startswith("The settings could not be saved.")


def test_a_full_disk_keeps_the_old_settings(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SettingsFile(path).save(CHANGED)

    def no_room(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(StorageError) as caught:
        SettingsFile(path).save(Settings())
    assert caught.value.message.startswith("The disk is full")
    assert SettingsFile(path).load() == CHANGED
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_the_file_is_private(path: Path) -> None:
    SettingsFile(path).save(CHANGED)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_the_file_is_readable_by_people(path: Path) -> None:
    SettingsFile(path).save(CHANGED)
    assert json.loads(path.read_text())["appearance"]["text_size"] == 120


def test_the_usual_place_is_the_configuration_folder() -> None:
    assert default_settings_file().name == "settings.json"
    assert "Pincite" in default_settings_file().parts
