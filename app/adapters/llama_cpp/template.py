"""Renders messages with a model's own chat template, and keeps untrusted text apart.

The template sees a placeholder for each segment of a message. What it renders is cut at the
placeholders, so that document text takes its place afterwards and is turned into tokens on its
own: nothing in it can act as a control token (A4), and nothing in it is ever read as a template.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from app.core.domain.generation import ChatMessage, Segment
from app.core.errors import ModelUnavailable

_PLACEHOLDER = "PINCITE-SEGMENT-{}-"
_PLACEHOLDERS = re.compile(r"PINCITE-SEGMENT-(\d+)-")


class TemplateFault(Exception):
    """The template raised, or lost or changed a part of the messages."""


class ChatTemplate:
    """A model's chat template.

    Args:
        source: Jinja text from the model file; not trusted, so it runs in a sandbox.
        bos: Text of the token that begins a text.
        eos: Text of the token that ends one.

    Raises:
        ModelUnavailable: the template is no template.
    """

    def __init__(self, source: str, *, bos: str, eos: str) -> None:
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        try:
            self._formatter = Jinja2ChatFormatter(source, eos_token=eos, bos_token=bos)
        except Exception as error:
            raise _unusable(error) from error

    def render(self, messages: Sequence[ChatMessage]) -> tuple[Segment, ...]:
        """The prompt as pieces of text, trusted ones joined. It ends where the model goes on.

        Raises:
            ModelUnavailable: the template cannot express these messages.
        """
        try:
            return self._rendered(messages)
        except TemplateFault:
            pass
        # Some templates refuse a system turn, and some leave it out.
        try:
            return self._rendered(_without_system(messages))
        except TemplateFault as error:
            raise _unusable(error) from error

    def _rendered(self, messages: Sequence[ChatMessage]) -> tuple[Segment, ...]:
        segments = [segment for message in messages for segment in message.segments]
        names = iter(range(len(segments)))
        turns: list[Any] = [
            {
                "role": message.role,
                "content": "".join(_PLACEHOLDER.format(next(names)) for _ in message.segments),
            }
            for message in messages
        ]
        try:
            prompt = self._formatter(messages=turns, enable_thinking=False).prompt
        except Exception as error:  # whatever a template may raise
            raise TemplateFault(type(error).__name__) from error
        texts = _PLACEHOLDERS.split(prompt)
        if texts[1::2] != [str(number) for number in range(len(segments))]:
            raise TemplateFault("segments lost")
        pieces = [Segment(texts[0], trusted=True)]
        for segment, text in zip(segments, texts[2::2], strict=True):
            pieces += [segment, Segment(text, trusted=True)]
        return _joined(pieces)


def _without_system(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """The messages with the system turns at the start of the first user turn."""
    told = [segment for m in messages if m.role == "system" for segment in m.segments]
    turns = [message for message in messages if message.role != "system"]
    if not told:
        return turns
    first = turns[0].segments if turns and turns[0].role == "user" else ()
    rest = turns[1:] if first else turns
    blank = (Segment("\n\n", trusted=True),) if first else ()
    return [ChatMessage("user", (*told, *blank, *first)), *rest]


def _joined(pieces: Sequence[Segment]) -> tuple[Segment, ...]:
    joined: list[Segment] = []
    for piece in pieces:
        if not piece.text:
            continue
        if joined and joined[-1].trusted and piece.trusted:
            joined[-1] = Segment(joined[-1].text + piece.text, trusted=True)
        else:
            joined.append(piece)
    return tuple(joined)


def _unusable(error: Exception) -> ModelUnavailable:
    return ModelUnavailable(
        "The chat template of this model cannot be used. "
        "Choose another model in Settings › Models.",
        detail=f"{type(error).__name__}: template",
    )
