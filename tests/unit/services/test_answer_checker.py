"""The check of what a model wrote can be replaced, and what it says decides."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.domain.answer import AnswerStatus, RefusalReason, Support
from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import Chunk
from app.services.answering import AnswerService, Safeguards
from app.services.events import AnswerFinished
from tests.fakes.chat_model import Script, ScriptedChatModel
from tests.fakes.chat_models import OneChatModel
from tests.workbench import Workbench

REASON = "Nobody may say so."


class _Strict:
    """Supports nothing, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[str, ...], str]] = []

    def judge(self, claim: str, passages: Sequence[Chunk], question: str) -> Support:
        self.asked.append((claim, tuple(chunk.text for chunk in passages), question))
        return Support(False, (), REASON)


def test_another_checker_takes_the_place_of_the_program_s_own(bench: Workbench) -> None:
    sentence = "Days carried over expire on 31 March."
    bench.put_text("handbook.pdf", sentence)
    bench.read()
    question = "When do days carried over expire?"
    number = bench.search.search(question, 1).passages[0].chunk.id
    checker = _Strict()
    checker = _Strict()
    service = AnswerService(
        bench.search,
        bench.library,
        bench.embedder,
        OneChatModel(ScriptedChatModel(Script(tuple(f"[chunk:{number}] {sentence}")))),
        bench.preferences,
        bench.priority,
        Safeguards(checker=checker),
    )
    *_, last = service.ask(question, cancel=CancelToken())
    assert isinstance(last, AnswerFinished)
    assert last.answer.status is AnswerStatus.REFUSED
    assert last.answer.reason is RefusalReason.UNSUPPORTED
    claim, passages, asked = checker.asked[0]
    assert (claim, asked) == (sentence, question)
    assert sentence in passages[0]
