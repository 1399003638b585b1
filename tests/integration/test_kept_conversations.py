"""Conversations that outlive the program, their documents, and the wish to keep them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from app import cli
from app.bootstrap import Application
from app.core.domain.answer import Answer, AnswerStatus, AnswerStyle
from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import DraftChunk
from app.core.domain.conversation import AskedQuestion, TurnPlace
from app.core.errors import NotFound, PageUnavailable
from app.core.ports import NewDocument
from app.services.conversations import now_utc
from app.services.events import AnswerFinished
from app.services.viewing import PASSAGE_GONE
from tests.integration.conftest import Shelf

QUESTION = "When do unused days of leave expire?"

Run = Callable[..., list[dict[str, Any]]]


def ask(application: Application) -> Answer:
    """An answer of quotes from the handbook."""
    events = application.answers.ask(QUESTION, cancel=CancelToken(), style=AnswerStyle.QUOTES)
    *_, last = events
    assert isinstance(last, AnswerFinished)
    assert last.answer.status is AnswerStatus.ANSWERED
    return last.answer


def kept(application: Application, answer: Answer) -> TurnPlace:
    place = application.conversations.begin(AskedQuestion(QUESTION, now_utc()), answer)
    assert place is not None
    return place


def read_again(application: Application, document_id: int) -> None:
    """Store a document as a new reading of its file does: its passages get new numbers."""
    library = application.library
    old = library.document(document_id)
    assert old is not None
    drafts = [
        DraftChunk(chunk.text, chunk.heading_path, chunk.spans, chunk.tokens)
        for chunk in library.document_chunks(document_id)
    ]
    library.save_document(
        NewDocument(
            path=old.path,
            title=old.title,
            sha256=old.sha256,
            stamp=old.stamp,
            status=old.status,
            status_text=old.status_text,
            pages=tuple(library.pages(document_id)),
            chunks=tuple(drafts),
        )
    )


@pytest.fixture
def run(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line, in this process; gives the records that it printed."""

    def pincite(*arguments: str) -> list[dict[str, Any]]:
        capsys.readouterr()
        assert cli.main(["--library", str(shelf.library), "--json", *arguments]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return pincite


def test_an_answer_is_whole_after_its_document_is_gone(shelf: Shelf, run: Run) -> None:
    application = Application(shelf.library, writing=True)
    answer = ask(application)
    place = kept(application, answer)
    application.close()

    application = Application(shelf.library, writing=True)
    (turn,) = application.conversations.open(place.conversation_id).turns
    assert turn.answer == answer
    states = application.viewing.citation_states(answer.citations)
    assert set(states) == {"same"}
    cited = answer.citations[0]
    read_again(application, cited.document_id)
    assert application.viewing.citation_states([cited]) == ("read_again",)
    with pytest.raises(PageUnavailable) as caught:
        application.viewing.open(cited.document_id, chunk_id=cited.chunk_id)
    assert caught.value.code == PASSAGE_GONE
    application.library_service.remove([cited.document_id])
    assert application.viewing.citation_states([cited]) == ("removed",)
    with pytest.raises(NotFound):
        application.viewing.open(cited.document_id, chunk_id=cited.chunk_id)
    (turn,) = application.conversations.open(place.conversation_id).turns
    assert turn.answer == answer
    application.close()

    [listed] = run("history", "search", "unused leave")
    assert (listed["conversation_id"], listed["title"]) == (place.conversation_id, QUESTION)
    [shown] = run("history", "show", str(place.conversation_id))
    quotes: Sequence[str] = [one["quote"] for one in shown["turns"][0]["answer"]["citations"]]
    assert quotes == [one.quote for one in answer.citations]
    assert run("history", "delete", str(place.conversation_id))[0]["status"] == "deleted"
    assert run("history", "list") == []
    assert run("history", "erase", "--yes") == [{"status": "erased", "conversations": 0}]


def test_nothing_of_an_erased_conversation_is_in_the_library(shelf: Shelf, run: Run) -> None:
    application = Application(shelf.library, writing=True)
    answer = ask(application)
    asked = AskedQuestion("Is the zyzzyva a weevil?", now_utc())
    assert application.conversations.begin(asked, answer) is not None
    application.close()
    assert _holds(shelf, b"zyzzyva")
    assert run("history", "erase", "--yes") == [{"status": "erased", "conversations": 1}]
    assert not _holds(shelf, b"zyzzyva")


def _holds(shelf: Shelf, word: bytes) -> bool:
    files = [file for file in shelf.library.rglob("*") if file.is_file()]
    assert files
    return any(word in file.read_bytes().lower() for file in files)
