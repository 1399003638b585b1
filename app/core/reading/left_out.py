"""Says why files were left out: of one, and of many together."""

from __future__ import annotations

from collections.abc import Callable, Mapping

# Reason: (sentence for a file, what is said of one among many, what is said of several).
_WORDS: dict[str, tuple[str, str, str]] = {
    "not_a_pdf": ("It is not a PDF.", "it is not a PDF", "they are not PDFs"),
    "duplicate": (
        "It is a copy of a document that is here already.",
        "it is a copy of a document already here",
        "they are copies of documents already here",
    ),
    "not_read": (
        "Reading was stopped before it came to this file.",
        "reading was stopped before",
        "reading was stopped before",
    ),
    "missing": ("It was not there.", "it was not there", "they were not there"),
    "unreadable": (
        "The system does not let Pincite read it.",
        "the system does not let Pincite read it",
        "the system does not let Pincite read them",
    ),
    "not_a_file": (
        "It is neither a file nor a folder.",
        "it is neither a file nor a folder",
        "they are neither files nor folders",
    ),
}
_OTHER = ("It could not be read.", "it could not be read", "they could not be read")


def left_out_sentence(reason: str) -> str:
    """Why a file was left out, for its stable reason."""
    return _WORDS.get(reason, _OTHER)[0]


def left_out_summary(counts: Mapping[str, int], number: Callable[[int], str] = str) -> str:
    """How many files were left out for which reasons, in one sentence; "" for none.

    Args:
        number: Writes a count for the reader.
    """
    together: dict[tuple[str, str, str], int] = {}
    for reason, count in counts.items():
        words = _WORDS.get(reason, _OTHER)
        together[words] = together.get(words, 0) + count
    parts: list[str] = []
    for (_, one, many), count in sorted(together.items(), key=lambda part: -part[1]):
        start = number(count)
        if not parts:
            start += " file was skipped" if count == 1 else " files were skipped"
        parts.append(f"{start} because {one if count == 1 else many}")
    if len(parts) > 1:
        parts[-1] = f"and {parts[-1]}"
    return f"{', '.join(parts)}." if parts else ""
