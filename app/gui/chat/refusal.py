"""What is shown when no answer is shown: a result like another, with ways on."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.answer import REFUSAL_TEXT, Answer, RefusalReason
from app.core.errors import PinciteError, WorkerDied
from app.gui.chat import wording
from app.gui.chat.claim_filter_note import ClaimFilterNote, claim_filter_note
from app.gui.chat.nearest_passages import NearestPassages
from app.gui.common.flow_text import PlainFlowText
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import IconLabel, Notice, NoticeKind, TextLabel

# Reasons that say something of the question or the library, not of what was found.
_WITHOUT_PASSAGES = (RefusalReason.EMPTY_QUERY, RefusalReason.NO_DOCUMENTS)
# The evidence stays where it is, and what is shown is a notice below it.
KEEPS_EVIDENCE = (RefusalReason.MODEL_UNAVAILABLE, RefusalReason.CANCELLED)


class RefusalCard(QFrame):
    """Neutral ground, an icon, a heading and the fixed sentence of the reason."""

    def __init__(
        self, theme: Theme, heading: str, sentence: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("notice", "info")
        # A name of the question or of a collection is in them, which may be wider than the pane.
        self._heading = PlainFlowText(theme, "Outcome", heading, role=TextRole.TITLE)
        self._sentence = PlainFlowText(
            theme, "Reason", sentence, role=TextRole.CONTROL, tone="text2"
        )
        if not sentence:
            self._sentence.hide()
        words = QVBoxLayout()
        words.setSpacing(SPACE_1)
        words.addWidget(self._heading)
        words.addWidget(self._sentence)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        layout.setSpacing(SPACE_3)
        layout.addWidget(IconLabel(theme, "info", "text2", size=20), 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)
        self.setAccessibleName(self.text())

    def text(self) -> str:
        """Return what the card says."""
        return f"{self._heading.text()} {self._sentence.text()}".strip()


class RefusalView(QWidget):
    """A refusal that is about what was found: the card, nearest passages, what was searched."""

    passage_activated = Signal(object)

    def __init__(
        self,
        theme: Theme,
        answer: Answer,
        scope: wording.ScopeWords,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        reason = answer.reason or RefusalReason.NO_SUPPORT
        sentence = REFUSAL_TEXT[reason]
        about_passages = reason not in _WITHOUT_PASSAGES
        heading = scope.not_found() if about_passages else sentence
        if reason is RefusalReason.NO_DOCUMENTS and not scope.everything:
            heading = scope.nothing_to_read()
        said = f"{one_line(answer.trace.why)} {sentence}".strip() if about_passages else ""
        self._card = RefusalCard(theme, heading, said)
        self._nearest: NearestPassages | None = None
        self._searched = self._searched_for = ""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self._card)
        self._claim_filter = claim_filter_note(theme, answer) if about_passages else None
        if self._claim_filter is not None:
            layout.addWidget(self._claim_filter)
        if about_passages and answer.evidence:
            self._nearest = NearestPassages(theme, answer.question, answer.evidence)
            self._nearest.passage_activated.connect(self.passage_activated)
            layout.addWidget(self._nearest)
        if about_passages:
            self._searched = wording.searched(answer)
            self._searched_for = wording.searched_for(answer.trace.query)
            group = QVBoxLayout()
            group.setSpacing(SPACE_1)
            group.addWidget(TextLabel(theme, "What was searched", role=TextRole.HEADING))
            # What the user wrote is in it, of which a word may be wider than the pane.
            for said in filter(None, (self._searched, self._searched_for)):
                group.addWidget(
                    PlainFlowText(
                        theme, "What was searched", said, role=TextRole.CONTROL, tone="text2"
                    )
                )
            layout.addLayout(group)

    @property
    def nearest(self) -> NearestPassages | None:
        """The passages that come nearest, if there are any."""
        return self._nearest

    @property
    def claim_filter(self) -> ClaimFilterNote | None:
        """What the claim filter did, where that is worth a note."""
        return self._claim_filter

    def text(self) -> str:
        """Return what the view says apart from passages."""
        return " ".join(filter(None, (self._card.text(), self._searched, self._searched_for)))

    def set_open(self, chunk_id: int | None) -> None:
        """Show the card of a chunk as open in the viewer."""
        if self._nearest is not None:
            self._nearest.set_open(chunk_id)


def model_notice(theme: Theme, sentence: str = "") -> Notice:
    """The notice for a model that could not be used; its button asks for quotes instead."""
    title = REFUSAL_TEXT[RefusalReason.MODEL_UNAVAILABLE]
    return Notice(theme, NoticeKind.WARN, title, sentence, button="Show quotes instead")


def stopped_notice(theme: Theme) -> Notice:
    """The notice for an answer that the user stopped; its button asks again."""
    return Notice(
        theme,
        NoticeKind.INFO,
        REFUSAL_TEXT[RefusalReason.CANCELLED],
        "The passages that were found are kept.",
        button="Ask again",
    )


def scope_gone_notice(theme: Theme, error: PinciteError) -> Notice:
    """The notice for a collection or documents that are gone; its button asks all documents."""
    return Notice(
        theme,
        NoticeKind.WARN,
        "No answer could be made.",
        error.message,
        button="Ask all documents",
    )


def lost_notice(theme: Theme, sentences: str) -> Notice:
    """The notice for an answer that is not kept any more; its button asks again."""
    title, _, rest = sentences.partition(". ")
    title = title if title.endswith(".") else f"{title}."
    return Notice(theme, NoticeKind.INFO, title, rest, button="Ask again")


def failure_notice(theme: Theme, error: PinciteError) -> Notice:
    """The notice for a fault; its button asks again."""
    kept = "Your question and its passages are kept."
    if isinstance(error, WorkerDied):
        title, sentence = "The model stopped.", kept
    else:
        title, sentence = "No answer could be made.", f"{error.message} {kept}"
    return Notice(theme, NoticeKind.WARN, title, sentence, button="Ask again")
