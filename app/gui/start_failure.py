"""What is shown instead of the window when the library cannot be opened."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.errors import PinciteError
from app.gui.common.theme import Theme
from app.gui.common.widgets import Button, ButtonVariant, EmptyState

WORD_JOINER = "\u2060"


class StartFailure(QWidget):
    """Says what is wrong and what to do; one button closes it."""

    def __init__(self, theme: Theme, error: PinciteError) -> None:
        super().__init__()
        self.setWindowTitle("Pincite")
        self.resize(theme.scaled(560), theme.scaled(280))
        close = Button(theme, "Close", variant=ButtonVariant.PRIMARY)
        close.clicked.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(
            EmptyState(
                theme,
                "info",
                "Pincite could not open the library.",
                # A line that ends after the dashes of an option is hard to read.
                error.message.replace("--", f"-{WORD_JOINER}-{WORD_JOINER}"),
                buttons=(close,),
            )
        )
