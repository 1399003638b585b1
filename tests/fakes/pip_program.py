"""Stands in for `pip download`: takes wheels from a shelf, and fails, hangs or dies as told.

As a module it fills the shelf and says how to run itself; as a program it is the command.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import threading
import zipfile
from pathlib import Path


class FakePip:
    """A shelf of wheels, and the command that downloads from it."""

    def __init__(self, shelf: Path) -> None:
        self._shelf = shelf
        shelf.mkdir(parents=True, exist_ok=True)

    @property
    def command(self) -> tuple[str, ...]:
        return (sys.executable, str(Path(__file__).resolve()), str(self._shelf))

    @property
    def asked(self) -> list[str]:
        """What was asked for, as "name==1.0", in order."""
        calls = self._shelf / "calls.txt"
        return calls.read_text().split() if calls.exists() else []

    def put(self, package: str, version: str, member: str, content: bytes) -> Path:
        """Lay a wheel with one data file on the shelf."""
        wheel = self._shelf / f"{package.replace('-', '_')}-{version}-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(member, content)
            archive.writestr("setup.py", "raise SystemExit('data only: this must never run')")
        return wheel

    def fail(self, package: str, said: str, times: int = 1) -> None:
        """Say this and fail, the next `times` times that the package is asked for."""
        for number in range(times):
            (self._shelf / f"{package}.fails.{number}").write_text(said)

    def hang(self, package: str) -> None:
        """Write a few bytes, then do nothing for ever when the package is asked for."""
        (self._shelf / f"{package}.hangs").touch()

    def cure(self, package: str) -> None:
        """Hang no more."""
        (self._shelf / f"{package}.hangs").unlink()


def main() -> int:
    """Do as `pip download` with the options that Pincite gives."""
    shelf = Path(sys.argv[1])
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["download"])
    for switch in ("quiet", "no-input", "disable-pip-version-check", "no-cache-dir", "no-deps"):
        parser.add_argument(f"--{switch}", action="store_true", required=True)
    parser.add_argument("--progress-bar", choices=["off"], required=True)
    parser.add_argument("--only-binary", choices=[":all:"], required=True)
    parser.add_argument("--dest", type=Path, required=True)
    parser.add_argument("requirement")
    given = parser.parse_args(sys.argv[2:])
    name, _, version = given.requirement.partition("==")
    with (shelf / "calls.txt").open("a") as calls:
        calls.write(given.requirement + "\n")
    if (shelf / f"{name}.hangs").exists():
        (Path(os.environ["TMPDIR"]) / "half").write_bytes(bytes(1000))
        threading.Event().wait()
    for failure in sorted(shelf.glob(f"{name}.fails.*")):
        sys.stdout.write(failure.read_text())
        failure.unlink()
        return 1
    wheels = list(shelf.glob(f"{name.replace('-', '_')}-{version}-*.whl"))
    if not wheels:
        sys.stdout.write(f"ERROR: No matching distribution found for {given.requirement}\n")
        return 1
    given.dest.mkdir(parents=True, exist_ok=True)
    for wheel in wheels:
        shutil.copy(wheel, given.dest)
    return 0


if __name__ == "__main__":
    sys.exit(main())
