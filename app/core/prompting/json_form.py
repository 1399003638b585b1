"""Writes the fields of a document as one JSON object, in the shape that is read back (E1).

Braces, keys and commas are given to the model; only values and cited chunks are its own, each
within what its slot allows, so that an id which was not supplied cannot be written, nor one of a
chunk without the value where another supplied chunk has it. How sure the
model is of a field is not asked of it, since small models always say "0.9": it is how likely its
own words were to it, and written into the output in its place.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from app.core.domain.extraction import SchemaField
from app.core.domain.generation import FieldsForm, StopReason
from app.core.extraction.output import written_value
from app.core.extraction.verify import place_of
from app.core.prompting.json_slots import (
    ChoiceSlot,
    EitherSlot,
    Fit,
    Slot,
    SpacedSlot,
    value_slot,
)
from app.core.prompting.writing import Logits, PieceDecoder, Step, Vocabulary

TRIES = 64
"""So many of the likeliest tokens are tried before a single character is chosen for the model."""

MAX_VALUE_TOKENS = 100
"""A value that is longer is ended for the model, which then counts as unsure of it. Ten authors
take about 60."""
MAX_ENTRY_TOKENS = 64
"""Of the key, braces and commas around a value, the confidence and the id of the chunk."""

_BROKEN = "\ufffd"  # stands for bytes that are no character


@dataclass(frozen=True, slots=True)
class _Place:
    """A slot, and what is given to the model before it."""

    before: str
    slot: Slot


class JsonForm:
    """Writes the object, token by token.

    Args:
        form: The fields and the chunk ids that may be cited. At least one of both.
        vocabulary: Tokens of the model that writes.
    """

    def __init__(self, form: FieldsForm, vocabulary: Vocabulary) -> None:
        if not form.fields or not form.chunk_ids:
            raise ValueError("A form needs a field and a chunk id.")
        self._form = form
        self._vocabulary = vocabulary
        self._decoder = PieceDecoder()
        self._written = ""  # in the slot that is open
        self._steps = 0  # of the model in it
        self._surprise = 0.0  # sum of -ln p of the tokens of this field
        self._slot: Slot | None = None
        self._value = ""
        self._places = self._all_places()

    def next(self, logits: Logits) -> Step:
        """The next step; once it says stop, there is no further one."""
        if self._slot is None:
            return self._go_on()
        return self._write(self._slot, logits)

    # --- the order of things ----------------------------------------------------------------

    def _all_places(self) -> Iterator[_Place]:
        """Each slot in turn; the last one's end is followed by `_closing`."""
        opening = "{"
        for field in self._form.fields:
            yield from self._places_of(field, opening)
            opening = ",\n"

    def _places_of(self, field: SchemaField, opening: str) -> Iterator[_Place]:
        self._surprise = 0.0
        key = json.dumps(field.name, ensure_ascii=False)
        null = ChoiceSlot(("null",), ",")
        yield _Place(
            f'{opening}{key}: {{"value":', SpacedSlot(EitherSlot(null, value_slot(field, ",")))
        )
        yield _Place(
            f' "confidence": {self._confidence()}, "source_chunk_id":',
            SpacedSlot(ChoiceSlot(self._ids_for(field), "}")),
        )

    def _ids_for(self, field: SchemaField) -> tuple[str, ...]:
        """What may be cited for the value that was written. Small models often name the chunk
        beside the one that they have it from."""
        if self._value == "null":
            return ("null",)
        value = written_value(self._value, field)
        holding = [
            chunk_id
            for chunk_id, text in zip(self._form.chunk_ids, self._form.texts, strict=False)
            if place_of(value, field, text) is not None
        ]
        return tuple(map(str, holding or self._form.chunk_ids))

    def _confidence(self) -> str:
        """The probability that the model gave to what it wrote, 0.00 to 1.00."""
        return f"{math.exp(-self._surprise):.2f}"

    def _go_on(self, own: str = "", token: int | None = None) -> Step:
        """Give the model what stands before the next slot.

        Args:
            own: The end of what the model wrote itself in the slot before.
            token: It, where it is one whole token.
        """
        place = next(self._places, None)
        if place is None:
            return Step((), own + "}", StopReason.END)
        self._slot = place.slot
        self._written = ""
        self._steps = 0
        self._decoder = PieceDecoder()
        if token is None:
            tokens = self._vocabulary.tokens(own + place.before)
        else:
            tokens = [token, *self._vocabulary.tokens(place.before)]
        return Step(tuple(tokens), own + place.before)

    # --- within a slot ----------------------------------------------------------------------

    def _write(self, slot: Slot, logits: Logits) -> Step:
        shift = float(np.max(logits))
        total = shift + math.log(float(np.sum(np.exp(logits - shift))))
        scores = logits.copy()
        self._steps += 1
        for _ in range(TRIES if self._steps <= MAX_VALUE_TOKENS else 0):
            token = int(np.argmax(logits))
            if not np.isfinite(logits[token]):
                break
            if (step := self._try(slot, token)) is not None:
                self._surprise += total - float(scores[token])
                return step
            logits[token] = -np.inf
        signs = [
            (sign, self._vocabulary.tokens(sign)) for sign in slot.continuations(self._written)
        ]
        sign, tokens = max(signs, key=lambda one: float(scores[one[1][0]]))
        self._surprise += total - float(scores[tokens[0]])
        return self._take(slot, sign, tuple(tokens))

    def _try(self, slot: Slot, token: int) -> Step | None:
        """The step that this token makes, or None where it may not stand here."""
        piece = self._vocabulary.piece(token)
        if not piece or self._vocabulary.is_end(token):
            return None
        waiting = self._decoder.waiting
        text = self._decoder.peek(piece)
        taken = slot.match(self._written + text)
        if taken is Fit.WRONG or _BROKEN in text:
            return None
        if isinstance(taken, int) and taken < len(self._written + text) and waiting:
            return None  # the rest cannot be left out of a character that is not whole yet
        self._decoder.take(piece)
        return self._take(slot, text, (token,))

    def _take(self, slot: Slot, text: str, tokens: tuple[int, ...]) -> Step:
        """Add a text that fits, or of which the beginning does and ends the slot."""
        taken = slot.match(self._written + text)
        if not isinstance(taken, int):
            self._written += text
            return Step(tokens, text)
        own = text[: taken - len(self._written)]
        self._value = (self._written + own)[: -len(slot.end)].strip()
        return self._go_on(own, tokens[0] if own == text and len(tokens) == 1 else None)
