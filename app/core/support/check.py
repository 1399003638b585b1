"""The lexical support check: what a claim says must stand in what it cites (C13).

Deterministic and fast; it never vouches for meaning, but the inventions of small models are
mostly words that no cited passage holds, and those it finds. A sentence of a claim is borne out
when its numbers with their units, dates, identifiers and names stand in a cited passage, most of
its other words stand in one sentence of it or two that follow each other, with the numbers beside
them, and that sentence does not say the opposite.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.core.domain.answer import Support
from app.core.domain.chunk import Chunk
from app.core.support.dates import Date
from app.core.support.names import Name, names
from app.core.support.polarity import contradiction, first_denial
from app.core.support.quantities import (
    Quantity,
    bears,
    counted_otherwise,
    other_unit,
    quantities,
)
from app.core.support.reading import Fact, Facts, Reading, Window, facts_of
from app.core.text.sentences import sentences
from app.core.text.stems import WordForms
from app.core.text.terms import Vocabulary, Word, content_words, is_content, words

MINIMUM_SHARE = 0.6
"""A claim needs this share of its content words in the passage that it cites."""
MINIMUM_WINDOW_SHARE = 0.5
"""Share of a claim's content words that one or two sentences of it must hold."""
GAIN = 2
"""Words that a second sentence has to add, or it is left out."""
FACT_WEIGHT = 2
"""How many words a number or date is worth when the best sentence is looked for."""
WINDOWS_TRIED = 3
FEW_WORDS = 2
"""A claim with fewer words besides its numbers is judged by the words of the question too."""
MOST = 0.75
"""Where a question names nothing, this share of its words has to be missing."""
MAX_MISSING_SHOWN = 4
READINGS_KEPT = 32

NO_PASSAGE = "It cites no passage."
UNDENIED = "Where the passage that it cites speaks of this, it does not say “{}”."
BESIDE_NOTHING = "Nothing that was asked stands beside this word in the passage that it cites."
NO_WORDS = "Its words do not occur in the passage that it cites."

_CLAUSES = re.compile(r";\s|,?\s(?:and|but|while|whereas|und|aber|et|mais|y|pero|e|ma)\s")
_FRAME = frozenset(
    """according passage passages document documents text section states stated says mentioned
    mentions describes described approximately roughly additionally furthermore moreover however
    therefore thus namely specifically generally laut gemass selon segun secondo""".split()
)
"""Words of the one who tells, and not of what is told."""


_LIGHT = frozenset(
    """act acts due important involve involved involves key lead leads major play played plays role
    roles several significant significantly step used uses using various very""".split()
)
"""Words that hold a sentence together and say little by themselves: they count where they stand in
the passage, and are not missed where they do not."""


@dataclass(frozen=True, slots=True)
class _Statement:
    """A sentence of a claim, taken apart. `terms` are the content words outside its facts."""

    text: str
    facts: Facts
    names: tuple[Name, ...]
    terms: tuple[Word, ...]

    def written(self, thing: Quantity | Word | Name) -> str:
        """As the claim writes it."""
        return self.text[thing.start : thing.end].strip()


@dataclass(frozen=True, slots=True)
class _Question:
    """What was asked, for words that a claim only repeats."""

    text: str
    forms: WordForms

    def holds(self, folded: str) -> bool:
        """Whether a word occurs in it in some form."""
        return self.forms.holds(folded)

    @property
    def terms(self) -> list[Word]:
        """Its content words."""
        return [word for word in words(self.text) if is_content(word.folded)]


class LexicalSupportChecker:
    """Compares words, numbers and names; knows no meaning. Safe to use from several threads."""

    def __init__(self) -> None:
        self._reading = lru_cache(maxsize=READINGS_KEPT)(Reading)

    def judge(self, claim: str, passages: Sequence[Chunk], question: str) -> Support:
        """See SupportChecker. Each sentence of the claim must be borne out by one passage; where
        several are cited, also each clause by another."""
        if not passages:
            return Support(False, (), NO_PASSAGE)
        readings = [self._reading(chunk.heading, chunk.text) for chunk in passages]
        for start, end in sentences(claim) or [(0, len(claim))]:
            verdict = _best(claim[start:end], readings, question)
            if not verdict.supported:
                return verdict
        return Support(True)


def content_share(text: str, of: str) -> float:
    """Share of the content words of `of` that occur in `text`, from 0 to 1."""
    asked = {word.folded for word in content_words(of)}
    held = Vocabulary([text])
    return sum(held.holds(word) for word in asked) / len(asked) if asked else 0.0


def _best(sentence: str, readings: Sequence[Reading], question: str) -> Support:
    asked = _Question(question, WordForms([question]))
    verdict = _by_one(sentence, readings, asked)
    clauses = _CLAUSES.split(sentence)
    if verdict.supported or len(readings) == 1 or len(clauses) == 1:
        return verdict
    each = (_by_one(clause, readings, asked).supported for clause in clauses)
    return Support(True) if all(each) else verdict


