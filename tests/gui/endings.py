"""What has to be over before the next test begins."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication


def end_widgets() -> None:
    """Let widgets end that wait for their end.

    They must not outlive the application's style sheet: Qt keeps what it knows of a widget until
    it ends, forgets to listen for that when the style sheet goes, and crashes on a later one.
    """
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
