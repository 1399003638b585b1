"""Checking watched folders: what changed is found in one walk, and documents keep their numbers."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentStatus, FileStamp, SkippedFile
from app.core.domain.folder import LeftOutFile, WatchedFolder
from app.core.errors import Cancelled, NotFound
from app.core.ports import ExtractionFailed, FolderLook
from app.services.events import FileFinished
from app.services.folders import FolderCheck
from app.services.ingest_control import CollectedPath
from app.services.library import LibraryService
from tests.viewed_documents import StatedFiles
from tests.workbench import FOLDER, Workbench, only

NOW = 1_700_000_000.0
OLD_NS = int((NOW - 60) * 1e9)


class Shelf:
    """A library of files in one watched folder, and the service that checks it."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.files = bench.files
        self.service = bench.checking(lambda: NOW)

    def put(self, name: str, text: str = "", *, mtime_ns: int = OLD_NS) -> Path:
        return self.bench.put_text(name, text or f"This is said in {name}.", mtime_ns=mtime_ns)

    def move(self, before: str, after: str) -> Path:
        """Rename a file: it keeps its content and time."""
        path = FOLDER / after
        self.files.files[path] = self.files.files.pop(FOLDER / before)
        self.bench.extractor.files[path] = self.bench.extractor.files.pop(FOLDER / before)
        return path

    def read(self, *names: str) -> None:
        self.bench.read(*(FOLDER / name for name in names))

    def check(self, *, asked: bool = False) -> FolderCheck:
        return self.service.check(cancel=CancelToken(), asked=asked)

    def check_and_read(self, *, asked: bool = False) -> list[FileFinished]:
        """Check, and read what is to be read, as the window does."""
        check = self.check(asked=asked)
        return only(self.bench.read(*check.to_read), FileFinished) if check.to_read else []

    def document(self, name: str) -> Document:
        found = self.bench.library.document_by_path(FOLDER / name)
        assert found is not None
        return found

    def chunk_ids(self, document: Document) -> list[int]:
        return [chunk.id for chunk in self.bench.library.document_chunks(document.id)]

    def remove(self, *names: str) -> None:
        bench = self.bench
        library = LibraryService(bench.library, bench.vectors, StatedFiles(), bench.memory)
        library.remove([self.document(name).id for name in names])


@pytest.fixture
def shelf(bench: Workbench) -> Shelf:
    """Two files that were read with their folder."""
    shelf = Shelf(bench)
    shelf.put("a.pdf")
    shelf.put("deep/b.pdf")
    bench.read()
    shelf.files.hashed.clear()
    return shelf


def names(paths: tuple[object, ...]) -> list[str]:
    """Paths, or what lies at them, below the folder."""
    found = [path if isinstance(path, Path) else path.path for path in paths]  # type: ignore[attr-defined]
    return [path.relative_to(FOLDER).as_posix() for path in found]


def refuse(path: Path, *, cancel: CancelToken) -> str:
    """In place of a hash."""
    raise ExtractionFailed(DocumentStatus.FAILED, "The system does not let Pincite read this file.")


# --- which folders --------------------------------------------------------------------------------


def test_a_folder_that_was_read_stays_in_the_library(shelf: Shelf) -> None:
    assert shelf.service.folders() == (WatchedFolder(FOLDER),)


def test_a_file_does_not_make_its_folder_stay(bench: Workbench) -> None:
    shelf = Shelf(bench)
    bench.read(shelf.put("a.pdf"))
    assert shelf.service.folders() == ()


