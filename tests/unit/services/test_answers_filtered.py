"""Answers with the claim filter: what reaches the model, what is shown, and that off is off."""

from __future__ import annotations

import pytest

from app.core.claims.outcome import reason_of
from app.core.domain.answer import AnswerStatus, AnswerStyle, RefusalReason
from app.core.domain.claim_filter import FilterStatus
from app.core.domain.evidence import SearchResult
from app.core.settings import AnswerSettings, Settings
from app.services.events import EvidenceFound, JudgingScope, ModelLoading
from app.services.support_floor import SupportFloor
from tests.fakes.chat_model import Script, ScriptedChatModel
from tests.unit.services.test_answering import answer_of, assert_refused, chunk_id, events_of
from tests.workbench import Workbench

NINE = "On Ward 9 the lights go out at ten."
FOUR = "On Ward 4 the lights go out at eight."
QUESTION = "When do the lights go out on Ward 9?"


@pytest.fixture
def wards(bench: Workbench) -> Workbench:
    bench.put_text("nine.pdf", NINE, title="Nine")
    bench.put_text("four.pdf", FOUR, title="Four")
    bench.read()
    return bench


def switched(bench: Workbench, on: bool) -> None:
    bench.preferences.change(Settings(answers=AnswerSettings(claim_filter=on)))


def test_off_by_default_and_then_nothing_is_different(wards: Workbench) -> None:
    assert not Settings().answers.claim_filter
    model = ScriptedChatModel(scope_margin=0.0)
    events = events_of(wards, model, QUESTION)
    answer = answer_of(events)
    assert {source.document_title for source in answer.sources} == {"Nine", "Four"}
    assert answer.trace.claim_filter is None
    assert not any(isinstance(event, JudgingScope) for event in events)
    assert model.weighed == []


def test_the_setting_takes_effect_at_once_and_a_question_may_overrule_it(wards: Workbench) -> None:
    switched(wards, True)
    model = ScriptedChatModel()
    assert len(answer_of(events_of(wards, model, QUESTION)).sources) == 1
    assert len(answer_of(events_of(wards, model, QUESTION, claim_filter=False)).sources) == 2
    switched(wards, False)
    assert len(answer_of(events_of(wards, model, QUESTION)).sources) == 2
    assert len(answer_of(events_of(wards, model, QUESTION, claim_filter=True)).sources) == 1


def test_what_is_set_aside_is_not_read_but_told(wards: Workbench) -> None:
    nine, four = chunk_id(wards, "Nine"), chunk_id(wards, "Four")
    model = ScriptedChatModel(Script((f"[chunk:{nine}] ", "The lights go out at ten.")))
    answer = answer_of(events_of(wards, model, QUESTION, claim_filter=True))
    assert answer.status is AnswerStatus.ANSWERED
    assert [source.chunk.id for source in answer.sources] == [nine]
    assert "eight" not in str(model.requests)
    assert {passage.chunk.id for passage in answer.evidence} == {nine, four}
    record = answer.trace.claim_filter
    assert record is not None
    assert (record.status, record.removed_ids) == (FilterStatus.APPLIED, (four,))
    assert "Ward 4" in reason_of(record.removed[0])
    assert ("claim_filter", four) in [(one.reason, one.chunk_id) for one in answer.trace.dropped]


def test_the_filter_runs_after_the_evidence_and_before_the_model_writes(wards: Workbench) -> None:
    wards.put_text("shoes.pdf", "When lights go out, bring warm shoes.", title="Shoes")
    wards.read()
    model = ScriptedChatModel(scope_margin=1.0)
    events = events_of(wards, model, QUESTION, claim_filter=True)
    kinds = [type(event) for event in events]
    assert kinds.index(EvidenceFound) < kinds.index(JudgingScope) < kinds.index(ModelLoading)


def test_quotes_are_filtered_too(wards: Workbench) -> None:
    style = AnswerStyle.QUOTES
    answer = answer_of(events_of(wards, None, QUESTION, style=style, claim_filter=True))
    assert "ten" in answer.text
    assert "eight" not in answer.text


def test_a_room_that_is_made_is_used(bench: Workbench) -> None:
    """Passages move up where others are set aside: they go before the token budget is spent."""
    for number in range(4):
        bench.put_text(f"{number}.pdf", f"On Ward 4 lights go out at {number}.", title="Four")
    bench.put_text("nine.pdf", NINE, title="Nine")
    bench.read()
    bench.preferences.change(Settings(answers=AnswerSettings(passages=3)))
    answer = answer_of(events_of(bench, ScriptedChatModel(), QUESTION, claim_filter=True))
    assert [source.document_title for source in answer.sources] == ["Nine"]


def test_support_is_judged_again(wards: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left has to be enough by itself."""
    judged: list[int] = []

    def enough(_: SupportFloor, result: SearchResult) -> bool:
        judged.append(len(result.passages))
        return len(result.passages) > 1

    monkeypatch.setattr(SupportFloor, "reached_by", enough)
    model = ScriptedChatModel()
    answer = answer_of(events_of(wards, model, QUESTION, claim_filter=True))
    assert_refused(answer, RefusalReason.NO_SUPPORT)
    assert answer.trace.claim_filter is not None
    assert judged == [2, 1]
    assert model.requests == []


def test_a_follow_up_question_has_a_scope_of_its_own(wards: Workbench) -> None:
    earlier = (QUESTION,)
    answer = answer_of(
        events_of(
            wards,
            ScriptedChatModel(),
            "And when on the others?",
            earlier=earlier,
            claim_filter=True,
        )
    )
    assert answer.trace.context
    assert answer.trace.claim_filter is not None
    assert answer.trace.claim_filter.removed == ()
