"""Putting an answer together: citations from the store, support, scores, and the record."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.core.citations.block import OfferedQuote, offered_quotes
from app.core.citations.neutral import neutralised
from app.core.citations.parse import RawClaim
from app.core.citations.quotes import CitedWords, Quote, cited_words
from app.core.domain.answer import (
    REFUSAL_TEXT,
    Answer,
    AnswerStatus,
    AnswerStyle,
    Citation,
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
from app.core.domain.chunk import Chunk
from app.core.domain.claim_filter import ClaimFilterRecord
from app.core.domain.evidence import Passage, Scope, SearchResult
from app.core.errors import PinciteError
from app.core.ports import LibraryStore, SupportChecker
from app.core.settings import UnsupportedSentences
from app.core.support.attribution import MINIMUM_WINDOW_SHARE, attribute
from app.core.support.confidence import LOW, confidence_of, retrieval_strength
from app.services.citing import citation_of
from app.services.focusing import FocusCheck
from app.services.preferences import Preferences
from app.services.unsearched import unsearched


@dataclass(frozen=True, slots=True)
class Draft:
    """Claims whose ids were validated, before support is judged. `attempted` counts the ids that
    a model tried, `valid` those that were supplied; `verbatim` claims are quoted sentences;
    `focus` judges whether passages speak of what was asked."""

    claims: tuple[RawClaim, ...]
    sources: tuple[Passage, ...]
    attempted: int
    valid: int
    verbatim: bool = False
    focus: FocusCheck | None = None


class AnswerBuilder:
    """Collects what is known of one question and makes the answer of it."""

    def __init__(
        self,
        library: LibraryStore,
        preferences: Preferences,
        question: str,
        style: AnswerStyle | None,
        scope: Scope,
        checker: SupportChecker,
    ) -> None:
        self.question = question
        self.style = style or preferences.current.answers.style
        self.scope = scope
        self.model: str | None = None
        self.earlier: tuple[str, ...] = ()
        self.sources: tuple[Passage, ...] = ()
        self._library = library
        self._checker = checker
        self._settings = preferences.current
        self._started = time.monotonic()
        self.retrieve_s = 0.0
        self._first_token_s: float | None = None
        self._steps: dict[str, float] = {}
        self._result: SearchResult | None = None
        self._trace = Trace(query="")
        self._offered: tuple[OfferedQuote, ...] = ()
        self._withheld = Withheld()
        # An empty question touches no store (A1).
        every = library.documents() if question else ()
        self._documents = [doc for doc in every if scope.holds(doc.id)]

    @property
    def searchable(self) -> int:
        """How many documents of the scope can be found at least in part."""
        return sum(document.status.searchable for document in self._documents)

    @property
    def asked(self) -> str:
        """The question as it is answered: without filters, and a follow-up question after what it
        refers to."""
        context = " ".join(self._trace.context.split())
        return f"{context} {self.bare_question}" if context else self.bare_question

    @property
    def bare_question(self) -> str:
        """The question without filters."""
        return (self._result.question if self._result else "") or self.question

    # --- what happens on the way ------------------------------------------------------------

    def found(self, result: SearchResult) -> None:
        """Retrieval is over. Documents that a filter left out are out of the scope from now on."""
        self.retrieve_s = time.monotonic() - self._started
        self._result = result
        self.scope = result.scope
        self._documents = [doc for doc in self._documents if result.scope.holds(doc.id)]
        self.note(
            query=result.query,
            context=result.context,
            notes=result.notes,
            retrieved=tuple(passage.chunk.id for passage in result.passages),
            degraded=result.degraded,
            best_similarity=result.best_similarity,
            coverage=result.coverage,
        )
        # What nobody can see on a page is shown as evidence, but no answer is made from it.
        self.leave_out(
            [
                DroppedPassage(passage.chunk.id, "hidden_text")
                for passage in result.passages
                if passage.chunk.hidden
            ]
        )

    def leave_out(self, dropped: Sequence[DroppedPassage]) -> None:
        """Passages that nothing is written from."""
        self.note(dropped=(*self._trace.dropped, *dropped))

    def filtered(self, record: ClaimFilterRecord) -> None:
        """The claim filter has run."""
        self.note(claim_filter=record)
        self.leave_out([DroppedPassage(one, "claim_filter") for one in record.removed_ids])

    def names_unknown(self, names: Sequence[str]) -> None:
        """The question names what no document holds."""
        said = (f"“{name}” occurs in no document that was searched." for name in names)
        self.note(unknown_names=tuple(names), why=" ".join(said))

    def first_token(self) -> None:
        """The model has written something."""
        if self._first_token_s is None:
            self._first_token_s = time.monotonic() - self._started

    def weighed(
        self, passages: Sequence[Passage], fits: Mapping[int, float], kept: Sequence[Passage]
    ) -> None:
        """The model has looked which passages state what was asked; these are kept, in order."""
        costs = dict(zip((p.chunk.id for p in passages), self._trace.source_tokens, strict=False))
        keep = [passage.chunk.id for passage in kept]
        least = min((fits[one] for one in keep), default=float("inf"))
        self.note(
            weighed=tuple((passage.chunk.id, fits[passage.chunk.id]) for passage in passages),
            source_tokens=tuple(costs[one] for one in keep if one in costs),
            widened=tuple(one for one in self._trace.widened if one in keep),
            dropped=(
                *(
                    DroppedPassage(one, "fitter_ones" if fits[one] >= least else "no_fit")
                    for one in (passage.chunk.id for passage in passages)
                    if one not in keep
                ),
                *self._trace.dropped,
            ),
        )

    def narrowed(self, kept: Sequence[Passage], costs: Sequence[int]) -> None:
        """The model writes from these sentences of the passages alone; `costs` are their tokens.
        Passages that lost all of theirs are left out."""
        keep = [passage.chunk.id for passage in kept]
        weighed = dict(self._trace.weighed)
        known = {one.chunk_id for one in self._trace.dropped} | set(keep)
        self.note(
            source_tokens=tuple(costs),
            widened=tuple(one for one in self._trace.widened if one in keep),
            dropped=(
                *(DroppedPassage(one, "fitter_ones") for one in weighed if one not in known),
                *self._trace.dropped,
            ),
        )

    def took(self, **seconds: float) -> None:
        """How long steps of `Timings` took."""
        self._steps |= seconds

    def note(self, **fields: Any) -> None:
        """Add fields of the trace."""
        self._trace = replace(self._trace, **fields)

    def fault(self, error: PinciteError) -> None:
        """The model could not be used."""
        self.note(fault=error.message)

    def withhold(self, withheld: Withheld, sentences: Sequence[WithheldSentence]) -> None:
        """Sentences that are not shown, `withheld` of them so far, and those that come to them."""
        self._withheld = withheld
        every = (*self._trace.withheld_sentences, *sentences)
        self.note(withheld_sentences=every)

    # --- what comes of it -------------------------------------------------------------------

    def refused(self, reason: RefusalReason, *, sources: tuple[Passage, ...] = ()) -> Answer:
        """A refusal: no citations, the fixed sentence, and the evidence (A6)."""
        return self._answer(
            AnswerStatus.REFUSED,
            reason,
            REFUSAL_TEXT[reason],
            (),
            (),
            sources or self.sources,
            0.0,
            None,
        )

    def answered(self, draft: Draft) -> Answer:
        """Judge each claim by the words it cites; refuse when nothing holds."""
        passages = {passage.chunk.id: passage for passage in draft.sources}
        citations: list[Citation] = []
        claims: list[Claim] = []
        unsupported: list[WithheldSentence] = []
        self._offered = offered_quotes(self._trace.raw_text)
        hide = self._settings.answers.unsupported is UnsupportedSentences.LEAVE_OUT
        for named in draft.claims:
            raw, support = self._support(named, draft)
            if not support.supported:
                unsupported.append(WithheldSentence(raw.text, "unsupported", support.reason))
                if hide:
                    continue
            numbers = tuple(
                _position(citations, self._citation(passages[chunk_id], raw.text, draft.verbatim))
                for chunk_id in raw.chunk_ids
            )
            claims.append(
                Claim(
                    neutralised(" ".join(raw.text.split())),
                    numbers,
                    support,
                    verbatim=draft.verbatim,
                )
            )
        supported = sum(claim.support.supported for claim in claims)
        if hide or not supported:
            hidden = len(unsupported) if hide else 0
            self.withhold(replace(self._withheld, unsupported=hidden), unsupported)
        if not supported:
            return self.refused(RefusalReason.UNSUPPORTED, sources=draft.sources)
        return self._scored(claims, citations, draft, supported)

    def _scored(
        self, claims: list[Claim], citations: list[Citation], draft: Draft, supported: int
    ) -> Answer:
        score = draft.valid / draft.attempted if draft.attempted else None
        total = len(claims) + self._withheld.total
        result = self._result
        parts = ConfidenceParts(
            retrieval=retrieval_strength(
                result.best_similarity if result else None, result.coverage if result else 0.0
            ),
            citations=1.0 if draft.verbatim else score,
            support=supported / total,
        )
        sure = confidence_of(parts)
        if sure < LOW:
            hidden = [WithheldSentence(c.text, "low_confidence", c.support.reason) for c in claims]
            self.withhold(self._withheld, hidden)
            low = self.refused(RefusalReason.UNSUPPORTED, sources=draft.sources)
            return replace(low, confidence_parts=parts)
        text = "\n".join(
            " ".join([claim.text, *(f"[chunk:{citations[i].chunk_id}]" for i in claim.citations)])
            for claim in claims
        )
        answer = self._answer(
            AnswerStatus.ANSWERED,
            None,
            text,
            tuple(claims),
            tuple(citations),
            draft.sources,
            sure,
            score,
        )
        return replace(answer, confidence_parts=parts)

    def _support(self, claim: RawClaim, draft: Draft) -> tuple[RawClaim, Support]:
        """The claim with the passages that bear it, and what they say for it."""
        if draft.verbatim:
            return claim, Support(True)
        chunks = [passage.chunk for passage in draft.sources]
        found = attribute(claim, chunks, self.question, self._checker)
        if found.moved:
            self.note(
                moved=(*self._trace.moved, claim.text),
                moved_from=(*self._trace.moved_from, claim.chunk_ids),
            )
        if not found.support.supported or draft.focus is None:
            return found.claim, found.support
        cited = [p for p in draft.sources if p.chunk.id in found.claim.chunk_ids]
        return found.claim, draft.focus.judge(cited)

    def _citation(self, passage: Passage, claim: str, verbatim: bool) -> Citation:
        """The words of the chunk that bear the claim, with their page and boxes (C3, C10)."""
        words = _exact(passage, claim) if verbatim else self._best_words(passage.chunk, claim)
        return citation_of(self._library, passage, words)

    def _best_words(self, chunk: Chunk, claim: str) -> CitedWords:
        """The words that bear the claim; quotes of the model's count where they stand there."""
        offered = [quote.text for quote in self._offered if quote.chunk_id == chunk.id]
        return cited_words(chunk, claim, offered, least_share=MINIMUM_WINDOW_SHARE)

    def _answer(
        self,
        status: AnswerStatus,
        reason: RefusalReason | None,
        text: str,
        claims: tuple[Claim, ...],
        citations: tuple[Citation, ...],
        sources: tuple[Passage, ...],
        sure: float,
        score: float | None,
    ) -> Answer:
        return Answer(
            status=status,
            reason=reason,
            question=self.question,
            text=text,
            claims=claims,
            citations=citations,
            sources=sources,
            evidence=self._result.passages if self._result else (),
            confidence=sure,
            citation_score=score,
            withheld=self._withheld,
            style=self.style,
            model=self.model,
            trace=self._trace,
            timings=Timings(
                self.retrieve_s,
                self._first_token_s,
                time.monotonic() - self._started,
                **self._steps,
            ),
            scope_documents=self.searchable,
            unsearched=tuple(unsearched(self._documents)),
        )


def _position(citations: list[Citation], citation: Citation) -> int:
    """Index of the citation among those so far; the same words of the same chunk count once."""
    for index, known in enumerate(citations):
        if (known.chunk_id, known.quote) == (citation.chunk_id, citation.quote):
            return index
    citations.append(citation)
    return len(citations) - 1


def _exact(passage: Passage, sentence: str) -> CitedWords:
    """The place of a sentence that was taken from the chunk as it stands."""
    start = passage.chunk.text.find(sentence)
    if start < 0:
        return CitedWords(None, verified=False)
    pieces = passage.chunk.pieces(start, start + len(sentence))
    page = pieces[0][0] if pieces else passage.page
    return CitedWords(Quote(sentence, start, start + len(sentence), page, 1.0), verified=True)
