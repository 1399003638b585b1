"""The main job without a window: read PDFs, search, ask, and find the cited words on the page."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.bootstrap import Application
from app.core.citations.parse import parse_claims
from app.core.domain.answer import Answer, AnswerStatus, AnswerStyle, RefusalReason
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentStatus
from app.core.domain.evidence import Scope
from app.core.errors import InvalidInput
from app.core.prompting.answer_prompt import REFUSAL_SENTENCE
from app.services.events import (
    AnswerEvent,
    AnswerFinished,
    EvidenceFound,
    FileFinished,
    IngestEvent,
    IngestFinished,
    ModelLoading,
    PageRead,
    ReadingPassages,
    TextDelta,
)
from tests.integration.conftest import Shelf
from tests.integration.handbook import words_in, words_of, write_handbook, write_kettle
from tests.pdfs import make_pdf

ModelPaths = Callable[[str], tuple[Path, ...]]


def _read(application: Application, *paths: Path) -> list[IngestEvent]:
    return list(application.ingest.run(paths, cancel=CancelToken()))


def _outcomes(events: list[IngestEvent]) -> list[str]:
    return [event.outcome for event in events if isinstance(event, FileFinished)]


def _ask(
    application: Application,
    question: str,
    *,
    style: AnswerStyle = AnswerStyle.QUOTES,
    model: str | None = None,
    scope: Scope | None = None,
) -> tuple[Answer, list[AnswerEvent]]:
    events = list(
        application.answers.ask(
            question, cancel=CancelToken(), style=style, model=model, scope=scope or Scope()
        )
    )
    last = events[-1]
    assert isinstance(last, AnswerFinished)
    return last.answer, events


# --- reading --------------------------------------------------------------------------------


def test_a_folder_is_read_and_can_be_searched(
    empty_application: Application, tmp_path: Path, model_paths: ModelPaths
) -> None:
    model_paths("embedder")
    folder = tmp_path / "in" / "deeper"
    folder.mkdir(parents=True)
    write_handbook(folder)
    write_kettle(folder.parent)

    events = _read(empty_application, tmp_path / "in")

    assert sum(isinstance(event, PageRead) for event in events) == 4
    documents = empty_application.library_service.documents()
    assert [(d.title, d.pages, d.status) for d in documents] == [
        ("Handbook of the Holm ferries", 3, DocumentStatus.INDEXED),
        ("Kettle", 1, DocumentStatus.INDEXED),
    ]
    assert [d.embedded for d in documents] == [d.chunks for d in documents]
    finished = events[-1]
    assert isinstance(finished, IngestFinished)
    assert (finished.pages, finished.need_attention, finished.degraded) == (4, 0, "")


def test_search_by_words_and_by_meaning_finds_the_page(application: Application) -> None:
    # "Expire" stands there; "vacation" does not, so the words alone would not find it.
    by_words = application.search.search("When do unused days expire?", 3).passages[0]
    by_meaning = application.search.search("How much vacation do employees get?", 3).passages[0]

    assert (by_words.page, by_words.label, by_words.lexical_rank) == (1, "iii", 1)
    assert (by_meaning.page, by_meaning.document_title) == (1, "Handbook of the Holm ferries")
    assert by_meaning.similarity is not None
    assert by_meaning.similarity > 0.3


def test_what_is_unchanged_is_not_read_again(application: Application, shelf: Shelf) -> None:
    before = application.library.count_chunks()

    events = _read(application, shelf.pdfs)

    assert _outcomes(events) == ["unchanged", "unchanged"]
    assert not any(isinstance(event, PageRead) for event in events)
    assert application.library.count_chunks() == before


def test_a_changed_file_replaces_what_was_read_of_it(
    empty_application: Application, pdfs: Path, model_paths: ModelPaths
) -> None:
    model_paths("embedder")
    path = make_pdf(pdfs / "note.pdf", ["The meeting is on Tuesday in the blue room."])
    _read(empty_application, path)
    [before] = empty_application.library_service.documents()
    old = {chunk.id for chunk in empty_application.library.document_chunks(before.id)}
    make_pdf(path, ["The meeting is on Thursday in the green hall, beside the old quay."])

    events = _read(empty_application, path)

    assert _outcomes(events) == ["replaced"]
    [after] = empty_application.library_service.documents()
    new = {chunk.id for chunk in empty_application.library.document_chunks(after.id)}
    assert after.id == before.id
    assert old.isdisjoint(new)
    assert empty_application.vectors.chunk_ids() == new
    [found] = empty_application.search.search("When is the meeting?", 5).passages
    assert "Thursday" in found.chunk.text


def test_a_removed_document_is_found_no_more(application: Application, shelf: Shelf) -> None:
    [kettle] = [d for d in application.library_service.documents() if d.title == "Kettle"]
    gone = {chunk.id for chunk in application.library.document_chunks(kettle.id)}

    application.library_service.remove([kettle.id])

    titles = [document.title for document in application.library_service.documents()]
    assert titles == ["Handbook of the Holm ferries"]
    found = application.search.search("How much water does the kettle hold?", 10).passages
    assert all(passage.chunk.document_id != kettle.id for passage in found)
    assert application.vectors.chunk_ids().isdisjoint(gone)
    assert (shelf.pdfs / "kettle.pdf").is_file()


def test_what_is_on_the_queue_is_read_by_the_next_run(
    empty_application: Application, pdfs: Path, model_paths: ModelPaths
) -> None:
    model_paths("embedder")
    write_handbook(pdfs)
    write_kettle(pdfs)
    cancel = CancelToken()
    events = []
    for event in empty_application.ingest.run([pdfs], cancel=cancel):
        events.append(event)
        if isinstance(event, FileFinished):
            cancel.cancel()
    assert len(_outcomes(events)) == 1

    more = _read(empty_application)

    assert _outcomes(more) == ["added"]
    assert len(empty_application.library_service.documents()) == 2


# --- answers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "page", "label", "quote"),
    [
        (
            "When do unused days of leave expire?",
            1,
            "iii",
            "Unused days of leave expire on March 31 of the following year.",
        ),
        (
            "What does a lost jacket cost?",
            2,
            "iv",
            "Whoever loses a jacket pays 45 euros for a new one.",
        ),
        (
            "When does the first ferry to Holm leave on working days?",
            3,
            "1",
            "The first ferry to Holm leaves at 6:40 in the morning on working days.",
        ),
    ],
    ids=["first page", "middle page", "rotated page"],
)
def test_quotes_lead_to_their_words_on_the_page(
    application: Application, shelf: Shelf, question: str, page: int, label: str, quote: str
) -> None:
    answer, events = _ask(application, question)

    assert isinstance(events[0], EvidenceFound)
    assert (answer.status, answer.style) == (AnswerStatus.ANSWERED, AnswerStyle.QUOTES)
    citation = answer.citations[answer.claims[0].citations[0]]
    assert answer.claims[0].text == quote
    assert (citation.page, citation.label, citation.path) == (page, label, shelf.handbook)
    assert citation.verified
    assert words_in(shelf.handbook, page, citation.boxes) == words_of(quote)


def test_every_passage_covers_its_words(application: Application, shelf: Shelf) -> None:
    for passage in application.search.search("leave jacket ferry bicycle water", 10).passages:
        pages = {box.page for box in passage.boxes}
        covered = [
            word for page in sorted(pages) for word in words_in(passage.path, page, passage.boxes)
        ]
        assert covered == words_of(passage.chunk.text)


def test_a_written_answer_obeys_the_form(
    application: Application, shelf: Shelf, model_paths: ModelPaths
) -> None:
    model_paths("tiny")

    answer, events = _ask(
        application, "What does a lost jacket cost?", style=AnswerStyle.WRITTEN, model="tiny"
    )

    kinds = list(dict.fromkeys(type(event) for event in events))
    assert kinds[:3] == [EvidenceFound, ModelLoading, ReadingPassages]
    assert kinds[-1] is AnswerFinished
    read = [event.done for event in events if isinstance(event, ReadingPassages)]
    assert read == sorted(read)
    assert answer.model is not None
    supplied = {passage.chunk.id for passage in answer.evidence}
    for claim in parse_claims(answer.trace.raw_text):
        cited = set(claim.chunk_ids)
        assert cited <= supplied
        assert cited or claim.text == REFUSAL_SENTENCE
    prose = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert "[chunk" not in prose
    for citation in answer.citations:
        assert citation.chunk_id in {passage.chunk.id for passage in answer.sources}
        if citation.verified:
            shown = words_in(citation.path, citation.page, citation.boxes)
            assert shown == words_of(citation.quote)


def test_without_a_model_quotes_are_given(
    application: Application, tmp_path: Path, models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_embedder = tmp_path / "models"
    only_embedder.mkdir()
    for name in ("all-MiniLM-L6-v2.int8.onnx", "all-MiniLM-L6-v2.tokenizer.json"):
        shutil.copy(models_dir / name, only_embedder / name)
    monkeypatch.setenv("PINCITE_MODELS", str(only_embedder))

    answer, _ = _ask(application, "How much water does the kettle hold?", style=AnswerStyle.WRITTEN)

    assert (answer.status, answer.style) == (AnswerStatus.ANSWERED, AnswerStyle.QUOTES)
    assert answer.claims[0].text == "The kettle holds 1.7 litres of water."
    assert answer.model is None


def test_a_scope_is_kept(application: Application) -> None:
    [kettle] = [d for d in application.library_service.documents() if d.title == "Kettle"]

    answer, _ = _ask(
        application, "When do unused days of leave expire?", scope=Scope(frozenset({kettle.id}))
    )

    assert {passage.chunk.document_id for passage in answer.evidence} <= {kettle.id}
    assert answer.scope_documents == 1


# --- questions that cannot be answered ------------------------------------------------------


def test_a_question_without_support_is_refused_with_its_evidence(
    application: Application,
) -> None:
    answer, _ = _ask(application, "Which chemical element has the atomic number 74?")

    assert (answer.status, answer.reason) == (AnswerStatus.REFUSED, RefusalReason.NO_SUPPORT)
    assert answer.text == "No passage in these documents supports an answer."
    assert answer.citations == ()


def test_a_question_to_an_empty_library_is_refused(empty_application: Application) -> None:
    answer, _ = _ask(empty_application, "When do unused days of leave expire?")

    assert answer.reason is RefusalReason.NO_DOCUMENTS


def test_an_empty_question_is_refused(application: Application) -> None:
    answer, events = _ask(application, " \n ")

    assert answer.reason is RefusalReason.EMPTY_QUERY
    assert len(events) == 1


def test_a_question_of_4001_characters_is_bad_input(application: Application) -> None:
    with pytest.raises(InvalidInput, match=r"4,000 characters") as caught:
        _ask(application, "x" * 4001)
    assert caught.value.code == "question_too_long"


def test_a_question_of_4000_characters_is_taken(application: Application) -> None:
    question = "When do unused days expire? ".ljust(3999, ".") + "?"

    answer, _ = _ask(application, question)

    assert len(question) == 4000
    assert answer.question == question
