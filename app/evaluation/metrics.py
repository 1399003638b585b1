"""What measured values become: rates with their intervals, means, percentiles; and how good a
ranked list is.

A value that a stand-in for a model made says nothing of Pincite, so it is given as "n/a".
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

NOT_MEASURED = "n/a"
Z_95 = 1.959963984540054
"""Standard normal quantile of a two-sided interval of 95 percent."""


@dataclass(slots=True)
class Rate:
    """`k` of `n`, with Wilson's interval (Wilson, JASA 1927), which holds for small `n` too."""

    k: int = 0
    n: int = 0

    def add(self, success: bool) -> None:
        """Count one more."""
        self.k += success
        self.n += 1

    def record(self) -> dict[str, object]:
        """The rate for the report; "n/a" of nothing."""
        if not self.n:
            return {"value": NOT_MEASURED, "n": 0}
        low, high = wilson(self.k, self.n)
        return {
            "value": round(self.k / self.n, 4),
            "k": self.k,
            "n": self.n,
            "low": round(low, 4),
            "high": round(high, 4),
        }


@dataclass(slots=True)
class Mean:
    """The mean of values from 0 to 1."""

    values: list[float] = field(default_factory=list)

    def add(self, value: float) -> None:
        """Count one more."""
        self.values.append(value)

    def record(self) -> dict[str, object]:
        """The mean for the report; "n/a" of nothing."""
        if not self.values:
            return {"value": NOT_MEASURED, "n": 0}
        return {"value": round(statistics.fmean(self.values), 4), "n": len(self.values)}


@dataclass(slots=True)
class Seconds:
    """How long something took."""

    values: list[float] = field(default_factory=list)

    def add(self, value: float) -> None:
        """Count one more."""
        self.values.append(value)

    def record(self) -> dict[str, object]:
        """Median and 95th percentile for the report; "n/a" of nothing."""
        if not self.values:
            return {"p50": NOT_MEASURED, "p95": NOT_MEASURED, "n": 0}
        return {
            "p50": round(statistics.median(self.values), 4),
            "p95": round(nearest_rank(self.values, 0.95), 4),
            "n": len(self.values),
        }


Metric = Rate | Mean | Seconds


def records(metrics: Mapping[str, Metric], *, genuine: bool) -> dict[str, object]:
    """Metrics for the report. Unless what made them is genuine, each value is "n/a"."""
    return {
        name: metric.record() if genuine else type(metric)().record()
        for name, metric in metrics.items()
    }


def wilson(k: int, n: int) -> tuple[float, float]:
    """Interval of 95 percent for k of n, n at least 1."""
    share, z2 = k / n, Z_95 * Z_95
    middle = share + z2 / (2 * n)
    half = Z_95 * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    below = 1 + z2 / n
    return max(0.0, (middle - half) / below), min(1.0, (middle + half) / below)


def nearest_rank(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


# --- ranked lists -----------------------------------------------------------------------------

Found = Sequence[frozenset[int]]
"""A ranked list, best first: for each entry the numbers of the needed places that it holds."""


def hit(found: Found, k: int) -> bool:
    """Whether one of the first k holds a needed place."""
    return any(found[:k])


def recall(found: Found, k: int, needed: int) -> float:
    """Share of the needed places that the first k hold, `needed` at least 1."""
    return len(_together(found[:k])) / needed


def reciprocal_rank(found: Found, k: int) -> float:
    """1 / rank of the first that holds a needed place; 0 where none of the first k does."""
    return next((1 / rank for rank, held in enumerate(found[:k], start=1) if held), 0.0)


def ndcg(found: Found, k: int, needed: int) -> float:
    """Normalised discounted cumulative gain (Järvelin and Kekäläinen, TOIS 2002).

    Each needed place is a gain of 1 where it first appears, and nothing afterwards: a page that
    says again what a better one said helps nobody. At most 1, also where one entry holds several.
    """
    seen: set[int] = set()
    gained = 0.0
    for rank, held in enumerate(found[:k], start=1):
        gained += len(held - seen) / math.log2(rank + 1)
        seen |= held
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(needed, k) + 1))
    return min(1.0, gained / ideal)


def _together(found: Iterable[frozenset[int]]) -> set[int]:
    return set().union(*found)
