"""What a question names: things that another thing of the same kind cannot stand in for.

"Which boards can I run Debian on?" may be answered in other words. "What does --freeze-chroot do?"
cannot be answered by a passage on another option, and neither can a question about Kubernetes by
one on Docker. A small model does both. Names are told by how they are written, without a
dictionary: identifiers, capitals inside a word or a sentence, letters mixed with digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.core.retrieval.literal import stands
from app.core.retrieval.query import identifiers
from app.core.support.units import named_unit
from app.core.text.languages import is_in
from app.core.text.loose_search import LooseSearch
from app.core.text.sentences import sentences
from app.core.text.terms import Vocabulary, Word, fold, is_content, without_elided, words

_JOINED = re.compile(r"[ \t\u00a0\-]+")
_PARTS = re.compile(r"[^\W_]+")
_COMPOUND = re.compile(r"[A-Z]\w*[-./:]\w")
_OPENING = re.compile(r"(?:^|[¿¡])[\s\"“„«»'‘’(\[]*$")
_CALENDAR = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may
    june july august september october november december christmas easter""".split()
)
# Capitals that people write out of politeness or habit.
_NO_NAMES = frozenset(
    "please hello hi dear thanks mr mrs ms dr prof sir internet web pdf ok pm asap fyi btw".split()
)
MAX_ACRONYM = 6
LEAST_WINDOW = 3
"""The words of a name stand next to each other, function words aside; the two words of a short one
may have one other between them."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name as the question writes it. An identifier, or a word with a hyphen or dot inside, has
    to stand as it is written; the words of a longer name close to each other, in any form and
    order."""

    text: str
    identifier: bool = False

    @property
    def telling(self) -> bool:
        """Whether it is surely a name: an identifier, a word with capitals or digits inside, or
        several words. A single word with a capital may be a common one, as in contracts, where
        the Tenant pays the Rent; an acronym may stand there in other words (UK, RAM, HQ)."""
        several = len(self.text.split()) > 1
        return self.identifier or several or (_marked(self.text) and not self.acronym)

    @property
    def acronym(self) -> bool:
        """Whether it is a few capitals, which may be written out in many ways."""
        letters = self.text.removesuffix("s")
        return letters.isalpha() and letters.isupper() and len(letters) <= MAX_ACRONYM

    def held_by(self, text: str) -> bool:
        """Whether a text mentions it."""
        if self.identifier:
            return _stands(self.text, text)
        if _marked(self.text) and (_written_otherwise(self.text, text)):
            return True
        whole = [part for part in self.text.split() if _COMPOUND.search(part)]
        if not all(_stands(part, text) for part in whole):
            return False
        asked = _spoken(self.text)
        held = Vocabulary([text])
        if not all(held.holds(word) for word in asked):
            return False
        return len(asked) < 2 or _near_each_other(asked, text)


def names(question: str) -> tuple[Name, ...]:
    """The names of a question, in order, each once.

    In German, where every noun has a capital, and in a question that is all capitals, only
    identifiers and words with capitals or digits inside count. Units are no names.
    """
    found: dict[str, Name] = {one: Name(one, identifier=True) for one in identifiers(question)}
    held = [LooseSearch(one) for one in found]
    taken = [place for search in held for place in search.places(question)]
    plain = _capitals_tell(question)
    run: list[Word] = []
    for start, end in sentences(question):
        for word in words(question[start:end]):
            placed = Word(word.start + start, word.end + start, word.folded)
            if any(first <= placed.start < last for first, last in taken):
                run = _closed(run, question, found)
                continue
            opens = _OPENING.search(question[start : placed.start]) is not None
            placed = _without_elided(question, placed)
            if not _is_part(question, placed, plain=plain, opens=opens):
                run = _closed(run, question, found)
                continue
            if run and not _goes_on(question, run[-1], placed):
                run = _closed(run, question, found)
            run.append(placed)
        run = _closed(run, question, found)
    return tuple(found.values())


def missing_names(question: str, texts: Sequence[str]) -> tuple[Name, ...]:
    """The names of a question that none of the texts mentions."""
    return tuple(name for name in names(question) if not any(name.held_by(text) for text in texts))


def _goes_on(question: str, last: Word, word: Word) -> bool:
    """Whether a word belongs to the name before it: what is someone's has a name of its own, as in
    "Tellmark's Oak plan"."""
    if question[last.start : last.end].endswith(("'s", "’s")):
        return False
    return _JOINED.fullmatch(question[last.end : word.start]) is not None


