"""Finds the files under ``resources/``, in a checkout and in a frozen program.

PyInstaller unpacks data files below ``sys._MEIPASS``; in a checkout they lie beside the import
package.
"""

from __future__ import annotations

import sys
from pathlib import Path


def resources_root() -> Path:
    """Return the ``resources`` folder as an absolute path; it is not checked to exist."""
    unpacked = getattr(sys, "_MEIPASS", None)
    base = Path(unpacked) if unpacked else Path(__file__).resolve().parents[3]
    return base / "resources"


def resource_path(*parts: str) -> Path:
    """Return the path of one resource, such as ``resource_path("ui", "tokens.json")``.

    Raises FileNotFoundError when the file is not there: the program is not whole then.
    """
    path = resources_root().joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(f"The program file {'/'.join(('resources', *parts))} is missing.")
    return path
