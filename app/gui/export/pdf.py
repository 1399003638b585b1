"""A report as the bytes of a PDF: pages with their number, text that can be selected, no links."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice, QLocale, QRectF, Qt
from PySide6.QtGui import QAbstractTextDocumentLayout, QFontMetricsF, QPainter, QPalette, QPdfWriter

from app.core.export.report import Report
from app.core.text.safe_text import reads_right_to_left
from app.gui.export.paper import Paper, twips
from app.gui.export.pdf_pages import Slice, slices
from app.gui.export.pdf_text import INK, QUIET, SMALL_PT, font, text_document

RESOLUTION = 1200
"""Of the page, in dots an inch: what is drawn is rounded to no less."""
_POINTS_PER_INCH = 72
_FOOT_GAP_PT = 22


def pdf(report: Report, locale: QLocale) -> bytes:
    """Write a report on the paper of a locale. Needs no window, so any thread may do it."""
    paper = Paper.of(locale)
    body = paper.body()
    document = text_document(report, body.width())
    pages = slices(document, body.height())
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageLayout(paper.layout())
    writer.setResolution(RESOLUTION)
    writer.setTitle(report.name)
    writer.setCreator("Pincite")
    painter = QPainter(writer)
    scale = RESOLUTION / _POINTS_PER_INCH / twips(1)
    painter.scale(scale, scale)
    for number, page in enumerate(pages, 1):
        if number > 1:
            writer.newPage()
        _draw_page(painter, document.documentLayout(), body, page)
        _draw_foot(painter, body, report.name, f"{number} / {len(pages)}")
    painter.end()
    buffer.close()
    return bytes(buffer.data().data())


def _draw_page(
    painter: QPainter, layout: QAbstractTextDocumentLayout, body: QRectF, page: Slice
) -> None:
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette.setColor(QPalette.ColorRole.Text, INK)
    context.clip = QRectF(0, page.top, body.width(), page.bottom - page.top)
    painter.save()
    painter.translate(body.left(), body.top() - page.top)
    painter.setClipRect(context.clip)
    layout.draw(painter, context)
    painter.restore()


def _draw_foot(painter: QPainter, body: QRectF, title: str, number: str) -> None:
    small = font(SMALL_PT - 1, joining=reads_right_to_left(title))
    metrics = QFontMetricsF(small)
    place = QRectF(body.left(), body.bottom() + twips(_FOOT_GAP_PT), body.width(), metrics.height())
    room = place.width() - metrics.horizontalAdvance(number) - twips(24)
    painter.save()
    painter.setFont(small)
    painter.setPen(QUIET)
    name = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room)
    painter.drawText(place, Qt.AlignmentFlag.AlignLeft, name)
    painter.drawText(place, Qt.AlignmentFlag.AlignRight, number)
    painter.restore()
