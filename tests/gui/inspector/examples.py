"""Answers with a whole record, as the answer service would give them."""

from __future__ import annotations

from dataclasses import replace

from app.core.domain.answer import (
    Answer,
    Claim,
    ConfidenceParts,
    DroppedPassage,
    RefusalReason,
    Support,
    Timings,
    Trace,
    Withheld,
    WithheldSentence,
)
from app.core.domain.evidence import Passage
from app.core.prompting.answer_prompt import answer_request
from tests.gui.chat.examples import (
    ANSWER,
    CLAIMS,
    HANDBOOK,
    PASSAGES,
    QUESTION,
    QUOTED,
    passage,
    refusal,
)

RAW = (
    "[chunk:17] Full-time employees may carry over up to ten unused working days into the "
    "following calendar year.\n"
    "[chunk:17] Days carried over are to be taken by 31 March and expire on that date.\n"
    "[chunk:23] The request is made in writing to the line manager by 30 November and names the "
    "operational reason.\n"
    "[chunk:42] After long-term sickness, leave stays valid for 15 months after the end of the "
    "leave year.\n"
    "[chunk:23] Expired days are paid out with the April salary."
)


def ranked(one: Passage, lexical: int | None, dense: int | None, similarity: float) -> Passage:
    """A passage with its ranks in both arms."""
    return replace(one, lexical_rank=lexical, dense_rank=dense, similarity=similarity)


SEEN = (
    ranked(PASSAGES[0], 1, 1, 0.81),
    ranked(PASSAGES[2], 2, 4, 0.66),
    ranked(PASSAGES[1], 5, 2, 0.72),
    ranked(PASSAGES[3], 3, 3, 0.69),
    ranked(PASSAGES[4], None, 6, 0.58),
    ranked(PASSAGES[5], 9, 7, 0.55),
)
BEYOND = (
    ranked(passage(61, (3, "Travel and Expenses"), "Overtime on travel days.", page=9), 7, 8, 0.5),
    ranked(passage(91, HANDBOOK, "Contractors have terms of their own.", page=31), 8, 11, 0.44),
)
TRACE = Trace(
    query="days unused leave full-time employee carry over expire",
    retrieved=tuple(one.chunk.id for one in (*SEEN, *BEYOND)),
    dropped=(DroppedPassage(61, "passage_limit"), DroppedPassage(91, "token_budget")),
    widened=(17, 42),
    best_similarity=0.81,
    coverage=0.9,
    prompt_tokens=1986,
    output_tokens=143,
    stop_reason="end",
    raw_text=RAW,
    prompt=answer_request(QUESTION, SEEN, max_tokens=400).messages,
    source_tokens=(312, 188, 297, 274, 301, 322),
    room_tokens=3000,
    markers_tried=3,
    markers_valid=3,
)
WRITTEN: Answer = replace(
    ANSWER,
    sources=SEEN,
    evidence=(*SEEN, *BEYOND),
    confidence=0.88,
    confidence_parts=ConfidenceParts(0.9, 1.0, 0.8),
    timings=Timings(0.3, 8.6, 15.2, loading_s=2.4, reading_s=5.9, writing_s=6.5),
    trace=TRACE,
)
"""An answer of five sentences of which four are supported."""

QUOTES: Answer = replace(
    QUOTED,
    model=None,
    sources=SEEN,
    evidence=(*SEEN, *BEYOND),
    confidence_parts=ConfidenceParts(0.9, 1.0, 1.0),
    timings=Timings(0.3, None, 0.5),
    trace=replace(
        TRACE, prompt=(), source_tokens=(), room_tokens=0, raw_text="", stop_reason="",
        widened=(), output_tokens=0, markers_tried=0, markers_valid=0,
    ),
)  # fmt: skip

KEPT_BACK: Answer = replace(
    WRITTEN,
    claims=CLAIMS[:2],
    withheld=Withheld(invalid_citation=1, uncited=1, unsupported=1),
    trace=replace(
        TRACE,
        stop_reason="loop",
        degraded=("embedding_unavailable",),
        markers_tried=4,
        moved=(CLAIMS[1].text,),
        moved_from=((23,),),
        withheld_sentences=(
            WithheldSentence("Leave lasts for ever.", "invalid_citation"),
            WithheldSentence("The office is open.", "uncited"),
            WithheldSentence(
                "Expired days are paid out in April.",
                "unsupported",
                "“April” does not occur in the passage that it cites.",
            ),
        ),
    ),
)
"""An answer of which sentences were kept back, and one was moved to another passage."""

REFUSED: Answer = replace(
    refusal(RefusalReason.NO_SUPPORT, evidence=(*SEEN, *BEYOND)),
    sources=(),
    model=None,
    timings=Timings(0.4, None, 0.4),
    trace=Trace(query="hourly rate overtime sea", best_similarity=0.31, coverage=0.25),
    unsearched=("“Salary Bands 2026” needs a password.",),
)
"""A refusal for which no model was asked."""


def long_answer() -> Answer:
    """24 sentences, 12 passages, and titles as long as no one should give them."""
    title = "Consolidated Collective Agreement on Leave, Absence and Working Time " * 4
    many = tuple(
        ranked(
            passage(1000 + n, (n + 1, f"{title} {n}"), f"Rule {n} holds.", page=n + 1), n, n, 0.5
        )
        for n in range(1, 13)
    )
    claims = tuple(
        Claim(
            f"Sentence {n}: " + "the employee may carry over unused days of leave, " * 3,
            (n % 3,),
            Support(n % 5 != 0, ("April",), "" if n % 5 else "“April” does not occur in it."),
        )
        for n in range(24)
    )
    return replace(
        WRITTEN,
        claims=claims,
        sources=many,
        evidence=many,
        trace=replace(TRACE, source_tokens=tuple(range(200, 212)), raw_text=RAW * 4),
    )


WEIGHED: Answer = replace(
    WRITTEN,
    sources=SEEN[:3],
    timings=replace(WRITTEN.timings, total_s=17.6, weighing_s=2.4),
    trace=replace(
        TRACE,
        source_tokens=TRACE.source_tokens[:3],
        weighed=((17, 3.2), (23, 1.4), (42, 0.9), (43, 0.4), (19, -1.25), (56, -3.1)),
        dropped=(
            DroppedPassage(43, "fitter_ones"),
            DroppedPassage(19, "no_fit"),
            DroppedPassage(56, "no_fit"),
            *TRACE.dropped,
        ),
    ),
)
"""An answer from the passages that the model found to state what was asked."""
