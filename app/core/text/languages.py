"""In which language a question is asked, as far as its function words tell."""

from __future__ import annotations

from app.core.text.terms import FUNCTION_WORDS, words

# Words that tell the language, but are searched for: most say something in another one.
_TELLING = {"de": frozenset("die darf durfen gilt gelten habe hast".split())}


def function_words(text: str) -> dict[str, int]:
    """How many words of a text are function words of each language that is known. Some belong to
    several."""
    every = [word.folded for word in words(text)]
    return {
        language: sum(word in known or word in _TELLING.get(language, ()) for word in every)
        for language, known in FUNCTION_WORDS.items()
    }


def is_in(language: str, text: str) -> bool:
    """Whether a text has more function words of this language ("en", "de", "fr", "es", "it") than
    of any other."""
    counts = function_words(text)
    return all(counts[language] > count for other, count in counts.items() if other != language)
