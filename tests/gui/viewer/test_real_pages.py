"""With the real engine: marks cover the ink of the words, on turned and cropped pages as well."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.adapters.extractor_process import ExtractorProcess, RendererProcess
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.core.domain.page import PageText
from app.core.ports import NewDocument
from app.gui.common.theme import Theme
from app.gui.viewer.panel import ViewerPanel
from app.services.passwords import Passwords
from app.services.viewing import ViewingService
from app.workers.pages import PageWorker
from tests.pdfs import PdfPage, make_pdf
from tests.viewed_documents import StatedFiles

WORDS = "Unused days expire on that date\nand are not paid out."
CROP = (40.0, 50.0, 500.0, 700.0)
SHEETS = [(rotation, crop) for crop in (None, CROP) for rotation in (0, 90, 180, 270)]


@pytest.fixture
def document(library: SqliteLibrary, tmp_path: Path) -> Document:
    """A page for each of SHEETS, with nothing on it but WORDS."""
    pages = [PdfPage(WORDS, rotation=rotation, crop=crop) for rotation, crop in SHEETS]
    path = make_pdf(tmp_path / "turned.pdf", pages)
    extractor = ExtractorProcess()
    try:
        read = list(extractor.extract(path, cancel=CancelToken()))
    finally:
        extractor.close()
    return library.save_document(
        NewDocument(
            path=path,
            title="Turned",
            sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
            stamp=FileStamp(1, 1),
            status=DocumentStatus.INDEXED,
            status_text="",
            pages=tuple(part for part in read if isinstance(part, PageText)),
            chunks=(),
        )
    )


@pytest.fixture
def real_worker(qapp: QApplication, library: SqliteLibrary) -> Iterator[PageWorker]:
    renderer = RendererProcess()
    worker = PageWorker(ViewingService(library, renderer, StatedFiles(), Passwords()))
    yield worker
    worker.close()
    renderer.close()


def ink(image: QImage) -> QRectF:
    """The smallest rectangle around all dark pixels."""
    dark = [
        (x, y)
        for y in range(image.height())
        for x in range(image.width())
        if image.pixelColor(x, y).lightness() < 128
    ]
    left, right = min(x for x, _ in dark), max(x for x, _ in dark)
    top, bottom = min(y for _, y in dark), max(y for _, y in dark)
    return QRectF(left, top, right - left + 1, bottom - top + 1)


def sharp_picture(qtbot: QtBot, panel: ViewerPanel, number: int) -> QImage:
    """The page as it is drawn for the zoom in use; a page may be seen coarser for a moment."""
    view = panel.frame.view

    def sharp() -> bool:
        item = view.pages_scene().page_item(number)
        picture = item.picture if item is not None else None
        return view.page == number and picture is not None and picture.scale == round(view.zoom, 4)

    qtbot.waitUntil(sharp)
    item = view.pages_scene().page_item(number)
    assert item is not None
    assert item.picture is not None
    return item.picture.pixmap.toImage()


def test_marks_cover_the_ink(
    qtbot: QtBot, theme: Theme, real_worker: PageWorker, library: SqliteLibrary, document: Document
) -> None:
    panel = ViewerPanel(theme, real_worker)
    qtbot.addWidget(panel)
    panel.resize(536, 900)
    panel.show()
    view = panel.frame.view
    for number, sheet in enumerate(SHEETS, start=1):
        page = library.page(document.id, number)
        assert page is not None
        boxes = page.boxes(0, len(page.text))
        assert len(boxes) == 2, sheet
        panel.show_page(document.id, number)
        picture = sharp_picture(qtbot, panel, number)
        marks = QRectF()
        for box in boxes:
            marks = marks.united(view.layout_of_pages().on_page(box))
        found = ink(picture)
        assert marks.adjusted(-2, -2, 2, 2).contains(found), sheet
        assert found.width() * found.height() > 0.6 * marks.width() * marks.height(), sheet