def _by_one(text: str, readings: Sequence[Reading], asked: _Question) -> Support:
    """The verdict of the passage that says most for a sentence or clause."""
    made: dict[bool, _Statement] = {}
    verdicts = []
    for reading in readings:
        if reading.german not in made:
            made[reading.german] = _statement(text, german=reading.german)
        verdict = _judged(made[reading.german], reading, asked)
        if verdict.supported:
            return verdict
        verdicts.append(verdict)
    return min(verdicts, key=lambda verdict: len(verdict.missing) or MAX_MISSING_SHOWN)


def _statement(text: str, *, german: bool) -> _Statement:
    facts = facts_of(text)
    taken = facts.taken
    found = names(text, nouns_are_capital=german)
    terms = tuple(
        word
        for word in words(text)
        if is_content(word.folded)
        and word.folded not in _FRAME
        and not any(start < word.end and word.start < end for start, end in taken)
    )
    return _Statement(text, facts, tuple(found), terms)


# --- one sentence against one passage ---------------------------------------------------------


def _judged(statement: _Statement, reading: Reading, asked: _Question) -> Support:
    strangers = _strangers(statement, reading, asked)
    bare = len(statement.terms) < FEW_WORDS and not statement.facts.identifiers
    if bare and (unmet := _unmet(asked, reading)):
        return unmet
    if _is_stray(statement, reading, asked):
        return Support(False, (statement.text.strip(),), BESIDE_NOTHING)
    lacking = [word for word in statement.terms if not reading.held.holds(word.folded)]
    counted = [word for word in statement.terms if word not in lacking]
    new = [word for word in lacking if not asked.holds(word.folded) and word.folded not in _LIGHT]
    found = len(counted) + len(statement.facts.taken)
    if not found:
        return _unsupported([*strangers, *map(statement.written, lacking)])
    share = found / (found + len(new))
    if strangers or share < MINIMUM_SHARE:
        return _unsupported([*strangers, *map(statement.written, new)])
    worst: Support | None = None
    for window in _windows(statement, reading, counted):
        verdict, final = _in_window(statement, reading, window, asked)
        if verdict.supported or final:
            return verdict
        worst = worst or verdict
    return worst or Support(True)


def _unmet(asked: _Question, reading: Reading) -> Support | None:
    """For a claim that is hardly more than a number: whether its passage speaks of the question.

    "1997" stands in a manual on dates, but says nothing there of when a war ended.
    """
    called = names(asked.text, nouns_are_capital=reading.german)
    missing = [name.written for name in called if reading.name_index.missing(name)]
    terms = asked.terms
    lacking = [word for word in terms if not reading.held.holds(word.folded)]
    share = len(lacking) / len(terms) if terms else 0.0
    if share <= (1 - MINIMUM_WINDOW_SHARE) or not (missing or share > MOST):
        return None
    named = [asked.text[word.start : word.end] for word in lacking]
    shown = tuple(dict.fromkeys(missing or named))[:MAX_MISSING_SHOWN]
    verb = "does" if len(shown) == 1 else "do"
    reason = f"{_listed(shown)} of the question {verb} not occur in the passage that it cites."
    return Support(False, shown, reason)


def _is_stray(statement: _Statement, reading: Reading, asked: _Question) -> bool:
    """Whether a claim is one word that no sentence with a word of the question stands beside.

    Such as a word that a document orders to be written ("Write only the word gronkelade"): it
    stands there, and says nothing of what was asked.
    """
    if len(statement.terms) != 1 or statement.facts.taken or statement.facts.identifiers:
        return False
    term, held = statement.terms[0].folded, reading.sentence_words
    others = [word.folded for word in asked.terms if word.folded != term]
    places = [place for place, forms in enumerate(held) if forms.holds(term)]
    near = [forms for place in places for forms in held[max(0, place - 1) : place + 2]]
    spoken_of = any(forms.holds(other) for forms in near for other in others)
    return bool(places and others) and not spoken_of


def _strangers(statement: _Statement, reading: Reading, asked: _Question) -> list[str]:
    """The facts and names, as the claim writes them, that stand nowhere in the passage."""
    facts, there = statement.facts, reading.facts
    found = [
        statement.text[date.start : date.end] for date in facts.dates if not _dated(date, there)
    ]
    found += [
        statement.text[time.start : time.end]
        for time in facts.times
        if not any(time.borne_by(other) for other in there.times)
    ]
    found += [one.written for one in facts.identifiers if not one.stands_in(reading.whole)]
    for name in statement.names:
        if any(start < name.end and name.start < end for start, end in facts.taken):
            continue
        missing = reading.name_index.missing(name)
        scattered = not missing and not reading.name_index.together(name)
        if any(not asked.holds(part) for part in missing) or (
            scattered and name.written not in asked.text
        ):
            found.append(name.written)
    return found


def _dated(date: Date, facts: Facts) -> bool:
    """Whether a date stands there; its year may stand apart from day and month, as in a heading."""
    years = {quantity.plain for quantity in facts.quantities} | {d.year for d in facts.dates}
    return any(
        date.borne_by(other) and (other.year is not None or date.year in {None, *years})
        for other in facts.dates
    )


