"""How many threads pay off: one for each physical core, as in llama.cpp's own tools."""

from __future__ import annotations

import os
from pathlib import Path

_LINUX_CPUS = Path("/sys/devices/system/cpu")


def physical_cores(cpus: Path = _LINUX_CPUS) -> int:
    """Physical cores that this process may use; logical ones where the system does not tell."""
    usable = _usable_cpus()
    siblings = set()
    for cpu in usable:
        try:
            siblings.add((cpus / f"cpu{cpu}" / "topology" / "thread_siblings_list").read_text())
        except OSError:
            return len(usable)
    return len(siblings)


def _usable_cpus() -> list[int]:
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))
