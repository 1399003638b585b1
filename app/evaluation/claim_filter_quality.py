"""`pincite eval claim-filter`: whether passages of another scope are set aside, and no others.

Each case is judged by the filter as it is used (`shipped`), with the filter off, by rules alone, by
a model alone, and by both. A model that is not known to tell scopes apart is asked by the latter
two all the same, to find out. Passages are put in other orders as well, since what is removed must
not depend on that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from app.core.domain.cancel import CancelToken
from app.core.domain.claim_filter import ClaimFilterRecord, FilterStatus
from app.core.ports import ChatModels
from app.evaluation.corpora import Say
from app.evaluation.machine import machine_record, program_fingerprint
from app.evaluation.metrics import Rate, Seconds
from app.evaluation.run_file import Row, RunFile
from app.evaluation.scope_cases import ScopeCase, ScopeSet, read_scope_set
from app.services.claim_filtering import ClaimFilter, Judges
from app.services.preferences import Preferences

TRIAL_MARGIN = 1.7
"""The margin in log-odds for a model of which none is known: the least at which the starter model
removed one applicable passage of 81 of the set that was looked at."""


class Mode(StrEnum):
    """Who judges."""

    SHIPPED = "shipped"
    OFF = "off"
    RULES = "rules"
    MODEL = "model"
    BOTH = "both"


_TRIED = (Mode.MODEL, Mode.BOTH)
"""Each passage is judged by itself there, and takes a second or two: in one order only."""


@dataclass(frozen=True, slots=True)
class FilterRequest:
    """What is to be measured. `out` gets the rows of `shipped`, and for another mode the file
    RUN.MODE.jsonl beside it; `margin` overrules what is known of the model, in log-odds."""

    set_path: Path
    modes: tuple[Mode, ...] = tuple(Mode)
    model: str | None = None
    margin: float | None = None
    orders: int = 2
    out: Path | None = None


def measure_claim_filter(
    request: FilterRequest, models: ChatModels, preferences: Preferences, say: Say
) -> dict[str, object]:
    """Judge all cases in each mode, and give the report. Without an installed model the modes that
    need one are left out.

    Raises:
        InvalidInput: the set or a file cannot be used, or the named model is unknown.
        ModelUnavailable: the named model is not installed.
    """
    cases = read_scope_set(request.set_path)
    chat = models.open(request.model)
    known = models.scope_margin(request.model)
    margin = next((one for one in (request.margin, known) if one is not None), TRIAL_MARGIN)
    report: dict[str, object] = {
        "measured": "claim-filter",
        "set": {"name": cases.name, "sha256": cases.sha256, "cases": len(cases.cases)},
        "judge": chat and {"title": chat.name, "used": known is not None, "margin": margin},
        "machine": machine_record(),
    }
    for mode in request.modes:
        if chat is None and mode in _TRIED:
            say(f"No language model is installed, so {mode.value} is left out.")
            continue
        say(f"Judging: {mode.value} …")
        judges = {
            Mode.RULES: Judges(model=False),
            Mode.MODEL: Judges(rules=False, margin=margin),
            Mode.BOTH: Judges(margin=margin),
        }.get(mode, Judges())
        claim_filter = ClaimFilter(models, preferences, judges=judges)
        rows = RunFile(
            _file(request.out, mode),
            {
                "measured": "claim-filter",
                "set": cases.sha256,
                "model": request.model,
                "margin": margin,
                "mode": mode.value,
                "program": program_fingerprint(),
            },
        )
        _judge_all(request, claim_filter, cases, mode, rows, say)
        report[mode.value] = _figures(cases, rows)
    return report


def _judge_all(
    request: FilterRequest,
    claim_filter: ClaimFilter,
    cases: ScopeSet,
    mode: Mode,
    rows: RunFile,
    say: Say,
) -> None:
    orders = 0 if mode in _TRIED else request.orders
    every = [one for case in cases.cases for one in _orders(case, orders)]
    waiting = [one for one in every if _key(one) not in rows.rows]
    for number, case in enumerate(waiting, start=1):
        rows.append(_key(case), _row(case, mode, claim_filter, request.model))
        if number % 20 == 0 or number == len(waiting):
            say(f"{number} of {len(waiting)}.")


def _file(out: Path | None, mode: Mode) -> Path | None:
    if out is None or mode is Mode.SHIPPED:
        return out
    return out.with_name(f"{out.stem}.{mode.value}{out.suffix}")


def _orders(case: ScopeCase, count: int) -> Iterator[ScopeCase]:
    """The case as it is, and in other orders: turned round, and begun from the middle."""
    yield case
    places = range(len(case.passages))
    others: list[tuple[str, Sequence[int]]] = [
        ("reversed", places[::-1]),
        ("rotated", [*places[len(places) // 2 :], *places[: len(places) // 2]]),
    ]
    for order, changed in others[: count if len(places) > 1 else 0]:
        yield case.in_order(order, changed)


def _key(case: ScopeCase) -> str:
    return "/".join(part for part in (case.id, case.question, case.order) if part)


def _row(case: ScopeCase, mode: Mode, claim_filter: ClaimFilter, model: str | None) -> Row:
    """A row as scorers read it, with why each passage was removed."""
    if mode is Mode.OFF:
        record = ClaimFilterRecord(FilterStatus.KEPT_ALL, "off")
    else:
        record = _judged(case, claim_filter, model)
    removed = {one.chunk_id for one in record.removed}
    gone = [passage.chunk.id in removed for passage in case.passages]
    row: dict[str, object] = {
        "id": case.id,
        "question": case.question,
        "kept": [name for name, out in zip(case.names, gone, strict=True) if not out],
        "removed": [name for name, out in zip(case.names, gone, strict=True) if out],
        "status": record.status.value,
        "reason": record.reason,
        "seconds": round(record.seconds, 4),
        "why": {
            case.names[_place(case, one.chunk_id)]: [one.slot.value, one.asked, one.stated]
            for one in record.removed
        },
    }
    return row | ({"order": case.order} if case.order else {})


def _judged(case: ScopeCase, claim_filter: ClaimFilter, model: str | None) -> ClaimFilterRecord:
    run = claim_filter.run(case.text, case.result, CancelToken(), written=True, model=model)
    while True:
        try:
            next(run)
        except StopIteration as done:
            record: ClaimFilterRecord = done.value.record
            return record


def _place(case: ScopeCase, chunk_id: int) -> int:
    return next(n for n, passage in enumerate(case.passages) if passage.chunk.id == chunk_id)


# --- figures ----------------------------------------------------------------------------------


def _figures(cases: ScopeSet, rows: RunFile) -> dict[str, object]:
    """Rates over passages of families, over pairs of questions, over controls, over orders."""
    dropped = {name: Rate() for name in ("applicable", "answering", "inapplicable", "neutral")}
    violations, consistent, fallbacks = Rate(), Rate(), Rate()
    seconds = Seconds()
    exact: dict[str, list[bool]] = {}
    reasons: Counter[str] = Counter()
    lost: list[str] = []
    for case in cases.cases:
        row = rows.rows[_key(case)]
        removed = _names(row, "removed")
        if case.control:
            violations.add(bool(removed & case.must_keep))
        else:
            _count(case, removed, dropped)
            exact.setdefault(case.id, []).append(removed - case.neutral == case.inapplicable)
        lost += sorted(removed & (case.must_keep if case.control else case.applicable))
        fallback = row["status"] == FilterStatus.FALLBACK.value
        fallbacks.add(fallback)
        if fallback:
            reasons[str(row["reason"])] += 1
        seconds.add(float(str(row["seconds"])))
        others = [one for key, one in rows.rows.items() if key.startswith(f"{_key(case)}/")]
        if others:
            consistent.add(all(_names(one, "removed") == removed for one in others))
    pairs = Rate()
    for both in exact.values():
        pairs.add(all(both))
    return {
        "gold_drop": dropped["applicable"].record(),
        "gold_drop_answering": dropped["answering"].record(),
        "inapplicable_drop": dropped["inapplicable"].record(),
        "neutral_drop": dropped["neutral"].record(),
        "mirrored_pairs_right": pairs.record(),
        "control_violations": violations.record(),
        "order_consistency": consistent.record(),
        "fallbacks": fallbacks.record() | {"reasons": dict(reasons)},
        "seconds": seconds.record(),
        "lost": lost,
    }


def _count(case: ScopeCase, removed: frozenset[str], dropped: dict[str, Rate]) -> None:
    for name in case.names:
        for kind, members in (
            ("applicable", case.applicable),
            ("answering", case.answering),
            ("inapplicable", case.inapplicable),
            ("neutral", case.neutral),
        ):
            if name in members:
                dropped[kind].add(name in removed)


def _names(row: Row, key: str) -> frozenset[str]:
    held = row[key]
    return frozenset(held) if isinstance(held, list) else frozenset()
