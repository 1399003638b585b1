"""The settings in force: read once, changed by the user, effective at once everywhere."""

from __future__ import annotations

import threading

from app.core.ports import SettingsStore
from app.core.settings import Settings


class Preferences:
    """Holds the current settings; services ask for them anew for each job."""

    def __init__(self, store: SettingsStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._current = store.load()

    @property
    def current(self) -> Settings:
        """The settings in force."""
        return self._current

    def change(self, settings: Settings) -> None:
        """Put other settings in force and keep them.

        Raises:
            StorageError: they are in force, but could not be written.
        """
        with self._lock:
            self._current = settings
            self._store.save(settings)
