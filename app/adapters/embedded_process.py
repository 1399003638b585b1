"""Takes PDFs out of PDFs, in a child process with limits on time and memory (I7), and writes them
to a folder of the user. Nothing that is there is ever replaced."""

from __future__ import annotations

import contextlib
import errno
import filecmp
import itertools
import logging
import secrets
from pathlib import Path

from app.adapters.process.client import ChildProcess
from app.adapters.pymupdf.unpacking import make_unpacker
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentStatus, EmbeddedFile
from app.core.errors import PageLocked, PageUnavailable, StorageError, WorkerDied
from app.core.ports import ExtractionFailed

# As for reading: 0.5 GB for Python and the engine, the rest for the PDF and what is unpacked.
_MEMORY_BYTES = 2 << 30
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

_log = logging.getLogger(__name__)


class EmbeddedFilesProcess:
    """An `EmbeddedFiles` whose engine works in a child process, which starts when it is needed.

    Args:
        seconds: For opening the PDF and unpacking one file of it.
    """

    def __init__(self, *, seconds: float = 60.0) -> None:
        self._seconds = seconds
        self._child = ChildProcess(
            "PDF reader", make_unpacker, memory_limit_bytes=_MEMORY_BYTES, restart_after=50
        )

    @property
    def process_id(self) -> int | None:
        """Id of the running child, None where there is none."""
        return self._child.process_id

    def list(
        self, path: Path, *, cancel: CancelToken, password: str | None = None
    ) -> tuple[EmbeddedFile, ...]:
        """See `EmbeddedFiles.list`."""
        try:
            found: tuple[EmbeddedFile, ...] = self._child.call(
                "list", path, password, timeout=self._seconds, cancel=cancel
            )
        except ExtractionFailed as error:
            raise _unavailable(error) from error
        except WorkerDied as error:
            raise _given_up(error) from error
        cancel.raise_if_cancelled()
        return found

    def save(
        self,
        path: Path,
        number: int,
        target: Path,
        *,
        cancel: CancelToken,
        password: str | None = None,
    ) -> tuple[Path, int] | None:
        """See `EmbeddedFiles.save`."""
        fresh = target.with_name(f".pincite-{secrets.token_hex(8)}.part")
        parts = self._child.stream(
            "content", path, password, number, item_timeout=self._seconds, cancel=cancel
        )
        size = 0
        try:
            with contextlib.closing(parts), fresh.open("xb") as file:
                for part in parts:
                    size += file.write(part)
            cancel.raise_if_cancelled()
            return (_settled(fresh, target), size) if size else None
        except ExtractionFailed as error:
            raise _unavailable(error) from error
        except WorkerDied as error:
            raise _given_up(error) from error
        except OSError as error:
            raise _not_written(target.parent, error) from error
        finally:
            with contextlib.suppress(OSError):
                fresh.unlink()

    def close(self) -> None:
        """End the child process, if any."""
        self._child.close()


def _settled(fresh: Path, target: Path) -> Path:
    """Give a file its name, or another with a number where that is taken; where a file with the
    same content has it, that one is as good."""
    for count in itertools.count(1):
        name = target.name if count == 1 else f"{target.stem} ({count}){target.suffix}"
        wanted = target.with_name(name)
        if not wanted.exists() and not wanted.is_symlink():
            fresh.rename(wanted)
            return wanted
        if wanted.is_file() and filecmp.cmp(fresh, wanted, shallow=False):
            return wanted
    raise AssertionError("numbers do not end")


def _unavailable(error: ExtractionFailed) -> PageUnavailable:
    locked = error.status is DocumentStatus.NEEDS_PASSWORD
    kind = PageLocked if locked else PageUnavailable
    return kind(error.message, detail=error.detail)


def _given_up(error: WorkerDied) -> PageUnavailable:
    _log.info("Unpacking a PDF was given up: %s", error.detail or error.code)
    return PageUnavailable(
        "The files inside of the PDF could not be taken out: that takes too long or needs too much "
        "memory. Open it in another program to save them.",
        detail=error.detail,
    )


def _not_written(folder: Path, error: OSError) -> StorageError:
    detail = errno.errorcode.get(error.errno or 0, "OSError")
    if error.errno in _FULL:
        return StorageError(
            f"The disk is full, so not all files were written to “{folder.name}”. Free some space, "
            "then add them again.",
            detail=detail,
        )
    return StorageError(
        f"Nothing can be written to the folder “{folder.name}”. Choose another folder.",
        detail=detail,
    )
