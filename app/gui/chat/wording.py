"""The sentences of the conversation, in one place. No reason codes, no figures that are guesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.domain.answer import (
    REFUSAL_TEXT,
    Answer,
    Citation,
    Claim,
    RefusalReason,
    Timings,
)
from app.core.domain.claim_filter import FilterStatus
from app.core.domain.evidence import Passage, SearchResult
from app.core.reading.ocr_wording import READ_BY_OCR, citation_note, passage_note
from app.core.support import wording as support
from app.gui.chat.found_words import FoundWords
from app.gui.common.confidence import Confidence, confidence
from app.gui.common.formats import Formats
from app.gui.common.safe_text import one_line
from app.services.viewing import CitationState

MOST_CHARACTERS = 4000
"""The longest question; the answer service refuses a longer one (A1)."""

EMPTY_QUESTION = "Write a question first."
NO_DOCUMENTS = "Add documents first."
NOTHING_ASKED = "Ask a question about your documents."
NOTHING_ASKED_YET = "Each sentence of an answer leads to the page that it rests on."
STILL_ANSWERING = "Wait for the answer, or stop it, then ask."
ASKED_ALONE = "Asked without your earlier questions"
ASK_ALONE = "Ask this question again without the earlier ones."
ASK_FOLLOWING_UP = "Ask this question again together with the earlier ones that it refers to."
BEGIN_ANEW = "Stop and begin anew?"
NOT_KEPT = "This conversation is not kept."
STAYS_KEPT = "This conversation stays in your list; the answer is not finished."
NOT_STORED = "The conversation could not be stored."
STAYS_SHOWN = "The conversation stays here until you close Pincite."
STORE_AGAIN = "Try again"
ALL_CONVERSATIONS = "All conversations"
BEGUN_ANEW = "A new conversation has begun"

# What exported answers say too.
listed, reason_line = support.listed, support.reason_line
withheld_notes = support.withheld_notes

GONE = {
    CitationState.READ_AGAIN: "the document was read again since",
    CitationState.FILE_CHANGED: "the file was changed since",
    CitationState.FILE_MISSING: "the file was moved or deleted",
    CitationState.REMOVED: "the document is not in the library any more",
}
"""Why a citation of an older answer does not lead to its words."""


@dataclass(frozen=True, slots=True)
class ScopeWords:
    """How the documents that are asked are called.

    `label` stands in the composer ("All documents"); `everything` says that it means all of
    `documents`, which is how many of the library can be asked. `spoken` says how many there are in
    a collection, beside its name.
    """

    label: str = "All documents"
    everything: bool = True
    documents: int = 0
    spoken: str = ""

    def asked_in(self) -> str:
        """The line above a question."""
        if not self.everything:
            return f"You asked in {self.spoken or self.label}"
        if self.documents == 1:
            return "You asked in 1 document"
        return f"You asked in all {Formats().number(self.documents)} documents"

    def not_found(self) -> str:
        """The heading of a refusal."""
        if not self.everything:
            return f"No answer was found in {self.label}."
        count = Formats().count(self.documents, "document")
        return f"No answer was found in your {count}."

    def nothing_to_read(self) -> str:
        """What to do where no document can be asked."""
        return f"No document can be read in {self.label}. Choose where to look, then ask again."

    def placeholder(self, follow_up: bool) -> str:
        """What the empty field says."""
        asks = "Ask a follow-up about" if follow_up else "Ask about"
        return f"{asks} all documents" if self.everything else f"{asks} {self.label}"


def support_sentence(answer: Answer, *, short: bool = False) -> str:
    """How many sentences of the answer are supported; `short` for narrow panes."""
    counted = support.supported_share(answer.claims)
    if short:
        counted = counted.replace(" by the page it cites", "").replace(" by the page they cite", "")
    if confidence(answer.confidence) is Confidence.LOW:
        return f"{support.ONLY_IN_PART} {counted}"
    return counted


def complete(answer: Answer) -> str:
    """What is announced when the answer stands."""
    held = sum(claim.support.supported for claim in answer.claims)
    total = Formats().count(len(answer.claims), "sentence")
    return f"Answer complete, {held} of {total} supported{_spoken_filter(answer)}"


def refused(reason: RefusalReason, answer: Answer) -> str:
    """What is announced when there is no answer."""
    return f"{REFUSAL_TEXT[reason].rstrip('.')}{_spoken_filter(answer)}."


def _spoken_filter(answer: Answer) -> str:
    record = answer.trace.claim_filter
    if record is None or record.status is not FilterStatus.APPLIED:
        return ""
    return f". {set_aside(len(record.removed), 0).rstrip('.')}"


def set_aside(passages: int, documents: int) -> str:
    """What the claim filter took out; `documents` is 0 where that is not known any more."""
    formats = Formats()
    where = f", from {formats.count(documents, 'document')}" if documents else ""
    return f"Claim filter set {formats.count(passages, 'passage')} aside{where}."


def spoken_claim(number: int, claim: Claim) -> str:
    """The state of a claim, read out before its citation: "Claim 5, not supported"."""
    if not claim.support.supported:
        return f"Claim {number}, not supported"
    return f"Claim {number}, quoted" if claim.verbatim else f"Claim {number}, supported"


def spoken_citation(
    citation: Citation, index: int, count: int, state: CitationState = CitationState.SAME
) -> str:
    """The name of a citation; `index` counts from 0. `state` says what became of its document."""
    page = Formats().page_spoken(citation.page, one_line(citation.label))
    name = f"Citation {index + 1} of {count}, {one_line(citation.document)}, {page}"
    if state in GONE:
        return f"{name}, {GONE[state]}"
    if not (citation.hidden or citation.verified):
        name = f"{name}, the quote was not found"
    note = citation_note(citation)
    return f"{name}. {note}" if note else name


def spoken_passage(passage: Passage, index: int, count: int) -> str:
    """The name of an evidence card; `index` counts from 0."""
    page = Formats().page_spoken(passage.page, one_line(passage.label))
    name = f"Passage {index + 1} of {count}, {one_line(passage.document_title)}, {page}"
    note = passage_note(passage)
    return f"{name}. {note}" if note else name


def marker(chunk_id: int) -> str:
    """A chunk's marker as people see it; equal to what stored text holds."""
    return f"[chunk:{chunk_id}]"


