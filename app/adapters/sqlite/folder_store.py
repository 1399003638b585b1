"""The store of watched folders on SQLite, in the library file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.adapters.sqlite import folder_table
from app.adapters.sqlite.connection import Database
from app.core.domain.folder import (
    KnownFile,
    LeftOutFile,
    RemovedFiles,
    Sighting,
    WatchedFolder,
    is_below,
)


class SqliteFolders:
    """Implements :class:`~app.core.ports.FolderStore`. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def folders(self) -> list[WatchedFolder]:
        """See the port."""
        with self._database.read() as connection:
            return folder_table.folders(connection)

    def watch(self, folder: WatchedFolder) -> None:
        """See the port."""
        with self._database.write() as connection:
            for other in folder_table.folders(connection):
                if other.path == folder.path:
                    continue
                if other.holds(folder.path):
                    return
                if is_below(other.path, folder.path):
                    folder_table.delete(connection, other.path)
            folder_table.put(connection, folder)

    def stop_watching(self, path: Path) -> bool:
        """See the port."""
        with self._database.write() as connection:
            if not folder_table.delete(connection, path):
                return False
            folder_table.delete_left_out_below(connection, path)
            return True

    def known_files(self) -> list[KnownFile]:
        """See the port."""
        with self._database.read() as connection:
            return folder_table.known_files(connection)

    def see(self, sightings: Sequence[Sighting]) -> list[Sighting]:
        """See the port."""
        with self._database.write() as connection:
            wanted = list(sightings)
            while True:
                ids = {one.document_id for one in wanted}
                held = folder_table.ids_at(connection, [one.path for one in wanted])
                free = [one for one in wanted if held.get(one.path, one.document_id) in ids]
                if len(free) == len(wanted):
                    break
                wanted = free
            folder_table.put_sightings(connection, wanted)
        return wanted

    def left_out(self) -> list[LeftOutFile]:
        """See the port."""
        with self._database.read() as connection:
            return folder_table.left_out(connection)

    def change_left_out(self, gone: Sequence[Path], now: Sequence[LeftOutFile]) -> None:
        """See the port."""
        with self._database.write() as connection:
            folder_table.delete_left_out(connection, gone)
            folder_table.put_left_out(connection, now)

    def removed(self) -> RemovedFiles:
        """See the port."""
        with self._database.read() as connection:
            return folder_table.removed(connection)

    def add_removed(self, marks: Sequence[bytes]) -> None:
        """See the port."""
        with self._database.write() as connection:
            folder_table.put_removed(connection, marks)

    def drop_removed(self, marks: Sequence[bytes]) -> None:
        """See the port."""
        with self._database.write() as connection:
            folder_table.delete_removed(connection, marks)
