"""File systems of a test's own: small ones, and ones that can only be read. Only root may have
them; a test is skipped for everybody else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _mount(*options: str) -> bool:
    done = subprocess.run(["mount", *options], capture_output=True, check=False)
    return done.returncode == 0


def _unmount(folder: Path) -> None:
    subprocess.run(["umount", str(folder)], check=True)


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[None]:
    """A file system of so many bytes, such as "2m", in an empty folder."""
    if sys.platform != "linux" or not _mount(
        "-t", "tmpfs", "-o", f"size={size},mode=0700", "tmpfs", str(folder)
    ):
        pytest.skip("this user may not mount a small disk")
    try:
        yield
    finally:
        _unmount(folder)


def resize(folder: Path, size: str) -> None:
    """Give a small disk more room."""
    assert _mount("-o", f"remount,size={size}", str(folder))


@contextmanager
def only_read(folder: Path) -> Iterator[None]:
    """Nothing can be written to a folder, not even by root."""
    if sys.platform != "linux" or not _mount("--bind", str(folder), str(folder)):
        pytest.skip("this user may not mount a folder that can only be read")
    try:
        assert _mount("-o", "remount,bind,ro", str(folder))
        yield
    finally:
        _unmount(folder)
