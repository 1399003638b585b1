from __future__ import annotations

import pytest

from app.evaluation.metrics import (
    Mean,
    Rate,
    Seconds,
    hit,
    ndcg,
    nearest_rank,
    recall,
    reciprocal_rank,
    records,
    wilson,
)


def _found(*held: str) -> list[frozenset[int]]:
    """A ranked list: "01" holds the needed places 0 and 1, "" none."""
    return [frozenset(int(digit) for digit in one) for one in held]


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [
        # From Wilson's formula by hand, z = 1.95996.
        (0, 10, 0.0, 0.2775),
        (8, 10, 0.4902, 0.9433),
        (10, 10, 0.7225, 1.0),
        (48, 60, 0.6822, 0.8817),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_wilson(k: int, n: int, low: float, high: float) -> None:
    assert wilson(k, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([3.0, 1.0, 2.0], 0.95, 3.0),
        ([5.0], 0.5, 5.0),
        ([float(n) for n in range(1, 101)], 0.95, 95.0),
    ],
)
def test_nearest_rank(values: list[float], share: float, expected: float) -> None:
    assert nearest_rank(values, share) == expected


@pytest.mark.parametrize(
    ("found", "needed", "at_1", "at_5", "recall_at_5", "rank", "gain"),
    [
        (_found("0"), 1, True, True, 1.0, 1.0, 1.0),
        (_found("", "", "0"), 1, False, True, 1.0, 1 / 3, 0.5),
        (_found(), 1, False, False, 0.0, 0.0, 0.0),
        (_found("", "", "", "", "", "0"), 1, False, False, 0.0, 1 / 6, 0.3562),
        (_found("0", "1"), 2, True, True, 1.0, 1.0, 1.0),
        # (1/log2(2) + 1/log2(4)) / (1/log2(2) + 1/log2(3)) = 1.5 / 1.6309
        (_found("0", "", "1"), 2, True, True, 1.0, 1.0, 0.9197),
        # The same place a second time is no gain: 1 / 1.6309.
        (_found("0", "0"), 2, True, True, 0.5, 1.0, 0.6131),
        # Both on one page: no more than all there is.
        (_found("01"), 2, True, True, 1.0, 1.0, 1.0),
    ],
)
def test_ranked_lists(
    found: list[frozenset[int]],
    needed: int,
    at_1: bool,
    at_5: bool,
    recall_at_5: float,
    rank: float,
    gain: float,
) -> None:
    assert (hit(found, 1), hit(found, 5)) == (at_1, at_5)
    assert recall(found, 5, needed) == recall_at_5
    assert reciprocal_rank(found, 10) == pytest.approx(rank)
    assert ndcg(found, 10, needed) == pytest.approx(gain, abs=5e-5)


def test_what_lies_below_the_cut_does_not_count() -> None:
    found = _found(*[""] * 10, "0")
    assert (reciprocal_rank(found, 10), ndcg(found, 10, 1), recall(found, 10, 1)) == (0, 0, 0)


def test_records_name_their_n() -> None:
    rate = Rate()
    for success in (True, True, False):
        rate.add(success)
    found = records(
        {"rate": rate, "mean": Mean([0.5, 1.0]), "time": Seconds([0.1, 0.3, 0.2])}, genuine=True
    )
    assert found == {
        "rate": {"value": 0.6667, "k": 2, "n": 3, "low": 0.2077, "high": 0.9385},
        "mean": {"value": 0.75, "n": 2},
        "time": {"p50": 0.2, "p95": 0.3, "n": 3},
    }


@pytest.mark.parametrize(
    ("rate", "genuine"), [(Rate(), True), (Rate(2, 3), False)], ids=["of nothing", "of a stand-in"]
)
def test_no_number_is_made_up(rate: Rate, genuine: bool) -> None:
    times = Seconds([1.0] if not genuine else [])
    assert records({"rate": rate, "mean": Mean(), "time": times}, genuine=genuine) == {
        "rate": {"value": "n/a", "n": 0},
        "mean": {"value": "n/a", "n": 0},
        "time": {"p50": "n/a", "p95": "n/a", "n": 0},
    }
