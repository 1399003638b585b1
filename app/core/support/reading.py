"""A passage as the support check reads it: sentences, windows of neighbouring ones, and facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from app.core.support.dates import Date, Time, dates, times
from app.core.support.identifiers import Identifier, identifiers
from app.core.support.names import NameIndex
from app.core.support.quantities import Quantity, quantities
from app.core.text.sentences import sentences
from app.core.text.stems import WordForms
from app.core.text.terms import words

BESIDE = 200
"""Characters before and after a list item or a row of a table that belong to its context."""
GERMAN_SHARE = 0.06
"""Share of a text's words that are German function words, from which it is German."""
_GERMAN = frozenset(
    "der die das dem den des und oder ist sind nicht ein eine einen einer mit von zu zum zur auf "
    "im fur wird werden kann bei nach sich als auch".split()
)


Fact = Date | Time | Identifier | Quantity


@dataclass(frozen=True, slots=True)
class Facts:
    """What of a text can be told apart exactly."""

    dates: tuple[Date, ...]
    times: tuple[Time, ...]
    identifiers: tuple[Identifier, ...]
    quantities: tuple[Quantity, ...]

    @property
    def taken(self) -> tuple[tuple[int, int], ...]:
        """The ranges of all facts."""
        every: list[Fact] = [*self.dates, *self.times, *self.identifiers, *self.quantities]
        return tuple((fact.start, fact.end) for fact in every)

    def within(self, *ranges: tuple[int, int]) -> Facts:
        """Those that lie in one of these ranges, in their places."""

        def inside(fact: Fact) -> bool:
            return any(start <= fact.start and fact.end <= end for start, end in ranges)

        return Facts(
            tuple(filter(inside, self.dates)),
            tuple(filter(inside, self.times)),
            tuple(filter(inside, self.identifiers)),
            tuple(filter(inside, self.quantities)),
        )


def facts_of(text: str) -> Facts:
    """The facts of a text; no part of it belongs to two of a different kind."""
    found_dates = dates(text)
    taken = [(date.start, date.end) for date in found_dates]
    found_times = times(text, taken)
    taken += [(time.start, time.end) for time in found_times]
    named = [
        one
        for one in identifiers(text)
        if not any(one.start < end and start < one.end for start, end in taken)
    ]
    taken += [(one.start, one.end) for one in named]
    return Facts(
        tuple(found_dates), tuple(found_times), tuple(named), tuple(quantities(text, taken))
    )


def is_german(text: str) -> bool:
    """Whether a text is German, where every noun has a capital and words are joined."""
    every = words(text)
    return sum(word.folded in _GERMAN for word in every) > GERMAN_SHARE * len(every)


@dataclass(frozen=True, slots=True)
class Window:
    """One sentence of a passage, or two that follow each other, by their first and last number."""

    first: int
    last: int


class Reading:
    """One passage. Parts are worked out when they are first asked for."""

    def __init__(self, heading: str, text: str) -> None:
        self.heading = heading
        self.text = text
        self.places = sentences(text)

    @cached_property
    def german(self) -> bool:
        """Whether it is written in German."""
        return is_german(self.text)

    @cached_property
    def held(self) -> WordForms:
        """All words, those of the headings among them."""
        return WordForms([self.heading, self.text], compounds=self.german)

    @cached_property
    def heading_words(self) -> WordForms:
        """The words of the headings."""
        return WordForms([self.heading], compounds=self.german)

    @cached_property
    def facts(self) -> Facts:
        """The facts of the whole, headings included."""
        return facts_of(self.whole)

    @property
    def whole(self) -> str:
        """Headings and text."""
        return f"{self.heading}\n{self.text}"

    @cached_property
    def name_index(self) -> NameIndex:
        """For asking about names."""
        return NameIndex((self.heading, self.text), self.held)

    @cached_property
    def sentence_words(self) -> tuple[WordForms, ...]:
        """The words of each sentence."""
        return tuple(
            WordForms([self.text[start:end]], compounds=self.german) for start, end in self.places
        )

    @cached_property
    def sentence_facts(self) -> tuple[Facts, ...]:
        """The facts of each sentence."""
        offset = len(self.heading) + 1
        return tuple(
            self.facts.within((start + offset, end + offset)) for start, end in self.places
        )

    def windows(self) -> list[Window]:
        """Each sentence, and each two neighbours."""
        single = [Window(number, number) for number in range(len(self.places))]
        return single + [Window(one, other) for one, other in pairwise(range(len(self.places)))]

    def words_of(self, window: Window) -> Sequence[WordForms]:
        """The words of the sentences of a window."""
        return self.sentence_words[window.first : window.last + 1]

    def text_of(self, window: Window) -> str:
        """The sentences of a window, as they stand."""
        return self.text[self.places[window.first][0] : self.places[window.last][1]]

    def near(self, window: Window) -> tuple[int, int]:
        """Where a window lies in the text; where it is no whole sentence, as in lists and tables,
        with what is beside it."""
        start, end = self.places[window.first][0], self.places[window.last][1]
        if self.text[start:end].rstrip("\"'”’»)]")[-1:] in (".", "!", "?", "。"):
            return start, end
        return max(0, start - BESIDE), min(len(self.text), end + BESIDE)

    def context_of(self, window: Window) -> str:
        """The headings, and what `near` gives."""
        start, end = self.near(window)
        return f"{self.heading}\n{self.text[start:end]}"

    def facts_near(self, window: Window) -> Facts:
        """The facts of the headings and of what `near` gives, with their places in `whole`."""
        start, end = self.near(window)
        offset = len(self.heading) + 1
        return self.facts.within((0, offset), (start + offset, end + offset))
