"""Settings: each one typed field with title, description and bounds.

The settings dialog and the command line derive from this model; nothing about a setting is said
twice. Values out of bounds are refused by pydantic.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from app.core.domain.answer import AnswerStyle


class UnsupportedSentences(StrEnum):
    """What is done with a sentence that its passage does not support."""

    MARK = "mark"
    LEAVE_OUT = "leave_out"


class AnswerLength(StrEnum):
    """How long an answer may become."""

    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"

    @property
    def max_tokens(self) -> int:
        """Bound on output tokens (about 0.75 words each in English)."""
        return {"short": 160, "medium": 400, "long": 800}[self.value]


class ColorScheme(StrEnum):
    """Which colours the window uses."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


_WHICH_PASSAGES: dict[str, JsonValue] = {"group": "Which passages are used"}
"""Such settings stand together in the dialog, under this heading."""


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=False)


class AnswerSettings(_Section):
    """How answers are made."""

    style: AnswerStyle = Field(
        default=AnswerStyle.WRITTEN,
        title="Answer style",
        description="Written answers put the passages into sentences. Quotes show the best "
        "sentences as they stand in the document, and need no model.",
    )
    passages: int = Field(
        default=6,
        ge=1,
        le=12,
        title="Passages for each answer",
        description="More passages cover more ground and take longer. From 1 to 12.",
    )
    unsupported: UnsupportedSentences = Field(
        default=UnsupportedSentences.MARK,
        title="Sentences without support",
        description="A sentence that its cited passage does not support can be marked or left "
        "out. Left-out sentences are counted.",
    )
    length: AnswerLength = Field(
        default=AnswerLength.MEDIUM,
        title="Answer length",
        description="How long an answer may become: short is about 120 words, medium about 300, "
        "long about 600.",
    )
    keep_conversations: bool = Field(
        default=True,
        title="Keep conversations",
        description="Conversations stay in the library on this computer, with their citations, "
        "until you delete them. Switched off, nothing that you ask from then on is stored.",
    )
    claim_filter: bool = Field(
        default=False,
        title="Claim filter",
        description="Sets aside passages that state another scope than the question, such as "
        "another version, amount, place or group of people, where one that fits is left. It knows "
        "English best and can be wrong, so you can see each of them and put them back.",
        json_schema_extra=_WHICH_PASSAGES,
    )
    claim_filter_model: str = Field(
        default="",
        title="Model for the claim filter",
        description="Judges beside fixed rules, if it is known to tell scopes apart. The starter "
        "model is not.",
        json_schema_extra=_WHICH_PASSAGES,
    )


class ModelSettings(_Section):
    """Which model writes, and with what."""

    chat_model: str = Field(
        default="starter",
        title="Language model",
        description="The model that writes answers. It has to be installed.",
    )
    threads: int = Field(
        default=0,
        ge=0,
        le=64,
        title="Processor threads",
        description="How many threads the models use. 0 lets Pincite choose.",
    )
    context_tokens: Literal[2048, 4096, 8192] = Field(
        default=4096,
        title="Context",
        description="Tokens that passages, question and answer share. More needs more memory.",
    )
    unload_minutes: int = Field(
        default=10,
        ge=0,
        le=240,
        title="Unload after",
        description="Minutes without a question after which the model leaves memory. 0 keeps it.",
    )


class RetrievalSettings(_Section):
    """How passages are found. Constants of REQUIREMENTS §1 and §2."""

    candidates: int = Field(
        default=50,
        ge=10,
        le=500,
        title="Candidates",
        description="How many passages each way of searching may contribute.",
    )
    rrf_k: int = Field(
        default=60,
        ge=1,
        le=1000,
        title="Fusion constant",
        description="Higher values let lower ranks count for more when both lists are joined.",
    )
    context_in_index: bool = Field(
        default=True,
        title="Headings in the index",
        description="Passages are found by the title and headings above them as well. Takes "
        "effect for documents that are read afterwards.",
    )
    literal_weight: float = Field(
        default=1.0,
        ge=0.0,
        le=10.0,
        title="Weight of what stands there",
        description="How much it counts that a passage holds a short question or an identifier as "
        "it stands.",
    )
    contents_last: bool = Field(
        default=True,
        title="Contents last",
        description="Tables of contents and indexes come after all other passages.",
    )
    widen: bool = Field(
        default=True,
        title="Neighbouring sentences",
        description="The model sees the best passages with sentences of their neighbours where "
        "an answer may run over their edges.",
    )
    minimum_similarity: float | None = Field(
        default=None,
        ge=0.0,
        le=1.0,
        title="Least similarity",
        description="A question whose best passage is less similar than this, and holds too few "
        "of its words, is refused. Left out, what was measured for the model holds.",
    )
    minimum_coverage: float | None = Field(
        default=None,
        ge=0.0,
        le=1.0,
        title="Least coverage",
        description="The share of the question's words that one passage must hold where the "
        "similarity is low. Left out, what was measured for the model holds.",
    )


class LibrarySettings(_Section):
    """How documents get into the library, and stay up to date."""

    ocr: bool = Field(
        default=True,
        title="Read scanned pages",
        description="Pages that are pictures are read by OCR on this computer, one after another, "
        "when everything else is done. Words that were read so are marked. It knows Latin, "
        "Chinese and Japanese writing.",
    )
    watch_folders: bool = Field(
        default=True,
        title="Look for changes in added folders",
        description="New and changed PDFs are read by themselves, and moved ones are found again. "
        "Switched off, Pincite looks only when you ask for it in the menu of a collection.",
    )


class AppearanceSettings(_Section):
    """How the window looks."""

    color_scheme: ColorScheme = Field(
        default=ColorScheme.SYSTEM,
        title="Colours",
        description="Light or dark, or as the system says.",
    )
    text_size: int = Field(
        default=100,
        ge=90,
        le=200,
        multiple_of=10,
        title="Text size",
        description="In percent of the system's text size.",
    )


class Settings(BaseModel):
    """All settings. `version` tells old files from new ones."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    version: Literal[1] = 1
    answers: AnswerSettings = Field(default=AnswerSettings(), title="Answers")
    models: ModelSettings = Field(default=ModelSettings(), title="Models")
    retrieval: RetrievalSettings = Field(
        default=RetrievalSettings(), title="Search", json_schema_extra={"in_dialog": False}
    )
    library: LibrarySettings = Field(default=LibrarySettings(), title="Library")
    appearance: AppearanceSettings = Field(default=AppearanceSettings(), title="Appearance")
