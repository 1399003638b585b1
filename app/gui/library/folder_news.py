"""What a check of the folders found, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.gui.common.formats import Formats
from app.gui.common.notice import NoticeKind
from app.gui.common.notice_area import short
from app.services.folders import FolderCheck


@dataclass(frozen=True, slots=True)
class FolderNews:
    """A notice: how serious, what happened, and more of it."""

    kind: NoticeKind
    title: str
    sentence: str


def news_of(check: FolderCheck, formats: Formats) -> FolderNews:
    """What to tell somebody who asked for the check."""
    rest = _sentences(check, formats)
    if check.unreachable:
        title = f"{_names(check.unreachable)} cannot be reached now."
        where = "it is" if len(check.unreachable) == 1 else "they are"
        rest.insert(
            0,
            f"If {where} on a disk or a server, connect it, then check again. The documents stay "
            "in the library.",
        )
        return FolderNews(NoticeKind.WARN, title, " ".join(rest))
    read = len(check.to_read)
    if read:
        verb = "is" if read == 1 else "are"
        title = f"{formats.count(read, 'new or changed file')} {verb} being read."
        return FolderNews(NoticeKind.INFO, title, " ".join(rest))
    if check.moved or check.back or check.lost:
        return FolderNews(NoticeKind.INFO, rest[0], " ".join(rest[1:]))
    files = "No file" if not check.unchanged else formats.count(check.unchanged, "file")
    looked = f"{files} looked at." if check.looked_into else "No folder has been added yet."
    return FolderNews(NoticeKind.INFO, "Nothing has changed.", " ".join([looked, *rest]))


def _sentences(check: FolderCheck, formats: Formats) -> list[str]:
    """What there is to say besides of files that are read."""
    said = []
    if moved := len(check.moved):
        was = "was" if moved == 1 else "were"
        said.append(f"{formats.count(moved, 'file')} {was} moved.")
        said.append("Citations lead to the new place.")
    if check.back:
        verb = "is" if check.back == 1 else "are"
        said.append(f"{formats.count(check.back, 'file')} {verb} there again.")
    if missing := len(check.missing):
        verb, stay = (
            ("is", "Its document stays") if missing == 1 else ("are", "Their documents stay")
        )
        said += [f"{formats.count(missing, 'file')} {verb} missing.", f"{stay} in the library."]
    if check.removed:
        verb = "is" if check.removed == 1 else "are"
        said.append(
            f"{formats.count(check.removed, 'file')} that you removed {verb} left out. "
            "To read one again, add it."
        )
    return said


def _names(folders: Sequence[Path]) -> str:
    """One folder by its name, several by their number."""
    if len(folders) == 1:
        return f"“{short(folders[0].name or str(folders[0]))}”"
    return Formats().count(len(folders), "folder")
