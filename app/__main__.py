"""Entry point: `python -m app` or `pincite` opens the window; with a sub-command, the command line.

In order: let a frozen child process take over; look at the arguments; import only the side that
is wanted, so that the command line starts without Qt and the window without argparse.
"""

from __future__ import annotations

import multiprocessing
import sys


def main(arguments: list[str] | None = None) -> int:
    """Run Pincite and return its exit status: 0 done, 2 bad usage or input, 1 a fault."""
    multiprocessing.freeze_support()
    given = sys.argv[1:] if arguments is None else arguments
    library, rest = _library_option(given)
    if rest:
        from app.cli import main as command_line

        return command_line(given)
    from app.gui.start import run_window

    return run_window(library)


def _library_option(arguments: list[str]) -> tuple[str | None, list[str]]:
    """Split off `--library DIR`, the only option that the window takes."""
    if len(arguments) >= 2 and arguments[0] == "--library":
        return arguments[1], arguments[2:]
    if arguments and arguments[0].startswith("--library="):
        return arguments[0].partition("=")[2], arguments[1:]
    return None, arguments


if __name__ == "__main__":
    sys.exit(main())
