"""Finds what a test left running: threads of Python or Qt, and child processes."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

# What a test started may need a moment to end after it was asked to.
GRACE_SECONDS = 5.0
LOOK_AGAIN_SECONDS = 0.02

# Started once per process by the standard library, and ended with it.
SHARED_HELPERS = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")

_PROC = Path("/proc")


def live_threads() -> dict[int, str]:
    """Name of each live thread, by its native id.

    A thread that Qt started shows as a "Dummy" thread once it has run Python code, and its
    object outlives it. Linux tells whether it is still there; elsewhere such threads are left out.
    """
    found = {}
    for thread in threading.enumerate():
        native_id = thread.native_id
        if native_id is None or not thread.is_alive():
            continue
        started_by_python = not thread.name.startswith("Dummy-")
        if started_by_python or (sys.platform == "linux" and _task_exists(native_id)):
            found[native_id] = thread.name
    return found


def live_children() -> dict[int, str]:
    """Command of each live child process, by its process id. Ended ones are not counted."""
    found = {
        child.pid: child.name
        for child in multiprocessing.active_children()
        if child.pid is not None
    }
    if sys.platform == "linux":
        found.update(_children_by_proc(os.getpid()))
    return found


def left_over(look: Callable[[], dict[int, str]], before: dict[int, str]) -> list[str]:
    """Names of what is alive now and was not before, after a grace period.

    >>> left_over(dict, {})
    []
    """
    give_up = time.monotonic() + GRACE_SECONDS
    pause = threading.Event()
    while True:
        names = [name for key, name in look().items() if key not in before]
        if not names or time.monotonic() > give_up:
            return sorted(names)
        pause.wait(LOOK_AGAIN_SECONDS)


def _task_exists(native_id: int) -> bool:
    return (_PROC / "self" / "task" / str(native_id)).exists()


def _children_by_proc(parent: int) -> dict[int, str]:
    found = {}
    for folder in _PROC.iterdir():
        if not folder.name.isdigit():
            continue
        try:
            # "pid (name) state ppid …"; the name may hold spaces and brackets.
            state, parent_id = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
        except OSError:
            continue  # it ended while we looked
        is_helper = any(helper in command for helper in SHARED_HELPERS)
        if int(parent_id) == parent and state != "Z" and not is_helper:
            found[int(folder.name)] = command or folder.name
    return found