def test_a_folder_keeps_the_name_of_its_collection(bench: Workbench) -> None:
    shelf = Shelf(bench)
    bench.files.empty |= {FOLDER / "empty", FOLDER / "named"}
    shelf.put("plain/a.pdf")
    shelf.put("Letters/a.pdf")
    bench.collections.create_collection("LETTERS")
    bench.read(
        FOLDER / "plain",
        CollectedPath(FOLDER / "Letters"),
        CollectedPath(FOLDER / "empty"),
        CollectedPath(FOLDER / "named", "Bills"),
    )
    assert [(one.path.name, one.collection) for one in shelf.service.folders()] == [
        ("Letters", "LETTERS"),
        ("empty", "empty"),
        ("named", "Bills"),
        ("plain", ""),
    ]
    # Reading it again without naming a collection leaves it as it is.
    bench.read(FOLDER / "Letters")
    assert shelf.service.folders()[0].collection == "LETTERS"


def test_a_folder_is_not_watched_any_more(shelf: Shelf) -> None:
    assert shelf.service.stop_watching(FOLDER) == WatchedFolder(FOLDER)
    assert shelf.service.folders() == ()
    shelf.put("new.pdf")
    assert shelf.check().new == ()
    assert len(shelf.bench.library.documents()) == 2
    with pytest.raises(NotFound, match="not among the folders"):
        shelf.service.stop_watching(FOLDER)


# --- what changed ---------------------------------------------------------------------------------


def test_what_is_unchanged_costs_a_look(shelf: Shelf) -> None:
    check = shelf.check()
    assert (check.unchanged, check.to_read, check.listing_changed) == (2, (), False)
    assert shelf.files.hashed == []
    assert set(check.looked_into) == {FOLDER, FOLDER / "deep"}


def test_a_new_file_is_to_be_read_for_the_collection_of_its_folder(bench: Workbench) -> None:
    shelf = Shelf(bench)
    shelf.put("Letters/a.pdf")
    bench.read(CollectedPath(FOLDER / "Letters"))
    new = shelf.put("Letters/new.pdf")
    check = shelf.check()
    assert (check.new, check.to_read) == ((new,), (CollectedPath(new, "Letters"),))
    bench.read(*check.to_read)
    [collection] = bench.collections.collections()
    assert len(collection.document_ids) == 2
    assert shelf.check().unchanged == 2


def test_a_changed_file_is_read_and_stays_out_of_what_the_user_took_it_out_of(
    bench: Workbench,
) -> None:
    shelf = Shelf(bench)
    path = shelf.put("Letters/a.pdf")
    bench.read(CollectedPath(FOLDER / "Letters"))
    before = shelf.document("Letters/a.pdf")
    [collection] = bench.collections.collections()
    bench.collections.take_documents(collection.id, [before.id])
    shelf.put("Letters/a.pdf", "Now something else is said.")
    check = shelf.check()
    assert ([one.document_id for one in check.changed], check.to_read) == ([before.id], (path,))
    [finished] = only(bench.read(*check.to_read), FileFinished)
    assert (finished.outcome, finished.document.id) == ("replaced", before.id)
    assert bench.collections.collections()[0].document_ids == frozenset()


def test_a_file_that_was_only_touched_is_hashed_once(shelf: Shelf) -> None:
    shelf.files.files[FOLDER / "a.pdf"].mtime_ns += 5
    assert (shelf.check().unchanged, shelf.files.hashed) == (2, [FOLDER / "a.pdf"])
    assert shelf.document("a.pdf").stamp.mtime_ns == OLD_NS + 5
    shelf.check()
    assert shelf.files.hashed == [FOLDER / "a.pdf"]


def test_a_missing_file_is_told_and_its_document_stays(shelf: Shelf) -> None:
    kept = shelf.files.files.pop(FOLDER / "a.pdf")
    check = shelf.check()
    assert (names(check.missing), check.lost, check.listing_changed) == (["a.pdf"], 1, True)
    again = shelf.check()
    assert (names(again.missing), again.lost, again.listing_changed) == (["a.pdf"], 0, False)
    shelf.files.files[FOLDER / "a.pdf"] = kept
    back = shelf.check()
    assert (back.missing, back.back, back.unchanged, back.listing_changed) == ((), 1, 2, True)
    assert shelf.check().back == 0
    assert len(shelf.bench.library.documents()) == 2


