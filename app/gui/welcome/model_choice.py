"""How answers are made: without a model, or with one that is fetched here."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from app.core.domain.answer import AnswerStyle
from app.core.domain.model import DownloadProgress, ModelRole, ModelState, ModelStatus
from app.core.errors import PinciteError
from app.gui.common.announce import Announcer
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2
from app.gui.common.widgets import Card, Divider, Notice, NoticeKind
from app.gui.welcome.model_row import ChoiceRow, ModelRow
from app.workers.models import ModelWorker

_WITHOUT = (
    "Search works, and answers are sentences quoted from your documents. You can add a model at "
    "any time."
)


class ModelChoice(QWidget):
    """Signals: `style_chosen` (AnswerStyle), and `model_chosen` with the name of a model that is
    installed, before the style."""

    style_chosen = Signal(object)
    model_chosen = Signal(str)

    def __init__(
        self,
        theme: Theme,
        models: ModelWorker,
        announcer: Announcer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._models = models
        self._announcer = announcer
        self._style, self._model = AnswerStyle.WRITTEN, ""
        # The model whose download the user started, here or elsewhere: they want to use it.
        self._wanted = models.fetching
        self._group = QButtonGroup(self)
        self._without = ChoiceRow(theme, "Start without a model", _WITHOUT)
        self._rows = [ModelRow(theme, status) for status in self._chat_models()]
        self._failure = Notice(theme, NoticeKind.ERROR, "", closable=True)
        self._lay_out()
        self._without.chosen.connect(self._choose_quotes)
        self._failure.action.connect(self._try_again)
        models.busy_changed.connect(self._busy_changed)
        models.reported.connect(self._show_progress)
        models.failed.connect(self._show_failure)
        models.finished.connect(self._show_end)
        self.refresh()

    def _lay_out(self) -> None:
        card = Card()
        rows = QVBoxLayout(card)
        rows.setContentsMargins(1, 1, 1, 1)
        rows.setSpacing(0)
        rows.addWidget(self._without)
        self._group.addButton(self._without.radio)
        for row in self._rows:
            rows.addWidget(Divider())
            rows.addWidget(row)
            self._group.addButton(row.radio)
            row.chosen.connect(self._choose_written)
            row.fetch_requested.connect(self._start)
            row.stop_requested.connect(self._models.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_2)
        column.addWidget(card)
        column.addWidget(self._failure)
        self._failure.hide()

    @property
    def without(self) -> ChoiceRow:
        """The way without a model."""
        return self._without

    @property
    def rows(self) -> list[ModelRow]:
        """The models."""
        return list(self._rows)

    @property
    def failure(self) -> Notice:
        """What is said when a download fails."""
        return self._failure

    def set_choice(self, style: AnswerStyle, model: str) -> None:
        """Show what is chosen: the style, and the name of the model that writes."""
        self._style, self._model = style, model
        self._show_choice()

    @Slot()
    def refresh(self) -> None:
        """Show what is installed."""
        statuses = {status.entry.name: status for status in self._chat_models()}
        for row in self._rows:
            name = row.status.entry.name
            row.show_status(statuses.get(name, row.status), fetching=name == self._models.fetching)
        self._show_choice()

    def _chat_models(self) -> list[ModelStatus]:
        return [s for s in self._models.statuses() if s.entry.role is ModelRole.CHAT]

    def _show_choice(self) -> None:
        chosen: ChoiceRow = self._without
        installed = [row for row in self._rows if row.status.state is ModelState.INSTALLED]
        if installed and self._style is AnswerStyle.WRITTEN:
            named = [row for row in installed if row.status.entry.name == self._model]
            chosen = (named or installed)[0]
        chosen.radio.setChecked(True)

    # --- choosing ---------------------------------------------------------------------------

    @Slot()
    def _choose_quotes(self) -> None:
        self._style = AnswerStyle.QUOTES
        self.style_chosen.emit(AnswerStyle.QUOTES)

    @Slot()
    def _choose_written(self) -> None:
        row = self.sender()
        if not isinstance(row, ModelRow):
            return
        if row.status.state is ModelState.INSTALLED:
            self._choose_model(row.status.entry.name)
        else:
            # It has to be fetched first, and only on purpose.
            self._show_choice()
            target = row.stop if row.download.isHidden() else row.download
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose_model(self, name: str) -> None:
        self._style, self._model = AnswerStyle.WRITTEN, name
        self.model_chosen.emit(name)
        self.style_chosen.emit(AnswerStyle.WRITTEN)

    # --- downloading ------------------------------------------------------------------------

    @Slot()
    def _start(self) -> None:
        row = self.sender()
        if isinstance(row, ModelRow):
            self._fetch(row.status.entry.name)

    @Slot()
    def _try_again(self) -> None:
        self._fetch(self._wanted)

    def _fetch(self, name: str) -> None:
        self._models.fetch(name)

    @Slot(bool)
    def _busy_changed(self, busy: bool) -> None:
        if busy:
            self._wanted = self._models.fetching
            self._failure.hide()
            self.refresh()

    @Slot(object)
    def _show_progress(self, progress: DownloadProgress) -> None:
        for row in self._rows:
            if row.status.entry.name == progress.model:
                row.show_progress(progress)

    @Slot()
    def _show_end(self) -> None:
        self.refresh()
        done = [row.status for row in self._rows if row.status.entry.name == self._wanted]
        if done and done[0].state is ModelState.INSTALLED:
            self._wanted = ""
            self._announcer.polite(f"{done[0].entry.title} is installed.")
            self._choose_model(done[0].entry.name)
            self._show_choice()

    @Slot(object)
    def _show_failure(self, error: PinciteError) -> None:
        self.refresh()
        button = "Try again" if self._wanted else ""
        self._failure.set_content(
            NoticeKind.ERROR, "The download stopped.", error.message, button=button
        )
        self._failure.show()
