"""Numbers and amounts of money as people write them, in whatever country.

"1,234.50", "1.234,50", "1 234,50", "1'234.50" and "12,34,567.5" say by their marks how they are
read; "1.234" does not, and has two readings, unless another number of the text tells which marks
it uses. A number is taken whole or not at all: 1234.5 is no part of 11234.5, and nothing of
"INV-12", "12/34", "1.2.3" or "10:30" is a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from app.core.extraction.currencies import currency_after, currency_before
from app.core.extraction.digits import levelled_digits
from app.core.support.number_words import SCALES, spelled_numbers
from app.core.support.units import MONEY, unit_after
from app.core.text.terms import fold
from app.core.text.unspaced import CHARACTERS

_START = re.compile(r"(?:(?<![\w.,])\.)?\d")
_PLAIN = re.compile(r"\.?\d+(?:[.,']\d+)*")
_SPACED = re.compile(
    r"[1-9]\d{0,2}(?P<gap>[ \u00a0])\d{3}(?:(?P=gap)\d{3})*(?!\d)(?:(?P<mark>[.,])\d+(?![.,']?\d))?"
)
_GROUPED = re.compile(r"[1-9]\d{0,2}(?P<mark>[.,'])\d{3}(?:(?P=mark)\d{3})*")
_INDIAN = re.compile(r"[1-9]\d?(?:,\d\d)+,\d{3}")
_WHOLE = re.compile(r"0|[1-9]\d*")
_NO_CENTS = re.compile(r"[.,](?:--?|––?)(?!\d)")
"""What stands in place of cents in "1'234.–" and "12,-"."""
_LETTER = re.compile(rf"[^\W{CHARACTERS}]")
_SCALE = re.compile(r"(?P<gap>[ \u00a0-]?)(?P<word>[^\W\d_]+)")
_IDEOGRAPHS = {
    "百": 100,
    "千": 1000,
    "万": 10**4,
    "萬": 10**4,
    "億": 10**8,
    "亿": 10**8,
    "兆": 10**12,
}
_MOST_DIGITS = 400
"""Longer runs are no numbers: no float is as large, and Python reads no more than 4300."""
_FURTHER_SCALES = {"mn": 10**6, "mln": 10**6, "mld": 10**9, "tsd": 1000, "tys": 1000}
_SIGNS = {"k": 1000, "K": 1000, "M": 10**6, "m": 10**6}


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """A number at `text[start:end]`, its sign and scale ("million") included; with the currency
    beside it, it reaches from `outer_start` to `outer_end`. `readings` begin with the likelier one.
    `currencies` are the ISO codes that a sign may mean. `measured`: a unit follows, other than
    money."""

    start: int
    end: int
    readings: tuple[Fraction, ...]
    outer_start: int
    outer_end: int
    currencies: tuple[str, ...] = ()
    measured: bool = False


@dataclass(frozen=True, slots=True)
class _Run:
    """Digits and marks that stand together. `decimal` and `group` are the marks that it uses beyond
    doubt."""

    start: int
    end: int
    readings: tuple[Fraction, ...]
    decimal: str = ""
    group: str = ""


def read_number(written: str) -> tuple[Fraction, ...]:
    """What a text that is one number, and nothing else but its currency, may mean; the likelier
    reading first. Empty where it is none."""
    stripped = written.strip()
    for number in numbers_in(stripped):
        if (number.outer_start, number.outer_end) == (0, len(stripped)):
            return number.readings
    return ()


def read_money(written: str) -> tuple[tuple[Fraction, ...], tuple[str, ...]]:
    """The readings of an amount, and the codes of the currencies that its sign may mean."""
    stripped = written.strip()
    for number in numbers_in(stripped):
        if (number.outer_start, number.outer_end) == (0, len(stripped)):
            return number.readings, number.currencies
    return (), ()


def numbers_in(text: str, taken: Iterable[tuple[int, int]] = ()) -> list[WrittenNumber]:
    """The numbers of a text in order, outside the ranges that are taken, such as dates."""
    level = levelled_digits(text)
    ranges = tuple(taken)
    runs = list(_runs(level))
    decimals = {run.decimal for run in runs if run.decimal}
    groups = {run.group for run in runs if run.group in (".", ",")}
    told = _told_decimal(decimals, groups)
    found: list[WrittenNumber] = []
    used = 0
    for run in runs:
        if any(run.start < end and start < run.end for start, end in ranges):
            continue
        number = _in_place(level, replace(run, readings=_likely(run, told, level)), used)
        if number is not None:
            found.append(number)
            used = number.outer_end
    found += [
        WrittenNumber(start, end, (value,), start, end)
        for start, end, value in spelled_numbers(text)
        if not any(start < stop and begin < end for begin, stop in ranges)
        and not any(start < one.end and one.start < end for one in found)
    ]
    return sorted(found, key=lambda number: number.start)


# --- digits and marks -------------------------------------------------------------------------


def _runs(level: str) -> Iterator[_Run]:
    """The runs of digits and marks, whether they are numbers or not."""
    spaced = not _groups_without_spaces(level)
    position = 0
    while start := _START.search(level, position):
        begin = start.start()
        joined = _SPACED.match(level, begin)
        if joined and joined.end() - begin <= _MOST_DIGITS and (spaced or joined["gap"] != " "):
            mark = joined["mark"] or ""
            value = _value(joined.group(), mark)
            yield _Run(begin, joined.end(), (value,), mark)
            position = joined.end()
            continue
        plain = _PLAIN.match(level, begin)
        assert plain is not None  # it begins like _START
        yield _run(plain)
        position = plain.end()


def _groups_without_spaces(level: str) -> bool:
    """Whether the text groups thousands by another mark, or not at all, so that numbers with a
    space between them are two: in "2 100.00" the 2 may be a quantity."""
    return any(
        run.group or (run.readings[0] >= 1000 and run.end - run.start > len("1234"))
        for run in map(_run, _PLAIN.finditer(level))
        if len(run.readings) == 1
    )


def _run(match: re.Match[str]) -> _Run:
    """The readings of digits with marks but no spaces."""
    digits = match.group()
    start, end = match.span()
    marks = re.findall(r"[.,']", digits)
    if not marks or len(digits) > _MOST_DIGITS:
        read = len(digits) <= _MOST_DIGITS and _WHOLE.fullmatch(digits)
        readings = (Fraction(int(digits)),) if read else ()
        return _Run(start, end, readings)
    if _GROUPED.fullmatch(digits) and (len(marks) > 1 or marks[0] == "'"):
        return _Run(start, end, (_value(digits, ""),), group=marks[0])
    if _INDIAN.fullmatch(digits):
        return _Run(start, end, (_value(digits, ""),), group=",")
    whole, _, _ = digits.rpartition(marks[-1])
    if marks[-1] == "'" or marks[-1] in marks[:-1]:
        return _Run(start, end, ())
    decimal = _value(digits, marks[-1])
    if _GROUPED.fullmatch(digits):
        return _Run(start, end, (_value(digits, ""), decimal))
    if not marks[:-1]:
        plain = not whole or _WHOLE.fullmatch(whole)
        return _Run(start, end, (decimal,) if plain else ())
    if _GROUPED.fullmatch(whole) or _INDIAN.fullmatch(whole):
        return _Run(start, end, (decimal,), decimal=marks[-1], group=marks[0])
    return _Run(start, end, ())


def _value(digits: str, decimal: str) -> Fraction:
    """The value of digits whose last mark, where one is given, is the decimal one."""
    if not decimal:
        return Fraction(re.sub(r"\D", "", digits))
    whole, _, parts = digits.rpartition(decimal)
    return Fraction((re.sub(r"\D", "", whole) or "0") + "." + parts)


def _told_decimal(decimals: set[str], groups: set[str]) -> str:
    """The decimal mark that the numbers of a text agree on, "" where they do not tell."""
    other = {".": ",", ",": "."}
    told = decimals | {other[mark] for mark in groups}
    return told.pop() if len(told) == 1 else ""


def _likely(run: _Run, told: str, level: str) -> tuple[Fraction, ...]:
    """The readings that are left when the text tells which mark is the decimal one."""
    if len(run.readings) < 2 or not told:
        return run.readings
    return run.readings[1:] if told in level[run.start : run.end] else run.readings[:1]


# --- what stands around a number --------------------------------------------------------------


def _in_place(level: str, run: _Run, used: int) -> WrittenNumber | None:
    """A run with its sign, scale and currency; None where it is part of something else."""
    if not run.readings:
        return None
    before = _free_currency(level, run.start, used)
    sign = _minus(level, run.start)
    if sign is not None and before is None:
        before = _free_currency(level, sign, used)
    start = run.start if sign is None else sign
    outer_start = before[1] if before else start
    if before is not None and sign is None:
        sign = _minus(level, outer_start)
        start, outer_start = (start, outer_start) if sign is None else (sign, sign)
    if not (before or sign is not None or _free_before(level, run.start)):
        return None
    scale, end = _scaled(level, run.end, before is not None)
    if cents := _NO_CENTS.match(level, end):
        end = cents.end()
    after = currency_after(level, end) if before is None else None
    if not (after or scale != 1 or _free_after(level, end)):
        return None
    unit = None if before or after else unit_after(level, end)
    measured = unit is not None and unit[0].base not in MONEY and level[end] not in "\r\n"
    number = WrittenNumber(
        start,
        end,
        tuple(value * scale * (1 if sign is None else -1) for value in run.readings),
        outer_start,
        after[1] if after else end,
        (before or after or ((), 0))[0],
        measured,
    )
    return _bracketed(level, run, number) if sign is None else number


def _free_currency(level: str, position: int, used: int) -> tuple[tuple[str, ...], int] | None:
    """The currency before a position, unless it belongs to the number before: "100 € 200 €"."""
    found = currency_before(level, position)
    return None if found is None or found[1] < used else found


def _minus(level: str, position: int) -> int | None:
    """Where the minus sign right before a position stands; a hyphen of a word or a range is
    none."""
    at = position - 1
    if at < 0 or level[at] not in "-–":
        return None
    return at if at == 0 or not (level[at - 1].isalnum() or level[at - 1] in "-–_/.") else None


def _bracketed(level: str, run: _Run, number: WrittenNumber) -> WrittenNumber:
    """In accounts, "(12.00)" and "12.00-" are negative. A whole number in brackets may be either:
    "(2023)" is more often a year."""
    opening, closing = number.outer_start - 1, number.outer_end
    exact = any(mark in level[run.start : run.end] for mark in ".,' \u00a0")
    if exact and re.match(r"-(?![\w-])", level[closing : closing + 2]):
        negative = tuple(-value for value in number.readings)
        return replace(number, readings=negative, end=closing + 1, outer_end=closing + 1)
    if opening < 0 or level[opening] != "(" or level[closing : closing + 1] != ")":
        return number
    if opening > 0 and (level[opening - 1].isalnum() or number.measured):
        return number
    negative = tuple(-value for value in number.readings)
    if not exact and not number.currencies:
        return replace(number, readings=(*number.readings, *negative))
    return replace(
        number,
        readings=negative,
        start=opening,
        end=closing + 1,
        outer_start=opening,
        outer_end=closing + 1,
    )


def _free_before(level: str, start: int) -> bool:
    """Whether a number can begin here: neither a letter nor a sign joins it to what is before."""
    if start == 0:
        return True
    sign, further = level[start - 1], level[start - 2] if start > 1 else " "
    if _LETTER.match(sign) or sign in _IDEOGRAPHS:
        return False
    if sign in "-/_\\@":
        return not further.isalnum()
    return not (sign in ":.,'" and further.isdigit())


def _free_after(level: str, end: int) -> bool:
    """Whether a number can end here: what follows is no letter but a unit's, and joins nothing."""
    following, further = level[end : end + 1], level[end + 1 : end + 2]
    if _LETTER.match(following):
        return unit_after(level, end) is not None
    if following in _IDEOGRAPHS:
        return False
    if following in ("-", "/", ":", "'", "_"):
        return not further.isdigit()
    return not (following in (".", ",") and further.isdigit())


def _scaled(level: str, end: int, money: bool) -> tuple[int, int]:
    """The scale that stands after a number, 1 where there is none, and where it ends."""
    following = level[end : end + 1]
    if following in _IDEOGRAPHS:
        joined = level[end + 1 : end + 2]
        # "1億2000万" is one number of two parts, which is not read.
        return (_IDEOGRAPHS[following], end + 1) if not joined.isdigit() else (1, end)
    found = _SCALE.match(level, end)
    if found is None:
        return 1, end
    word = found["word"]
    folded = fold(word)
    if scale := SCALES.get(folded) or _FURTHER_SCALES.get(folded):
        stop = found.end() + (
            level[found.end() : found.end() + 2].rstrip() == "." and len(word) < 4
        )
        return scale, stop
    money = money or currency_after(level, found.end()) is not None
    if word in _SIGNS and (money or (word != "m" and not found["gap"])):
        return _SIGNS[word], found.end()
    return 1, end
