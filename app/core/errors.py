"""Errors: what the environment or the user can cause, apart from our own bugs.

A :class:`PinciteError` carries the sentence that the user reads and a stable code for scripts.
Anything else that is raised is a bug. Cancellation is not an error and is shown to no one.
"""

from __future__ import annotations


class Cancelled(Exception):
    """The user stopped the work. Never shown, never logged as a failure."""


class PinciteError(Exception):
    """A fault that a user can understand and act on.

    Args:
        message: Whole sentences for the user: what happened, what is kept, what to do.
        code: Stable, machine-readable name of the fault.
        detail: For the log only; never document text.
    """

    default_code = "fault"

    def __init__(self, message: str, *, code: str | None = None, detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.detail = detail


class InvalidInput(PinciteError):
    """What the user gave cannot be used (exit status 2 on the command line)."""

    default_code = "invalid_input"


class NotFound(InvalidInput):
    """A document, chunk, page or model of that name does not exist."""

    default_code = "not_found"


class StorageError(PinciteError):
    """The library cannot be read or written: full disk, no permission, damaged file."""

    default_code = "storage"


class LibraryBusy(StorageError):
    """Another Pincite has this library open for writing."""

    default_code = "library_busy"


class WorkerDied(PinciteError):
    """A child process ended without an answer: crash, kill, or a limit."""

    default_code = "worker_died"


class WorkerTimeout(WorkerDied):
    """A child process did not answer in time and was stopped."""

    default_code = "worker_timeout"


class ModelUnavailable(PinciteError):
    """A model file is missing, has a wrong hash, or cannot be loaded."""

    default_code = "model_unavailable"


class EmbedderMismatch(PinciteError):
    """The library was embedded with another embedder; vectors are never mixed (R4)."""

    default_code = "embedder_mismatch"


class DownloadFailed(PinciteError):
    """No source could deliver the file; what arrived is kept for the next try."""

    default_code = "download_failed"


class PageUnavailable(PinciteError):
    """The page cannot be shown: the file was moved, changed, removed, or cannot be drawn."""

    default_code = "page_unavailable"


class PageLocked(PageUnavailable):
    """The file is protected with a password, and none was given that opens it."""

    default_code = "file_locked"
