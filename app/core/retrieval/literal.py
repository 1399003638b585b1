"""Which passages hold what was asked for as it stands: a short question as a phrase, as headings
are asked for, or every identifier in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.text.loose_search import LooseSearch
from app.core.text.terms import fold, words


@dataclass(frozen=True, slots=True)
class Literal:
    """What is looked for as it stands.

    Args:
        phrase: Words that follow each other, whatever signs stand between them; () for none.
        identifiers: Each has to occur with its signs, such as "--max-vsize".
    """

    phrase: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()

    def held_by(self, texts: Sequence[str]) -> list[bool]:
        """Whether each text holds the phrase or all of the identifiers."""
        searches = [LooseSearch(identifier) for identifier in self.identifiers]
        return [
            (bool(self.phrase) and _follow(self.phrase, text))
            or (bool(searches) and all(stands(search, text) for search in searches))
            for text in texts
        ]


def _follow(phrase: Sequence[str], text: str) -> bool:
    """Whether the words stand in the text, one after another."""
    # Few texts hold all of the words; plain ones need not be taken apart to see that.
    if text.isascii():
        folded = fold(text)
        if not all(word in folded for word in phrase):
            return False
    return f" {' '.join(phrase)} " in f" {' '.join(word.folded for word in words(text))} "


def stands(search: LooseSearch, text: str) -> bool:
    """Whether what is looked for occurs, and neither begins nor ends inside a word: "§ 12"
    is not in "§ 123", and "4(b)" is not in "14(b)"."""
    return any(
        not _is_inner(text[end : end + 1])
        and not (_is_inner(text[start]) and _is_inner(text[max(0, start - 1) : start]))
        for start, end in search.places(text)
    )


def _is_inner(character: str) -> bool:
    return character.isalnum() or character == "_"