def chip_page(citation: Citation) -> str:
    """The physical page on a citation's chip, in one piece; of words that OCR read, that it did."""
    where = page(citation.page, "")
    return where if citation.ocr_confidence is None else f"{where}\u00a0·\u00a0OCR"


def passage_page(passage: Passage) -> str:
    """The page of a passage; of words that OCR read, that it did."""
    where = page(passage.page, passage.label)
    return where if passage.ocr_confidence is None else f"{where} · {READ_BY_OCR}"


def page(number: int, label: str) -> str:
    """Physical page, and the printed one where there is one."""
    return Formats().page(number, one_line(label))


def go_on_with(title: str) -> str:
    """The link to the last conversation."""
    return f"Go on with “{one_line(title)}”"


def passages_found(count: int) -> str:
    """What is announced when the passages are there."""
    return f"{Formats().count(count, 'passage')} found" if count else "No passages were found"


def spoken_result(result: SearchResult) -> str:
    """The same with what was understood otherwise than it may have been meant."""
    found = passages_found(len(result.passages))
    if result.context:
        one = len(result.context.splitlines()) == 1
        found = f"{found}, understood with your earlier question{'' if one else 's'}"
    return ". ".join([found, *search_notes(result.notes)])


def understood_with(context: str) -> str:
    """With which earlier questions, one a line, a question was searched."""
    questions = [one_line(question) for question in context.splitlines()]
    noun = "question" if len(questions) == 1 else "questions"
    return f"Understood with your {noun} {listed(questions)}"


def searched_for(query: str) -> str:
    """The query that was run; "" where there was none."""
    terms = one_line(query)
    return f"Searched for “{terms}”." if terms else ""


def search_notes(notes: Sequence[str]) -> tuple[str, ...]:
    """Sentences on what the search understood otherwise than it was asked."""
    return tuple(one_line(note) for note in notes)


def evidence_summary(result: SearchResult, seconds: float, *, short: bool = False) -> str:
    """Beside "Evidence": how much was found, how, and how fast."""
    formats = Formats()
    documents = len({passage.chunk.document_id for passage in result.passages})
    found = formats.count(len(result.passages), "passage")
    where = f"{found} from {formats.count(documents, 'document')}"
    if short:
        return where
    how = _only_arm(result.degraded)
    return f"{where}, found {how + ' ' if how else ''}in {formats.duration(seconds)}"


def _only_arm(degraded: Sequence[str]) -> str:
    """The one way of searching that took part; "" when both did (R7)."""
    if "embedding_unavailable" in degraded:
        return "by words only"
    return "by meaning only" if "lexical_unavailable" in degraded else ""


def searched(answer: Answer) -> str:
    """What was searched, what was understood otherwise, and what could not be searched."""
    many = answer.scope_documents != 1
    documents = Formats().count(answer.scope_documents, "document")
    how = _only_arm(answer.trace.degraded) or "by words and by meaning"
    said = f"{documents} {'were' if many else 'was'} searched, {how}."
    unsearched = [one_line(sentence) for sentence in answer.unsearched]
    return " ".join([said, *search_notes(answer.trace.notes), *unsearched])


def has_and_lacks(words: FoundWords) -> str:
    """Which words of the question a passage has and lacks."""
    parts = []
    if words.has:
        parts.append(f"Has {listed(words.has)}.")
    if words.lacks:
        parts.append(f"Lacks {listed(words.lacks)}.")
    return " ".join(parts)


def took(timings: Timings) -> str:
    """How long the answer took."""
    formats = Formats()
    total = f"{formats.duration(timings.total_s)} in all"
    if timings.first_token_s is None:
        return total
    return f"{total}, first word after {formats.duration(timings.first_token_s)}"


def time_gone(seconds: float, estimate: float | None) -> str:
    """Seconds gone, and how many a step takes in all where that can be told."""
    formats = Formats()
    gone = f"{formats.seconds_gone(seconds)} gone"
    if estimate is None:
        return gone
    return f"about {formats.seconds_gone(max(1, round(estimate)))}, {gone}"


def too_long() -> str:
    """What to do with a question that is too long."""
    return f"Shorten the question to {Formats().number(MOST_CHARACTERS)} characters."


def counter(length: int) -> str:
    """How much of the room for a question is used."""
    formats = Formats()
    return f"{formats.number(length)} of {formats.number(MOST_CHARACTERS)}"
