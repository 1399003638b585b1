"""Reads the fields of one document with a model: plans what it reads, asks, and checks each value
against the words of the passage that it cites.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import Chunk
from app.core.domain.evidence import Scope
from app.core.domain.extraction import (
    ExtractionFault,
    ExtractionSchema,
    FieldValue,
    SchemaField,
)
from app.core.domain.extraction_trace import ExtractionPart, ExtractionTrace
from app.core.domain.generation import (
    GeneratedText,
    GenerationEnd,
    PromptProgress,
    StopReason,
)
from app.core.errors import Cancelled, InvalidInput, PinciteError
from app.core.extraction.output import ExtractionRefused, read_output
from app.core.extraction.plan import (
    OUTPUT_SHARE,
    PASSAGE_SHARE,
    PlannedPart,
    in_groups,
    searched_plan,
    whole_plan,
)
from app.core.extraction.verify import verified
from app.core.ports import ChatModel
from app.core.prompting.answer_prompt import MESSAGE_TOKENS
from app.core.prompting.budget import MARKER_TOKENS
from app.core.prompting.extraction_prompt import (
    extraction_request,
    field_line,
    field_query,
    fixed_text,
    output_tokens,
    passage_lines,
)
from app.services.searching import SearchService

FOUND = 8
"""Passages that are looked for a field; of these, what fits is read."""
MESSAGES = 4
"""Turns of the prompt, each with its marks."""
READING_SHARE = 0.6
"""Of the time of a part; the rest is writing. For telling how much is done."""


@dataclass(slots=True)
class Reading:
    """A document in work. What was read and written so far is in the trace, also after a failure,
    and parts that are done are not asked for again, unless another model takes over. `reader` is
    the model that the plan is made for: its name, and the tokens of its context."""

    schema: ExtractionSchema
    document_id: int
    chunks: Mapping[int, Chunk]
    trace: ExtractionTrace
    plan: tuple[PlannedPart, ...] | None = None
    found: dict[str, FieldValue] = field(default_factory=dict)
    reader: tuple[str, int] | None = None

    def begin(self, reader: tuple[str, int]) -> None:
        """Begin anew where another model, or one with another context, read until now."""
        if self.reader not in (None, reader):
            self.plan = None
            self.found.clear()
            self.trace = replace(self.trace, whole=True, parts=())
        self.reader = reader

    @property
    def done(self) -> int:
        """Parts that are read."""
        return sum(part.fields[0].name in self.found for part in self.plan or ())

    def values(self) -> tuple[FieldValue, ...]:
        """What was found, in the order of the schema. A field for which there was nothing to read
        is not told by the document, as far as anyone knows."""
        return tuple(
            self.found.get(one.name) or FieldValue(one.name, None, 0.0, None)
            for one in self.schema.fields
        )


class FieldReader:
    """Reads fields with the model that it is given.

    Args:
        search: Finds the passages for a field of a document that is too long to be read whole.
    """

    def __init__(self, search: SearchService) -> None:
        self._search = search

    def read(
        self, reading: Reading, chat: ChatModel, cancel: CancelToken
    ) -> Generator[float, None, None]:
        """Read what is not read yet; yields how much is done, 0 to 1.

        Raises:
            ExtractionRefused: what the model wrote is not to be relied on, or no passage of the
                document is short enough for it.
            InvalidInput: a field leaves no room for passages.
            Cancelled: it was stopped by the token, or because the model was closed; what is read
                stays, and the next call goes on.
            PinciteError: the model cannot be used.
        """
        chat.load(cancel=cancel)
        reading.begin((chat.name, chat.context_tokens))
        if reading.plan is None:
            reading.plan = self._planned(reading, chat, cancel)
        parts = len(reading.plan)
        for part in reading.plan:
            if part.fields[0].name in reading.found:
                continue
            done = reading.done
            for share in self._read_part(reading, part, chat, cancel):
                yield (done + share) / parts

    # --- planning ---------------------------------------------------------------------------

    def _planned(
        self, reading: Reading, chat: ChatModel, cancel: CancelToken
    ) -> tuple[PlannedPart, ...]:
        fields, chunks = reading.schema.fields, reading.chunks
        fixed, *counts = chat.count_tokens(
            [fixed_text(), *map(field_line, fields), *map(passage_lines, chunks.values())]
        )
        lines = dict(zip((one.name for one in fields), counts, strict=False))
        costs = {
            chunk_id: tokens + MARKER_TOKENS
            for chunk_id, tokens in zip(chunks, counts[len(fields) :], strict=True)
        }

        def room(asked: Sequence[SchemaField]) -> int:
            told = sum(lines[one.name] + 1 for one in asked)
            taken = fixed + told + output_tokens(asked) + MESSAGES * MESSAGE_TOKENS
            return chat.context_tokens - taken

        least = PASSAGE_SHARE * chat.context_tokens

        def together(asked: Sequence[SchemaField]) -> bool:
            output = output_tokens(asked)
            return output <= OUTPUT_SHARE * chat.context_tokens and room(asked) >= least

        groups = in_groups(fields, together)
        for group in groups:
            if room(group) < least:
                raise _too_long(group[0])
        plan = whole_plan(groups, costs, room)
        if plan is None:
            reading.trace = replace(reading.trace, whole=False)
            plan = searched_plan(groups, self._found(reading, cancel), costs, room)
        if not plan:
            raise ExtractionRefused(ExtractionFault.NO_CHUNKS, "no passage fits the context")
        return plan

    def _found(self, reading: Reading, cancel: CancelToken) -> dict[str, list[int]]:
        """What there is to read for each field: how the document begins, where titles, names and
        dates stand, and what a search in it finds."""
        first = next(iter(reading.chunks))
        scope = Scope(frozenset({reading.document_id}))
        found = {}
        for one in reading.schema.fields:
            cancel.raise_if_cancelled()
            result = self._search.search(field_query(one), FOUND, scope)
            found[one.name] = [first, *(passage.chunk.id for passage in result.passages)]
        return found

    # --- reading ----------------------------------------------------------------------------

    def _read_part(
        self, reading: Reading, part: PlannedPart, chat: ChatModel, cancel: CancelToken
    ) -> Generator[float, None, None]:
        request = extraction_request([reading.chunks[one] for one in part.chunk_ids], part.fields)
        raw = ""
        end: GenerationEnd | None = None
        started = time.monotonic()
        for event in chat.generate(request, cancel=cancel):
            if isinstance(event, PromptProgress):
                yield READING_SHARE * event.done / max(1, event.total)
            elif isinstance(event, GeneratedText):
                raw += event.text
                yield READING_SHARE + (1 - READING_SHARE) * _written(raw, part)
            else:
                end = event
        if end is None:
            raise PinciteError("The model stopped without a word. Try again.", code="no_end")
        if end.stop_reason is StopReason.CANCELLED:
            raise Cancelled
        told = ExtractionPart(
            tuple(one.name for one in part.fields),
            part.chunk_ids,
            raw,
            end.stop_reason.value,
            end.prompt_tokens,
            end.output_tokens,
            time.monotonic() - started,
        )
        reading.trace = replace(reading.trace, parts=(*reading.trace.parts, told))
        schema = replace(reading.schema, fields=part.fields)
        for asked, value in zip(part.fields, read_output(raw, schema, part.chunk_ids), strict=True):
            reading.found[asked.name] = _checked(value, asked, reading.chunks)


def _too_long(field: SchemaField) -> InvalidInput:
    return InvalidInput(
        f"The field “{field.title}” is too long for this model. Shorten its description or its "
        "choices, or choose a larger context in Settings › Models.",
        code="field_too_long",
    )


def _checked(value: FieldValue, asked: SchemaField, chunks: Mapping[int, Chunk]) -> FieldValue:
    """The value with the words that hold it, where they are found in the passage that it cites."""
    if value.source_chunk_id is None:
        return value
    return verified(value, asked, chunks[value.source_chunk_id].text)


def _written(raw: str, part: PlannedPart) -> float:
    """How much of the fields of a part is written."""
    return min(1.0, raw.count('"source_chunk_id":') / len(part.fields))
