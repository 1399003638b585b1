"""How times are written into the database where programs count with them: milliseconds since 1970
in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


def milliseconds(at: datetime) -> int:
    """The milliseconds since 1970 of a time with a zone."""
    return (at - _BEGINNING) // timedelta(milliseconds=1)


def time_of(stored: int) -> datetime:
    """The time of milliseconds since 1970, in UTC; one that no calendar has is 1970."""
    try:
        return _BEGINNING + timedelta(milliseconds=stored)
    except OverflowError:
        return _BEGINNING
