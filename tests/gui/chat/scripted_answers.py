"""An answer source that plays what a test wrote down, and waits where the test says so."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Sequence

from app.core.domain.answer import AnswerStyle, RefusalReason
from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ScopeChoice
from app.services.events import AnswerEvent, AnswerFinished
from tests.gui.chat.examples import refusal


class Gate:
    """A place in a script where the source waits until the test opens it."""

    def __init__(self) -> None:
        self._opened = threading.Event()

    def open(self) -> None:
        """Let the source go on."""
        self._opened.set()

    @property
    def is_open(self) -> bool:
        """Whether the source may go on."""
        return self._opened.is_set()

    def passed(self, cancel: CancelToken) -> bool:
        """Wait; False when the answer was stopped instead."""
        while not self._opened.is_set():
            if cancel.wait(0.002):
                return False
        return True


Step = AnswerEvent | Gate | Exception


class ScriptedAnswers:
    """Plays one script for each question, in order; a stop ends it as the service ends it."""

    def __init__(self) -> None:
        self._scripts: deque[list[Step]] = deque()
        self.asked: list[tuple[str, ScopeChoice, AnswerStyle]] = []
        self.earlier: list[tuple[str, ...]] = []
        self.claim_filter: list[bool | None] = []

    def add(self, *steps: Step) -> None:
        """Write down what the next question leads to."""
        self._scripts.append(list(steps))

    def ask(
        self,
        question: str,
        *,
        scope: ScopeChoice,
        style: AnswerStyle,
        cancel: CancelToken,
        earlier: Sequence[str],
        claim_filter: bool | None,
    ) -> Iterator[AnswerEvent]:
        """Play the next script."""
        self.asked.append((question, scope, style))
        self.earlier.append(tuple(earlier))
        self.claim_filter.append(claim_filter)
        for step in self._scripts.popleft():
            if isinstance(step, Gate):
                if not step.passed(cancel):
                    yield AnswerFinished(refusal(RefusalReason.CANCELLED))
                    return
            elif isinstance(step, Exception):
                raise step
            else:
                yield step
