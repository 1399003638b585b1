"""Handing files to the system: its own viewer, its own file browser."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def open_file(path: Path) -> None:
    """Open a file with the program that the system has for it."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def show_in_folder(path: Path) -> None:
    """Open the folder that holds the file."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))


def open_folder(folder: Path) -> None:
    """Open a folder in the system's file browser."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
