"""From the menu of a portfolio to the reading of what is in it."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.document import Document
from app.gui.library.document_menu import DocumentMenu
from tests.fakes.embedded_files import FakeInside
from tests.gui.desks import Desk

PDF = b"%PDF-1.7 "


class Chooser:
    """Answers with a folder, or with none, and remembers where it began."""

    answer = ""
    began = ""

    @classmethod
    def getExistingDirectory(cls, parent: QWidget, title: str, folder: str) -> str:
        cls.began = folder
        return cls.answer


@pytest.fixture
def chooser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[Chooser]:
    monkeypatch.setattr("app.gui.window_embedded.QFileDialog", Chooser)
    Chooser.answer = str(tmp_path)
    return Chooser


def put_portfolio(desk: Desk, *files: tuple[str, bytes | None]) -> Document:
    document = desk.put("Portfolio", 1)
    desk.inside.pdfs[document.path] = FakeInside(files)
    return replace(document, embedded_pdfs=len(files))


@pytest.fixture(autouse=True)
def _no_popup(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offscreen, no menu can be shown without a warning."""
    monkeypatch.setattr(DocumentMenu, "popup", lambda *_: None)


def choose_from_menu(desk: Desk, document: Document) -> None:
    menu = desk.window.library.menu
    menu.show_for([document], QPoint(0, 0))
    (action,) = (one for one in menu.actions() if one.text() == "Add embedded PDFs…")
    assert action.isVisible()
    action.trigger()


def test_embedded_pdfs_are_saved_and_read(
    desk: Desk, qtbot: QtBot, chooser: type[Chooser], tmp_path: Path
) -> None:
    document = put_portfolio(desk, ("a.pdf", PDF + b"a"), ("b.pdf", PDF + b"b"))
    window = desk.open()
    choose_from_menu(desk, document)
    qtbot.waitUntil(lambda: bool(desk.ingest.runs))
    desk.wait_idle()
    assert chooser.began == str(document.path.parent)
    assert desk.ingest.runs == [(tmp_path / "a.pdf", tmp_path / "b.pdf")]
    assert not window.library.notice.isVisible()


def test_no_folder_no_files(desk: Desk, chooser: type[Chooser]) -> None:
    document = put_portfolio(desk, ("a.pdf", PDF))
    chooser.answer = ""
    desk.open()
    choose_from_menu(desk, document)
    desk.wait_idle()
    assert desk.inside.saved == {}
    assert desk.ingest.runs == []


def test_what_could_not_be_taken_out_is_said(
    desk: Desk, qtbot: QtBot, chooser: type[Chooser], tmp_path: Path
) -> None:
    document = put_portfolio(desk, ("a.pdf", PDF + b"a"), ("b.pdf", None))
    window = desk.open()
    choose_from_menu(desk, document)
    qtbot.waitUntil(window.library.notice.isVisible)
    assert "1 of 2 embedded PDFs was not added" in window.library.notice.text()
    qtbot.waitUntil(lambda: bool(desk.ingest.runs))
    desk.wait_idle()
    assert desk.ingest.runs == [(tmp_path / "a.pdf",)]


def test_a_fault_is_said(
    desk: Desk, qtbot: QtBot, chooser: type[Chooser], caplog: pytest.LogCaptureFixture
) -> None:
    document = put_portfolio(desk, ("a.pdf", PDF))
    del desk.inside.pdfs[document.path]
    window = desk.open()
    with caplog.at_level(logging.WARNING):
        choose_from_menu(desk, document)
        qtbot.waitUntil(window.library.notice.isVisible)
    assert "not there any more" in window.library.notice.text()
    assert len(caplog.records) == 1


def test_a_document_without_any_has_no_such_entry(desk: Desk) -> None:
    document = desk.put("Plain", 1)
    desk.open()
    menu = desk.window.library.menu
    menu.show_for([document], QPoint(0, 0))
    assert not any(one.isVisible() for one in menu.actions() if one.text() == "Add embedded PDFs…")
