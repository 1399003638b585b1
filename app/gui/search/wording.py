"""The sentences of the search, in one place."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.domain.chunk import HIDDEN_ON_PAGE
from app.core.domain.collection import ALL_DOCUMENTS
from app.core.domain.evidence import Passage
from app.core.reading.ocr_wording import READ_BY_OCR, passage_note
from app.core.retrieval.grouping import DocumentHits
from app.gui.common.excerpt import excerpt
from app.gui.common.formats import Formats
from app.gui.common.safe_text import one_line
from app.services.passage_list import PassageList
from app.services.searching import MAX_QUESTION_CHARACTERS

PLACEHOLDER = "Search your documents"
NO_DOCUMENTS = "Add documents first."
NO_DOCUMENTS_MORE = "What you add is found here as soon as it is read."
NOTHING_TYPED = "Write what you are looking for."
NARROWING = (
    "Words in quotation marks are found as they stand; page:14 or document:lease narrow the search."
)
NOT_FOUND = "No passage was found."
NO_MODEL = "No model is installed, and search needs none."
QUOTES = "Answer with quotes"
CHOOSE_MODEL = "Choose a model…"
SEARCH_AGAIN = "Search again"
WORDS_ONLY = "Search by meaning could not take part, so these passages were found by words only."
MEANING_ONLY = "Search by words could not take part, so these passages were found by meaning only."
MORE_READ = "More was read since this search."
STILL_READING = "Documents are still being read. Search again later to find what is read till then."
LOOK_ELSEWHERE = "Choose “All documents” beside the field to search in the others too."
FAILED = "The search did not work."
SEARCHING = "Searching…"
SPOKEN = 300
"""Characters of a passage that are read out in a list."""


def too_long() -> str:
    """What to do with a question that is too long."""
    return f"Shorten the question to {Formats().number(MAX_QUESTION_CHARACTERS)} characters."


def nothing_typed(documents: int, place: str = "") -> str:
    """What a search does, before there is one; `place` is where is looked, "" for everywhere."""
    where = f"“{place}”" if place else Formats().count(documents, "document")
    return f"Search looks in {where} for the words and for what they mean. {NARROWING}"


def searching(seconds: float) -> str:
    """That a search is under way, and for how long."""
    if seconds < 1:
        return SEARCHING
    return f"{SEARCHING} {Formats().seconds_gone(seconds)} gone"


def summary(found: PassageList, documents: int, *, short: bool = False) -> str:
    """How much was found, where, and how fast; `short` for narrow panes."""
    formats = Formats()
    count = len(found.passages)
    passages = formats.count(count, "passage")
    if found.more:
        passages = f"The best {passages}"
    where = formats.count(documents, "document")
    if short:
        return f"{passages} in {where}"
    return f"{passages} in {where}, {formats.duration(found.seconds)}"


def passages_found(count: int) -> str:
    """What is announced when the passages are there."""
    return f"{Formats().count(count, 'passage')} found" if count else "No passages were found"


def remarks(found: PassageList) -> str:
    """What was understood otherwise than it was asked, and which way of searching could not take
    part (R7); "" when there is nothing to remark."""
    said = [one_line(note) for note in found.notes]
    if "embedding_unavailable" in found.degraded:
        said.append(WORDS_ONLY)
    elif "lexical_unavailable" in found.degraded:
        said.append(MEANING_ONLY)
    return " ".join(said)


def not_found(found: PassageList, *, reading: bool) -> str:
    """What was searched without finding anything, and what to do."""
    one = found.searched_documents == 1
    documents = Formats().count(found.searched_documents, "document")
    how = "by words and by meaning"
    if "embedding_unavailable" in found.degraded:
        how = "by words only"
    elif "lexical_unavailable" in found.degraded:
        how = "by meaning only"
    said = [
        f"{documents} {'was' if one else 'were'} searched, {how}.",
        "Try fewer words, or words that the document itself may use.",
    ]
    if found.choice != ALL_DOCUMENTS:
        said.append(LOOK_ELSEWHERE)
    if reading:
        said.append(STILL_READING)
    return " ".join(said)


def found_by(passage: Passage) -> str:
    """Which ways of searching found a passage."""
    if passage.dense_rank is None:
        return "words"
    return "meaning" if passage.lexical_rank is None else "words and meaning"


def page(passage: Passage) -> str:
    """Physical page, and the printed one where there is one."""
    return Formats().page(passage.page, one_line(passage.label))


def marker(passage: Passage) -> str:
    """The chunk's marker as people see it."""
    return f"[chunk:{passage.chunk.id}]"


def heading(passage: Passage) -> str:
    """The heading path on one line, after what is to be known of words that OCR read; of what is
    hidden, which has no headings, that it is hidden."""
    if passage.chunk.hidden:
        return HIDDEN_ON_PAGE
    mark = READ_BY_OCR if passage.ocr_confidence is not None else ""
    return " · ".join(filter(None, (mark, one_line(passage.chunk.heading))))


def tip(passage: Passage) -> str:
    """The heading path whole; what is to be known of a passage, on a line of its own."""
    note = passage_note(passage)
    if passage.ocr_confidence is None:
        return heading(passage)
    return "\n".join(filter(None, (one_line(passage.chunk.heading), note)))


def spoken_text(passage: Passage) -> str:
    """The beginning of what is read out of a passage."""
    return one_line(excerpt(passage.chunk.text, passage.terms).text[:SPOKEN])


def title(hits: DocumentHits) -> str:
    """A document's title on one line."""
    return one_line(hits.title)


def count_of(hits: DocumentHits) -> str:
    """How many passages of a document were found."""
    return Formats().count(len(hits.passages), "passage")


def more(count: int) -> str:
    """The row in the place of passages that are not shown yet."""
    return f"{Formats().number(count)} more in this document"


def spoken_passage(passage: Passage, index: int, count: int) -> str:
    """The name of a passage; `index` counts from 0."""
    where = Formats().page_spoken(passage.page, one_line(passage.label))
    parts: Sequence[str] = (
        f"Passage {index + 1} of {count}",
        one_line(passage.document_title),
        where,
        heading(passage),
        f"found by {found_by(passage)}",
    )
    return ", ".join(part for part in parts if part)
