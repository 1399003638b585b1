"""Things of one kind that are told apart by a name before or after it: East Wing and West Wing,
the lap pool and the therapy pool, Kestrin Pro and Kestrin Mini, the Republic of Ardessa."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from app.core.claims.findings import Finding, ScopedText
from app.core.domain.claim_filter import ScopeSlot
from app.core.text.languages import is_in
from app.core.text.sentences import sentences
from app.core.text.stems import same_word
from app.core.text.terms import content_words, fold, is_content, words

_PLACES = re.compile(
    r"(?<!\w)(?:Republic|Federation|Kingdom|State|Province|County|City|Town|District|Region|Canton"
    r"|Municipality|Commonwealth|Duchy|Principality|Borough|Land|Freistaat|Republik|Stadt|Kreis"
    r"|Gemeinde|Bezirk|République|Province|Ville|Région|Provincia|Ciudad|Regione|Comune)"
    r" (?:of |de |del |di |d'|von )?(?:the )?(?P<name>[^\W\d_a-z][\w'-]+)"
)
_PARALLEL = 0.5
"""Share of the content words of the shorter of two sentences that both hold, from which they say
the same of different things."""
_LEAST_SHARED = 3
_VARIANTS = frozenset(
    """pro mini max plus lite light air ultra basic premium standard classic sport junior senior xl
    xs compact business home family gold silver bronze deluxe""".split()
)
"""Second names of variants of a thing: Merlin Pro, Merlin Mini."""
_UNTELLING = frozenset("die den ihre ihr neue neuer neues laut unsere meine every each".split())
"""First words that tell no two things apart, beside function words."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two words that stand together; `lead` and `head` are folded."""

    lead: str
    head: str
    written: str
    proper: bool
    """The first is a name."""
    start: int


def sibling_findings(question: str, passages: Sequence[ScopedText]) -> Iterator[list[Finding]]:
    """For each passage what it says of the things that the question names so. In German a capital
    tells no name."""
    german = is_in("de", question)
    common = _common_words([question, *(passage.whole for passage in passages)])
    asked = [one for one in _pairs(question, common) if one.lead != one.head]
    if german:
        asked = [replace(one, proper=False) for one in asked]
    held = [_pairs(passage.own, common) for passage in passages]
    contents = [_contents(passage) for passage in passages]
    places = [_places(passage) for passage in passages]
    for index, passage in enumerate(passages):
        found: list[Finding] = []
        for one in asked:
            if not any(_holds(pairs, one) for pairs in held):
                continue  # no other passage could be the better one
            found += _compared(one, passage, held[index], contents)
        found += _of_places(question, places, index)
        yield found


def _common_words(texts: Sequence[str]) -> frozenset[str]:
    """What is written small somewhere, and so is no name where a heading writes it large."""
    return frozenset(
        word.folded for text in texts for word in words(text) if text[word.start].islower()
    )


def _pairs(text: str, common: frozenset[str]) -> list[_Pair]:
    found: list[_Pair] = []
    begin = 0
    for line in text.split("\n"):
        every = words(line)
        for one, other in pairwise(every):
            if line[one.end : other.start] != " ":
                continue
            if not (is_content(one.folded) and is_content(other.folded)):
                continue
            if one.folded in _UNTELLING:
                continue
            if one.folded[0].isdigit() or other.folded[0].isdigit():
                continue
            proper = line[one.start].isupper() and one.folded not in common
            written = line[one.start : other.end]
            at = begin + one.start
            found.append(_Pair(one.folded, other.folded, written, proper, at))
        begin += len(line) + 1
    return found


def _holds(pairs: Sequence[_Pair], asked: _Pair) -> bool:
    return any(one.lead == asked.lead and same_word(one.head, asked.head) for one in pairs)


def _compared(
    asked: _Pair,
    passage: ScopedText,
    pairs: Sequence[_Pair],
    contents: Sequence[_Contents],
) -> Iterator[Finding]:
    key = f"pair:{asked.lead} {asked.head}"
    if _holds(pairs, asked):
        yield Finding(ScopeSlot.VARIANT, key, True, asked.written, asked.written)
        return
    own = {word.folded for word in words(passage.own)}
    for one in pairs:
        if not passage.prominent(one.start):
            continue
        if same_word(one.head, asked.head) and one.lead != asked.lead:
            # The same kind of thing with another name before it.
            if asked.lead in own:
                return
            by_name = asked.proper and one.proper
            if by_name or _compounds(asked.lead, one.lead) or _parallel(asked, one, contents):
                yield Finding(ScopeSlot.VARIANT, key, False, asked.written, one.written)
                return
        elif one.lead == asked.lead and {one.head, asked.head} <= _VARIANTS:
            if one.head == asked.head or asked.head in own:
                continue
            yield Finding(ScopeSlot.VARIANT, key, False, asked.written, one.written)
            return


def _compounds(one: str, other: str) -> bool:
    """Whether both are compounds of one form: "low-dose" and "high-dose"."""
    first, _, last = one.rpartition("-")
    begin, _, end = other.rpartition("-")
    return bool(first and begin) and last == end


_Contents = Sequence[tuple[str, ...]]
"""The content words of each sentence of a passage, folded."""


def _contents(passage: ScopedText) -> _Contents:
    return [
        tuple(word.folded for word in content_words(passage.text[start:end]))
        for start, end in sentences(passage.text)
    ]


def _parallel(asked: _Pair, other: _Pair, contents: Sequence[_Contents]) -> bool:
    """Whether some sentence says the like of the other name as another one says of the name that
    was asked for."""
    mine = [held for one in contents for held in _with(other, one)]
    theirs = [held for one in contents for held in _with(asked, one)]
    for one in mine:
        for another in theirs:
            shared = one & another - {asked.lead, other.lead, asked.head, other.head}
            least = min(len(one), len(another))
            if len(shared) >= max(_LEAST_SHARED, _PARALLEL * least):
                return True
    return False


def _with(pair: _Pair, contents: _Contents) -> list[frozenset[str]]:
    """The sentences that hold a pair."""
    return [
        frozenset(held)
        for held in contents
        if pair.lead in held
        and any(one == pair.lead and same_word(other, pair.head) for one, other in pairwise(held))
    ]


# --- places -----------------------------------------------------------------------------------


def _places(passage: ScopedText) -> dict[str, str]:
    return {fold(match["name"]): match.group() for match in _PLACES.finditer(passage.own)}


def _of_places(question: str, places: Sequence[dict[str, str]], index: int) -> Iterator[Finding]:
    """The lands, towns and the like that passages say they are about."""
    known = {name for one in places for name in one}
    asked = [word for word in words(question) if word.folded in known]
    if len({word.folded for word in asked}) != 1 or not places[index]:
        return
    name = asked[0].folded
    fits = name in places[index]
    stated = places[index][name] if fits else next(iter(places[index].values()))
    written = question[asked[0].start : asked[0].end]
    yield Finding(ScopeSlot.PLACE, "place", fits, written, stated)
