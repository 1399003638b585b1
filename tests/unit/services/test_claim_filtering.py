"""The claim filter as a whole: one bounded call, removal only, and every failure keeps all (F1 to
F9)."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest

from app.core.claims import outcome
from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import Chunk
from app.core.domain.claim_filter import ClaimFilterRecord, FilterStatus, ScopeSlot
from app.core.domain.evidence import Passage, SearchResult
from app.core.domain.generation import ChatMessage
from app.core.errors import Cancelled, ModelUnavailable, WorkerDied, WorkerTimeout
from app.core.settings import AnswerSettings, Settings
from app.services import claim_filtering
from app.services.claim_filtering import MOST_JUDGED, ClaimFilter, Filtered, Judges
from app.services.events import JudgingScope
from app.services.preferences import Preferences
from tests.fakes.chat_model import ScriptedChatModel
from tests.fakes.chat_models import OneChatModel
from tests.workbench import KeptSettings

QUESTION = "When do the lights go out on Ward 9?"
NINE, FOUR, SHOES = "On Ward 9 at ten.", "On Ward 4 at eight.", "Bring warm shoes."


def passage(number: int, text: str, *headings: str) -> Passage:
    chunk = Chunk(number, 1, number, text, headings, (), 5)
    return Passage(chunk, "House rules", Path("rules.pdf"), 1, "", (), 0.5, number, None)


def found(*texts: str) -> SearchResult:
    passages = tuple(passage(number, text) for number, text in enumerate(texts, start=1))
    return SearchResult(passages, (), 0.5, 0.5, 1, "lights", question=QUESTION)


def filtered(
    result: SearchResult,
    model: Any = None,
    *,
    chosen: str = "",
    written: bool = True,
    judges: Judges | None = None,
    cancel: CancelToken | None = None,
    question: str = QUESTION,
) -> tuple[Filtered, list[JudgingScope]]:
    settings = Settings(answers=AnswerSettings(claim_filter=True, claim_filter_model=chosen))
    preferences = Preferences(KeptSettings(settings))
    run = ClaimFilter(OneChatModel(model), preferences, judges=judges).run(
        question, result, cancel or CancelToken(), written=written
    )
    events: list[JudgingScope] = []
    while True:
        try:
            events.append(next(run))
        except StopIteration as done:
            return done.value, events


def left(one: Filtered) -> list[int]:
    return [passage.chunk.id for passage in one.result.passages]


def judging(model: ScriptedChatModel, *texts: str) -> ClaimFilterRecord:
    return filtered(found(*texts), model)[0].record


class Raw(ScriptedChatModel):
    """Gives back whatever a test says, as a broken model might."""

    def __init__(self, *raw: object, fails: Exception | None = None) -> None:
        super().__init__(scope_margin=1.0)
        self._raw = raw
        self._error = fails

    def weigh(
        self,
        prompts: Sequence[tuple[ChatMessage, ...]],
        *,
        cancel: CancelToken,
        seconds: float | None = None,
    ) -> Iterator[Any]:
        self.limits.append(seconds)
        yield from self._raw
        if self._error is not None:
            raise self._error


# --- rules ------------------------------------------------------------------------------------


def test_rules_remove_and_keep_the_order() -> None:
    result = found(SHOES, FOUR, NINE)
    one, events = filtered(result)
    assert left(one) == [1, 3]
    assert [left.chunk for left in one.result.passages] == [
        result.passages[0].chunk,
        result.passages[2].chunk,
    ]
    (aside,) = one.record.removed
    assert (aside.chunk_id, aside.slot) == (2, ScopeSlot.VARIANT)
    assert (aside.asked, aside.stated) == ("Ward 9", "Ward 4")
    assert one.record.status is FilterStatus.APPLIED
    assert one.record.evaluated == (1, 2, 3)
    assert one.record.model is None
    assert events == []


def test_what_is_left_is_measured_anew() -> None:
    best, other = passage(1, FOUR), passage(2, NINE)
    result = SearchResult((best, other), (), 0.5, 1.0, 1, "lights", passage_coverage=1.0)
    one, _ = filtered(result, question="When do lamps go out on Ward 9?")
    assert left(one) == [2]
    assert 0 < one.result.coverage < 1
    assert one.result.passage_coverage == one.result.coverage


@pytest.mark.parametrize("texts", [(), (FOUR,)])
def test_one_passage_or_none_is_not_judged(texts: tuple[str, ...]) -> None:
    model = ScriptedChatModel(scope_margin=1.0)
    one, events = filtered(found(*texts), model)
    assert one.record == ClaimFilterRecord(FilterStatus.SKIPPED, outcome.FEW_PASSAGES)
    assert left(one) == list(range(1, len(texts) + 1))
    assert (model.weighed, events) == ([], [])


# --- the model --------------------------------------------------------------------------------


def fit(prompt: str) -> float:
    return -1.0 if "shoes" in prompt else 2.0


def test_a_model_is_asked_once_about_all_that_is_left() -> None:
    model = ScriptedChatModel(scope_margin=1.0, fit=fit)
    one, events = filtered(found(SHOES, FOUR, NINE, "Doors are shut."), model)
    assert left(one) == [3, 4]
    assert model.limits == [claim_filtering.TIME_LIMIT_SECONDS] == [20.0]
    assert len(model.weighed) == 3
    assert [(event.done, event.total) for event in events] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert [(aside.chunk_id, aside.slot) for aside in one.record.removed] == [
        (1, ScopeSlot.SITUATION),
        (2, ScopeSlot.VARIANT),
    ]
    assert one.record.model == "Scripted"
    assert "House rules" in model.weighed[0]


def test_a_passage_that_states_the_scope_is_not_removed_by_a_model() -> None:
    model = ScriptedChatModel(scope_margin=1.0, fit=lambda p: -9.0 if "Ward 9 at ten" in p else 2.0)
    assert left(filtered(found(SHOES, FOUR, NINE), model)[0]) == [1, 3]


def test_the_margin_decides() -> None:
    fits = {"shoes": 1.0, "Doors": 2.0}
    model = ScriptedChatModel(
        scope_margin=1.0, fit=lambda p: next((v for k, v in fits.items() if k in p), 2.0)
    )
    texts = (SHOES, "Doors are shut.")
    assert judging(model, *texts).status is FilterStatus.KEPT_ALL
    fits["shoes"] = 0.9
    assert judging(model, *texts).removed_ids == (1,)


def test_what_a_model_did_not_weigh_is_kept() -> None:
    model = ScriptedChatModel(scope_margin=1.0, fit=lambda p: None if "shoes" in p else 2.0)
    assert judging(model, SHOES, "Doors are shut.").status is FilterStatus.KEPT_ALL


def test_a_model_is_asked_about_so_many_at_most() -> None:
    model = ScriptedChatModel(scope_margin=1.0, fit=fit)
    texts = [f"Rule {n}." for n in range(MOST_JUDGED + 3)]
    one, _ = filtered(found(*texts, SHOES), model)
    assert len(model.weighed) == MOST_JUDGED
    assert len(left(one)) == len(texts) + 1


def test_a_model_that_nobody_measured_is_not_asked() -> None:
    model = ScriptedChatModel()
    one, events = filtered(found(FOUR, NINE), model)
    assert (left(one), model.weighed, events) == ([2], [], [])
    assert one.record.reason == outcome.NOT_MEASURED
    assert one.record.model is None


def test_quotes_need_no_model() -> None:
    model = ScriptedChatModel(scope_margin=1.0)
    one, _ = filtered(found(FOUR, NINE), model, written=False)
    assert (left(one), model.weighed, one.record.reason) == ([2], [], "")
    chosen, _ = filtered(found(SHOES, "Doors."), model, written=False, chosen="scripted")
    assert len(model.weighed) == 2
    assert chosen.record.model == "Scripted"


def test_a_judge_that_is_not_installed_leaves_the_rules() -> None:
    for model in (None, ScriptedChatModel(scope_margin=1.0)):
        chosen = "scripted" if model is None else "other"
        one, _ = filtered(found(FOUR, NINE), model, chosen=chosen)
        assert (left(one), one.record.reason) == ([2], outcome.NO_MODEL)


def test_either_judge_can_be_left_out() -> None:
    model = ScriptedChatModel(fit=fit)
    rules, _ = filtered(found(SHOES, FOUR, NINE), model, judges=Judges(model=False))
    assert (left(rules), model.weighed) == ([1, 3], [])
    alone, _ = filtered(found(SHOES, FOUR, NINE), model, judges=Judges(rules=False, margin=1.0))
    assert left(alone) == [2, 3]


# --- failures ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (WorkerTimeout("The model took too long."), outcome.TIME_LIMIT),
        (WorkerDied("It ended."), "failed:WorkerDied"),
        (ModelUnavailable("It is gone."), "failed:ModelUnavailable"),
        (RuntimeError("broken"), "failed:RuntimeError"),
    ],
)
@pytest.mark.parametrize("after", [0, 1], ids=["at once", "in the middle"])
def test_a_failure_keeps_all(
    error: Exception, reason: str, after: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        one, _ = filtered(found(SHOES, FOUR, NINE), Raw(*[-9.0] * after, fails=error))
    assert left(one) == [1, 2, 3]
    assert one.record.status is FilterStatus.FALLBACK
    assert (one.record.reason, one.record.removed) == (reason, ())
    assert outcome.reason_sentence(reason).endswith(".")
    (entry,) = caplog.records
    assert "Ward" not in entry.getMessage()


@pytest.mark.parametrize("raw", [(None, None), (math.nan, math.inf), (True, False), ("1", []), ()])
def test_what_cannot_be_read_keeps_all(raw: tuple[object, ...]) -> None:
    one, _ = filtered(found(SHOES, "Doors.", FOUR, NINE), Raw(*raw))
    assert left(one) == [1, 2, 3, 4]
    assert (one.record.status, one.record.reason) == (FilterStatus.FALLBACK, outcome.UNREADABLE)


@pytest.mark.parametrize(
    ("raw", "removed"),
    [
        ((2.0, True, 0.0), (3,)),  # True is no number, and not the best either
        ((2.0, math.nan, 0.0), (3,)),
        ((0.0, 2.0), (1,)),  # too few: the last is kept
        ((2.0, 2.0, 0.0, -9.0, -9.0), (3,)),  # too many
        ((2, 0, 2), (2,)),
    ],
)
def test_valid_values_count_beside_invalid_ones(
    raw: tuple[object, ...], removed: tuple[int, ...]
) -> None:
    assert judging(Raw(*raw), "One.", "Two.", "Three.").removed_ids == removed


def test_the_last_passage_is_never_removed() -> None:
    one, _ = filtered(found("One.", "Two."), Raw(2.0, 0.0))
    assert left(one) == [1]
    # Whatever a judge says, the best one is less fit than none.
    assert judging(Raw(-50.0, -50.0), "One.", "Two.").removed == ()


def test_rules_that_fail_keep_all(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(question: str, passages: object) -> NoReturn:
        raise ValueError("Ward 9")

    monkeypatch.setattr(claim_filtering, "rulings", broken)
    with caplog.at_level(logging.WARNING):
        one, _ = filtered(found(SHOES, FOUR, NINE))
    assert left(one) == [1, 2, 3]
    assert (one.record.status, one.record.reason) == (FilterStatus.FALLBACK, "failed:ValueError")
    assert "Ward" not in caplog.text


def test_a_judge_that_is_not_asked_is_not_opened() -> None:
    """The model that answers would have to leave memory for it."""
    models = OneChatModel(ScriptedChatModel())
    settings = Settings(answers=AnswerSettings(claim_filter_model="scripted"))
    run = ClaimFilter(models, Preferences(KeptSettings(settings))).run(
        QUESTION, found(FOUR, NINE), CancelToken(), written=True
    )
    with pytest.raises(StopIteration):
        next(run)
    assert models.opened == []


def test_a_stop_is_no_failure() -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        filtered(found("One.", "Two."), ScriptedChatModel(scope_margin=1.0), cancel=cancel)


def test_a_mistake_in_the_prompt_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(question: str, one: Passage) -> NoReturn:
        raise KeyError("prompt")

    monkeypatch.setattr(claim_filtering, "scope_messages", wrong)
    with pytest.raises(KeyError):
        filtered(found("One.", "Two."), ScriptedChatModel(scope_margin=1.0))
