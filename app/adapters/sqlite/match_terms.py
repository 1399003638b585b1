"""Words of a user as strings of FTS5's language, in which nothing is syntax (R10).

There are two kinds of index: of words, and of pairs of characters for scripts that put no spaces
between words (see `stored_text`). A term may have parts in both.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.adapters.sqlite.stored_text import index_form, unspaced_runs


def word_phrases(terms: Iterable[str]) -> list[str]:
    """Terms as quoted strings for an index of words: inside quotes nothing is syntax."""
    # FTS5 reads the expression up to the first NUL. A phrase of signs alone matches nothing, so
    # that where it is required nothing would be found: it is left out.
    forms = (" ".join(index_form(term).replace("\0", " ").split()) for term in terms)
    return [_quoted(form) for form in dict.fromkeys(forms) if any(map(str.isalnum, form))]


def pair_phrases(terms: Iterable[str]) -> list[str]:
    """Runs of unspaced characters of the terms, as phrases of an index of pairs."""
    runs = dict.fromkeys(run for term in terms for run in unspaced_runs(term))
    return [_phrase(run) for run in runs]


def beginning(phrase: str) -> str:
    """Matches where the phrase stands, or one whose last word only begins like its own."""
    return phrase if phrase.endswith("*") else f"{phrase} *"


def _phrase(run: str) -> str:
    if len(run) == 1:
        return beginning(_quoted(run))  # each character begins one word of that index
    return _quoted(" ".join(run[start : start + 2] for start in range(len(run) - 1)))


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
