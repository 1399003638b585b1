"""How text and paths are written into the database and into its full-text indexes.

An index is told what to forget by giving it the same words again, so `index_form` and
`bigram_form` must stay as they are: a change needs a migration that builds the index anew.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from app.core.text import unspaced

# Half of a surrogate pair, as odd file names and broken PDFs give; UTF-8 cannot hold it.
_SURROGATE = re.compile("[\ud800-\udfff]")

# Characters without width that only say where a line may break: soft hyphen, zero-width spaces and
# joiners, word joiner, byte order mark.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")

# Accents, as canonical decomposition leaves them. Only these: the marks of other scripts, such as
# Japanese voicing or Hindi vowels, tell words apart.
_ACCENTS = re.compile("[\u0300-\u036f]")


def storable(text: str) -> str:
    """The text with what UTF-8 cannot hold replaced, character for character."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def index_form(text: str) -> str:
    """What the index of words is given for a text, and what it is searched with.

    Ligatures and full-width letters as plain ones (NFKC), case folded, without accents and soft
    hyphens; without unspaced scripts. SQLite's tokenizer alone leaves Greek accents, final sigma
    and sharp s as they are.
    """
    if text.isascii():
        return text  # the tokenizer ignores case
    return unspaced.RUN.sub(" ", _folded(text))


def bigram_form(text: str) -> str:
    """What the index of unspaced scripts is given for a text.

    Each run of such characters as its pairs, which overlap, and its last character: "東京都" gives
    "東京 京都 都". So each character begins one word of the index, and neighbours in the text are
    neighbours there. "" where there are none.
    """
    return " ".join(
        run[start : start + 2] for run in unspaced_runs(text) for start in range(len(run))
    )


def unspaced_runs(text: str) -> list[str]:
    """Runs of characters of unspaced scripts, folded, in order."""
    return [] if text.isascii() else unspaced.RUN.findall(_folded(text))


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", _INVISIBLE.sub("", storable(text)).casefold())
    return unicodedata.normalize("NFKC", _ACCENTS.sub("", plain))


def context_form(title: str, heading_path: Iterable[str]) -> str:
    """What stands above a chunk, one part a line: the document's title, then its headings."""
    return "\n".join((title, *heading_path))


def path_key(path: Path) -> bytes:
    """A path as the system names it: also names that are not valid text survive."""
    return os.fsencode(path)


def path_of(key: bytes) -> Path:
    """The path of a key."""
    return Path(os.fsdecode(key))
