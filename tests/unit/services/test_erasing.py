"""Erasing: in which order, what goes along, and how it goes on after it was stopped."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

import pytest

from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ScopeChoice
from app.core.domain.conversation import ScopeWording
from app.core.domain.document import FileStamp
from app.core.domain.folder import DUPLICATE, LeftOutFile, WatchedFolder
from app.core.errors import Cancelled, LibraryBusy, NotFound, StorageError
from app.services.conversations import FORGOTTEN
from app.services.erasing import EraseFinished, EraseProgress, EraseService, EraseStep
from tests.answers import answered, asked, at
from tests.workbench import FOLDER, Workbench

SECRET, KEPT = 1, 2


@pytest.fixture
def filled(bench: Workbench) -> Workbench:
    """Two documents: SECRET and KEPT."""
    bench.put_text("1secret.pdf", "The code is 4711.", title="Secret")
    bench.put_text("2kept.pdf", "Boats pay fourteen euros.", title="Kept")
    bench.read()
    return bench


@pytest.fixture
def service(filled: Workbench) -> EraseService:
    return make_service(filled)


def make_service(bench: Workbench) -> EraseService:
    return EraseService(
        bench.library,
        bench.vectors,
        bench.conversations,
        bench.erasure,
        bench.memory,
        bench.priority,
    )


def titles(bench: Workbench) -> list[str]:
    return [document.title for document in bench.library.documents()]


def vectors_of(bench: Workbench) -> set[int]:
    return set(bench.vectors.examine().documents.values())


def in_file(bench: Workbench, text: str) -> bool:
    return text.encode() in (bench.folder / "library.db").read_bytes()


def test_a_document_is_erased_step_by_step(filled: Workbench, service: EraseService) -> None:
    *told, end = service.erase([SECRET], cancel=CancelToken())
    steps = [(one.step, one.done, one.total) for one in told if isinstance(one, EraseProgress)]
    assert steps == [
        (EraseStep.TEXT, 0, 0),
        (EraseStep.VECTORS, 0, 0),
        (EraseStep.VECTORS, 0, 1),
        (EraseStep.VECTORS, 1, 1),
        (EraseStep.FILES, 0, 0),
    ]
    assert [(one.position, one.steps) for one in told if isinstance(one, EraseProgress)][-1] == (
        3,
        3,
    )
    assert isinstance(end, EraseFinished)
    assert [document.title for document in end.documents] == ["Secret"]
    assert end.seconds > 0
    assert (titles(filled), vectors_of(filled)) == (["Kept"], {KEPT})
    assert not in_file(filled, "4711")
    assert in_file(filled, "fourteen")
    assert not service.unfinished


def test_what_it_would_take_is_known_before(filled: Workbench, service: EraseService) -> None:
    filled.conversations.begin("Code", asked("Code?"), answered("4711.", document=SECRET), at(0))
    plan = service.plan([SECRET, SECRET])
    assert [document.title for document in plan.documents] == ["Secret"]
    assert plan.conversations == 1
    assert service.plan([KEPT]).conversations == 0
    assert len(titles(filled)) == 2


def test_nothing_is_erased_where_one_is_not_there(filled: Workbench, service: EraseService) -> None:
    with pytest.raises(NotFound, match="no document 99"):
        list(service.erase([SECRET, 99], cancel=CancelToken()))
    assert len(titles(filled)) == 2
    assert not service.unfinished


def test_answers_that_were_made_from_it_go_too(filled: Workbench, service: EraseService) -> None:
    kept = filled.conversations
    made_from = kept.begin("Code", asked("Code?"), answered("It is 4711.", document=SECRET), at(0))
    other = kept.begin("Fees", asked("Fees?"), answered("Fourteen.", document=KEPT), at(0))
    *_, end = service.erase([SECRET], cancel=CancelToken())
    assert isinstance(end, EraseFinished)
    assert end.conversations == 1
    first, second = (kept.conversation(one.conversation_id) for one in (made_from, other))
    assert first is not None
    assert second is not None
    assert (first.turns[0].answer, first.turns[0].lost) == (None, FORGOTTEN)
    assert second.turns[0].answer is not None


def test_questions_that_were_asked_of_it_do_not_name_it(
    filled: Workbench, service: EraseService
) -> None:
    for title, ids in (("Secret", {SECRET}), ("Kept", {KEPT}), ("Both", {SECRET, KEPT})):
        question = replace(
            asked("Why?"),
            scope=ScopeChoice(document_ids=frozenset(ids)),
            wording=ScopeWording(title, False, len(ids), f"Only {title}"),
        )
        filled.conversations.begin(title, question, answered("So.", document=KEPT), at(0))
    list(service.erase([SECRET], cancel=CancelToken()))
    conversations = [filled.conversations.conversation(number) for number in (1, 2, 3)]
    wordings = [one.turns[0].asked.wording for one in conversations if one is not None]
    assert [(one.label, one.spoken) for one in wordings] == [
        ("1 document", "1 document"),
        ("Kept", "Only Kept"),
        ("2 documents", "2 documents"),
    ]


def test_names_of_its_file_and_of_copies_go_too(filled: Workbench, service: EraseService) -> None:
    document, kept = filled.library.document(SECRET), filled.library.document(KEPT)
    assert document is not None
    assert kept is not None
    copy, other = FOLDER / "copy of secret.pdf", FOLDER / "other.pdf"
    stamp = FileStamp(1, 1)
    filled.folders.watch(WatchedFolder(FOLDER))
    filled.folders.change_left_out(
        [],
        [
            LeftOutFile(copy, DUPLICATE, stamp, document.sha256),
            LeftOutFile(other, DUPLICATE, stamp, kept.sha256),
            LeftOutFile(document.path, "unreadable", stamp),
        ],
    )
    filled.library.enqueue([document.path, other])
    collection = filled.collections.create_collection("Codes")
    assert collection is not None
    filled.collections.expect(collection.id, [document.path])
    list(service.erase([SECRET], cancel=CancelToken()))
    assert filled.library.queue() == [other]
    assert [file.path for file in filled.folders.left_out()] == [other]
    assert not in_file(filled, "secret.pdf")
    removed = filled.folders.removed()
    assert removed.mark_of_path(document.path) in removed.marks  # so it does not come back
    assert removed.mark_of_content(document.sha256) in removed.marks


def test_what_was_removed_before_is_cleaned_without_a_name(
    filled: Workbench, service: EraseService
) -> None:
    filled.library.remove_documents([SECRET])
    *_, end = service.erase([], cancel=CancelToken())
    assert isinstance(end, EraseFinished)
    assert end.documents == ()
    assert (titles(filled), vectors_of(filled)) == (["Kept"], {KEPT})
    assert not in_file(filled, "4711")


# --- stopped in the middle ------------------------------------------------------------------


def test_cancelled_before_it_begins_nothing_is_erased(
    filled: Workbench, service: EraseService
) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(iter(service.erase([SECRET], cancel=cancel)))
    assert len(titles(filled)) == 2
    assert not service.unfinished


@pytest.mark.parametrize("events", [1, 2, 3, 4, 5])
def test_stopped_anywhere_it_is_gone_on_with(filled: Workbench, events: int) -> None:
    """As after a kill: the iterator is left, and another program begins."""
    steps = make_service(filled).erase([SECRET], cancel=CancelToken())
    for _ in range(events):
        next(steps)
    del steps
    service = make_service(filled)
    assert service.unfinished
    *_, end = service.go_on(cancel=CancelToken())
    assert isinstance(end, EraseFinished)
    assert (titles(filled), vectors_of(filled)) == (["Kept"], {KEPT})
    assert not in_file(filled, "4711")
    assert filled.erasure.unfinished() is None
    assert list(service.go_on(cancel=CancelToken())) == []


def test_cancelled_while_vectors_are_copied(filled: Workbench, service: EraseService) -> None:
    cancel = CancelToken()
    steps = service.erase([SECRET], cancel=cancel)
    for one in steps:
        if isinstance(one, EraseProgress) and one.total:
            cancel.cancel()
            break
    with pytest.raises(Cancelled):
        next(steps)
    assert service.unfinished
    list(service.go_on(cancel=CancelToken()))
    assert vectors_of(filled) == {KEPT}


def test_another_erase_takes_the_unfinished_one_along(filled: Workbench) -> None:
    steps = make_service(filled).erase([SECRET], cancel=CancelToken())
    next(steps)
    del steps
    list(make_service(filled).erase([KEPT], cancel=CancelToken()))
    assert (titles(filled), vectors_of(filled)) == ([], set())


def test_a_fault_leaves_it_to_be_done_again(filled: Workbench, service: EraseService) -> None:
    def refuse(document_ids: Collection[int], *, cancel: CancelToken) -> Iterator[tuple[int, int]]:
        raise StorageError("The disk is full.")

    usual = filled.vectors.erase_documents
    filled.vectors.erase_documents = refuse  # type: ignore[method-assign]
    with pytest.raises(StorageError):
        list(service.erase([SECRET], cancel=CancelToken()))
    assert service.unfinished
    filled.vectors.erase_documents = usual  # type: ignore[method-assign]
    list(service.erase([], cancel=CancelToken()))
    assert vectors_of(filled) == {KEPT}
    assert not in_file(filled, "4711")


def test_another_program_that_reads_is_told_of(filled: Workbench, service: EraseService) -> None:
    def busy() -> None:
        raise LibraryBusy("Another Pincite reads.")

    filled.erasure.clean = busy  # type: ignore[method-assign]
    with pytest.raises(LibraryBusy):
        list(service.erase([SECRET], cancel=CancelToken()))
    assert service.unfinished


def test_reading_waits_while_the_file_is_written_anew(
    filled: Workbench, service: EraseService
) -> None:
    seen: list[bool] = []
    clean: Callable[[], None] = filled.erasure.clean

    def look() -> None:
        seen.append(filled.priority.busy)
        clean()

    filled.erasure.clean = look  # type: ignore[method-assign]
    list(service.erase([SECRET], cancel=CancelToken()))
    assert seen == [True]
    assert not filled.priority.busy


def test_an_answer_that_was_kept_meanwhile_goes_too(
    filled: Workbench, service: EraseService
) -> None:
    steps = service.erase([SECRET], cancel=CancelToken())
    next(steps)
    next(steps)  # the text is gone
    filled.conversations.begin("Code", asked("Code?"), answered("4711.", document=SECRET), at(0))
    list(steps)
    assert not in_file(filled, "4711")


def test_an_answer_that_is_being_made_is_waited_for(
    filled: Workbench, service: EraseService
) -> None:
    cleaned: list[bool] = []
    clean: Callable[[], None] = filled.erasure.clean
    wait = filled.priority.wait
    making = filled.priority.answering()
    making.__enter__()

    def finish(cancel: CancelToken) -> None:
        assert cleaned == []
        filled.conversations.begin(
            "Code", asked("Code?"), answered("4711.", document=SECRET), at(0)
        )
        making.__exit__(None, None, None)
        wait(cancel)

    def look() -> None:
        cleaned.append(True)
        clean()

    filled.priority.wait = finish  # type: ignore[method-assign]
    filled.erasure.clean = look  # type: ignore[method-assign]
    list(service.erase([SECRET], cancel=CancelToken()))
    assert cleaned == [True]
    assert not in_file(filled, "4711")


def test_numbers_that_no_document_can_have(filled: Workbench) -> None:
    numbers: Sequence[int] = [-1, 0, 2**63, 10**20]
    filled.erasure.begin(numbers)
    assert filled.erasure.unfinished() == frozenset()
    filled.erasure.take_out(numbers)
    assert len(titles(filled)) == 2


def test_the_file_itself_is_left(filled: Workbench, service: EraseService) -> None:
    list(service.erase([SECRET], cancel=CancelToken()))
    assert filled.files.stamp(FOLDER / "1secret.pdf") is not None
