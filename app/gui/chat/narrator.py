"""Reads an answer out while it comes: what was found, whole sentences, and the end.

The announcer says at most one thing a second and drops what is overtaken, so a sentence is only
given to it when it is complete, never a part.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.core.domain.answer import AnswerStatus
from app.core.errors import PinciteError
from app.core.text.sentences import sentences
from app.gui.chat import wording
from app.gui.common.announce import Announcer
from app.gui.common.safe_text import one_line
from app.services.events import AnswerFinished, EvidenceFound, TextDelta


class Narrator:
    """Turns events of an answer into announcements of a window, by its announcer where it has
    one."""

    def __init__(self, window: QWidget, announcer: Announcer | None = None) -> None:
        self._announcer = announcer or Announcer(window)
        self._text = ""

    def begin(self) -> None:
        """Another answer begins."""
        self._text = ""

    def say(self, sentence: str) -> None:
        """Announce a sentence of the window itself."""
        self._announcer.polite(sentence)

    def tell(self, event: object) -> None:
        """Announce what an event brings, if it is worth it."""
        if isinstance(event, EvidenceFound):
            self.say(wording.spoken_result(event.result))
        elif isinstance(event, TextDelta):
            self._read(event.text)
        elif isinstance(event, AnswerFinished):
            answer = event.answer
            if answer.status is AnswerStatus.ANSWERED:
                self.say(wording.complete(answer))
            elif answer.reason is not None:
                self.say(wording.refused(answer.reason, answer))

    def fail(self, error: PinciteError) -> None:
        """Announce a fault at once."""
        self._announcer.assertive(error.message)

    def _read(self, text: str) -> None:
        """Announce the sentences that are complete and were not said yet."""
        *lines, last = (self._text + text).split("\n")
        found = [line for line in lines if line.strip()]
        # The last sentence of the last line may still grow.
        complete = sentences(last)[:-1]
        end = complete[-1][1] if complete else 0
        self._text = last[end:]
        if end:
            found.append(last[:end])
        if found:
            self.say(one_line(" ".join(found)))
