"""Turns of a conversation to export, over the invented handbook of the window's tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from app.core.domain.answer import Answer, Claim, RefusalReason, Withheld
from app.core.domain.conversation import AskedQuestion, ScopeWording, Turn
from tests.gui.chat import examples

ASKED_AT = datetime(2026, 11, 30, 16, 26, tzinfo=UTC)
HR_POLICIES = ScopeWording("HR policies", False, 10, "HR policies, 10 documents")


def turn(
    answer: Answer | None = examples.ANSWER,
    *,
    question: str | None = None,
    scope: ScopeWording = HR_POLICIES,
    lost: str = "",
) -> Turn:
    """A question with its answer, asked on the last day of November 2026."""
    words = question if question is not None else answer.question if answer else examples.QUESTION
    return Turn(1, AskedQuestion(words, ASKED_AT, wording=scope), answer, lost)


REFUSED = replace(
    examples.refusal(
        RefusalReason.NO_SUPPORT,
        question="Who was the first chair of the works council?",
        unsearched=("Works Council Minutes 2019 is a scan and was not searched.",),
    ),
    scope_documents=214,
)
WITHHELD = examples.answer(withheld=Withheld(invalid_citation=1, uncited=2))


def hostile(words: str) -> tuple[Turn, ...]:
    """An answer, quotes and a refusal in which every text that is not ours reads `words`."""
    cited = replace(
        examples.CITATIONS[0],
        document=words,
        heading=words,
        label=words,
        quote=words,
        path=examples.CITATIONS[0].path.parent / (words.replace("/", " ").strip("\0") or "x"),
    )
    unsupported = replace(examples.CLAIMS[-1].support, reason=words)
    claims = (
        Claim(words, (0,), examples.SUPPORTED),
        Claim(words, (0, 0), unsupported),
        Claim(words, (), examples.SUPPORTED, verbatim=True),
    )
    written = examples.answer(claims, (cited,), question=words)
    written = replace(
        written,
        model=words,
        trace=replace(written.trace, context=words, notes=(words,)),
    )
    near = examples.passage(5, (1, words), words, label=words, heading=(words, words))
    refused = examples.refusal(
        RefusalReason.NO_SUPPORT, evidence=(near,), question=words, unsearched=(words,)
    )
    scope = ScopeWording(words, False, 1, words)
    lost = turn(None, question=words, scope=scope, lost=words)
    return turn(written, scope=scope), turn(refused, scope=scope), lost
