"""Notices show and say what happened, and offer one way on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.gui.common import notice as notice_module
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.widgets import Button, IconButton, Notice, NoticeKind, TextLabel
from tests.gui.common.looking import colors_in, show


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    said: list[tuple[str, bool]] = []

    def listen(widget: QWidget, text: str, *, assertive: bool = False) -> None:
        said.append((text, assertive))

    monkeypatch.setattr(notice_module, "speak", listen)
    return said


def full_disk(theme: Theme, kind: NoticeKind = NoticeKind.ERROR) -> Notice:
    return Notice(theme, kind, "The disk is full.", "Free about 300 MB.", button="Go on")


@pytest.mark.parametrize(
    ("kind", "ground", "mark"),
    [
        (NoticeKind.INFO, "window", "text2"),
        (NoticeKind.WARN, "warntint", "warn"),
        (NoticeKind.ERROR, "badtint", "bad"),
    ],
)
def test_kind_chooses_ground_and_icon(
    theme: Theme, qtbot: QtBot, kind: NoticeKind, ground: TokenName, mark: TokenName
) -> None:
    notice = show(qtbot, full_disk(theme, kind))
    assert {theme.color(ground).name(), theme.color(mark).name()} <= colors_in(notice)


def test_error_is_read_out_when_it_appears(
    theme: Theme, qtbot: QtBot, spoken: list[tuple[str, bool]]
) -> None:
    notice = full_disk(theme)
    assert spoken == []
    show(qtbot, notice)
    assert spoken == [("The disk is full. Free about 300 MB.", True)]
    notice.set_content(NoticeKind.ERROR, "The file is gone.")
    assert spoken[-1] == ("The file is gone.", True)


@pytest.mark.parametrize("kind", [NoticeKind.INFO, NoticeKind.WARN])
def test_other_notices_do_not_interrupt(
    theme: Theme, qtbot: QtBot, kind: NoticeKind, spoken: list[tuple[str, bool]]
) -> None:
    show(qtbot, full_disk(theme, kind))
    assert spoken == []


def test_button_acts_by_pointer_and_key(theme: Theme, qtbot: QtBot) -> None:
    notice = show(qtbot, full_disk(theme))
    with qtbot.waitSignal(notice.action):
        QTest.mouseClick(notice.button(), Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(notice.action):
        QTest.keyClick(notice.button(), Qt.Key.Key_Return)


def test_notice_without_a_button_shows_none(theme: Theme, qtbot: QtBot) -> None:
    notice = show(qtbot, Notice(theme, NoticeKind.INFO, "", "Search needs no model."))
    assert [button for button in notice.findChildren(Button) if button.isVisible()] == []
    assert notice.text() == notice.accessibleName() == "Search needs no model."


def test_closing_hides_it_and_says_so(theme: Theme, qtbot: QtBot) -> None:
    notice = show(qtbot, Notice(theme, NoticeKind.INFO, "Done.", closable=True))
    close = notice.findChild(IconButton)
    assert isinstance(close, IconButton)
    with qtbot.waitSignal(notice.closed):
        QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert not notice.isVisible()


def test_kind_can_change(theme: Theme, qtbot: QtBot) -> None:
    notice = show(qtbot, full_disk(theme))
    notice.set_content(NoticeKind.WARN, "The model stopped.", "Ask again.", button="Ask again")
    assert notice.kind is NoticeKind.WARN
    assert notice.button().text() == "Ask again"
    assert theme.color("warntint").name() in colors_in(notice)


def test_long_sentence_wraps_inside(theme: Theme, qtbot: QtBot) -> None:
    notice = Notice(theme, NoticeKind.WARN, "The model stopped.", "Your question is kept. " * 8)
    show(qtbot, notice)
    notice.resize(300, notice.heightForWidth(300))
    assert notice.heightForWidth(300) > notice.heightForWidth(900)


def test_a_stacked_notice_has_its_button_below_the_words(theme: Theme, qtbot: QtBot) -> None:
    notice = Notice(
        theme, NoticeKind.WARN, "Remove “Lease” from the library?", button="Remove", stacked=True
    )
    show(qtbot, notice)
    notice.resize(theme.scaled(200), notice.heightForWidth(theme.scaled(200)))
    QApplication.sendPostedEvents()
    button = notice.button()
    assert button.width() >= button.sizeHint().width()
    labels = [label for label in notice.findChildren(TextLabel) if label.isVisible()]
    assert labels
    assert all(label.geometry().bottom() <= button.geometry().top() for label in labels)
