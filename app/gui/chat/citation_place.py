"""Where the user is among the citations of a conversation."""

from __future__ import annotations

from app.core.domain.answer import Citation
from app.gui.chat.answer_section import AnswerSection
from app.gui.chat.conversation import ConversationView
from app.gui.chat.turn import TurnView


class CitationPlace:
    """The turn whose citation was opened last, and which of its citations that was."""

    def __init__(self, conversation: ConversationView) -> None:
        self._conversation = conversation
        self._place: tuple[TurnView, int] | None = None

    def forget(self) -> None:
        """Begin at the newest answer again."""
        self._place = None

    def go_to(self, turn: TurnView, index: int) -> None:
        """The user is at a citation of a turn; `index` counts from 0."""
        self._place = (turn, index)

    def show_open(self, citation: Citation | None) -> None:
        """Show a citation as open in the viewer, in the turn where it was activated, and none
        elsewhere."""
        turn = self.turn_of(citation) if citation is not None else None
        for other in self._conversation.turns:
            if other is turn and citation is not None:
                other.set_open(citation, citation.chunk_id)
            else:
                other.set_open(None, None)
        answer = turn.answer if turn is not None else None
        if turn is not None and answer is not None and citation is not None:
            self.go_to(turn, answer.citations.index(citation))

    def step(self, by: int) -> None:
        """Open the citation after the one that is open, or before it; nothing past the ends."""
        turn = self.turn()
        if turn is None or not isinstance(turn.outcome, AnswerSection):
            return
        count = len(turn.outcome.answer.citations)
        start = -1 if by > 0 else count
        index = (self._place[1] if self._place is not None else start) + by
        if 0 <= index < count:
            turn.outcome.activate_citation(index)

    def turn(self) -> TurnView | None:
        """The turn whose citation was opened last, else the newest that has an answer."""
        if self._place is not None:
            return self._place[0]
        answered = [turn for turn in self._conversation.turns if turn.answer is not None]
        return answered[-1] if answered else None

    def turn_of(self, citation: Citation) -> TurnView | None:
        """The turn that a citation belongs to, the user's own place first, then the newest."""
        turns = list(reversed(self._conversation.turns))
        if self._place is not None:
            turns.insert(0, self._place[0])
        for turn in turns:
            if turn.answer is not None and citation in turn.answer.citations:
                return turn
        return None
