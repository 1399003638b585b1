"""Between the turns of a conversation as they are shown and as they are kept."""

from __future__ import annotations

import time
from collections.abc import Callable

from app.core.domain.answer import Answer
from app.core.domain.conversation import AskedQuestion, ScopeWording, Turn
from app.gui.chat.turn import Asked, TurnView
from app.gui.chat.wording import ScopeWords
from app.gui.common.theme import Theme
from app.services.kept_answers import unfinished


def kept_question(view: TurnView) -> AskedQuestion:
    """The question of a turn as it is kept."""
    asked, words = view.asked, view.asked.scope_words
    return AskedQuestion(
        question=asked.question,
        asked_at=view.asked_at,
        scope=asked.scope,
        wording=ScopeWording(words.label, words.everything, words.documents, words.spoken),
        style=asked.style,
        alone=asked.alone,
    )


def kept_answer(view: TurnView) -> Answer:
    """What came of a turn as it is kept, also where it was stopped or a fault came."""
    asked = view.asked
    return view.finished or unfinished(asked.question, asked.style, view.found, view.fault)


def shown_again(
    theme: Theme, kept: Turn, clock: Callable[[], float] = time.monotonic, *, follows: bool
) -> TurnView:
    """A turn as it was shown when it was kept; `follows` says that there are turns before it."""
    asked, wording = kept.asked, kept.asked.wording
    words = ScopeWords(wording.label, wording.everything, wording.documents, wording.spoken)
    view = TurnView(
        theme,
        Asked(asked.question, asked.scope, words, asked.style, asked.alone),
        clock,
        asked_at=asked.asked_at,
    )
    if kept.answer is None:
        view.lose(kept.lost)
    else:
        view.restore(kept.answer)
    if asked.alone and follows:
        view.follow_up.show_alone()
    return view
