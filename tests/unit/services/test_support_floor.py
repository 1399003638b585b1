"""Which floor is in force, and what an answer makes of it."""

from __future__ import annotations

import logging

import pytest

from app.core.domain.answer import Answer, AnswerStatus, AnswerStyle, RefusalReason
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import SearchResult
from app.core.domain.floor import EmbedderFloor, Floor, FloorRecord
from app.core.errors import ModelUnavailable
from app.core.retrieval.statement_ranking import Ranked
from app.core.retrieval.statements import statements
from app.core.settings import RetrievalSettings, Settings
from app.services.answering import AnswerService, Safeguards
from app.services.events import AnswerFinished
from app.services.support_floor import UNMEASURED, SupportFloor
from tests.fakes.chat_models import OneChatModel
from tests.fakes.embedder import IDENTITY
from tests.workbench import Workbench

LEAVE = "Unused days of leave expire on 31 March."
NEAR = "When do unused days of leave expire?"
FAR = "Who painted the leave of the famous old lady?"
MEASURED = FloorRecord(
    words_only=Floor(coverage=0.5, quote=0.5),
    embedders=(
        EmbedderFloor(
            name=IDENTITY.name,
            dimensions=IDENTITY.dimensions,
            sha256=IDENTITY.sha256,
            floor=Floor(similarity=0.5, coverage=0.9, quote=0.8),
        ),
    ),
)
UNKNOWN = FloorRecord(words_only=MEASURED.words_only)


@pytest.fixture
def filled(bench: Workbench) -> Workbench:
    bench.put_text("leave.pdf", LEAVE, title="Handbook")
    bench.read()
    return bench


def floor_of(bench: Workbench, record: FloorRecord) -> SupportFloor:
    return SupportFloor(record, bench.embedder, bench.preferences)


def found(bench: Workbench, question: str) -> SearchResult:
    return bench.search.search(question, 6)


def asked(bench: Workbench, question: str, record: FloorRecord) -> Answer:
    service = AnswerService(
        bench.search,
        bench.library,
        bench.embedder,
        OneChatModel(None),
        bench.preferences,
        bench.priority,
        Safeguards(record),
    )
    events = service.ask(question, cancel=CancelToken(), style=AnswerStyle.QUOTES)
    return next(event.answer for event in events if isinstance(event, AnswerFinished))


def test_the_floor_of_the_embedder_decides(filled: Workbench) -> None:
    floor = floor_of(filled, MEASURED)
    near = found(filled, NEAR)
    assert near.best_similarity is not None
    assert near.best_similarity > 0.5
    assert floor.reached_by(near)
    assert not floor.reached_by(found(filled, FAR))
    assert not floor.unmeasured_for(near)


def test_settings_win(filled: Workbench) -> None:
    floor = floor_of(filled, MEASURED)
    far = found(filled, FAR)
    filled.preferences.change(Settings(retrieval=RetrievalSettings(minimum_similarity=0.0)))
    assert floor.reached_by(far)
    filled.preferences.change(Settings(retrieval=RetrievalSettings(minimum_coverage=0.1)))
    assert floor.reached_by(far)


def test_words_decide_for_an_embedder_that_nobody_measured(filled: Workbench) -> None:
    floor = floor_of(filled, UNKNOWN)
    assert floor.reached_by(found(filled, NEAR))
    assert not floor.reached_by(found(filled, FAR))
    assert floor.unmeasured_for(found(filled, FAR))


def test_words_decide_without_an_embedder(
    filled: Workbench, caplog: pytest.LogCaptureFixture
) -> None:
    filled.embedder.fault = ModelUnavailable("missing")
    half = "Which unused days expire for sailors abroad?"
    with caplog.at_level(logging.WARNING):
        result = filled.search.search(half, 6)
    assert result.best_similarity is None
    assert result.passage_coverage == pytest.approx(3 / 5)
    assert floor_of(filled, MEASURED).reached_by(result)
    assert not floor_of(filled, MEASURED).unmeasured_for(result)


def test_nothing_found_is_never_enough(bench: Workbench) -> None:
    bench.preferences.change(Settings(retrieval=RetrievalSettings(minimum_coverage=0.0)))
    empty = SearchResult((), (), 0.9, 1.0, 0, "")
    assert not floor_of(bench, MEASURED).reached_by(empty)


@pytest.mark.parametrize(
    ("record", "similarity", "share", "enough"),
    [
        (MEASURED, 0.5, 0.3, True),
        (MEASURED, 0.5, 0.2, False),
        (MEASURED, None, 0.5, True),
        (UNKNOWN, 0.5, 0.4, False),
        (UNKNOWN, 0.1, 0.5, True),
    ],
)
def test_what_may_be_quoted(
    filled: Workbench, record: FloorRecord, similarity: float | None, share: float, enough: bool
) -> None:
    chunk = found(filled, NEAR).passages[0].chunk
    best = Ranked(statements(chunk)[0], 9.0, share, similarity)
    assert floor_of(filled, record).quotes(best) is enough


def test_an_answer_below_the_floor_is_refused(filled: Workbench) -> None:
    assert asked(filled, NEAR, MEASURED).status is AnswerStatus.ANSWERED
    refused = asked(filled, FAR, MEASURED)
    assert refused.reason is RefusalReason.NO_SUPPORT
    assert UNMEASURED not in refused.trace.notes


def test_a_refusal_says_that_only_words_were_judged(filled: Workbench) -> None:
    assert UNMEASURED in asked(filled, FAR, UNKNOWN).trace.notes
    assert UNMEASURED not in asked(filled, NEAR, UNKNOWN).trace.notes
