"""The two movements of the viewer: scrolling to a place and fading marks in.

Both take 150 ms, and none at all when the system asks for less motion.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation

DURATION_MS = 150


class Motion(QObject):
    """Moves one number to a goal and tells `apply` each step, the goal itself last."""

    def __init__(self, apply: Callable[[float], None], parent: QObject) -> None:
        super().__init__(parent)
        self._apply = apply
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(DURATION_MS)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._stepped)

    @property
    def running(self) -> bool:
        """Whether the goal is not reached yet."""
        return self._animation.state() is QVariantAnimation.State.Running

    def move(self, start: float, goal: float, *, at_once: bool = False) -> None:
        """Begin to move, or be there at once."""
        self.stop()
        if at_once or start == goal:
            self._apply(goal)
            return
        self._apply(start)
        self._animation.setStartValue(float(start))
        self._animation.setEndValue(float(goal))
        self._animation.start()

    def stop(self) -> None:
        """Stay where it is."""
        self._animation.stop()

    def _stepped(self, value: object) -> None:
        # Qt reports once more when start and end values are set; only running steps count.
        if self.running and isinstance(value, float):
            self._apply(value)
