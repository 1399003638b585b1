"""Resources are found in a checkout and in a frozen program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.gui.common.resources import resource_path, resources_root


def test_checkout_has_its_resources_beside_the_package() -> None:
    assert resource_path("ui", "tokens.json").is_file()


def test_frozen_program_reads_the_unpacked_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert resources_root() == tmp_path / "resources"


def test_missing_resource_names_the_file() -> None:
    with pytest.raises(FileNotFoundError, match=r"resources/icons/nothing\.svg"):
        resource_path("icons", "nothing.svg")
