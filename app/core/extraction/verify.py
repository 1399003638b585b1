"""Whether a value stands in the chunk that a model cites for it, and in which of its words (E5).

Of several places, the one is shown that stands nearest to words of the field: the total of an
invoice may also be its net amount. What is shown as verified stands in the chunk, always; what is
not found there may still be right, and is for a person to judge.

A value of yes or no is seldom written as a word. It counts as verified where a sentence of the
chunk holds most words of the field's title and says the same: a "no" needs a negation or the answer
"no" in it, a "yes" must have neither. That sentence is its quote. A title in another language than
the document is not found, and the value then stays unverified.
"""

from __future__ import annotations

from dataclasses import replace

from app.core.domain.extraction import FieldValue, SchemaField, Value
from app.core.extraction.answer_words import NO, YES
from app.core.extraction.occurrences import occurrences
from app.core.support.polarity import first_denial
from app.core.text.sentences import sentences
from app.core.text.stems import same_word
from app.core.text.terms import content_words, words

MAX_QUOTE_CHARACTERS = 300
"""Of a sentence that bears out a yes or a no."""

_NEAR = 40
"""Characters at which a word of the field counts half of what it counts beside the value."""
_AFTER = 2.0
"""Labels stand before their values: one that follows counts as so many times farther away."""
_LINE = 40
"""Characters that the end of a line counts as."""
_OF_DESCRIPTION = 0.2
"""What a word of the description counts, beside 1 of a word of the title."""
_MOST_WORDS = 0.6
"""Share of a title's words that a sentence on the field holds."""


def verified(field: FieldValue, schema_field: SchemaField, chunk_text: str) -> FieldValue:
    """The field with the words of its chunk that hold the value: `quote` is
    `chunk_text[start:end]`. Where they are not found, or the document does not tell, `verified` is
    False and `quote` is empty.

    Args:
        chunk_text: The text of the chunk `field.source_chunk_id`, as it is stored.
    """
    place = place_of(field.value, schema_field, chunk_text)
    if place is None:
        return replace(field, verified=False, quote="", start=0, end=0)
    start, end = place
    return replace(field, verified=True, quote=chunk_text[start:end], start=start, end=end)


def place_of(value: Value, schema_field: SchemaField, chunk_text: str) -> tuple[int, int] | None:
    """Where in a chunk the words stand that hold a value of a field: (start, end) in its text, None
    where they are not found."""
    if isinstance(value, bool):
        return _sentence_on(schema_field, value, chunk_text)
    return _nearest(occurrences(value, schema_field.type, chunk_text), schema_field, chunk_text)


def _nearest(
    places: list[tuple[int, int]], field: SchemaField, text: str
) -> tuple[int, int] | None:
    """The place that stands nearest to words of the field; of equal ones the first."""
    if len(places) < 2:
        return places[0] if places else None
    title = _words_of(field.title) | _words_of(field.name.replace("_", " "))
    weights = dict.fromkeys(_words_of(field.description), _OF_DESCRIPTION)
    weights |= dict.fromkeys(title, 1.0)
    said = [
        (asked, word.start, word.end)
        for word in words(text)
        for asked in weights
        if same_word(asked, word.folded)
    ]

    def nearness(place: tuple[int, int]) -> float:
        best: dict[str, float] = {}
        for asked, start, end in said:
            apart = _apart(text, place, start, end)
            best[asked] = max(best.get(asked, 0.0), weights[asked] / (1 + apart / _NEAR))
        return sum(best.values())

    return max(places, key=lambda place: (nearness(place), -place[0]))


def _apart(text: str, place: tuple[int, int], start: int, end: int) -> float:
    """How far a word stands from a place, in characters; ends of lines and words that follow count
    for more."""
    if end <= place[0]:
        return place[0] - end + _LINE * text.count("\n", end, place[0])
    if place[1] <= start:
        return _AFTER * (start - place[1] + _LINE * text.count("\n", place[1], start))
    return float(_NEAR)  # within the value: that it holds a word of its own label tells little


def _words_of(text: str) -> set[str]:
    return {word.folded for word in content_words(text)}


# --- yes and no -------------------------------------------------------------------------------


def _sentence_on(field: SchemaField, value: bool, text: str) -> tuple[int, int] | None:
    """The sentence that holds most words of the title and says the same as the value."""
    asked = _words_of(field.title)
    best: tuple[int, int] | None = None
    most = _MOST_WORDS * len(asked)
    for start, end in _lines_and_sentences(text):
        said = [
            word
            for word in words(text[start:end])
            if any(same_word(one, word.folded) for one in asked)
        ]
        held = sum(any(same_word(one, word.folded) for word in said) for one in asked)
        if not said or held < most or (best is not None and held == most):
            continue
        if not _says(value, text[start:end]):
            continue
        best, most = _bounded(start, end, start + said[0].start, text), held
    return best


def _lines_and_sentences(text: str) -> list[tuple[int, int]]:
    """The sentences of a text; where lines of a form stand below each other, its lines."""
    places: list[tuple[int, int]] = []
    for start, end in sentences(text):
        piece = text[start:end]
        if "\n" in piece and any(_answers(line) for line in piece.splitlines()):
            at = start
            for line in piece.splitlines(keepends=True):
                if line.strip():
                    lead = len(line) - len(line.lstrip())
                    places.append((at + lead, at + len(line.rstrip())))
                at += len(line)
        else:
            places.append((start, end))
    return places


def _answers(line: str) -> bool:
    """Whether a line of a form ends with yes or no."""
    last = words(line)[-1:]
    return bool(last) and last[0].folded in YES | NO


def _says(value: bool, sentence: str) -> bool:
    """Whether a sentence on the field says what the value is: a "no" needs a negation or the answer
    "no", a "yes" a sentence that has neither. "No" may also be short for number, and "si" is "if"
    elsewhere, so answers count at the end of a line only."""
    *before, last = (word.folded for word in words(sentence))
    if {last, *before[-1:]} & YES and {last, *before[-1:]} & NO:
        return False  # a form's "yes / no", whose mark is no word
    denied = bool(first_denial(sentence))
    if last in YES:
        return value and not denied
    return value is not (denied or last in NO)


def _bounded(start: int, end: int, first: int, text: str) -> tuple[int, int]:
    """A stretch of a sentence from a little before its first word on the field."""
    if end - start <= MAX_QUOTE_CHARACTERS:
        return start, end
    begin = start if first - start <= MAX_QUOTE_CHARACTERS // 3 else first
    stop = min(end, begin + MAX_QUOTE_CHARACTERS)
    if stop < end and (gap := text.rfind(" ", begin, stop)) > begin:
        stop = gap
    return begin, stop
