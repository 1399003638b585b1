"""How well a model tells, passage by passage, whether a question can be answered: what each floor
of fit would keep and refuse. From this the floor of a model in the manifest was chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

FLOORS = tuple(step / 2 for step in range(-6, 7))
"""Log-odds, from surely no to surely yes."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The highest fit among the passages of a question, and whether it can be answered."""

    best: float
    answerable: bool


def best_fit(weighed: object) -> float | None:
    """The highest fit of a row's `[[chunk_id, fit], …]`; None where nothing was weighed."""
    if not isinstance(weighed, list) or not weighed:
        return None
    return max(float(fit) for _, fit in weighed)


def fit_record(questions: Iterable[Weighed]) -> dict[str, object] | None:
    """Counts at each floor, and the probability that an answerable question fits better than one
    that is not (area under the ROC curve, ties count half); None where nothing was weighed."""
    every = list(questions)
    yes = [one.best for one in every if one.answerable]
    no = [one.best for one in every if not one.answerable]
    if not every:
        return None
    pairs = [(a > b) + (a == b) / 2 for a in yes for b in no]
    return {
        "answerable": len(yes),
        "unanswerable": len(no),
        "auc": round(sum(pairs) / len(pairs), 4) if pairs else None,
        "floors": [
            {
                "floor": floor,
                "answerable_kept": sum(fit >= floor for fit in yes),
                "unanswerable_refused": sum(fit < floor for fit in no),
            }
            for floor in FLOORS
        ],
    }
