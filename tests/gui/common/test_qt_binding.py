"""The Qt binding keeps count of what it returns.

PySide6 6.12.0 returns None without counting it, which Python before 3.12 does not forgive: after
some thousand calls the count reaches zero, and the program is aborted.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject

CALLS = 500


def test_calls_that_return_nothing_do_not_use_up_none() -> None:
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        thing.setObjectName("thing")
    assert sys.getrefcount(None) > before - CALLS / 2