def test_a_file_that_was_added_by_itself_is_not_looked_after(bench: Workbench) -> None:
    shelf = Shelf(bench)
    bench.read(shelf.put("alone.pdf"))
    shelf.put("alone.pdf", "Now something else is said.")
    check = shelf.check()
    assert (check.changed, check.missing, check.unchanged) == ((), (), 0)


def test_a_hidden_file_that_was_added_by_itself_is_looked_after(shelf: Shelf) -> None:
    hidden = shelf.put(".hidden.pdf")
    shelf.bench.read(hidden)
    assert shelf.check().unchanged == 3
    shelf.put(".hidden.pdf", "Now something else is said.")
    assert shelf.check().to_read == (hidden,)


def test_a_file_that_is_still_being_written_waits_until_it_is_asked_for(shelf: Shelf) -> None:
    recent = int((NOW - 1) * 1e9)
    shelf.put("new.pdf", mtime_ns=recent)
    shelf.put("a.pdf", "Now something else is said.", mtime_ns=recent)
    check = shelf.check()
    assert (check.to_read, check.unsettled) == ((), 2)
    assert sorted(names(shelf.check(asked=True).to_read)) == ["a.pdf", "new.pdf"]


def test_a_clock_that_is_ahead_holds_up_nothing(shelf: Shelf) -> None:
    shelf.put("new.pdf", mtime_ns=int((NOW + 3600) * 1e9))
    assert names(shelf.check().to_read) == ["new.pdf"]


# --- what was moved -------------------------------------------------------------------------------


def test_a_moved_file_keeps_document_and_passages(shelf: Shelf) -> None:
    before = shelf.document("a.pdf")
    passages = shelf.chunk_ids(before)
    after = shelf.move("a.pdf", "other/named.pdf")
    check = shelf.check()
    assert [(one.document_id, one.path, one.before) for one in check.moved] == [
        (before.id, after, FOLDER / "a.pdf")
    ]
    assert (check.to_read, check.missing, check.new, check.listing_changed) == ((), (), (), True)
    moved = shelf.document("other/named.pdf")
    assert (moved.id, shelf.chunk_ids(moved)) == (before.id, passages)
    assert moved.embedded == before.embedded > 0
    assert shelf.check().unchanged == 2


def test_a_renamed_folder_is_not_read_again(shelf: Shelf) -> None:
    for number in range(20):
        shelf.put(f"deep/{number}.pdf")
    shelf.read("deep")
    ids = {document.id for document in shelf.bench.library.documents()}
    for number in range(20):
        shelf.move(f"deep/{number}.pdf", f"renamed/{number}.pdf")
    check = shelf.check()
    assert (len(check.moved), check.to_read) == (20, ())
    assert {document.id for document in shelf.bench.library.documents()} == ids


def test_only_what_is_as_large_as_something_missed_is_hashed(shelf: Shelf) -> None:
    shelf.move("a.pdf", "moved.pdf")
    shelf.put("new.pdf", "This is much longer than what was said in the file that is missed now.")
    check = shelf.check()
    assert (names(check.moved), names(check.new)) == (["moved.pdf"], ["new.pdf"])
    assert shelf.files.hashed == [FOLDER / "moved.pdf"]


def test_a_moved_document_joins_the_collection_of_its_new_folder(bench: Workbench) -> None:
    shelf = Shelf(bench)
    shelf.put("Letters/a.pdf")
    shelf.put("Bills/b.pdf")
    bench.read(CollectedPath(FOLDER / "Letters"), CollectedPath(FOLDER / "Bills"))
    document = shelf.document("Letters/a.pdf")
    shelf.put("Letters/c.pdf")
    shelf.move("Letters/a.pdf", "Bills/a.pdf")
    shelf.check()
    assert [
        (one.name, document.id in one.document_ids) for one in bench.collections.collections()
    ] == [("Bills", True), ("Letters", True)]


