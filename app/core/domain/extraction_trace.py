"""How the fields of a document were read: what the model saw, in how many goes, and what it
wrote."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExtractionPart:
    """One go of a model: the fields that it was asked for, by name, the chunks that it saw, and
    what it wrote. Tokens and seconds are 0 where it did not get so far."""

    fields: tuple[str, ...]
    chunk_ids: tuple[int, ...]
    raw_text: str = ""
    stop_reason: str = ""
    prompt_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ExtractionTrace:
    """The record of one extraction. `whole` says that every chunk of the document was given to the
    model in one go; otherwise its passages were searched for each field. `total_chunks` counts
    those of the document that can be seen on its pages."""

    model: str = ""
    whole: bool = True
    total_chunks: int = 0
    parts: tuple[ExtractionPart, ...] = ()

    @property
    def read(self) -> tuple[int, ...]:
        """All chunks that the model saw, each once, in their order in the document."""
        return tuple(sorted({chunk for part in self.parts for chunk in part.chunk_ids}))
