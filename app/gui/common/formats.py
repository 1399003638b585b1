"""How numbers, sizes, times and pages are written, in the user's locale.

Sizes count in thousands (kB, MB, GB), as discs and downloads do. Times say no more than is known:
``8.6 s``, ``15 s``, ``about 4 minutes``; time left is rounded up.
"""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QCoreApplication, QLocale

# Time left is a guess before this many seconds of work, so nothing is said until then.
TIME_LEFT_AFTER_S = 10.0

_SIZE_STEPS = (("GB", 1e9), ("MB", 1e6), ("kB", 1e3))


def _tr(text: str) -> str:
    return QCoreApplication.translate("formats", text)


class Formats:
    """Writes values for one locale; without one, for the application's default locale."""

    def __init__(self, locale: QLocale | None = None) -> None:
        self._locale = locale if locale is not None else QLocale()

    def number(self, value: int) -> str:
        """Return a whole number with the locale's group separators: ``7,780``."""
        return self._locale.toString(value)

    def decimal(self, value: float, digits: int = 1) -> str:
        """Return a number with a fixed count of digits after the point: ``3.2``."""
        return self._locale.toString(value, "f", digits)

    def percent(self, fraction: float) -> str:
        """Return a share from 0 to 1 in percent: ``62 %``. 100 % is kept for the whole."""
        whole = 100 if fraction >= 1 else min(99, round(100 * max(0.0, fraction)))
        return f"{self.number(whole)}\u00a0{self._locale.percent()}"

    def count(self, value: int, one: str, many: str | None = None) -> str:
        """Return a count with its noun: ``1 page``, ``64 pages``."""
        noun = one if value == 1 else (many if many is not None else f"{one}s")
        return f"{self.number(value)} {noun}"

    def size(self, count: int) -> str:
        """Return a count of bytes, at least 0: ``12 kB``, ``23 MB``, ``1.1 GB``."""
        for unit, step in _SIZE_STEPS:
            # A value that would be rounded up to 1,000 belongs to the next unit.
            if count >= step * 0.9995 or (unit == "kB" and count >= step):
                return f"{self._scaled_size(count / step, unit)}\u00a0{unit}"
        return self.count(count, _tr("byte"))

    def _scaled_size(self, value: float, unit: str) -> str:
        if unit == "kB" or value >= 100 or (value >= 10 and round(value, 1) == round(value)):
            return self.number(round(value))
        if unit == "MB" and value >= 10:
            return self.number(round(value))
        return self.decimal(value)

    def size_of(self, done: int, total: int) -> str:
        """Return how much of a whole has arrived: ``1.9 of 4.7 GB``, or ``900 MB of 4.7 GB``."""
        first, whole = self.size(done), self.size(total)
        unit = whole.rsplit("\u00a0", 1)[-1]
        if first.endswith(f"\u00a0{unit}"):
            first = first.removesuffix(f"\u00a0{unit}")
        return _tr("{done} of {total}").format(done=first, total=whole)

    def duration(self, seconds: float) -> str:
        """Return how long something took: ``8.6 s``, ``15 s``, ``about 4 minutes``."""
        if round(seconds, 1) < 10:
            return f"{self.decimal(max(0.0, seconds))}\u00a0{_tr('s')}"
        if round(seconds) < 60:
            return f"{self.number(round(seconds))}\u00a0{_tr('s')}"
        minutes = round(seconds / 60)
        if minutes < 90:
            return _tr("about {time}").format(time=self.count(minutes, _tr("minute")))
        return _tr("about {time}").format(time=self.count(round(minutes / 60), _tr("hour")))

    def seconds_gone(self, seconds: float) -> str:
        """Return whole seconds for a running counter: ``2 s``; never ahead of the clock."""
        return f"{self.number(int(max(0.0, seconds)))}\u00a0{_tr('s')}"

    def time_left(self, seconds_left: float, seconds_gone: float) -> str:
        """Return ``About 25 minutes left``, or "" while it is too early to say.

        Both in seconds. The time is rounded up, to tens of seconds, minutes or hours.
        """
        if seconds_gone < TIME_LEFT_AFTER_S or seconds_left <= 0:
            return ""
        tens = ceil(seconds_left / 10) * 10
        minutes = ceil(seconds_left / 60)
        if tens < 60:
            time = self.count(tens, _tr("second"))
        elif minutes < 90:
            time = self.count(minutes, _tr("minute"))
        else:
            time = self.count(ceil(seconds_left / 3600), _tr("hour"))
        return _tr("About {time} left").format(time=time)

    def page(self, physical: int, label: str | None = None) -> str:
        """Return a page as it is shown: ``p. 14`` or ``p. 14 (label xii)``."""
        text = f"{_tr('p.')}\u00a0{physical}"
        return f"{text} ({_tr('label')} {label})" if label else text

    def page_spoken(self, physical: int, label: str | None = None) -> str:
        """Return a page as it is read out: ``page 14, label xii``."""
        text = f"{_tr('page')} {physical}"
        return f"{text}, {_tr('label')} {label}" if label else text
