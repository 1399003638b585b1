"""Hears from the system that something changed in a folder, where the system is able to tell.

It is only a hint to look sooner: what it misses is found at the next check by the clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QStorageInfo, QTimer, Signal, Slot

QUIET_MS = 2_000
"""So long nothing more has to change before it is told: files come in groups, and one by one."""
MOST_FOLDERS = 256
"""Each costs the system a handle, and some systems give a program no more than these (macOS: 256
open files by default; Linux: 8,192 watches for all programs of a user)."""

_NETWORK = frozenset(
    "nfs nfs4 cifs smb2 smb3 smbfs afpfs webdav davfs 9p afs ncpfs vboxsf fuse.sshfs fuse.rclone "
    "fuse.davfs fuse.davfs2 fuse.gvfsd-fuse fuse.vmhgfs-fuse fuse.glusterfs ceph".split()
)
"""File systems whose changes are made by other computers, of which the system is not told."""


def on_network(folder: Path) -> bool:
    """Whether a folder lies on another computer, as far as that can be told. May take as long as
    that computer does."""
    if str(folder).startswith("\\\\"):
        return True
    kind = bytes(QStorageInfo(str(folder)).fileSystemType().data()).decode("ascii", "replace")
    return kind.lower() in _NETWORK


class FolderWatcher(QObject):
    """Watches folders, not what lies below them. Signal: `changed`, when it is quiet again."""

    changed = Signal()

    def __init__(
        self,
        *,
        quiet_ms: int = QUIET_MS,
        most: int = MOST_FOLDERS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._most = most
        self._system: QFileSystemWatcher | None = None
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(quiet_ms)
        self._quiet.timeout.connect(self.changed)

    def watch(self, folders: Sequence[Path]) -> None:
        """Watch these folders from now on, the first ones where there are too many."""
        wanted = {str(folder) for folder in folders[: self._most]}
        if self._system is None:
            if not wanted:
                return
            # Without a parent, so that it goes when it is let go of; see `close`.
            self._system = QFileSystemWatcher()
            self._system.directoryChanged.connect(self._hear)
        watched = set(self._system.directories())
        if stale := sorted(watched - wanted):
            self._system.removePaths(stale)
        if fresh := sorted(wanted - watched):
            self._system.addPaths(fresh)  # what cannot be watched is left to the clock

    def folders(self) -> list[Path]:
        """What is watched."""
        return [] if self._system is None else [Path(one) for one in self._system.directories()]

    def close(self) -> None:
        """Watch nothing any more. The system's watcher goes at once and in the thread that it
        lives in: Python may collect what is left over in any other, where Qt must not end it."""
        self._quiet.stop()
        self._system = None

    @Slot()
    def _hear(self) -> None:
        self._quiet.start()
