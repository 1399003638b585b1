"""Putting the program together: what is opened first is closed last, and what is not needed is
not asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.adapters.chat_models import InstalledChatModels
from app.adapters.index_process import IndexProcess
from app.adapters.library_folder import LibraryFolder
from app.adapters.locked_vectors import LockedVectorIndex
from app.bootstrap import Application
from app.core.errors import LibraryBusy


@pytest.mark.parametrize("first", ["embedder", "vectors"])
def test_the_library_is_free_only_after_its_index_is_closed(
    library_dir: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    seen: list[str] = []

    def close(self: IndexProcess) -> None:
        with pytest.raises(LibraryBusy), LibraryFolder(library_dir).lock():
            pass
        seen.append("index closed")

    monkeypatch.setattr(IndexProcess, "close", close)
    application = Application(library_dir, writing=False)
    getattr(application, first)
    _ = application.vectors, application.embedder
    application.close()
    assert seen == ["index closed"]
    Application(library_dir, writing=True).close()


def test_vectors_that_another_program_has_stay_locked(library_dir: Path) -> None:
    """Also where that program ends meanwhile: whose they are is found out once."""
    other = Application(library_dir, writing=True)
    application = Application(library_dir, writing=False)
    _ = application.embedder
    other.close()
    assert isinstance(application.vectors, LockedVectorIndex)
    application.close()


def test_engines_can_be_ended_from_outside(
    library_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []
    for kind in (IndexProcess, InstalledChatModels):
        monkeypatch.setattr(kind, "close", lambda self: closed.append(type(self).__name__))
    application = Application(library_dir, writing=True)
    application.end_engines()
    assert closed == []  # nothing is made for it
    _ = application.embedder, application.chat_models
    application.end_engines()
    assert sorted(closed) == ["IndexProcess", "InstalledChatModels"]
    application.close()