def test_a_file_that_was_added_by_itself_is_found_in_a_watched_folder(shelf: Shelf) -> None:
    shelf.files.files.pop(FOLDER / "a.pdf")
    shelf.files.files.pop(FOLDER / "deep/b.pdf")
    path = Path("/elsewhere/c.pdf")
    shelf.files.put(path, b"%PDF of its own", OLD_NS)
    shelf.bench.extractor.files[path] = shelf.bench.extractor.files[FOLDER / "a.pdf"]
    shelf.bench.read(path)
    document = shelf.bench.library.document_by_path(path)
    assert document is not None
    shelf.files.files[FOLDER / "c.pdf"] = shelf.files.files.pop(path)
    assert [one.document_id for one in shelf.check().moved] == [document.id]


def test_files_that_change_places(shelf: Shelf) -> None:
    a, b = shelf.document("a.pdf"), shelf.document("deep/b.pdf")
    files = shelf.files.files
    one, other = FOLDER / "a.pdf", FOLDER / "deep/b.pdf"
    files[one], files[other] = files[other], files[one]
    files[one].mtime_ns, files[other].mtime_ns = OLD_NS + 1, OLD_NS + 2
    # As large as each other, so that only their content tells them apart.
    assert len(files[one].data) != len(files[other].data)
    check = shelf.check()
    assert (len(check.moved), check.to_read) == (2, ())
    assert (shelf.document("a.pdf").id, shelf.document("deep/b.pdf").id) == (b.id, a.id)


def test_a_file_that_made_room_for_another(shelf: Shelf) -> None:
    """As programs do that keep older versions: the old one gets another name."""
    before = shelf.document("a.pdf")
    shelf.move("a.pdf", "a.1.pdf")
    shelf.put("a.pdf", "Now something else is said, and more of it.")
    check = shelf.check()
    assert (names(check.moved), check.to_read) == (["a.1.pdf"], (FOLDER / "a.pdf",))
    shelf.bench.read(*check.to_read)
    assert shelf.document("a.1.pdf").id == before.id
    assert shelf.document("a.pdf").id not in (before.id, shelf.document("deep/b.pdf").id)


def test_a_file_that_took_the_place_of_another_replaces_it(shelf: Shelf) -> None:
    b = shelf.document("deep/b.pdf")
    shelf.files.files[FOLDER / "a.pdf"] = shelf.files.files.pop(FOLDER / "deep/b.pdf")
    shelf.files.files[FOLDER / "a.pdf"].mtime_ns += 1
    finished = shelf.check_and_read()
    assert [(one.path.name, one.document.id) for one in finished] == [("a.pdf", b.id)]
    assert [one.id for one in shelf.bench.library.documents()] == [b.id]
    assert shelf.check().unchanged == 1


# --- what cannot be seen now ----------------------------------------------------------------------


def test_a_folder_that_is_not_there_makes_nothing_missing(shelf: Shelf) -> None:
    kept = dict(shelf.files.files)
    shelf.files.files.clear()
    check = shelf.check()
    assert (check.unreachable, check.missing, check.listing_changed) == ((FOLDER,), (), False)
    shelf.files.files |= kept
    assert (shelf.check().unreachable, shelf.check().unchanged) == ((), 2)


def test_where_a_disk_was_its_place_is_empty(shelf: Shelf) -> None:
    shelf.files.files.clear()
    shelf.files.empty.add(FOLDER)
    check = shelf.check()
    assert (check.unreachable, check.missing) == ((FOLDER,), ())


def test_an_empty_folder_without_documents_is_there(bench: Workbench) -> None:
    shelf = Shelf(bench)
    bench.files.empty.add(FOLDER)
    bench.read(FOLDER)
    assert shelf.check().unreachable == ()


