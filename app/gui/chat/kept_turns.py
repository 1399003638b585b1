"""Between the turns of a conversation as they are shown and as they are kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from app.core.domain.answer import Answer, Citation
from app.core.domain.conversation import AskedQuestion, ScopeWording, Turn
from app.gui.chat.answer_section import AnswerSection
from app.gui.chat.asked import Asked
from app.gui.chat.turn import TurnView
from app.gui.chat.wording import ScopeWords
from app.gui.common.theme import Theme
from app.services.kept_answers import unfinished
from app.services.viewing import CitationState


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


def citations_of(turns: Sequence[TurnView]) -> tuple[Citation, ...]:
    """All citations of the answers of turns."""
    answers = [turn.answer for turn in turns]
    return tuple(one for answer in answers if answer is not None for one in answer.citations)


def show_states(turns: Sequence[TurnView], states: Mapping[Citation, CitationState]) -> None:
    """Show in turns which citations do not lead to their words any more."""
    for turn in turns:
        if isinstance(turn.outcome, AnswerSection):
            own = turn.outcome.answer.citations
            turn.outcome.view.set_states({one: states[one] for one in own if one in states})
