"""Memory and processor time of a process, as Linux tells them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path


def resident(process_id: int | None) -> Iterator[tuple[str, float]]:
    """Names and megabytes: all that is resident, and of it what is backed by no file and what by
    one. Nothing where the system does not tell."""
    status = Path(f"/proc/{process_id}/status")
    if process_id is None or not status.is_file():
        return
    names = {"VmRSS": "resident_mb", "RssAnon": "anonymous_mb", "RssFile": "mapped_mb"}
    for name, kilobytes in re.findall(r"^(\w+):\s+(\d+) kB$", status.read_text(), re.MULTILINE):
        if name in names:
            yield names[name], round(int(kilobytes) * 1024 / 1e6, 1)


def process_seconds(process_id: int | None) -> float | None:
    """Processor time of all threads so far, in steps of 10 milliseconds; None where the system
    does not tell."""
    stat = Path(f"/proc/{process_id}/stat")
    if process_id is None or not stat.is_file():
        return None
    # The name, in brackets, may hold anything; user and system time are the 12th and 13th after it.
    values = stat.read_text().rpartition(")")[2].split()
    return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")