def test_files_below_a_folder_that_may_not_be_looked_into_are_not_missing(shelf: Shelf) -> None:
    look = shelf.files.look

    def without_deep(folders: list[Path], *, cancel: CancelToken) -> FolderLook:
        whole = look(folders, cancel=cancel)
        locked = SkippedFile(FOLDER / "deep", "unreadable", "The system does not let us look.")
        found = tuple(one for one in whole.found if one.path.parent != FOLDER / "deep")
        return FolderLook(found, (locked,), whole.folders, ())

    shelf.files.look = without_deep  # type: ignore[method-assign, assignment]
    check = shelf.check()
    assert (check.missing, check.unreachable, check.unchanged) == ((), (), 1)


# --- what is left out -----------------------------------------------------------------------------


def test_what_is_left_out_is_listed_with_its_reason(shelf: Shelf) -> None:
    shelf.files.put(FOLDER / "notes.txt", b"no PDF")
    shelf.files.put(FOLDER / "more.txt", b"no PDF")
    shelf.put("copy.pdf")
    shelf.files.files[FOLDER / "copy.pdf"].data = shelf.files.files[FOLDER / "a.pdf"].data
    assert [one.outcome for one in shelf.check_and_read()] == ["duplicate"]
    assert shelf.service.left_out_counts() == {"not_a_pdf": 2, "duplicate": 1}
    assert names(shelf.service.left_out()) == ["copy.pdf", "more.txt", "notes.txt"]
    del shelf.files.files[FOLDER / "notes.txt"]
    assert (shelf.check().left_out, shelf.service.left_out_counts()) == (
        2,
        {"not_a_pdf": 1, "duplicate": 1},
    )


def copied(shelf: Shelf) -> Path:
    """A copy of a.pdf that was found to be one."""
    copy = shelf.put("copy.pdf")
    shelf.files.files[copy].data = shelf.files.files[FOLDER / "a.pdf"].data
    shelf.check_and_read()
    shelf.files.hashed.clear()
    return copy


def test_a_copy_is_not_read_again(shelf: Shelf) -> None:
    copied(shelf)
    check = shelf.check()
    assert (check.to_read, check.left_out, shelf.files.hashed) == ((), 1, [])


def test_a_copy_takes_the_place_of_its_original_without_being_read(shelf: Shelf) -> None:
    copy = copied(shelf)
    document = shelf.document("a.pdf")
    del shelf.files.files[FOLDER / "a.pdf"]
    check = shelf.check()
    assert [(one.document_id, one.path) for one in check.moved] == [(document.id, copy)]
    assert (check.left_out, shelf.service.left_out(), shelf.files.hashed) == (0, (), [])


def test_a_copy_that_was_changed_is_read(shelf: Shelf) -> None:
    copied(shelf)
    shelf.put("copy.pdf", "Now something else is said.", mtime_ns=OLD_NS + 1)
    assert [one.outcome for one in shelf.check_and_read()] == ["added"]
    assert shelf.service.left_out() == ()


def test_a_copy_whose_document_was_changed_is_read(shelf: Shelf) -> None:
    copy = copied(shelf)
    shelf.put("a.pdf", "Now something else is said.", mtime_ns=OLD_NS + 1)
    shelf.read("a.pdf")
    assert shelf.check().new == (copy,)


