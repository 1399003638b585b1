"""A question as it was asked."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.domain.answer import AnswerStyle
from app.core.domain.collection import ScopeChoice
from app.gui.chat.wording import ScopeWords


@dataclass(frozen=True, slots=True)
class Asked:
    """It keeps its choice of where to look: asked again, it is asked in what that means by then.
    `alone` keeps the questions before it out of it; `claim_filter` overrules the setting."""

    question: str
    scope: ScopeChoice
    scope_words: ScopeWords
    style: AnswerStyle
    alone: bool = False
    claim_filter: bool | None = None
