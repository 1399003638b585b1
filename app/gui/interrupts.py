"""Ctrl-C in the terminal, and a system that ends its programs, close the window as its user would.

While Qt waits for events, no Python runs, and so no handler of a signal does. Python writes a byte
for each signal; where that can be waited for like an event, Qt wakes up.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSocketNotifier


@contextmanager
def interrupts_close(close: Callable[[], object]) -> Iterator[None]:
    """Call `close` in the thread of Qt when the program is asked to end, for as long as the `with`
    block lasts. Windows has consoles for that and no such signals; there nothing is changed."""
    if os.name != "posix":
        yield
        return
    reading, writing = os.pipe()
    for end in (reading, writing):
        os.set_blocking(end, False)
    notifier = QSocketNotifier(reading, QSocketNotifier.Type.Read)

    def wake() -> None:
        os.read(reading, 64)
        close()

    notifier.activated.connect(wake)
    before = {number: signal.signal(number, _leave_it_to_the_byte) for number in _SIGNALS}
    woken = signal.set_wakeup_fd(writing)
    try:
        yield
    finally:
        signal.set_wakeup_fd(woken)
        for number, handler in before.items():
            signal.signal(number, handler)
        notifier.setEnabled(False)
        os.close(reading)
        os.close(writing)


_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def _leave_it_to_the_byte(number: int, frame: object) -> None:
    """With a handler of its own, a signal neither ends the program nor raises anything."""
