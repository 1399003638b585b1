"""Paints what stands behind and beside an answer's text: pills, marks, tints, dotted lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTextDocument

from app.gui.chat.answer_document import Chip, ClaimState, ShownClaim
from app.gui.common.icons import paint_icon
from app.gui.common.text_geometry import finish_layout, first_baseline, line_pieces, units
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import ICON_PX, RADIUS_CARD, RADIUS_CHIP, TextRole
from app.gui.common.widgets import paint_focus_ring

PILL_HEIGHT = 18
MARK_LEFT = 8
"""Left edge of a claim's mark, in px."""
# The middle of small letters lies above the baseline by this share of the font size.
_MIDDLE = 0.36
_TINT_ABOVE, _TINT_BELOW = 4, 8
_RING_GAP = 3

_Sign = tuple[str, TokenName]
_WARNING_SIGN: _Sign = ("state-warning", "warn")
_GONE_SIGN: _Sign = ("state-missing", "text2")
_MARKS: dict[ClaimState, tuple[str, TokenName]] = {
    ClaimState.SUPPORTED: ("check", "ok"),
    ClaimState.VERBATIM: ("quote", "text2"),
    ClaimState.UNSUPPORTED: ("state-warning", "warn"),
}


def pill_rects(document: QTextDocument, chip: Chip, theme: Theme) -> list[QRectF]:
    """The pills of a chip, one for each line that it stands on, in document coordinates."""
    height = theme.scaled(PILL_HEIGHT)
    middle = theme.font(TextRole.CHIP).pixelSize() * _MIDDLE
    return [
        QRectF(piece.left() - 1, baseline - middle - height / 2, piece.width() + 2, height)
        for piece, baseline in line_pieces(document, chip.start, chip.end)
    ]


def paint_pill(
    painter: QPainter,
    rects: Sequence[QRectF],
    theme: Theme,
    *,
    verified: bool,
    hovered: bool,
    opened: bool,
    focused: bool,
    gone: bool = False,
) -> None:
    """Paint the pills of a chip, its ring, and a sign if its quote was not found or if what it
    cites is gone."""
    ground: TokenName = "tint" if verified else "warntint"
    if gone:
        ground = "select" if hovered else "sunken"
    if opened:
        ground = "accentfill"
    elif hovered and not gone:
        ground = "select" if verified else "warnline"
    for rect in rects:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(ground))
        painter.drawRoundedRect(rect, RADIUS_CHIP, RADIUS_CHIP)
        if theme.high_contrast and not opened:
            painter.setPen(QPen(theme.color("control"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            inner = rect.adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(inner, RADIUS_CHIP, RADIUS_CHIP)
        if focused:
            ring = rect.adjusted(-_RING_GAP, -_RING_GAP, _RING_GAP, _RING_GAP)
            paint_focus_ring(painter, ring, RADIUS_CHIP + 2, theme)
    if rects and (gone or not verified):
        side = theme.scaled(13)
        sign = QRectF(rects[0].left() + 5, rects[0].center().y() - side / 2, side, side)
        name, token = _GONE_SIGN if gone else _WARNING_SIGN
        paint_icon(painter, sign, theme, name, "onaccent" if opened else token)


def paint_claims(
    painter: QPainter,
    document: QTextDocument,
    claims: Sequence[ShownClaim],
    theme: Theme,
    clip: QRectF,
) -> None:
    """Paint the marks of the claims that lie in `clip`, and tint what is not supported."""
    finish_layout(document)
    for claim in claims:
        first = document.findBlockByNumber(claim.first_block)
        last = document.findBlockByNumber(claim.last_block)
        top = first.layout().position().y()
        lines = last.layout().lineCount()
        line_height = last.blockFormat().lineHeight()
        bottom = last.layout().position().y() + lines * line_height
        ground = QRectF(0, top - _TINT_ABOVE, document.textWidth(), bottom - top)
        ground.setBottom(bottom + _TINT_BELOW)
        if not ground.intersects(clip):
            continue
        if claim.state is ClaimState.UNSUPPORTED:
            painter.setPen(Qt.PenStyle.NoPen)
            if theme.high_contrast:
                painter.setPen(QPen(theme.color("warnline"), 1))
                ground.adjust(0.5, 0.5, -0.5, -0.5)
            painter.setBrush(theme.color("warntint"))
            painter.drawRoundedRect(ground, RADIUS_CARD, RADIUS_CARD)
            _paint_dots(painter, document, claim, theme)
        name, token = _MARKS[claim.state]
        side = theme.scaled(ICON_PX)
        baseline = first_baseline(document, claim.first_block)
        middle = baseline - theme.font(TextRole.ANSWER).pixelSize() * _MIDDLE
        left = float(theme.scaled(MARK_LEFT))
        if first.textDirection() is Qt.LayoutDirection.RightToLeft:
            left = document.textWidth() - left - side
        mark = QRectF(left, middle - side / 2, side, side)
        paint_icon(painter, mark, theme, name, token)


def _paint_dots(
    painter: QPainter, document: QTextDocument, claim: ShownClaim, theme: Theme
) -> None:
    """Draw a dotted line below each word of a claim."""
    pen = QPen(theme.color("warn"), max(1.5, theme.scaled(1.5)))
    pen.setDashPattern([1.3, 1.0])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    below = theme.font(TextRole.ANSWER).pixelSize() * 0.25
    text = document.findBlockByNumber(claim.first_block).text()
    for word in re.finditer(r"\S+", text):
        start = claim.start + units(text[: word.start()])
        end = start + units(word.group())
        for piece, baseline in line_pieces(document, start, min(end, claim.end)):
            y = round(baseline + below) + 0.5
            painter.drawLine(QPointF(piece.left(), y), QPointF(piece.right(), y))
