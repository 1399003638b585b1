"""What screen readers are told: politely at most once a second, errors at once.

Screen readers queue what they are told. So a sentence that is overtaken before its turn comes is
dropped, and nobody hears about passages when the answer already stands.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

# At most one polite announcement in this time, in ms.
POLITE_INTERVAL_MS = 1000


class Speak(Protocol):
    """What tells screen readers a text; see ``speak``."""

    def __call__(self, widget: QWidget, text: str, *, assertive: bool = False) -> None: ...


def speak(widget: QWidget, text: str, *, assertive: bool = False) -> None:
    """Tell screen readers a text now. ``widget`` must be on the window that it is about."""
    event = QAccessibleAnnouncementEvent(widget, text)
    politeness = QAccessible.AnnouncementPoliteness
    event.setPoliteness(politeness.Assertive if assertive else politeness.Polite)
    QAccessible.updateAccessibility(event)


class Announcer(QObject):
    """Announces for one window.

    A polite text that comes too early waits for its turn, and a later one takes its place. The
    timer is a child of this object and runs only while something waits.
    """

    def __init__(
        self, window: QWidget, interval_ms: int = POLITE_INTERVAL_MS, say: Speak = speak
    ) -> None:
        super().__init__(window)
        self._window = window
        self._say = say
        self._waiting: str | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self._next)

    def polite(self, text: str) -> None:
        """Announce a whole sentence when the reader is free; never single tokens."""
        if not text:
            return
        if self._timer.isActive():
            self._waiting = text
            return
        self._say(self._window, text)
        self._timer.start()

    def assertive(self, text: str) -> None:
        """Announce an error at once; what waits is dropped, since it is older."""
        self._waiting = None
        if text:
            self._say(self._window, text, assertive=True)

    def stop(self) -> None:
        """Drop what waits and let no timer run on; for closing the window."""
        self._waiting = None
        self._timer.stop()

    def _next(self) -> None:
        text, self._waiting = self._waiting, None
        if text is not None:
            self.polite(text)
