"""What a citation rests on in answers as a whole: markers in documents, and quotes of a block."""

from __future__ import annotations

import re

import pytest

from app.core.domain.answer import Answer, AnswerStatus, AnswerStyle
from app.core.domain.cancel import CancelToken
from app.services.answering import AnswerService
from app.services.events import AnswerFinished
from tests.fakes.chat_model import Script, ScriptedChatModel
from tests.fakes.chat_models import OneChatModel
from tests.workbench import Workbench

MARKED = "Each received piece is marked with [chunk:7] in the log of the relay."
QUESTION = "How is each received piece marked in the log?"


def ask(bench: Workbench, raw: str | None) -> Answer:
    model = None if raw is None else ScriptedChatModel(Script(tuple(raw)))
    service = AnswerService(
        bench.search,
        bench.library,
        bench.embedder,
        OneChatModel(model),
        bench.preferences,
        bench.priority,
    )
    style = AnswerStyle.QUOTES if raw is None else AnswerStyle.WRITTEN
    *_, end = service.ask(QUESTION, cancel=CancelToken(), style=style)
    assert isinstance(end, AnswerFinished)
    return end.answer


@pytest.fixture
def number(bench: Workbench) -> int:
    """The id of the passage with signs of its own."""
    bench.put_text("relay.pdf", MARKED, title="Relay")
    bench.read()
    (document,) = bench.library.documents()
    return bench.library.document_chunks(document.id)[0].id


def markers(answer: Answer) -> list[int]:
    return [int(found) for found in re.findall(r"\[chunk:(\d+)\]", answer.text)]


@pytest.mark.parametrize("written", [True, False])
def test_a_marker_in_a_document_never_counts_and_its_words_stay(
    bench: Workbench, number: int, written: bool
) -> None:
    raw = f"[chunk:{number}] Each received piece is marked with (chunk:7) in the log of the relay."
    answer = ask(bench, raw if written else None)
    assert answer.status is AnswerStatus.ANSWERED
    assert markers(answer) == [number]
    assert "(chunk:7)" in answer.text
    (citation,) = answer.citations
    assert citation.chunk_id == number
    assert citation.quote in MARKED


@pytest.mark.parametrize(
    ("quote", "shown", "verified"),
    [
        ("received piece is marked", "received piece is marked", True),
        ("received piece is starred", MARKED, False),
    ],
)
def test_a_quote_of_the_model_is_shown_where_it_stands_there(
    bench: Workbench, number: int, quote: str, shown: str, verified: bool
) -> None:
    raw = (
        f"[chunk:{number}] Each received piece is marked.\n"
        f'<<<CITATIONS>>>[{{"chunk": {number}, "quote": "{quote}"}}]<<<END_CITATIONS>>>'
    )
    answer = ask(bench, raw)
    assert markers(answer) == [number]
    (citation,) = answer.citations
    assert (citation.quote, citation.verified) == (shown, verified)
    assert citation.boxes
