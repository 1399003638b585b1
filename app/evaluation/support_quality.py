"""Whether the support check tells claims that their texts bear out from those that they do not.

Each claim is judged by its whole texts and, where somebody marked them, by the sentences that bear
on it. True claims are also made false in known ways, and put under the marker of another text.
Beside it stands what the share of a claim's words alone would do, at the threshold that is best on
the claims with even numbers; those with odd numbers took no part in choosing anything.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from app.core.domain.chunk import Chunk
from app.core.ports import SupportChecker
from app.core.support.check import LexicalSupportChecker, content_share
from app.core.text.terms import content_words
from app.evaluation.claim_changes import Change, changed, names_in
from app.evaluation.judged_claims import JudgedClaim, read_judged_claims
from app.evaluation.metrics import Rate, Seconds

SEED = 20240303
THRESHOLDS = [step / 20 for step in range(2, 21)]
OTHER_PASSAGE, NEAR_PASSAGE = "another_passage", "nearest_other_passage"

Judge = Callable[[str, Sequence[Chunk]], bool]
"""Whether a claim passes, given the passages that it cites."""


@dataclass(frozen=True, slots=True)
class SupportRequest:
    """What is measured. `texts` None takes the file beside the set."""

    set_path: Path
    texts: Path | None = None
    seed: int = SEED


@dataclass(frozen=True, slots=True)
class _FalseClaim:
    """A claim made false, by kind, with the true one that it was made of."""

    kind: str
    text: str
    passages: tuple[Chunk, ...]
    origin: JudgedClaim


@dataclass(slots=True)
class _Counts:
    """What came of the claims of one half."""

    true_flagged: Rate = field(default_factory=Rate)
    false_passed: Rate = field(default_factory=Rate)
    by_verdict: dict[str, Rate] = field(default_factory=dict)
    evidence_true_flagged: Rate = field(default_factory=Rate)
    evidence_false_passed: Rate = field(default_factory=Rate)
    caught: dict[str, Rate] = field(default_factory=dict)
    caught_of_passed: dict[str, Rate] = field(default_factory=dict)

    @property
    def balanced_accuracy(self) -> float:
        """The mean of the shares of true claims passed and of false ones flagged."""
        flagged = self.true_flagged.k / max(1, self.true_flagged.n)
        passed = self.false_passed.k / max(1, self.false_passed.n)
        return (1 - flagged + 1 - passed) / 2

    def record(self) -> dict[str, object]:
        """For the report."""
        return {
            "balanced_accuracy": round(self.balanced_accuracy, 4),
            "true_claims_flagged": self.true_flagged.record(),
            "false_claims_passed": self.false_passed.record(),
            "passed_by_verdict": _records(self.by_verdict),
            "by_evidence_sentences": {
                "true_claims_flagged": self.evidence_true_flagged.record(),
                "false_claims_passed": self.evidence_false_passed.record(),
            },
            "made_false_caught": _records(self.caught),
            "made_false_caught_where_the_true_claim_passes": _records(self.caught_of_passed),
        }


def measure_support(
    request: SupportRequest,
    say: Callable[[str], None],
    checker: SupportChecker | None = None,
) -> dict[str, object]:
    """Judge the claims of a set and give the report.

    Args:
        checker: Measured instead of the program's own.

    Raises:
        InvalidInput: the set or its texts cannot be used.
    """
    claims = read_judged_claims(request.set_path, request.texts)
    made = made_false(claims, request.seed)
    say(f"{len(claims)} claims, {len(made)} made false of true ones")
    seconds = Seconds()
    judge = _timed(checker or LexicalSupportChecker(), seconds)
    even, odd = _halves(claims)
    threshold = best_threshold(even)
    return {
        "set": request.set_path.name,
        "sha256": hashlib.sha256(request.set_path.read_bytes()).hexdigest(),
        "claims": len(claims),
        "seed": request.seed,
        "check": _report((even, odd), made, judge),
        "word_overlap_alone": {
            "threshold": threshold,
            **_report((even, odd), made, _overlap(threshold)),
        },
        "seconds_a_claim": {**seconds.record(), "most": round(max(seconds.values), 4)},
    }


def made_false(claims: Sequence[JudgedClaim], seed: int) -> list[_FalseClaim]:
    """True claims made false; the same seed gives the same ones."""
    random = Random(seed)
    names = sorted({name for claim in claims for name in names_in(claim.text)})
    found = []
    for claim in claims:
        if not claim.true:
            continue
        text = "\n".join(f"{chunk.heading}\n{chunk.text}" for chunk in claim.whole)
        for change in Change:
            false = changed(change, claim.text, text, names, random)
            if false is not None:
                found.append(_FalseClaim(change.value, false, claim.whole, claim))
        own = {chunk.id for chunk in claim.whole}
        others = [other.whole[0] for other in claims if other.whole[0].id not in own]
        if others:
            under = (random.choice(others),)
            found.append(_FalseClaim(OTHER_PASSAGE, claim.text, under, claim))
    return found + _nearest(claims)


def best_threshold(claims: Sequence[JudgedClaim]) -> float:
    """The share of words at which overlap alone has the highest balanced accuracy."""

    def accuracy(threshold: float) -> float:
        counts = _Counts()
        _count_verdicts(counts, claims, _overlap(threshold))
        return counts.balanced_accuracy

    return max(THRESHOLDS, key=accuracy)


def _nearest(claims: Sequence[JudgedClaim]) -> list[_FalseClaim]:
    """True claims under the text of another claim that holds most of their words."""
    texts = {chunk.id: chunk for claim in claims for chunk in claim.whole}
    held = {
        number: {word.folded for word in content_words(f"{chunk.heading}\n{chunk.text}")}
        for number, chunk in texts.items()
    }
    found = []
    for claim in claims:
        own = {chunk.id for chunk in claim.whole}
        others = [number for number in texts if number not in own]
        if not claim.true or not others:
            continue
        asked = {word.folded for word in content_words(claim.text)}
        best = max(others, key=lambda number: (len(asked & held[number]), -number))
        found.append(_FalseClaim(NEAR_PASSAGE, claim.text, (texts[best],), claim))
    return found


# --- counting ---------------------------------------------------------------------------------


def _halves(claims: Sequence[JudgedClaim]) -> tuple[list[JudgedClaim], list[JudgedClaim]]:
    even = [claim for claim in claims if claim.number % 2 == 0]
    return even, [claim for claim in claims if claim.number % 2]


def _report(
    halves: tuple[list[JudgedClaim], list[JudgedClaim]],
    made: Sequence[_FalseClaim],
    judge: Judge,
) -> dict[str, object]:
    return {
        name: _counted(half, made, judge).record()
        for name, half in zip(("even", "odd"), halves, strict=True)
    }


def _counted(claims: Sequence[JudgedClaim], made: Sequence[_FalseClaim], judge: Judge) -> _Counts:
    counts = _Counts()
    passed = _count_verdicts(counts, claims, judge)
    for claim in claims:
        if claim.evidence:
            held = judge(claim.text, claim.evidence)
            if claim.true:
                counts.evidence_true_flagged.add(not held)
            else:
                counts.evidence_false_passed.add(held)
    for false in made:
        if false.origin.id not in passed:
            continue
        caught = not judge(false.text, false.passages)
        counts.caught.setdefault(false.kind, Rate()).add(caught)
        if passed[false.origin.id]:
            counts.caught_of_passed.setdefault(false.kind, Rate()).add(caught)
    return counts


def _count_verdicts(
    counts: _Counts, claims: Sequence[JudgedClaim], judge: Judge
) -> dict[str, bool]:
    """Count by whole texts; which claims passed, by id."""
    passed = {}
    for claim in claims:
        held = passed[claim.id] = judge(claim.text, claim.whole)
        counts.by_verdict.setdefault(claim.verdict, Rate()).add(held)
        if claim.true:
            counts.true_flagged.add(not held)
        else:
            counts.false_passed.add(held)
    return passed


def _timed(checker: SupportChecker, seconds: Seconds) -> Judge:
    """The check, with the processor time of each claim."""

    def judge(text: str, passages: Sequence[Chunk]) -> bool:
        began = time.process_time()
        verdict = checker.judge(text, passages, "")
        seconds.add(time.process_time() - began)
        return verdict.supported

    return judge


def _overlap(threshold: float) -> Judge:
    def judge(text: str, passages: Sequence[Chunk]) -> bool:
        shares = (content_share(f"{chunk.heading}\n{chunk.text}", text) for chunk in passages)
        return max(shares, default=0.0) >= threshold

    return judge


def _records(rates: Mapping[str, Rate]) -> dict[str, object]:
    return {name: rates[name].record() for name in sorted(rates)}
