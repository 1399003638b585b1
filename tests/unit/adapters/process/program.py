"""A program that uses a child process, to be started with `python -m`."""

from __future__ import annotations

import sys

from app.adapters.process.client import ChildProcess
from tests.unit.adapters.process.handlers import Worker


def main() -> None:
    child = ChildProcess("counter", Worker)
    print(child.call("add", 2, 3))  # noqa: T201
    if "wait" in sys.argv:
        print(child.process_id, flush=True)  # noqa: T201
        sys.stdin.read()
    child.close()


if __name__ == "__main__":
    main()
