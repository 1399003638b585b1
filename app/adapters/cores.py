"""How many processor cores there are to work with."""

from __future__ import annotations

import os
from pathlib import Path

# Where Linux tells which logical processors share a core.
_SIBLINGS = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


def usable_cores() -> int:
    """Cores that this program may use. Two logical processors of one core count once, where the
    system tells; elsewhere half of the logical ones count, and two at least where there are two.
    """
    if not hasattr(os, "sched_getaffinity"):
        logical = os.cpu_count() or 1
        return max(logical // 2, min(logical, 2))
    usable = os.sched_getaffinity(0)
    return len({_siblings(number) for number in usable})


def _siblings(processor: int) -> str:
    try:
        return Path(_SIBLINGS.format(processor)).read_text(encoding="ascii").strip()
    except OSError:
        return str(processor)
