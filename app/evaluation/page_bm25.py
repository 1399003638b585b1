"""Plain BM25 over whole pages: what the passages of Pincite are compared with.

Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), with the constants that they
name as usual. Words are lower-cased runs of letters and digits; nothing is folded, left out or cut
to its stem.
"""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable

K1, B = 1.2, 0.75

_WORD = re.compile(r"\w+")


class PageBm25:
    """An index of texts in memory, each with a key that can be sorted, such as (name, page)."""

    def __init__(self, pages: Iterable[tuple[tuple[str, int], str]]) -> None:
        self._keys: list[tuple[str, int]] = []
        self._lengths: list[int] = []
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for key, text in pages:
            counts = Counter(_WORD.findall(text.lower()))
            for word, count in counts.items():
                self._postings[word].append((len(self._keys), count))
            self._keys.append(key)
            self._lengths.append(sum(counts.values()))
        self._mean = sum(self._lengths) / max(1, len(self._lengths)) or 1.0

    def search(
        self, query: str, k: int, within: Collection[str] | None = None
    ) -> list[tuple[str, int]]:
        """Keys of at most k pages that hold a word of the query, best first, ties by key.

        Args:
            within: Names of the documents that may be found; None for all.
        """
        scores: dict[int, float] = defaultdict(float)
        for word, times in Counter(_WORD.findall(query.lower())).items():
            postings = self._postings.get(word, ())
            rare = math.log(1 + (len(self._keys) - len(postings) + 0.5) / (len(postings) + 0.5))
            for page, count in postings:
                length = 1 - B + B * self._lengths[page] / self._mean
                scores[page] += times * rare * count * (K1 + 1) / (count + K1 * length)
        ranked = (
            (-score, self._keys[page])
            for page, score in scores.items()
            if within is None or self._keys[page][0] in within
        )
        return [key for _, key in heapq.nsmallest(k, ranked)]
