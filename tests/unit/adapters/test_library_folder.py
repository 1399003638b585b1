from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.adapters.library_folder import LibraryFolder, default_library, make_private
from app.core.errors import LibraryBusy, StorageError

REPOSITORY = Path(__file__).resolve().parents[3]
has_modes = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    folder = LibraryFolder(tmp_path / "some" / "where")
    assert folder.path.is_dir()
    assert folder.database == tmp_path / "some" / "where" / "library.db"
    assert folder.vectors == tmp_path / "some" / "where" / "vectors"


def test_the_path_is_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert LibraryFolder(Path("here")).path == tmp_path / "here"


@has_modes
@pytest.mark.parametrize("own", [(), ("library.db", "models", "library.db-wal")])
def test_a_library_is_private(library_dir: Path, own: tuple[str, ...]) -> None:
    for name in own:
        (library_dir / name).touch()
    library_dir.chmod(0o755)
    with LibraryFolder(library_dir).lock():
        assert mode(library_dir) == 0o700
        assert mode(library_dir / "library.lock") == 0o600


@has_modes
def test_a_folder_with_other_things_keeps_its_mode(library_dir: Path) -> None:
    (library_dir / "holiday.jpg").touch()
    library_dir.chmod(0o755)
    LibraryFolder(library_dir)
    assert mode(library_dir) == 0o755


@has_modes
def test_an_inner_folder_is_private(library_dir: Path) -> None:
    inner = library_dir / "vectors"
    inner.mkdir(mode=0o755)
    make_private(inner)
    assert mode(inner) == 0o700


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "library"):
        with pytest.raises(StorageError) as caught:
            LibraryFolder(path)
        assert caught.value.message == (
            f"The library cannot lie at {path}, because a file is in the way. "
            "Choose another folder."
        )


@pytest.mark.parametrize(
    ("number", "start"),
    [
        (errno.ENOSPC, "The disk is full"),
        (errno.EACCES, "Pincite may not use the library folder"),
        (errno.EROFS, "The library folder"),
    ],
)
def test_what_the_system_refuses_is_told(
    library_dir: Path, monkeypatch: pytest.MonkeyPatch, number: int, start: str
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(number, "what the system says")

    folder = LibraryFolder(library_dir)
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(StorageError) as caught:
        folder.lock()
    assert caught.value.message.startswith(start)
    assert str(library_dir) in caught.value.message


def test_only_one_owns_a_library(library_dir: Path) -> None:
    folder = LibraryFolder(library_dir)
    with folder.lock(), pytest.raises(LibraryBusy) as caught:
        folder.lock()
    assert caught.value.message.startswith("Another Pincite has this library open.")
    lock = folder.lock()
    lock.release()
    lock.release()
    folder.lock().release()


def test_a_killed_owner_leaves_no_lock_behind(library_dir: Path) -> None:
    folder = LibraryFolder(library_dir)
    program = Path(__file__).with_name("lock_holder.py")
    owner = subprocess.Popen(
        [sys.executable, program, library_dir],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with owner:
        assert owner.stdout is not None
        assert owner.stdout.readline().strip() == b"owned"
        with pytest.raises(LibraryBusy):
            folder.lock()
        LibraryFolder(library_dir)  # reading needs no lock
        owner.kill()
    folder.lock().release()


def test_the_usual_place_is_the_data_folder() -> None:
    assert "Pincite" in default_library().parts
    assert Path(os.environ["XDG_DATA_HOME"]) in default_library().parents or (
        sys.platform != "linux"
    )
