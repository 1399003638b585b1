from __future__ import annotations

import pytest

from app.core.reading.labels import LabelRule, page_labels


@pytest.mark.parametrize(
    ("rules", "labels"),
    [
        ([], []),
        ([LabelRule(0, "D", "", 1)], ["1", "2", "3", "4"]),
        ([LabelRule(0, "r", "", 3)], ["iii", "iv", "v", "vi"]),
        ([LabelRule(0, "R", "", 8)], ["VIII", "IX", "X", "XI"]),
        ([LabelRule(0, "a", "", 25)], ["y", "z", "aa", "bb"]),
        ([LabelRule(0, "A", "App-", 1)], ["App-A", "App-B", "App-C", "App-D"]),
        ([LabelRule(0, "", "Cover", 1), LabelRule(1, "D", "C", 1)], ["Cover", "C1", "C2", "C3"]),
        ([LabelRule(2, "D", "", 1), LabelRule(0, "r", "", 1)], ["i", "ii", "1", "2"]),
        ([LabelRule(1, "D", "", 1)], ["", "1", "2", "3"]),
        ([LabelRule(9, "D", "", 1)], []),
        ([LabelRule(0, "r", "", -1)], ["-1", "0", "i", "ii"]),
        ([LabelRule(0, "r", "", 1994)], ["mcmxciv", "mcmxcv", "mcmxcvi", "mcmxcvii"]),
        ([LabelRule(0, "?", "x", 1)], ["x", "x", "x", "x"]),
    ],
)
def test_labels(rules: list[LabelRule], labels: list[str]) -> None:
    assert page_labels(rules, 4) == labels


@pytest.mark.parametrize("style", ["r", "R", "a", "A"])
def test_numerals_do_not_grow_without_bound(style: str) -> None:
    (label,) = page_labels([LabelRule(0, style, "", 10**9)], 1)
    assert label == str(10**9)
