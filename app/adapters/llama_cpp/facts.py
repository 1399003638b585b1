"""What the inference process tells its parent about itself. Imports no engine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What is known of a model once it is loaded. `context_tokens` is what its context holds:
    what was asked for, or less where the model was made for less."""

    context_tokens: int
    threads: int
    system_info: str


@dataclass(frozen=True, slots=True)
class PlainSpeed:
    """How fast llama.cpp's own plain loop was, in tokens and seconds."""

    prompt_tokens: int
    output_tokens: int
    prompt_s: float
    output_s: float
