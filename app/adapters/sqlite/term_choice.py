"""Which rows of a full-text index are scored for a question, where all that match are too many.

To find a row takes SQLite 0.04 microseconds and to score it 3 (measured at 100,000 passages), and a
word of a question may stand in a tenth of a library. Rare words decide a ranking by bm25. So the
rows with the rarest words are scored, by all words that they hold, up to a budget; what is left out
holds frequent words alone. `docs/scale.md` says how far the result agrees with scoring everything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """Expressions of FTS5, of which a row matches one at most, and is then scored by all terms
    that it holds. `complete`: each row with any of the terms matches one."""

    matches: tuple[str, ...]
    complete: bool


def choose(terms: Sequence[str], enough: int, budget: int, count: Callable[[str], int]) -> Choice:
    """Choose what is scored.

    Args:
        terms: Quoted terms, any of which may match.
        enough: Where rare words are in fewer rows, frequent ones that stand together are looked at.
            Where even those are in fewer, more than the budget may be scored.
        budget: Rows that may be scored.
        count: Rows that match an expression, or `budget` + 1 where there are more.
    """
    every = " OR ".join(terms)
    if count(every) <= budget:
        return Choice((every,), complete=True)
    sizes = {term: count(term) for term in terms}
    ranked = sorted((term for term in terms if sizes[term]), key=lambda term: sizes[term])
    rare = _rare(ranked, sizes, budget)
    frequent = ranked[len(rare) :]
    if not rare:
        chosen, rest = _together(frequent, enough, budget, count)
        return Choice(_split(chosen, rest), complete=chosen == every)
    matches = _split(" OR ".join(rare), frequent)
    found = count(" OR ".join(rare))
    if found < enough and len(frequent) > 1:
        chosen, rest = _together(frequent, enough - found, budget, count)
        if count(chosen) <= budget:
            without = " OR ".join(rare)
            matches += tuple(f"({match}) NOT ({without})" for match in _split(chosen, rest))
    return Choice(matches, complete=not frequent)


def _rare(ranked: Sequence[str], sizes: dict[str, int], budget: int) -> list[str]:
    """The rarest terms whose rows, counted one by one, keep the budget."""
    rare: list[str] = []
    total = 0
    for term in ranked:
        total += sizes[term]
        if total > budget:
            break
        rare.append(term)
    return rare


def _together(
    frequent: Sequence[str], enough: int, budget: int, count: Callable[[str], int]
) -> tuple[str, list[str]]:
    """The rarest of frequent terms, joined by AND with as many more as the budget needs while
    enough rows are left; and the terms that are not in it."""
    chosen, rest = frequent[0], list(frequent[1:])
    while rest and count(chosen) > budget:
        narrower = f"{chosen} AND {rest[0]}"
        if count(narrower) < enough:
            break
        chosen, rest = narrower, rest[1:]
    return chosen, rest


def _split(chosen: str, rest: Sequence[str]) -> tuple[str, ...]:
    """Rows of an expression, apart by whether they hold other terms too, which then count."""
    if not rest:
        return (chosen,)
    others = " OR ".join(rest)
    return (f"({chosen}) AND ({others})", f"({chosen}) NOT ({others})")
