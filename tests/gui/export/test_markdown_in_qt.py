"""Exported Markdown in a second parser, Qt's, which makes links of bare addresses too."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from app.core.export.composing import conversation_report
from app.core.export.markdown import markdown
from app.core.text.safe_text import one_line
from tests.exported_turns import ASKED_AT, hostile
from tests.unit.core.export.adversaries import PIECES

GITHUB = QTextDocument.MarkdownFeature.MarkdownDialectGitHub


class Watched(QTextDocument):
    """Notes what it is asked to load."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_for: list[str] = []

    # Qt override

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        self.asked_for.append(str(name))
        return None


def anchors(document: QTextDocument) -> list[str]:
    found = []
    block = document.begin()
    while block.isValid():
        found += [
            part.format.anchorHref() for part in block.textFormats() if part.format.isAnchor()
        ]
        block = block.next()
    return found


@pytest.mark.parametrize("start", range(0, len(PIECES), 12))
def test_nothing_links_loads_or_is_lost(qapp: QApplication, start: int) -> None:
    for piece in PIECES[start : start + 12]:
        line = one_line(f"so {piece} it is {piece}")
        document = Watched()
        document.setMarkdown(markdown(conversation_report(line, hostile(line), ASKED_AT)), GITHUB)
        told = " ".join(document.toPlainText().split())
        assert told.replace("\u2068", "").replace("\u2069", "").count(line) >= 12
        assert anchors(document) == []
        assert document.asked_for == []
