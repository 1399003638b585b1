"""The language models that a test has installed."""

from __future__ import annotations

from app.core.errors import InvalidInput, ModelUnavailable
from app.core.ports import ChatModel


class OneChatModel:
    """Implements the ChatModels port with at most one model, named "scripted"."""

    def __init__(self, model: ChatModel | None = None) -> None:
        self.model = model

    def open(self, name: str | None) -> ChatModel | None:
        if name not in (None, "scripted"):
            raise InvalidInput(f"There is no language model {name}.", code="unknown_model")
        if name is not None and self.model is None:
            raise ModelUnavailable("The model is not installed.")
        return self.model
