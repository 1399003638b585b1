"""Chooses the title by which people know a document."""

from __future__ import annotations

import re

from app.core.reading.characters import NOISE, normalised

# Longer ones are abstracts or dumps.
_LONGEST = 200
_LEAST_LETTERS = 3
# What programs put before the name of the file that was printed.
_PROGRAM = re.compile(
    r"^(microsoft (office )?(word|excel|powerpoint)|powerpoint presentation) - ", re.I
)
# Names of files, and what programs write when there is no title.
_FILE_NAME = re.compile(
    r"\.(pdf|docx?|dotx?|xlsx?|pptx?|rtf|txt|odt|ods|odp|indd|qxd|qxp|pmd|fm|book|tex|dvi|e?ps|ai|"
    r"html?|jpe?g|tiff?|png|cdr|vsd|wpd|p65|sxw|pub|mdi|xps)$",
    re.I,
)
_PLACEHOLDER = re.compile(
    r"^(untitled|no title|title|document|doc|dokument|presentation|book|slide|page|unknown|default|"
    r"adobe photoshop pdf|scan(ned)?( document)?|image|print|about:blank|"
    r"(microsoft )?word document|powerpoint[- ]pr[äe]sentation|powerpoint presentation)[ _-]*\d*$",
    re.I,
)


def choose_title(written: str, file_stem: str) -> str:
    """The title in the file's metadata if it is one, else the name of the file.

    Args:
        written: What the metadata says; may be empty or noise.
        file_stem: Name of the file without folder and extension.
    """
    title = " ".join(normalised(written.replace("\x00", "")).split())
    title = _PROGRAM.sub("", title).strip()
    return title if _is_title(title, written) else " ".join(file_stem.split()) or file_stem


def _is_title(title: str, written: str) -> bool:
    letters = sum(character.isalpha() for character in title)
    return (
        letters >= _LEAST_LETTERS
        and letters * 3 >= len(title)
        and len(title) <= _LONGEST
        and not NOISE.search(written.strip("\x00\t\r\n "))
        and not _FILE_NAME.search(title)
        and not _PLACEHOLDER.match(title)
        and not re.search(r"[/\\][^ ]*[/\\]|^\w+://", title)
    )
