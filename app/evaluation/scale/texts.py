"""Makes up text whose words are as uneven as those of a language, in any amount.

What a full-text search costs depends on how many passages hold a word. In a language few words
make up most of a text and most words are rare (Zipf's law), and a document keeps coming back to
its own words; both hold here. The constants were chosen so that a content word, drawn from 10,000
chunks as often as it stands there, is held by as large a share of them as in 26,500 passages of 21
manuals and in 5,183 abstracts: median 1.4 % (1.6 and 1.3 %), 90th percentile 10 % (13 and 10 %).
The texts say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

WORDS_PER_CHUNK = (110, 190)
"""Least and most words of a chunk: about 200 tokens of English on average."""

_VOCABULARY = 100_000

# The probability of the r-th word is in proportion to 1 / (r + _SHIFT) ** _STEEPNESS (Mandelbrot).
_SHIFT, _STEEPNESS = 5.0, 1.25

# A document's own words: how many, and what share of its words they are.
_OWN_WORDS, _OWN_SHARE = 200, 0.2

_WORDS_PER_SENTENCE = 16

# The most frequent words of English, which stand first in the vocabulary.
_FUNCTION_WORDS = (
    "the of and to in a is that for it as was with be by on not he his but at are this have from "
    "or had an they which one you were all her she there would their we him been has when who "
    "will no more if out so up said what its about than into them can only other time new some "
    "could these two may first then do any like my now over such our man me even most made after "
    "also did many off before must well back through years where much your way down should because "
    "long each just state those people too mr how little good world make very year still see own "
    "work men day get here old life both between being under three never know same last another "
    "while us might great go come since against right came take used himself few house use place"
).split()

_SYLLABLES = (
    "al an ar ba be bi bo bu ca ce co cu da de di do du el en er fa fe fi fo ga ge go gu ha he hi "
    "ho in is ka ke ki ko la le li lo lu ma me mi mo mu na ne ni no nu on or pa pe pi po ra re ri "
    "ro ru sa se si so su ta te ti to tu un va ve vi vo wa we wi za ze zo"
).split()


def word_of_rank(rank: int) -> str:
    """The word at a rank from 0: English function words first, then made-up ones, each once."""
    if rank < len(_FUNCTION_WORDS):
        return _FUNCTION_WORDS[rank]
    # Three syllables at least, so that none is a word of English by accident.
    number, word = rank, ""
    while number or len(word) < 6:
        number, syllable = divmod(number, len(_SYLLABLES))
        word += _SYLLABLES[syllable]
    return word


def document_texts(document: int, count: int, *, seed: int = 1) -> list[str]:
    """Texts of the chunks of a document, the same for the same arguments.

    Args:
        document: Number of the document, from 0.
    """
    chance = np.random.default_rng((seed, document, 3))
    own = _ranks(chance, _OWN_WORDS)
    own = own[own >= len(_FUNCTION_WORDS)]
    return [_text(chance, own) for _ in range(count)]


def question(text: str, chance: np.random.Generator) -> str:
    """3 to 12 words of a text in their order, as a question about it might hold them."""
    words = [word.strip(".").lower() for word in text.split()]
    start = int(chance.integers(0, len(words) - 12))
    count = int(chance.integers(3, 13))
    return " ".join(words[start : start + count])


def _text(chance: np.random.Generator, own: NDArray[np.int64]) -> str:
    count = int(chance.integers(WORDS_PER_CHUNK[0], WORDS_PER_CHUNK[1] + 1))
    ranks = _ranks(chance, count)
    theirs = np.flatnonzero(chance.random(count) < _OWN_SHARE)
    # The first of its words come most often.
    ranks[theirs] = own[(len(own) * chance.random(len(theirs)) ** 3).astype(np.int64)]
    return " ".join(_sentences([_words()[rank] for rank in ranks.tolist()]))


def _sentences(words: list[str]) -> Iterator[str]:
    for start in range(0, len(words), _WORDS_PER_SENTENCE):
        yield f"{' '.join(words[start : start + _WORDS_PER_SENTENCE]).capitalize()}."


def _ranks(chance: np.random.Generator, count: int) -> NDArray[np.int64]:
    """Ranks of words by their probability, shape (count,)."""
    return np.searchsorted(_cumulated(), chance.random(count))


@cache
def _words() -> list[str]:
    return [word_of_rank(rank) for rank in range(_VOCABULARY)]


@cache
def _cumulated() -> NDArray[np.float64]:
    weights = (np.arange(_VOCABULARY) + _SHIFT) ** -_STEEPNESS
    cumulated: NDArray[np.float64] = np.cumsum(weights / weights.sum())
    cumulated[-1] = 1.0
    return cumulated
