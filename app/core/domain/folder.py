"""Folders that are looked through for changes, and files there that are no documents."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path, PurePath

from app.core.domain.document import FileStamp

DUPLICATE = "duplicate"
"""Reason of a file whose content is that of a document that lies elsewhere."""
NOT_READ = "not_read"
"""Reason of a file that was to be read when the user stopped the reading."""

_SEPARATOR = str(PurePath("a", "b"))[1]
_MARK_BYTES = 16
_PATH, _CONTENT = b"path\0", b"content\0"


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A folder that stays in the library. Its new documents join the collection of this name;
    "" for none."""

    path: Path
    collection: str = ""

    def holds(self, path: Path) -> bool:
        """Whether a file or folder lies below it, or is the folder itself."""
        return is_below(path, self.path)


@dataclass(frozen=True, slots=True)
class KnownFile:
    """Where a document was seen last, with what tells its file from others."""

    document_id: int
    path: Path
    stamp: FileStamp
    sha256: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """A document's content was seen at this path, with this stamp."""

    document_id: int
    path: Path
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class LeftOutFile:
    """A file that was found and is no document: `reason` is stable, `stamp` None where there was
    nothing to measure, `sha256` the content that a copy shares with its document, "" otherwise."""

    path: Path
    reason: str
    stamp: FileStamp | None = None
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class RemovedFiles:
    """What the user took out of the library and does not want back by itself.

    Only hashes are kept, with a key that each library draws for itself. Who has the library cannot
    read a name from them; who has the file as well can tell that it was taken out.
    """

    key: bytes
    marks: frozenset[bytes]

    def mark_of_path(self, path: Path) -> bytes:
        """The mark of a place, 16 bytes."""
        return self._mark(_PATH + str(path).encode("utf-8", "surrogatepass"))

    def mark_of_content(self, sha256: str) -> bytes:
        """The mark of a content, 16 bytes."""
        return self._mark(_CONTENT + sha256.encode("ascii"))

    def _mark(self, data: bytes) -> bytes:
        return blake2b(data, key=self.key, digest_size=_MARK_BYTES).digest()


def is_below(path: Path, folder: Path) -> bool:
    """Whether a path is a folder or lies below it, by name. Faster than `Path.is_relative_to`,
    which splits both: this is asked for each file of the library."""
    inner, outer = str(path), str(folder)
    # The root of a disk ends with a separator already.
    start = outer if outer.endswith(_SEPARATOR) else outer + _SEPARATOR
    return inner == outer or inner.startswith(start)
