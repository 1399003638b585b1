"""Starts the program's window."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from setup_steps.places import Places
from setup_steps.processes import environment, status_of

EXIT_NO_DISPLAY = 2

NO_DISPLAY = (
    "Everything is set up, but the window needs a display, and this session has none "
    "(DISPLAY and WAYLAND_DISPLAY are not set). On a machine without a screen, run: "
    "xvfb-run make run (xvfb-run is in the package xvfb)."
)


def lacks_display(platform: str, env: Mapping[str, str]) -> bool:
    """Whether Qt would find no display. `platform` is `sys.platform`."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return platform == "linux" and not any(env.get(name) for name in names)


def start(places: Places, arguments: Sequence[str]) -> int:
    """Show the window until it is closed; the exit status for the set-up."""
    if lacks_display(sys.platform, os.environ):
        print(NO_DISPLAY, file=sys.stderr)
        return EXIT_NO_DISPLAY
    command = [str(places.python), "-m", "app", *arguments]
    if os.name != "nt":
        # The window takes the place of the set-up, so that signals reach it and nothing else.
        sys.stdout.flush()
        os.execve(places.python, command, environment(os.environ))
    return status_of(command)