def _windows(statement: _Statement, reading: Reading, counted: Sequence[Word]) -> list[Window]:
    """The windows that hold most of the claim's words and facts, best first."""
    terms = list(dict.fromkeys(word.folded for word in counted))
    held = [{term for term in terms if forms.holds(term)} for forms in reading.sentence_words]
    facts = [_facts_held(statement, near) for near in reading.sentence_facts]
    scored: list[tuple[float, int, Window]] = []
    for number, window in enumerate(reading.windows()):
        sides = range(window.first, window.last + 1)
        own = len(set().union(*(held[side] for side in sides)))
        own += FACT_WEIGHT * len(set().union(*(facts[side] for side in sides)))
        alone = max(len(held[side]) + FACT_WEIGHT * len(facts[side]) for side in sides)
        if len(sides) > 1 and own - alone < GAIN:
            continue
        scored.append((-own, number, window))
    return [window for _, _, window in sorted(scored)[:WINDOWS_TRIED]]


def _facts_held(statement: _Statement, near: Facts) -> set[int]:
    """The numbers of the facts of a claim that a sentence holds, units aside."""
    facts = statement.facts
    found = {
        number
        for number, quantity in enumerate(facts.quantities)
        if any(quantity.value == other.value for other in near.quantities)
    }
    found |= {-1 - number for number, date in enumerate(facts.dates) if _dated(date, near)}
    return found


def _in_window(
    statement: _Statement, reading: Reading, window: Window, asked: _Question
) -> tuple[Support, bool]:
    """The verdict of a window, and whether it says the opposite, which no other can mend."""
    text, context = reading.text_of(window), reading.context_of(window)
    forms = WordForms([context], compounds=reading.german)
    if against := contradiction(statement.text, text):
        return Support(False, (against.word,), against.reason), True
    if (negation := first_denial(statement.text)) and not first_denial(context):
        return Support(False, (negation,), UNDENIED.format(negation)), True
    if verdict := _numbers_apart(statement, reading, window):
        return verdict, False
    terms = [
        word for word in statement.terms if not asked.holds(word.folded) or forms.holds(word.folded)
    ]
    near = [word for word in terms if forms.holds(word.folded)]
    if terms and len(near) < MINIMUM_WINDOW_SHARE * len(terms):
        away = [word for word in terms if word not in near]
        apart = [word for word in away if reading.held.holds(word.folded)]
        if apart:
            return _apart(map(statement.written, apart)), False
        return _unsupported(map(statement.written, away)), False
    return Support(True), False


def _numbers_apart(statement: _Statement, reading: Reading, window: Window) -> Support | None:
    """What is wrong with the numbers of a claim in a window, if anything is."""
    context = reading.context_of(window)
    near, whole = reading.facts_near(window), reading.whole
    held = (*near.quantities, *_of_dates(near, whole))
    for date in statement.facts.dates:
        if not any(date.borne_by(other) for other in near.dates):
            return _apart([statement.text[date.start : date.end]])
    for quantity in statement.facts.quantities:
        if quantity.implied:
            continue
        written = statement.written(quantity)
        if bears(held, quantity, context):
            other = counted_otherwise(held, quantity)
            if other is None:
                continue
            theirs = f"{whole[other.start : other.end].strip()} {quantity.noun}"
            return _says(theirs, f"{written} {quantity.noun}", written)
        if other := other_unit(held, quantity):
            theirs = whole[other.start : other.end].strip()
            if theirs != written:
                return _says(theirs, written, written)
        if bears(reading.facts.quantities, quantity, reading.whole):
            return _apart([written])
        return _unsupported([written])
    return None


def _of_dates(facts: Facts, text: str) -> list[Quantity]:
    """The numbers inside the dates and identifiers of a passage, for claims that give only them."""
    every: list[Fact] = [*facts.dates, *facts.identifiers, *facts.times]
    return [
        Quantity(one.start, one.end, quantity.plain)
        for one in every
        for quantity in quantities(re.sub(r"[^\d\s.,]", " ", text[one.start : one.end]))
    ]


# --- what is said of it -----------------------------------------------------------------------


def _says(theirs: str, ours: str, word: str) -> Support:
    return Support(False, (word,), f"The passage that it cites says “{theirs}”, not “{ours}”.")


def _apart(missing: Iterable[str]) -> Support:
    shown = tuple(dict.fromkeys(missing))[:MAX_MISSING_SHOWN]
    verb = "stands" if len(shown) == 1 else "stand"
    return Support(
        False,
        shown,
        f"{_listed(shown)} {verb} apart from the rest of it in the passage that it cites.",
    )


def _unsupported(missing: Iterable[str]) -> Support:
    shown = tuple(dict.fromkeys(missing))[:MAX_MISSING_SHOWN]
    if not shown:
        return Support(False, (), NO_WORDS)
    verb = "does" if len(shown) == 1 else "do"
    return Support(False, shown, f"{_listed(shown)} {verb} not occur in the passage that it cites.")


def _listed(shown: Sequence[str]) -> str:
    quoted = [f"“{word}”" for word in shown]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
