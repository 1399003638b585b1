"""Settings as a JSON file that is replaced whole, so that it is never half written."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import tempfile
from pathlib import Path

import platformdirs
from pydantic import ValidationError

from app.core.errors import StorageError
from app.core.settings import Settings

log = logging.getLogger(__name__)


def default_settings_file() -> Path:
    """The settings of this user: in the configuration folder of this system."""
    return Path(platformdirs.user_config_dir("Pincite", appauthor=False)) / "settings.json"


class GivenSettings:
    """Implements :class:`~app.core.ports.SettingsStore` for one run of a measurement: settings that
    are handed over, and forgotten afterwards."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def load(self) -> Settings:
        """See the port."""
        return self._settings

    def save(self, settings: Settings) -> None:
        """See the port."""
        self._settings = settings


class SettingsFile:
    """Implements :class:`~app.core.ports.SettingsStore`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> Settings:
        """See the port. A file with unknown keys is fine; one with wrong values is set aside as
        `settings.json.broken`."""
        try:
            return Settings.model_validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return Settings()
        except ValidationError:
            log.warning("settings could not be understood; set aside, defaults are used")
            self._set_aside()
        except OSError as error:
            log.warning("settings could not be read (%s); defaults are used", _name(error))
        return Settings()

    def save(self, settings: Settings) -> None:
        """See the port.

        Raises:
            StorageError: the disk is full or the folder cannot be written; the old file is kept.
        """
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._replace(settings.model_dump_json(indent=2).encode() + b"\n")
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                message = "The disk is full, so the settings could not be saved. Free some space, "
                message += "then try again."
            else:
                message = f"The settings could not be saved. Check the permissions of {self._path}."
            raise StorageError(message, detail=_name(error)) from error

    def _replace(self, content: bytes) -> None:
        # The file is made readable by the user only.
        number, name = tempfile.mkstemp(prefix=".settings-", dir=self._path.parent)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(self._path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise

    def _set_aside(self) -> None:
        with contextlib.suppress(OSError):
            self._path.replace(self._path.with_name(self._path.name + ".broken"))


def _name(error: OSError) -> str:
    return errno.errorcode.get(error.errno or 0, "OSError")
