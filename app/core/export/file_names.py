"""Names for exported files that Windows, macOS and Linux all take."""

from __future__ import annotations

import re
import unicodedata

from app.core.text.safe_text import one_line

MOST_BYTES = 120
"""Of a name without its ending, in UTF-8. Systems take 255 bytes, some with encrypted folders 143;
what a program adds while it writes has room too."""
FALLBACK = "Conversation"

# Windows takes none of these, and macOS and Linux not all of them.
_FORBIDDEN = re.compile(r'[<>:"/\\|?*]+')
# Names of devices, with any ending; a file of that name cannot be made on Windows.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|\Z)", re.I)
# Characters that cannot be seen, so that two names would look the same.
_UNSEEN = {"Cc", "Cf", "Co", "Cn", "Cs"}


def file_name(title: str, suffix: str, *, fallback: str = FALLBACK) -> str:
    """A name with the ending `suffix` (".md") that says what `title` says, cut at a word;
    `fallback` where nothing is left of it."""
    text = unicodedata.normalize("NFC", one_line(title))
    text = "".join(sign for sign in text if unicodedata.category(sign) not in _UNSEEN)
    text = _ends(_FORBIDDEN.sub(" ", text))
    text = _ends(_cut(text)) or fallback
    return f"{'_' if _DEVICE.match(text) else ''}{text}{suffix}"


def _ends(text: str) -> str:
    """Neither hidden nor an option of a command; Windows drops spaces and dots at the end."""
    return " ".join(text.split()).lstrip("-.~ ").rstrip(". ")


def _cut(text: str) -> str:
    if len(text.encode()) <= MOST_BYTES:
        return text
    kept = text.encode()[:MOST_BYTES].decode(errors="ignore")
    # Marks that follow a letter stay with it, or go with it.
    end = len(kept)
    while end and unicodedata.combining(text[end]):
        end -= 1
    kept = kept[:end]
    space = kept.rfind(" ")
    return kept[:space] if space > MOST_BYTES // 4 else kept
