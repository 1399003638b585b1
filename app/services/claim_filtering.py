"""The claim filter: between retrieval and the token budget, passages of another scope than the
question are set aside (F1 to F9).

In this order: compare what question and passages state in so many words; where a model is known to
judge well, ask it once about what is left; take away what is of another scope. Whatever goes wrong
on the way, all passages stay and the record says why.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from app.core.chunking.headings import MAX_HEADING_CHARACTERS
from app.core.claims import outcome
from app.core.claims.findings import ScopedText
from app.core.claims.rules import Ruling, rulings
from app.core.claims.selection import (
    Mark,
    failure_of,
    marked_by_model,
    marked_by_rules,
    readable_odds,
)
from app.core.domain.cancel import CancelToken
from app.core.domain.claim_filter import ClaimFilterRecord, FilterStatus, SetAside
from app.core.domain.evidence import Passage, SearchResult
from app.core.domain.generation import ChatMessage
from app.core.errors import Cancelled, InvalidInput, ModelUnavailable, PinciteError, WorkerTimeout
from app.core.ports import ChatModel, ChatModels
from app.core.prompting.scope_prompt import scope_messages
from app.core.text.terms import coverages
from app.services.events import JudgingScope
from app.services.passages import searched_text
from app.services.preferences import Preferences

log = logging.getLogger(__name__)

TIME_LIMIT_SECONDS = 20.0
"""A judgement that takes longer is given up (F2)."""
MOST_CHARACTERS = 4000
"""Of each passage, rules read so many characters: several times what a chunk has."""
MOST_JUDGED = 12
"""A model is asked about so many passages at most; further ones are kept."""


@dataclass(frozen=True, slots=True)
class Filtered:
    """What is left of a search, and what the filter did."""

    result: SearchResult
    record: ClaimFilterRecord


@dataclass(frozen=True, slots=True)
class Judges:
    """Who judges: to find out what each is worth, either may be left out, and a `margin` in
    log-odds takes the place of what is known of the model."""

    rules: bool = True
    model: bool = True
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class _Judge:
    model: ChatModel
    margin: float


class ClaimFilter:
    """Sets passages aside for one question at a time.

    Args:
        models: Where the judging model is found, if another one than that of the answer is chosen.
        seconds: Limit of one judgement.
    """

    def __init__(
        self,
        models: ChatModels,
        preferences: Preferences,
        *,
        seconds: float = TIME_LIMIT_SECONDS,
        judges: Judges | None = None,
    ) -> None:
        self._models = models
        self._preferences = preferences
        self._seconds = seconds
        self._judges = judges or Judges()

    def run(
        self,
        question: str,
        result: SearchResult,
        cancel: CancelToken,
        *,
        written: bool,
        model: str | None = None,
    ) -> Generator[JudgingScope, None, Filtered]:
        """Yields progress.

        Args:
            question: As it is answered.
            written: Whether a model will write the answer; it judges where no other is chosen.
            model: Its name; None takes the setting.

        Raises:
            Cancelled: it was stopped. Every other failure keeps all passages.
        """
        started = time.monotonic()
        passages = result.passages
        if len(passages) < 2:
            return Filtered(result, ClaimFilterRecord(FilterStatus.SKIPPED, outcome.FEW_PASSAGES))
        judge, reason = self._judge(written, model)
        record = yield from self._record(question, passages, judge, cancel)
        if not record.reason:
            record = replace(record, reason=reason)
        record = replace(record, seconds=time.monotonic() - started)
        return Filtered(without(result, record.removed_ids, question), record)

    def _record(
        self,
        question: str,
        passages: Sequence[Passage],
        judge: _Judge | None,
        cancel: CancelToken,
    ) -> Generator[JudgingScope, None, ClaimFilterRecord]:
        evaluated = tuple(passage.chunk.id for passage in passages)
        try:
            ruled = self._ruled(question, passages)
        except Exception as error:
            log.warning("the rules of the claim filter failed: %s", type(error).__name__)
            failure = outcome.FAILED + type(error).__name__
            return ClaimFilterRecord(FilterStatus.FALLBACK, failure, evaluated=evaluated)
        cancel.raise_if_cancelled()
        marks = marked_by_rules(ruled)
        places = {mark.place for mark in marks}
        judged = [place for place in range(len(passages)) if place not in places][:MOST_JUDGED]
        name = None
        if judge is not None and len(judged) > 1:
            name = judge.model.name
            # Outside the guard: a mistake in building the prompts is ours, and is raised (F7).
            prompts = [scope_messages(question, passages[place]) for place in judged]
            raw, failure = yield from self._asked(judge.model, prompts, cancel)
            odds = readable_odds(raw, len(judged))
            found = marked_by_model(odds, [ruled[place] for place in judged], judge.margin)
            failure = failure or failure_of(odds, found)
            if failure:
                return ClaimFilterRecord(
                    FilterStatus.FALLBACK, failure, evaluated=evaluated, model=name
                )
            marks += [replace(mark, place=judged[mark.place]) for mark in found]
        return _done(passages, marks, evaluated, name)

    def _ruled(self, question: str, passages: Sequence[Passage]) -> list[Ruling]:
        if not self._judges.rules:
            return [Ruling(None, fits=False)] * len(passages)
        return rulings(question, [scoped_text(passage) for passage in passages])

    def _judge(self, written: bool, model: str | None) -> tuple[_Judge | None, str]:
        """The model that judges, and why none does. One that is not to be asked is not opened: the
        one that answers would have to leave memory for it."""
        chosen = self._preferences.current.answers.claim_filter_model
        if not self._judges.model or (not chosen and not written):
            return None, ""
        try:
            margin = self._judges.margin
            if margin is None:
                margin = self._models.scope_margin(chosen or model)
            judge = None if margin is None else self._models.open(chosen or model)
        except (InvalidInput, ModelUnavailable):
            if not chosen:
                raise  # the answer cannot be written either
            return None, outcome.NO_MODEL
        if margin is None:
            return None, outcome.NOT_MEASURED
        return (None, "") if judge is None else (_Judge(judge, margin), "")

    def _asked(
        self,
        judge: ChatModel,
        prompts: Sequence[tuple[ChatMessage, ...]],
        cancel: CancelToken,
    ) -> Generator[JudgingScope, None, tuple[list[object], str]]:
        """One bounded call. What came of it, and why it failed, "" where it did not."""
        raw: list[object] = []
        yield JudgingScope(0, len(prompts))
        try:
            judge.load(cancel=cancel)
            for odds in judge.weigh(prompts, cancel=cancel, seconds=self._seconds):
                raw.append(odds)
                yield JudgingScope(min(len(raw), len(prompts)), len(prompts))
        except Cancelled:
            raise
        except WorkerTimeout:
            log.warning("the claim filter took too long")
            return raw, outcome.TIME_LIMIT
        except Exception as error:
            detail = f"{error.code} {error.detail}" if isinstance(error, PinciteError) else ""
            log.warning("the claim filter failed: %s %s", type(error).__name__, detail)
            return raw, outcome.FAILED + type(error).__name__
        cancel.raise_if_cancelled()
        return raw, ""


def scoped_text(passage: Passage) -> ScopedText:
    """A passage as the rules read it, of bounded length."""
    headings = (passage.document_title, *passage.chunk.heading_path)
    return ScopedText(
        tuple(one[:MAX_HEADING_CHARACTERS] for one in headings),
        passage.chunk.text[:MOST_CHARACTERS],
    )


def without(result: SearchResult, removed: Sequence[int], question: str) -> SearchResult:
    """The result without some chunks. How much there is to answer from is told anew, since it is
    judged again (F6)."""
    if not removed:
        return result
    gone = frozenset(removed)
    left = tuple(passage for passage in result.passages if passage.chunk.id not in gone)
    together, alone = coverages(question, map(searched_text, left))
    similarities = [one.similarity for one in left if one.similarity is not None]
    return replace(
        result,
        passages=left,
        best_similarity=max(similarities, default=None),
        coverage=together,
        passage_coverage=alone,
    )


def _done(
    passages: Sequence[Passage],
    marks: Sequence[Mark],
    evaluated: tuple[int, ...],
    name: str | None,
) -> ClaimFilterRecord:
    removed = tuple(
        SetAside(passages[mark.place].chunk.id, mark.slot, mark.asked, mark.stated)
        for mark in sorted(marks, key=lambda mark: mark.place)
    )
    if len(removed) == len(passages):
        return ClaimFilterRecord(FilterStatus.FALLBACK, outcome.ALL_MARKED, evaluated, model=name)
    status = FilterStatus.APPLIED if removed else FilterStatus.KEPT_ALL
    return ClaimFilterRecord(status, "", evaluated, removed, model=name)
