"""What each floor of fit would keep and refuse."""

from __future__ import annotations

from app.evaluation.fit_curve import FLOORS, Weighed, best_fit, fit_record


def test_the_best_passage_speaks_for_the_question() -> None:
    assert best_fit([[3, -1.5], [4, 0.25]]) == 0.25
    assert best_fit([]) is None
    assert best_fit(None) is None


def test_counts_at_each_floor() -> None:
    record = fit_record(
        [Weighed(2.0, True), Weighed(0.5, True), Weighed(-1.0, False), Weighed(0.5, False)]
    )
    assert record is not None
    assert (record["answerable"], record["unanswerable"]) == (2, 2)
    assert record["auc"] == (1 + 1 + 1 + 0.5) / 4
    at = {row["floor"]: row for row in record["floors"]}  # type: ignore[attr-defined]
    assert tuple(at) == FLOORS
    assert at[0.0] == {"floor": 0.0, "answerable_kept": 2, "unanswerable_refused": 1}
    assert at[0.5] == {"floor": 0.5, "answerable_kept": 2, "unanswerable_refused": 1}
    assert at[1.0] == {"floor": 1.0, "answerable_kept": 1, "unanswerable_refused": 2}


def test_without_one_side_there_is_no_area() -> None:
    record = fit_record([Weighed(2.0, True)])
    assert record is not None
    assert record["auc"] is None
    assert fit_record([]) is None
