"""A source of searches that plays what a test wrote down, and waits where the test says so."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import replace

from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ALL_DOCUMENTS, ScopeChoice
from app.core.domain.evidence import Passage
from app.services.passage_list import PassageList
from tests.gui.chat.scripted_answers import Gate

SearchStep = PassageList | Exception | Gate


def listed(
    *passages: Passage,
    question: str = "",
    degraded: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
    more: bool = False,
    documents: int = 10,
    seconds: float = 0.2,
) -> PassageList:
    """What a search found; the question that is searched is filled in by the script."""
    return PassageList(question, ALL_DOCUMENTS, passages, more, degraded, notes, documents, seconds)


class ScriptedSearches:
    """Plays one step for each search, after the gates before it; without one, finds nothing."""

    def __init__(self) -> None:
        self._script: deque[SearchStep] = deque()
        self.asked: list[tuple[str, ScopeChoice]] = []
        self.waiting = threading.Event()

    def add(self, *steps: SearchStep) -> None:
        """Write down what the next searches lead to."""
        self._script.extend(steps)

    def find(self, question: str, choice: ScopeChoice) -> PassageList:
        """Play the next step."""
        self.asked.append((question, choice))
        while True:
            step = self._script.popleft() if self._script else listed()
            if isinstance(step, Gate):
                self.waiting.set()
                step.passed(CancelToken())
            elif isinstance(step, Exception):
                raise step
            else:
                return replace(step, question=question, choice=choice)
