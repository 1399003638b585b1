"""Keeps what a worker says, and in which thread it says it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QThread, SignalInstance, Slot


class Listener(QObject):
    """Listens to signals that carry one value or none."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[str, object]] = []
        self.threads: set[QThread] = set()
        self._names: list[_Ear] = []

    def listen(self, name: str, signal: SignalInstance, *, value: bool = True) -> None:
        """Note under `name` what the signal carries, or None."""
        ear = _Ear(self, name)
        self._names.append(ear)
        signal.connect(ear.value if value else ear.nothing)

    def values(self, name: str) -> list[object]:
        """What was heard under a name."""
        return [value for heard, value in self.heard if heard == name]

    @property
    def names(self) -> list[str]:
        """The names of what was heard, in order."""
        return [name for name, _ in self.heard]


class _Ear(QObject):
    def __init__(self, listener: Listener, name: str) -> None:
        super().__init__()
        self._listener = listener
        self._name = name

    @Slot(object)
    def value(self, value: object) -> None:
        self._listener.threads.add(QThread.currentThread())
        self._listener.heard.append((self._name, value))

    @Slot()
    def nothing(self) -> None:
        self.value(None)
