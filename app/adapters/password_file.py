"""A file with passwords, one a line, that the user names on the command line."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from app.core.errors import InvalidInput

MOST_BYTES = 64 * 1024
MOST_PASSWORDS = 1000
"""Each is tried on each file that needs one, which takes some milliseconds."""

_OTHERS = stat.S_IRGRP | stat.S_IROTH


class PasswordFile:
    """Reads passwords. What it holds is never part of a message."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def passwords(self) -> list[str]:
        """The lines in their order, UTF-8 with or without its mark; spaces count, and empty lines
        do not.

        Raises:
            InvalidInput: the file is missing, may not be read, is too large, is no text, or holds
                no password. The sentence says which.
        """
        data = self._data()
        if len(data) > MOST_BYTES:
            raise _unusable(
                f"The password file {self._path} is larger than {MOST_BYTES // 1024} KiB, so it "
                "is hardly a list of passwords. Check the path."
            )
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            # Without the cause, which holds the bytes.
            raise _unusable(
                f"The password file {self._path} is not text in UTF-8. Save it as plain text in "
                "UTF-8, with one password on each line."
            )
        # Not splitlines(), which parts at characters that a password may hold.
        passwords = list(filter(None, (line.removesuffix("\r") for line in text.split("\n"))))
        if not passwords:
            raise _unusable(
                f"The password file {self._path} is empty. Write one password on each line."
            )
        if len(passwords) > MOST_PASSWORDS:
            raise _unusable(
                f"The password file {self._path} has more than {MOST_PASSWORDS:,} lines, and each "
                "of them would be tried on each locked file. Keep those that you need."
            )
        return passwords

    @property
    def read_by_others(self) -> bool:
        """Whether the system lets other users read the file; where it cannot tell, no."""
        if os.name != "posix":
            return False
        try:
            mode = self._path.stat().st_mode
        except OSError:
            return False
        return stat.S_ISREG(mode) and bool(mode & _OTHERS)

    def _data(self) -> bytes:
        """Enough of the file to tell whether it is too large. A pipe will do, so that passwords
        can come from a program that keeps them."""
        try:
            with self._path.open("rb") as file:
                return file.read(MOST_BYTES + 1)
        except FileNotFoundError as error:
            raise InvalidInput(
                f"There is no password file {self._path}. Check the path.", code="path_not_found"
            ) from error
        except OSError as error:
            raise _unusable(
                f"The password file {self._path} cannot be read. Check that it is a file, and its "
                "permissions."
            ) from error


def _unusable(sentence: str) -> InvalidInput:
    return InvalidInput(sentence, code="password_file")
