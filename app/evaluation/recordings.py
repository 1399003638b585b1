"""Recorded outputs of language models, and what stands in for the parts around them in a replay.

A file holds one recording a line:

    {"id": "starter-3", "model": "...", "mode": "constrained", "question": "...",
     "passages": [{"id": 7, "document": "...", "page": 3, "heading": ["..."], "text": "..."}],
     "raw": "[chunk:7] ...", "stop": "end", "named": [7],
     "planted": false, "fabricated": [{"kind": "id", "chunk": 99}]}

`named` are the chunk ids that the text names for something it says, read by a person, in the order
in which they appear. `fabricated` says what in it is made up: an id that was not supplied ("id"), a
sentence that its passage does not bear out ("claim", with words of it as "text"), or a quote that
does not stand in the passage ("quote", with "chunk" and "text"). `planted` recordings were made up
to be rejected. Those of the model "by hand" were written by a person, in forms that models use;
all others are what a model wrote, sign for sign.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import Chunk, Span
from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.core.domain.evidence import EVERYTHING, Passage, Scope, SearchResult
from app.core.domain.generation import (
    ChatMessage,
    GeneratedText,
    GenerationEnd,
    GenerationEvent,
    GenerationRequest,
    StopReason,
)
from app.core.domain.page import PageText
from app.core.errors import InvalidInput
from app.core.text.terms import Vocabulary, content_words


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class RecordedPassage(_Form):
    """A passage that the model was given."""

    id: int = Field(ge=1)
    document: str
    page: int = Field(ge=1)
    heading: list[str] = []
    text: str = Field(min_length=1)


class Fabrication(_Form):
    """Something made up that must not be shown as borne out."""

    kind: str = Field(pattern="^(id|claim|quote)$")
    chunk: int | None = None
    text: str = ""


class Recording(_Form):
    """One output with all that it was made from."""

    id: str
    model: str
    mode: str
    question: str = Field(min_length=1)
    passages: list[RecordedPassage] = Field(min_length=1, max_length=12)
    raw: str
    stop: str = Field(pattern="^(end|length|loop)$")
    named: list[int]
    planted: bool = False
    fabricated: list[Fabrication] = []


def read_recordings(paths: Sequence[Path]) -> list[Recording]:
    """All recordings of these files, in order.

    Raises:
        InvalidInput: a file cannot be read, holds none, or a line is of another form.
    """
    found: dict[str, Recording] = {}
    for path in paths:
        try:
            lines = path.read_text(encoding="utf-8").split("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidInput(f"{path} cannot be read. Give files of recordings.") from error
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            recording = _recording(line, path, number)
            if recording.id in found:
                raise InvalidInput(
                    f"Line {number} of {path} has the id {recording.id} a second time. "
                    "Give each recording an id of its own."
                )
            found[recording.id] = recording
    if not found:
        raise InvalidInput("There is no recording in what was given. Give files of recordings.")
    return list(found.values())


def _recording(line: str, path: Path, number: int) -> Recording:
    try:
        return Recording.model_validate(json.loads(line))
    except (ValueError, RecursionError) as error:
        fault = error.errors()[0] if isinstance(error, ValidationError) else None
        where = ".".join(str(part) for part in fault["loc"]) if fault else ""
        what = f" ({where}: {fault['msg']})" if fault else ""
        raise InvalidInput(f"Line {number} of {path} is no recording{what}. Mend it.") from error


# --- stand-ins ----------------------------------------------------------------------------------


def passages_of(recording: Recording) -> tuple[Passage, ...]:
    """The recorded passages as search gives them; all of them are of one document."""
    found = []
    for order, one in enumerate(recording.passages):
        span = Span(one.page, 0, len(one.text), 0)
        chunk = Chunk(one.id, 1, order, one.text, tuple(one.heading), (span,), len(one.text) // 4)
        path = Path(f"{one.document}.pdf")
        found.append(
            Passage(chunk, one.document, path, one.page, "", (), 1.0, order + 1, order + 1)
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class RecordedLibrary:
    """What an answer asks of a library: one document, without pages and neighbours."""

    recording: Recording

    def documents(self) -> list[Document]:
        title, stamp = self.recording.passages[0].document, FileStamp(0, 0)
        count = len(self.recording.passages)
        status = DocumentStatus.INDEXED
        return [Document(1, title, Path(title), "", stamp, status, "", count, count, count)]

    def pages(self, document_id: int, numbers: Collection[int]) -> list[PageText]:
        return []

    def chunks(self, chunk_ids: Collection[int]) -> dict[int, Chunk]:
        return {}


@dataclass(frozen=True, slots=True)
class RecordedSearch:
    """Finds the recorded passages."""

    recording: Recording

    def result(self) -> SearchResult:
        """What was found for the question."""
        return SearchResult(
            passages=passages_of(self.recording),
            degraded=(),
            best_similarity=1.0,
            coverage=1.0,
            searched_documents=1,
            query=self.recording.question,
            question=self.recording.question,
        )

    def occurs(self, word: str, scope: Scope = EVERYTHING) -> bool:
        held = Vocabulary(one.text for one in self.recording.passages)
        return all(held.holds(one.folded) for one in content_words(word))


class AlikeEmbedder:
    """Finds all words alike: what needs a sense of meaning is not replayed."""

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.ones((len(texts), 1), dtype=np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        return np.ones(1, dtype=np.float32)


class RecordedModel:
    """Writes what was recorded, in pieces of a given length. Implements the ChatModel port."""

    def __init__(self, recording: Recording, piece: int) -> None:
        self._recording = recording
        self._piece = piece

    @property
    def name(self) -> str:
        return self._recording.model

    @property
    def context_tokens(self) -> int:
        return 1_000_000

    @property
    def fit_floor(self) -> float | None:
        return None

    def load(self, *, cancel: CancelToken | None = None) -> None:
        return None

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text) for text in texts]

    def generate(
        self, request: GenerationRequest, *, cancel: CancelToken
    ) -> Iterator[GenerationEvent]:
        raw, step = self._recording.raw, self._piece
        for start in range(0, len(raw), step):
            yield GeneratedText(raw[start : start + step])
        stop = StopReason(self._recording.stop)
        yield GenerationEnd(stop, 0, len(raw), prompt_s=0.0, output_s=0.0)

    def weigh(
        self,
        prompts: Sequence[tuple[ChatMessage, ...]],
        *,
        cancel: CancelToken,
        seconds: float | None = None,
    ) -> Iterator[float | None]:
        return iter([None] * len(prompts))

    def close(self) -> None:
        return None
