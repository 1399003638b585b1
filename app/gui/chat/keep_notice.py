"""Says, above the question field, that what was asked could not be stored."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.core.errors import PinciteError
from app.gui.chat import wording
from app.gui.common.theme import Theme
from app.gui.common.widgets import Notice, NoticeKind


class KeepNotice(Notice):
    """`action` says that it is to be tried again."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            theme,
            NoticeKind.ERROR,
            wording.NOT_STORED,
            button=wording.STORE_AGAIN,
            closable=True,
            stacked=True,
            parent=parent,
        )
        self.hide()

    def tell(self, error: PinciteError) -> None:
        """Say why, and that nothing is lost on the screen."""
        sentence = f"{error.message} {wording.STAYS_SHOWN}"
        self.set_content(NoticeKind.ERROR, wording.NOT_STORED, sentence, button=wording.STORE_AGAIN)
        self.button().setAccessibleDescription(self.text())
        self.show()
