"""Excerpts on a few lines."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QPainter, QPixmap

from app.gui.common.excerpt import Excerpt, excerpt
from app.gui.common.marked_text import MarkedText
from app.gui.common.theme import Theme
from app.gui.common.typography import TextRole
from tests.gui.chat.examples import PASSAGES


def laid_out(theme: Theme, content: Excerpt, width: float = 170, lines: int = 3) -> MarkedText:
    return MarkedText(theme, content, TextRole.SECONDARY, width, lines)


def test_it_ends_with_dots_after_a_whole_word(theme: Theme) -> None:
    content = excerpt(PASSAGES[0].chunk.text, PASSAGES[0].terms)
    shown = laid_out(theme, content)
    assert shown.text.endswith("…")
    assert content.text.startswith(shown.text[:-1])
    assert content.text[len(shown.text) - 1] in " ,.;"
    assert shown.height() == 3 * theme.line_height(TextRole.SECONDARY)


def test_short_text_is_whole_and_takes_what_it_needs(theme: Theme) -> None:
    shown = laid_out(theme, Excerpt("Two words", ()))
    assert shown.text == "Two words"
    assert shown.height() == theme.line_height(TextRole.SECONDARY)


@pytest.mark.parametrize("text", ["W" * 600, "😀 " * 300, "誤り" * 300, "يحق للموظف " * 60, ""])
def test_any_text_is_laid_out_and_painted(theme: Theme, text: str) -> None:
    shown = laid_out(theme, Excerpt(text, ((0, min(2, len(text))),)))
    assert shown.height() <= 3 * theme.line_height(TextRole.SECONDARY)
    picture = QPixmap(200, 80)
    painter = QPainter(picture)
    shown.paint(painter, 4, 4, "text2")
    painter.end()


def test_marks_are_painted_where_their_words_stand(theme: Theme) -> None:
    picture = QPixmap(200, 40)
    picture.fill(theme.color("surface"))
    painter = QPainter(picture)
    laid_out(theme, Excerpt("😀😀 leave", ((3, 8),)), width=190, lines=1).paint(
        painter, 0, 0, "text2"
    )
    painter.end()
    image = picture.toImage()
    mark = theme.color("mark")
    columns = [x for x in range(200) if image.pixelColor(x, 4) == mark]
    assert columns
    # The mark begins behind two emoji and a space, and ends before the empty rest of the line.
    assert columns[0] > 20
    assert columns[-1] < 120
