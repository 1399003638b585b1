"""The language models that a test has installed."""

from __future__ import annotations

from app.core.errors import InvalidInput, ModelUnavailable
from app.core.ports import ChatModel


class OneChatModel:
    """Implements the ChatModels port with at most one model, named "scripted"."""

    def __init__(self, model: ChatModel | None = None) -> None:
        self.model = model
        self.opened: list[str | None] = []

    def open(self, name: str | None) -> ChatModel | None:
        if name not in (None, "scripted"):
            raise InvalidInput(f"There is no language model {name}.", code="unknown_model")
        if name is not None and self.model is None:
            raise ModelUnavailable("The model is not installed.")
        self.opened.append(name)
        return self.model

    def scope_margin(self, name: str | None) -> float | None:
        before = list(self.opened)
        model = self.open(name)
        self.opened = before
        return getattr(model, "scope_margin", None)
