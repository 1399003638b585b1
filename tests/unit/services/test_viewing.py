"""Viewing: pages are shown only from the file that was read, and text is found where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentStatus, FileState
from app.core.domain.page import PageSize
from app.core.errors import Cancelled, NotFound, PageLocked, PageUnavailable
from app.core.ports import RenderedPage
from app.services import viewing
from app.services.passwords import Passwords
from app.services.viewing import ViewingService, state_fault
from tests.stored_documents import new_document
from tests.viewed_documents import LETTER, LINE, TOP, PaintedPages, Shelf, StatedFiles, page_text


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SqliteLibrary]:
    library = SqliteLibrary(Database(tmp_path / "library.db"))
    yield library
    library.close()


@pytest.fixture
def shelf(library: SqliteLibrary, tmp_path: Path) -> Shelf:
    return Shelf(library, tmp_path)


@pytest.fixture
def renderer() -> PaintedPages:
    return PaintedPages()


@pytest.fixture
def states() -> StatedFiles:
    return StatedFiles()


@pytest.fixture
def passwords() -> Passwords:
    return Passwords()


@pytest.fixture
def service(
    library: SqliteLibrary, renderer: PaintedPages, states: StatedFiles, passwords: Passwords
) -> ViewingService:
    return ViewingService(library, renderer, states, passwords)


def test_open(service: ViewingService, shelf: Shelf) -> None:
    turned = PageSize(842.0, 595.0, 90)
    document = shelf.put("Guide", [page_text(1, "One", label="i"), page_text(2, "", size=turned)])
    seen = service.open(document.id)
    assert (seen.document_id, seen.title, seen.path) == (document.id, "Guide", document.path)
    assert seen.sha256 == document.sha256
    assert [(page.number, page.label) for page in seen.pages] == [(1, "i"), (2, "")]
    assert seen.pages[1].size == turned
    assert seen.file_state is FileState.UNCHANGED


@pytest.mark.parametrize("state", [FileState.CHANGED, FileState.MISSING])
def test_open_tells_the_state_of_the_file(
    service: ViewingService, shelf: Shelf, states: StatedFiles, state: FileState
) -> None:
    document = shelf.handbook()
    states.stated[document.id] = state
    assert service.open(document.id).file_state is state


def test_open_twice_reads_the_pages_once(
    service: ViewingService, shelf: Shelf, library: SqliteLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = shelf.handbook()
    asked: list[int] = []
    pages = library.pages

    def counted(document_id: int, numbers: range) -> object:
        asked.extend(numbers)
        return pages(document_id, numbers)

    monkeypatch.setattr(library, "pages", counted)
    first = service.open(document.id)
    assert asked == list(range(1, 65))
    assert service.open(document.id) == first
    assert len(asked) == 64


def test_the_text_of_a_page_says_what_of_it_is_hidden(
    service: ViewingService, shelf: Shelf
) -> None:
    whole = replace(page_text(1, "Seen.\n\nHidden."), hidden_from=7)
    document = shelf.put("Guide", [whole, replace(page_text(2, "Hidden."), hidden_from=0)])
    said = viewing.HIDDEN_BELOW
    assert service.page_text(document.id, 1) == f"Seen.\n\n{said}\n\nHidden."
    assert service.page_text(document.id, 2) == f"{said}\n\nHidden."


def test_open_sees_that_a_document_was_read_again(service: ViewingService, shelf: Shelf) -> None:
    document = shelf.put("Guide", [page_text(1, "One")])
    service.open(document.id)
    again = shelf.put("Guide", [page_text(1, "One"), page_text(2, "Two")])
    assert again.id == document.id
    assert len(service.open(document.id).pages) == 2


def test_a_page_without_a_size_takes_its_place(service: ViewingService, shelf: Shelf) -> None:
    document = shelf.put("Torn", [page_text(1, "One"), page_text(2, "", size=PageSize(0, 0, 0))])
    assert service.open(document.id).pages[1].size == viewing.A4


def test_open_of_what_is_gone(service: ViewingService, shelf: Shelf) -> None:
    document = shelf.handbook()
    shelf.remove(document)
    with pytest.raises(NotFound, match="not in the library any more"):
        service.open(document.id)


def test_open_without_pages_says_why(service: ViewingService, shelf: Shelf) -> None:
    sentence = "It needs a password. Unlock it to read it."
    document = shelf.put("Locked", [], status=DocumentStatus.NEEDS_PASSWORD, status_text=sentence)
    with pytest.raises(PageLocked) as raised:
        service.open(document.id)
    assert raised.value.message == sentence
    empty = shelf.put("Empty", [], status=DocumentStatus.EMPTY, status_text="It has no text.")
    with pytest.raises(PageUnavailable) as other:
        service.open(empty.id)
    assert not isinstance(other.value, PageLocked)


def test_open_for_a_passage(service: ViewingService, shelf: Shelf, library: SqliteLibrary) -> None:
    document = shelf.handbook()
    other = shelf.put("Other", [page_text(1, "One")])
    [chunk] = library.document_chunks(document.id)
    assert service.open(document.id, chunk_id=chunk.id).document_id == document.id
    with pytest.raises(PageUnavailable) as raised:
        service.open(other.id, chunk_id=chunk.id)
    assert raised.value.code == viewing.PASSAGE_GONE
    shelf.handbook()  # read again: the passage has another id now
    with pytest.raises(PageUnavailable) as raised:
        service.open(document.id, chunk_id=chunk.id)
    assert raised.value.code == viewing.PASSAGE_GONE


def test_render(service: ViewingService, shelf: Shelf, renderer: PaintedPages) -> None:
    document = shelf.handbook()
    drawn = service.render(document.id, 3, 0.5)
    assert (drawn.page, drawn.width, drawn.height) == (3, 298, 421)
    assert renderer.drawn == [(3, 0.5)]


@pytest.mark.parametrize(
    ("state", "code", "words"),
    [
        (FileState.CHANGED, viewing.FILE_CHANGED, "The file was changed since it was read. "),
        (FileState.MISSING, viewing.FILE_MISSING, "The file was moved or deleted since"),
    ],
)
def test_render_only_what_was_read(
    service: ViewingService,
    shelf: Shelf,
    renderer: PaintedPages,
    states: StatedFiles,
    state: FileState,
    code: str,
    words: str,
) -> None:
    document = shelf.handbook()
    states.stated[document.id] = state
    with pytest.raises(PageUnavailable, match=words) as raised:
        service.render(document.id, 1, 1.0)
    assert raised.value.code == code
    assert renderer.drawn == []


def test_a_locked_file_is_drawn_with_the_password_that_is_known(
    service: ViewingService, shelf: Shelf, renderer: PaintedPages, passwords: Passwords
) -> None:
    document = shelf.handbook()
    renderer.locked[document.path] = "right"
    for word in (None, "wrong"):
        if word is not None:
            passwords.offer(word)
        with pytest.raises(PageLocked, match="Its text is kept"):
            service.render(document.id, 1, 1.0)
    passwords.offer("right")
    assert service.render(document.id, 1, 1.0).page == 1
    assert passwords.attempts(document.sha256) == ("right",)


def test_a_file_that_is_replaced_while_it_is_drawn_is_not_shown(
    library: SqliteLibrary, shelf: Shelf, states: StatedFiles
) -> None:
    document = shelf.handbook()

    class Slow(PaintedPages):
        def render(
            self, path: Path, page: int, scale: float, *, password: str | None = None
        ) -> RenderedPage:
            states.stated[document.id] = FileState.CHANGED
            return super().render(path, page, scale)

    with pytest.raises(PageUnavailable) as raised:
        ViewingService(library, Slow(), states, Passwords()).render(document.id, 1, 1.0)
    assert raised.value.code == viewing.FILE_CHANGED


def test_render_of_what_is_gone(service: ViewingService) -> None:
    with pytest.raises(NotFound):
        service.render(77, 1, 1.0)


def test_an_unchanged_file_is_no_fault() -> None:
    assert state_fault(FileState.UNCHANGED) is None


def test_find(service: ViewingService, shelf: Shelf) -> None:
    document = shelf.put(
        "Guide",
        [
            page_text(1, "Nothing here"),
            page_text(2, "They CARRY\nover. Carry over"),
            page_text(3, "carry over"),
        ],
    )
    found = service.find(document.id, "carry over")
    assert [(match.page, match.start, match.end) for match in found] == [
        (2, 5, 15),
        (2, 17, 27),
        (3, 0, 10),
    ]
    across, *_ = found
    assert [(box.page, box.y0) for box in across.boxes] == [(2, TOP), (2, TOP + LINE)]
    assert across.boxes[0].x1 - across.boxes[0].x0 == pytest.approx(len("CARRY") * LETTER)


def test_a_match_never_runs_over_a_page_end(service: ViewingService, shelf: Shelf) -> None:
    document = shelf.put("Guide", [page_text(1, "they carry"), page_text(2, "over ten")])
    assert service.find(document.id, "carry over") == ()


@pytest.mark.parametrize("text", ["", "  ", "absent"])
def test_find_nothing(service: ViewingService, shelf: Shelf, text: str) -> None:
    assert service.find(shelf.handbook().id, text) == ()


def test_find_ends_at_its_bound(
    service: ViewingService, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewing, "MOST_FOUND", 5)
    assert len(service.find(shelf.handbook().id, "page")) == 5


def test_find_stops(service: ViewingService, shelf: Shelf) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        service.find(shelf.handbook().id, "page", cancel=cancel)


def test_find_of_what_is_gone(service: ViewingService) -> None:
    with pytest.raises(NotFound):
        service.find(77, "page")


def test_page_text(service: ViewingService, shelf: Shelf) -> None:
    document = shelf.handbook()
    assert service.page_text(document.id, 2) == "Page 2."
    assert service.page_text(document.id, 99) == ""


@pytest.mark.parametrize("act", ["open", "find", "page_text"])
def test_a_missing_file_hides_only_its_pictures(
    service: ViewingService, shelf: Shelf, states: StatedFiles, act: str
) -> None:
    document: Document = shelf.handbook()
    states.stated[document.id] = FileState.MISSING
    acts: dict[str, Callable[[], object]] = {
        "open": lambda: service.open(document.id),
        "find": lambda: service.find(document.id, "page 2"),
        "page_text": lambda: service.page_text(document.id, 2),
    }
    assert acts[act]()


# --- citations of older answers -------------------------------------------------------------


def test_a_citation_says_whether_it_still_leads_to_its_words(
    service: ViewingService, shelf: Shelf, states: StatedFiles, library: SqliteLibrary
) -> None:
    handbook = shelf.handbook()
    cited = shelf.citation(handbook)
    other = library.save_document(new_document("other.pdf", ["Other words."]))
    [chunk] = library.document_chunks(other.id)
    elsewhere = replace(cited, chunk_id=chunk.id)  # as no answer has it
    of_other = replace(cited, document_id=other.id, chunk_id=chunk.id)
    every = [cited, of_other, elsewhere]
    assert service.citation_states([]) == ()
    assert service.citation_states(every) == ("same", "same", "read_again")
    states.stated[handbook.id] = FileState.CHANGED
    states.stated[other.id] = FileState.MISSING
    assert service.citation_states(every) == ("file_changed", "file_missing", "read_again")
    states.stated.clear()
    shelf.handbook(pages=20)
    assert service.citation_states(every) == ("read_again", "same", "read_again")
    shelf.remove(handbook)
    assert service.citation_states(every) == ("removed", "same", "removed")
    library.remove_documents([other.id])
    assert service.citation_states(every) == ("removed", "removed", "removed")