def _capitals_tell(question: str) -> bool:
    """Whether a capital marks a name here: not in headings and cries, and not in German."""
    every = words(question)
    opening = {start for start, _ in sentences(question)}
    inner = [question[word.start : word.end] for word in every if word.start not in opening]
    if question.isupper() or any(
        len(one) > 1 and one.istitle() and not is_content(fold(one)) for one in inner
    ):
        return False
    return not is_in("de", question)


def _without_elided(question: str, word: Word) -> Word:
    """The word without the article before it: "Assureur" of "l'Assureur"."""
    rest = without_elided(question[word.start : word.end])
    return Word(word.end - len(rest), word.end, fold(rest))


def _is_part(question: str, word: Word, *, plain: bool, opens: bool) -> bool:
    """Whether a word belongs to a name."""
    written = question[word.start : word.end].removesuffix("'s").removesuffix("’s")
    base = fold(written)
    if len(base) < 2 or not is_content(base) or base in _NO_NAMES or base in _CALENDAR:
        return False
    if _marked(written):
        return named_unit(written) is None  # "GB", "kWh", "EUR" are said in other ways
    return plain and not opens and written[0].isupper()


def _marked(written: str) -> bool:
    """Capitals after the first letter, or letters together with digits."""
    letters = [c for c in written if c.isalpha()]
    if not letters or written[0].isdigit():
        return False  # "32MB", "2nd", "64-bit": a figure with its unit
    inner = any(c.isupper() for c in written[1:])
    mixed = any(c.isdigit() for c in written) and len(written) > 1
    shouted = written.isupper() and len(letters) > 5
    return (inner and not shouted) or mixed


def _closed(run: list[Word], question: str, found: dict[str, Name]) -> list[Word]:
    """Take a finished run of words as a name."""
    if run:
        text = " ".join(
            question[word.start : word.end].removesuffix("'s").removesuffix("’s") for word in run
        )
        found.setdefault(text, Name(text))
    return []


def _stands(written: str, text: str) -> bool:
    """Whether it occurs as it is written, and is not the beginning of another: "--max" does not
    stand in "--max-vsize"."""
    search = LooseSearch(written)
    longer = [
        end for _, end in search.places(text) if re.match(r"-\w", text[end : end + 2]) is not None
    ]
    return stands(search, text) and len(longer) < sum(1 for _ in search.places(text))


def _written_otherwise(name: str, text: str) -> bool:
    """Whether a text holds the name with other signs in it ("Wi-Fi" and "WiFi"), in the singular
    ("FAQs" and "FAQ"), or written out ("NDA", "non-disclosure agreement")."""
    plain = _bare(name)
    forms = {plain, plain.removesuffix("s")}
    if any(_bare(word.folded) in forms for word in words(text)):
        return True
    letters = name.removesuffix("s")
    if not letters.isupper() or not letters.isalpha() or not 2 <= len(letters) <= 6:
        return False
    compounds = [_PARTS.findall(text[word.start : word.end]) for word in words(text)]
    said = [
        part
        for parts in compounds
        for part in parts
        if len(parts) > 1 or is_content(fold(part)) or part[0].isupper()
    ]
    if len(letters) == 2:  # any two words may happen to begin so
        said = [part if part[0].isupper() else "-" for part in said]
    return letters.casefold() in "".join(part[0] for part in said).casefold()


def _bare(word: str) -> str:
    return "".join(_PARTS.findall(fold(word)))


def _spoken(name: str) -> list[str]:
    return [word.folded for word in words(name) if is_content(word.folded)]


def _near_each_other(asked: Sequence[str], text: str) -> bool:
    every = [word.folded for word in words(text) if is_content(word.folded)]
    span = max(len(asked), LEAST_WINDOW)
    first = Vocabulary([asked[0]])
    starts = {
        start
        for place, folded in enumerate(every)
        if first.holds(folded)
        for start in range(max(0, place - span + 1), place + 1)
    }
    return any(_all_in(asked, every[start : start + span]) for start in sorted(starts))


def _all_in(asked: Iterable[str], near: Sequence[str]) -> bool:
    held = Vocabulary([" ".join(near)])
    return all(held.holds(word) for word in asked)
