"""What every LibraryStore does. There is no fake: SQLite is quick, and is what users have."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.chunk import DraftChunk, Span
from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.core.domain.evidence import EVERYTHING, Scope
from app.core.domain.model import EmbedderIdentity
from app.core.domain.page import PageKind, PageRange, PageSize, PageText
from app.core.ports import LibraryStore
from tests.stored_documents import FOLDER, draft, new_document, page

LEASE = new_document("lease.pdf", ["Rent is due monthly.", "Pets are allowed."], title="Lease")
MANUAL = new_document("manual.pdf", ["Press the red button."], title="Manual")


@pytest.fixture
def store(library_dir: Path) -> Iterator[LibraryStore]:
    library = SqliteLibrary(Database(library_dir / "library.db"))
    yield library
    library.close()


def chunk_ids(store: LibraryStore, document: Document) -> list[int]:
    return [chunk.id for chunk in store.document_chunks(document.id)]


# --- documents ------------------------------------------------------------------------------


def test_an_empty_library(store: LibraryStore) -> None:
    assert store.documents() == []
    assert store.document(1) is None
    assert store.document_by_path(Path("none.pdf")) is None
    assert store.document_by_sha256("0" * 64) is None
    assert store.chunks([1, 2]) == {}
    assert store.document_chunks(1) == []
    assert store.page(1, 1) is None
    assert store.pages(1) == []
    assert store.unembedded(10) == []
    assert store.count_chunks() == (0, 0)
    assert store.embedder() is None
    assert store.queue() == []
    assert store.integrity() == "ok"


def test_a_document_takes_the_place_of_another(store: LibraryStore) -> None:
    """Both at once, so that no state in between can stay."""
    locked, other = store.save_document(LEASE), store.save_document(MANUAL)
    unlocked = new_document("copy.pdf", ["Rent is due monthly."], sha256=LEASE.sha256)
    saved = store.save_document(unlocked, in_place_of=locked.id)
    assert {one.id for one in store.documents()} == {saved.id, other.id}
    assert store.document_chunks(locked.id) == []
    assert store.save_document(unlocked, in_place_of=saved.id).id == saved.id
    assert store.save_document(unlocked, in_place_of=99).id == saved.id
    assert store.integrity() == "ok"


@pytest.mark.parametrize("number", [-1, 0, 2**63, 10**20, -(10**20)])
def test_numbers_that_no_document_can_have(store: LibraryStore, number: int) -> None:
    saved = store.save_document(LEASE)
    assert store.document(number) is None
    assert store.document_chunks(number) == []
    assert store.pages(number) == []
    assert store.pages(saved.id, [number]) == []
    assert store.chunks([number]) == {}
    store.remove_documents([number])
    assert store.documents() == [saved]


def test_a_document_comes_back_as_it_was_given(store: LibraryStore) -> None:
    saved = store.save_document(LEASE)
    assert saved == Document(
        id=saved.id,
        title="Lease",
        path=LEASE.path,
        sha256=LEASE.sha256,
        stamp=LEASE.stamp,
        status=DocumentStatus.INDEXED,
        status_text="All pages can be searched.",
        pages=2,
        chunks=2,
        embedded=0,
    )
    assert store.document(saved.id) == saved
    assert store.document_by_path(LEASE.path) == saved
    assert store.document_by_sha256(LEASE.sha256) == saved
    assert store.documents() == [saved]


@pytest.mark.parametrize("status", DocumentStatus)
def test_every_state_is_kept(store: LibraryStore, status: DocumentStatus) -> None:
    saved = store.save_document(replace(LEASE, status=status, pages=(), chunks=()))
    assert store.document(saved.id) == saved
    assert (saved.status, saved.pages, saved.chunks) == (status, 0, 0)


def test_documents_come_by_title_ignoring_case(store: LibraryStore) -> None:
    for name, title in [("1", "beta"), ("2", "Alpha"), ("3", "ALPHA"), ("4", "Äther"), ("5", "Z")]:
        store.save_document(new_document(name, [], title=title))
    assert [document.title for document in store.documents()] == [
        "Alpha",
        "ALPHA",
        "beta",
        "Z",
        "Äther",
    ]


@pytest.mark.parametrize("name", ["caf\udce9.pdf", "日本.pdf", "new\nline.pdf", "a'b\"c;.pdf"])
def test_odd_file_names_survive(store: LibraryStore, name: str) -> None:
    saved = store.save_document(new_document(name, ["Text."], title=Path(name).stem, sha256="5a"))
    assert saved.path == FOLDER / name
    assert store.document_by_path(FOLDER / name) == saved
    store.enqueue([FOLDER / name])
    assert store.queue() == [FOLDER / name]


def test_text_that_utf8_cannot_hold_keeps_its_length(store: LibraryStore) -> None:
    text = "Broken \ud83d pair and a \0 byte."
    saved = store.save_document(new_document("broken.pdf", [text], title="x\udce9", sha256="5b"))
    kept = store.pages(saved.id)[0].text
    assert kept == text.replace("\ud83d", "\ufffd")
    assert store.document_chunks(saved.id)[0].text == kept
    store.remove_documents([saved.id])
    assert store.integrity() == "ok"


# --- replacing and removing -----------------------------------------------------------------


def test_a_replaced_document_keeps_its_id_and_never_its_chunk_ids(store: LibraryStore) -> None:
    first = store.save_document(LEASE)
    other = store.save_document(MANUAL)
    old_ids = chunk_ids(store, first)
    store.mark_embedded(old_ids)
    again = store.save_document(replace(LEASE, title="Lease 2", pages=LEASE.pages[:1]))
    assert (again.id, again.title, again.pages, again.embedded) == (first.id, "Lease 2", 1, 0)
    assert len(store.pages(first.id)) == 1
    assert store.chunks(old_ids) == {}
    assert min(chunk_ids(store, again)) > max(old_ids + chunk_ids(store, other))
    assert store.document(other.id) == other
    assert store.integrity() == "ok"


def test_ids_are_not_used_again_after_removal_and_restart(
    store: LibraryStore, library_dir: Path
) -> None:
    first = store.save_document(LEASE)
    ids = chunk_ids(store, first)
    store.remove_documents([first.id])
    store.close()
    library = SqliteLibrary(Database(library_dir / "library.db"))
    second = library.save_document(LEASE)
    assert second.id > first.id
    assert min(chunk_ids(library, second)) > max(ids)
    library.close()


def test_removing_takes_all_that_belongs_to_a_document(store: LibraryStore) -> None:
    lease, manual = store.save_document(LEASE), store.save_document(MANUAL)
    store.remove_documents([lease.id, 999])
    assert store.documents() == [manual]
    assert store.pages(lease.id) == []
    assert store.document_chunks(lease.id) == []
    assert store.count_chunks() == (1, 0)
    assert store.integrity() == "ok"


def test_a_stamp_follows_the_file(store: LibraryStore) -> None:
    saved = store.save_document(LEASE)
    moved, stamp = FOLDER / "moved.pdf", FileStamp(size=1001, mtime_ns=5)
    store.update_stamp(saved.id, moved, stamp)
    assert store.document(saved.id) == replace(saved, path=moved, stamp=stamp)
    assert store.document_by_path(LEASE.path) is None


def test_a_document_that_moves_over_another_replaces_it(store: LibraryStore) -> None:
    lease, manual = store.save_document(LEASE), store.save_document(MANUAL)
    store.update_stamp(lease.id, manual.path, manual.stamp)
    assert store.documents() == [replace(lease, path=manual.path, stamp=manual.stamp)]
    assert store.integrity() == "ok"


# --- pages and chunks -----------------------------------------------------------------------


def test_pages_keep_text_words_label_and_size(store: LibraryStore) -> None:
    pages = (
        page(1, "The first page.", label="i", size=PageSize(612.5, 792.25, 90)),
        PageText(2, "", PageSize(595.0, 842.0, 0), PageKind.SCAN, "", page(1, "").words),
        page(3, "日本語の文章 and English."),
    )
    saved = store.save_document(replace(LEASE, pages=pages, chunks=()))
    assert tuple(store.pages(saved.id)) == pages
    assert store.pages(saved.id, [3, 1, 7]) == [pages[0], pages[2]]
    assert store.pages(saved.id, []) == []
    assert store.page(saved.id, 2) == pages[1]
    assert store.page(saved.id, 4) is None
    assert pages[0].boxes(4, 9) == store.pages(saved.id)[0].boxes(4, 9) != ()


def test_labels_of_pages_of_several_documents_come_together(store: LibraryStore) -> None:
    pages = (page(1, "Preface", label="i"), page(2, "Contents", label="ii"), page(3, "One"))
    lease = store.save_document(replace(LEASE, pages=pages, chunks=()))
    manual = store.save_document(MANUAL)
    wanted = [(manual.id, 1), (lease.id, 2), (lease.id, 3), (lease.id, 2), (lease.id, 4), (99, 1)]
    assert store.page_labels(wanted) == {
        (manual.id, 1): "",
        (lease.id, 2): "ii",
        (lease.id, 3): "",
    }
    assert store.page_labels([]) == {}
    assert store.page_labels([(10**20, 1), (lease.id, 10**20), (lease.id, -1)]) == {}


def test_chunks_keep_spans_and_headings_in_reading_order(store: LibraryStore) -> None:
    crossing = DraftChunk(
        text="end of one page start of the next",
        heading_path=('Chapter "1"', "§ 2 — 賃貸"),
        spans=(Span(1, 100, 115, 0), Span(2, 0, 17, 16)),
        tokens=8,
    )
    saved = store.save_document(replace(LEASE, chunks=(crossing, draft("Second."))))
    first, second = store.document_chunks(saved.id)
    assert (first.text, first.heading_path) == (crossing.text, crossing.heading_path)
    assert (first.spans, first.tokens) == (crossing.spans, 8)
    assert (first.document_id, first.ordinal, second.ordinal) == (saved.id, 0, 1)
    assert store.chunks([second.id, 12345, first.id]) == {first.id: first, second.id: second}


def test_what_is_hidden_stays_marked(store: LibraryStore) -> None:
    hiding = replace(page(1, "Seen.\n\nHidden."), hidden_from=7)
    drafts = [draft("Seen."), replace(draft("Hidden."), hidden=True)]
    new = replace(LEASE, pages=(hiding, page(2, "Seen.")), chunks=tuple(drafts))
    document = store.save_document(new)
    assert [one.hidden_from for one in store.pages(document.id)] == [7, None]
    assert [chunk.hidden for chunk in store.document_chunks(document.id)] == [False, True]


def test_many_chunks_can_be_asked_for_at_once(store: LibraryStore) -> None:
    saved = store.save_document(
        replace(LEASE, chunks=tuple(draft(f"Part {n}.") for n in range(99)))
    )
    wanted = [*chunk_ids(store, saved), *range(10_000, 110_000)]
    assert len(store.chunks(wanted)) == 99


# --- embedding ------------------------------------------------------------------------------


def test_chunks_without_a_vector_are_counted_and_found(store: LibraryStore) -> None:
    lease, manual = store.save_document(LEASE), store.save_document(MANUAL)
    ids = chunk_ids(store, lease) + chunk_ids(store, manual)
    assert [chunk.id for chunk in store.unembedded(10)] == ids
    assert [chunk.id for chunk in store.unembedded(2)] == ids[:2]
    store.mark_embedded([ids[0], 999])
    assert store.count_chunks() == (3, 1)
    assert [chunk.id for chunk in store.unembedded(10)] == ids[1:]
    assert [document.embedded for document in store.documents()] == [1, 0]


def test_marks_can_be_made_to_fit_the_vectors(store: LibraryStore) -> None:
    ids = chunk_ids(store, store.save_document(LEASE))
    store.mark_embedded(ids[:1])
    store.reset_embedded({ids[1], 999})
    assert [chunk.id for chunk in store.unembedded(10)] == ids[:1]
    store.reset_embedded(set())
    assert store.count_chunks() == (2, 0)


def test_the_embedder_is_recorded(store: LibraryStore) -> None:
    for identity in (EmbedderIdentity("a", 384, "1" * 64), EmbedderIdentity("b", 768, "2" * 64)):
        store.set_embedder(identity)
        assert store.embedder() == identity


# --- queue ----------------------------------------------------------------------------------


def test_the_queue_keeps_its_order(store: LibraryStore) -> None:
    a, b, c, d = (FOLDER / name for name in ("c.pdf", "a.pdf", "b.pdf", "d.pdf"))
    store.enqueue([a, b])
    store.enqueue([c, a])
    assert store.queue() == [a, b, c]
    store.dequeue([b, d])
    assert store.queue() == [a, c]
    assert [store.is_queued(path) for path in (a, b, c, d)] == [True, False, True, False]


def test_the_file_of_a_removed_document_waits_no_more(store: LibraryStore) -> None:
    document = store.save_document(new_document("a.pdf", ["Text."]))
    store.enqueue([document.path, FOLDER / "next.pdf"])
    store.remove_documents([document.id])
    assert store.queue() == [FOLDER / "next.pdf"]


# --- as a whole -----------------------------------------------------------------------------


def test_a_failed_save_changes_nothing(store: LibraryStore) -> None:
    saved = store.save_document(LEASE)
    broken = replace(LEASE, title="New", chunks=(draft("New."), None))  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        store.save_document(broken)
    assert store.documents() == [saved]
    assert [chunk.text for chunk in store.document_chunks(saved.id)] == [
        "Rent is due monthly.",
        "Pets are allowed.",
    ]
    assert store.integrity() == "ok"


def test_threads_see_what_another_thread_stored(store: LibraryStore) -> None:
    seen: list[list[Document]] = []
    saved = store.save_document(LEASE)

    def work() -> None:
        seen.append(store.documents())
        store.save_document(MANUAL)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [[saved]]
    assert [document.title for document in store.documents()] == ["Lease", "Manual"]


def test_reading_does_not_wait_for_a_writer(library_dir: Path) -> None:
    database = Database(library_dir / "library.db")
    library = SqliteLibrary(database)
    library.save_document(LEASE)
    seen: list[int] = []
    with database.write() as connection:
        connection.execute("DELETE FROM chunk")
        thread = threading.Thread(target=lambda: seen.append(library.count_chunks()[0]))
        thread.start()
        thread.join()
    assert seen == [2]
    library.close()


def test_a_library_is_found_again(store: LibraryStore, library_dir: Path) -> None:
    saved = store.save_document(LEASE)
    store.enqueue([FOLDER / "next.pdf"])
    store.close()
    library = SqliteLibrary(Database(library_dir / "library.db"))
    assert library.documents() == [saved]
    assert library.queue() == [FOLDER / "next.pdf"]
    library.close()


def test_closing_twice_is_fine(store: LibraryStore) -> None:
    store.close()
    store.close()


def test_documents_by_id(store: LibraryStore) -> None:
    one, two = (store.save_document(new_document(f"{n}.pdf", [f"text {n}"])) for n in (1, 2))
    assert store.documents_by_id([two.id, one.id, 99, -1, 10**20]) == {one.id: one, two.id: two}
    assert store.documents_by_id([]) == {}


def test_chunks_on_pages(store: LibraryStore) -> None:
    one = store.save_document(new_document("one.pdf", ["a", "b", "c"]))
    two = store.save_document(new_document("two.pdf", ["d", "e"]))
    first = [chunk.id for chunk in store.document_chunks(one.id)]
    second = [chunk.id for chunk in store.document_chunks(two.id)]
    assert first == list(range(first[0], first[0] + 3))

    def found(*ranges: tuple[int, int], scope: Scope = EVERYTHING) -> set[int]:
        return store.chunk_ids_on_pages([PageRange(*one) for one in ranges], scope)

    assert found((2, 2)) == {first[1], second[1]}
    assert found((2, 9), scope=Scope(frozenset([one.id, 10**20]))) == {first[1], first[2]}
    assert found((3, 3), (1, 1), scope=Scope(frozenset([one.id]))) == {first[0], first[2]}
    assert found((7, 8)) == found() == found((1, 9), scope=Scope(frozenset())) == set()