def test_what_could_not_be_read_is_tried_again_when_asked(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = shelf.put("locked.pdf")
    with monkeypatch.context() as patch:
        patch.setattr(shelf.files, "sha256", refuse)
        assert shelf.check_and_read() == []
    assert shelf.service.left_out() == (LeftOutFile(path, "failed", shelf.files.stamp(path)),)
    assert (shelf.check().to_read, shelf.check().left_out) == ((), 1)
    assert [one.path for one in shelf.check_and_read(asked=True)] == [path]
    assert shelf.service.left_out() == ()


def test_a_document_that_could_not_be_read_again_waits_until_it_is_asked_for(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = shelf.put("a.pdf", "Now something else is said.", mtime_ns=OLD_NS + 1)
    with monkeypatch.context() as patch:
        patch.setattr(shelf.files, "sha256", refuse)
        assert shelf.check_and_read() == []
    assert shelf.check().to_read == ()
    assert shelf.check(asked=True).to_read == (path,)
    shelf.put("a.pdf", "Once more something else is said.", mtime_ns=OLD_NS + 2)
    assert shelf.check().to_read == (path,)


def test_reading_that_the_user_stopped_does_not_begin_again_by_itself(shelf: Shelf) -> None:
    new = shelf.put("new.pdf")
    changed = shelf.put("a.pdf", "Now something else is said.")
    cancel = CancelToken()
    cancel.cancel()
    shelf.bench.library.enqueue([new, changed])
    shelf.bench.ingest.forget()
    assert shelf.service.left_out() == (LeftOutFile(new, "not_read", shelf.files.stamp(new)),)
    assert new not in shelf.check().new
    assert shelf.check(asked=True).new == (new,)


# --- what was taken out ---------------------------------------------------------------------------


def test_what_the_user_removed_does_not_come_back(shelf: Shelf) -> None:
    shelf.remove("a.pdf")
    check = shelf.check()
    assert (check.to_read, check.removed, check.unchanged) == ((), 1, 1)
    shelf.put("a.pdf", "Now something else is said.")
    assert shelf.check().to_read == ()


def test_nor_under_another_name(shelf: Shelf) -> None:
    shelf.remove("a.pdf")
    shelf.move("a.pdf", "other.pdf")
    shelf.files.hashed.clear()
    assert (shelf.check().to_read, shelf.files.hashed) == ((), [FOLDER / "other.pdf"])
    # From now on it is known by this name too.
    assert (shelf.check().to_read, shelf.files.hashed) == ((), [FOLDER / "other.pdf"])


def test_nor_does_a_copy_of_it(shelf: Shelf) -> None:
    copied(shelf)
    shelf.remove("a.pdf")
    assert shelf.service.left_out() == ()  # so that erasing leaves no name
    check = shelf.check()
    assert (check.to_read, check.removed) == ((), 2)
    assert shelf.service.left_out() == ()


def test_other_files_are_read_all_the_same(shelf: Shelf) -> None:
    shelf.remove("a.pdf")
    new = shelf.put("new.pdf")
    assert shelf.check().to_read == (new,)


@pytest.mark.parametrize("given", [FOLDER / "a.pdf", FOLDER], ids=["file", "folder"])
def test_it_comes_back_when_it_is_added_again(shelf: Shelf, given: Path) -> None:
    shelf.remove("a.pdf")
    shelf.bench.read(given)
    assert len(shelf.bench.library.documents()) == 2
    assert shelf.bench.folders.removed().marks == frozenset()
    assert shelf.check().unchanged == 2


def test_without_watched_folders_nothing_is_kept_of_it(bench: Workbench) -> None:
    shelf = Shelf(bench)
    bench.read(shelf.put("a.pdf"))
    shelf.remove("a.pdf")
    assert bench.folders.removed().marks == frozenset()


# --- in its place ---------------------------------------------------------------------------------


def test_a_check_waits_for_an_answer(shelf: Shelf) -> None:
    done = threading.Event()

    def check() -> None:
        shelf.check()
        done.set()

    with shelf.bench.priority.answering():
        thread = threading.Thread(target=check)
        thread.start()
        assert not done.wait(0.05)
    assert done.wait(10)
    thread.join()


def test_a_check_can_be_stopped_and_changes_nothing(shelf: Shelf) -> None:
    shelf.move("a.pdf", "moved.pdf")
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        shelf.service.check(cancel=cancel)
    assert shelf.document("a.pdf").stamp == FileStamp(
        len(shelf.files.files[FOLDER / "moved.pdf"].data), OLD_NS
    )
