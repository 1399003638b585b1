"""The settings dialog: made from the model, in force at once, reachable, fitting."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.answer import AnswerStyle
from app.core.errors import StorageError
from app.core.settings import (
    AnswerLength,
    AnswerSettings,
    AppearanceSettings,
    ColorScheme,
    ModelSettings,
    RetrievalSettings,
    Settings,
    UnsupportedSentences,
)
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.widgets import Button, Segmented, Select, Stepper, Switch, TextLabel
from app.gui.settings.dialog import SettingsDialog
from app.gui.settings.rows import Fact, RowCard
from tests.gui.chat.windows import bring_up, settle

OTHERS = Settings(
    answers=AnswerSettings(
        style=AnswerStyle.QUOTES,
        passages=9,
        unsupported=UnsupportedSentences.LEAVE_OUT,
        length=AnswerLength.LONG,
        claim_filter=True,
        claim_filter_model="second",
    ),
    models=ModelSettings(chat_model="second", threads=3, context_tokens=8192, unload_minutes=30),
    retrieval=RetrievalSettings(candidates=80),
    appearance=AppearanceSettings(color_scheme=ColorScheme.DARK, text_size=150),
)
FACTS = {
    "Library": (Fact("Folder", "where it lies", Path("library")), Fact("Your files", "They stay.")),
    "Privacy": (Fact("What connects", "Nothing."),),
}


class Open:
    """A shown dialog and what it reports."""

    def __init__(self, theme: Theme, qtbot: QtBot, settings: Settings | None = None) -> None:
        self.dialog = SettingsDialog(
            theme,
            settings or Settings(),
            {
                "models.chat_model": [("starter", "Starter"), ("second", "Second")],
                "answers.claim_filter_model": [("", "Same as for answers"), ("second", "Second")],
            },
            FACTS,
        )
        qtbot.addWidget(self.dialog)
        self.changes: list[Settings] = []
        self.dialog.changed.connect(self.changes.append)
        bring_up(self.dialog, qtbot)

    def control(self, section: str, name: str) -> QWidget:
        return self.dialog.editor(section, name).widget


@pytest.fixture
def settings(theme: Theme, qtbot: QtBot) -> Open:
    return Open(theme, qtbot)


def test_pages_stand_in_the_order_of_the_design(settings: Open) -> None:
    names = [button.text() for button in settings.dialog.names.buttons()]
    assert names == ["Answers", "Models", "Library", "Privacy", "Appearance"]
    assert settings.dialog.pages.count() == 5


def test_every_setting_of_the_model_has_a_named_control(settings: Open) -> None:
    fields = [
        (section, name, field)
        for section, outer in Settings.model_fields.items()
        if isinstance(outer.default, BaseModel) and section != "retrieval"
        for name, field in type(outer.default).model_fields.items()
    ]
    assert len(fields) >= 10
    for section, name, field in fields:
        assert field.title
        assert field.description
        control = settings.control(section, name)
        target = control.spin_box() if isinstance(control, Stepper) else control
        words = (target.accessibleName(), target.accessibleDescription())
        assert field.title in words, name


def test_which_passages_are_used_has_a_card_of_its_own(settings: Open) -> None:
    cards = {card.title: card for card in settings.dialog.findChildren(RowCard)}
    own = cards["Which passages are used"]
    for name, inside in (("claim_filter", True), ("claim_filter_model", True), ("style", False)):
        assert own.isAncestorOf(settings.control("answers", name)) is inside, name
    headings = [label for label in settings.dialog.findChildren(TextLabel) if label.isVisible()]
    [heading] = [label for label in headings if label.text() == "Which passages are used"]
    pages = settings.dialog.pages
    assert heading.mapTo(pages, QPoint()).y() < own.mapTo(pages, QPoint()).y()


def test_the_claim_filter_is_off_until_it_is_switched_on(settings: Open) -> None:
    switch = settings.control("answers", "claim_filter")
    judge = settings.control("answers", "claim_filter_model")
    assert isinstance(switch, Switch)
    assert isinstance(judge, Select)
    assert not switch.isChecked()
    assert judge.currentText() == "Same as for answers"
    switch.click()
    judge.setCurrentIndex(1)
    assert [one.answers for one in settings.changes] == [
        AnswerSettings(claim_filter=True),
        AnswerSettings(claim_filter=True, claim_filter_model="second"),
    ]


def test_settings_of_the_search_are_not_for_everyone(settings: Open) -> None:
    with pytest.raises(KeyError):
        settings.dialog.editor("retrieval", "rrf_k")


def test_what_is_in_force_is_shown(theme: Theme, qtbot: QtBot) -> None:
    opened = Open(theme, qtbot, OTHERS)
    style = opened.control("answers", "style")
    model = opened.control("models", "chat_model")
    size = opened.control("appearance", "text_size")
    assert isinstance(style, Segmented)
    assert isinstance(model, Select)
    assert isinstance(size, Stepper)
    assert (style.value(), model.currentText(), size.value()) == ("quotes", "Second", 150)
    assert opened.changes == []


def test_each_change_is_reported_at_once_and_alone(settings: Open) -> None:
    style = settings.control("answers", "style")
    assert isinstance(style, Segmented)
    style.segment("quotes").click()
    [changed] = settings.changes
    assert changed.answers.style is AnswerStyle.QUOTES
    assert changed.model_copy(update={"answers": AnswerSettings()}) == Settings()
    style.segment("quotes").click()
    assert len(settings.changes) == 1


def test_every_control_changes_its_own_setting(settings: Open) -> None:
    for section, outer in OTHERS:
        if not isinstance(outer, BaseModel) or section == "retrieval":
            continue
        for name, value in outer:
            settings.dialog.editor(section, name).edited.emit(value)
            changed = settings.changes[-1]
            assert getattr(getattr(changed, section), name) == value
    assert settings.changes[-1] == OTHERS.model_copy(update={"retrieval": RetrievalSettings()})


def test_defaults_can_be_restored(theme: Theme, qtbot: QtBot) -> None:
    opened = Open(theme, qtbot, OTHERS)
    qtbot.mouseClick(opened.dialog.restore_button, Qt.MouseButton.LeftButton)
    assert opened.changes == [Settings()]
    style = opened.control("answers", "style")
    assert isinstance(style, Segmented)
    assert style.value() == "written"


def test_what_was_changed_elsewhere_is_not_undone_by_the_next_change(settings: Open) -> None:
    settings.dialog.show_settings(OTHERS)
    assert settings.changes == []
    length = settings.control("answers", "length")
    assert isinstance(length, Segmented)
    length.segment("short").click()
    assert settings.changes[-1].models.chat_model == "second"


def test_a_fault_is_told_in_the_dialog(settings: Open, spoken: list[str]) -> None:
    settings.dialog.show_error(StorageError("The disk is full. Free some space."))
    assert settings.dialog.notice.isVisible()
    assert spoken == ["! The disk is full. Free some space."]
    length = settings.control("answers", "length")
    assert isinstance(length, Segmented)
    length.segment("short").click()
    assert not settings.dialog.notice.isVisible()


def test_a_folder_can_be_opened(settings: Open, qtbot: QtBot) -> None:
    [button] = [
        button
        for button in settings.dialog.findChildren(Button)
        if button.accessibleName() == "Open folder: Folder"
    ]
    with qtbot.waitSignal(settings.dialog.folder_requested) as signal:
        button.click()
    assert signal.args == [Path("library")]


# --- keys -----------------------------------------------------------------------------------


def test_arrows_go_from_page_to_page(settings: Open, qtbot: QtBot) -> None:
    first = settings.dialog.names.buttons()[0]
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Down)
    assert settings.dialog.pages.currentIndex() == 1
    focused = QApplication.focusWidget()
    assert focused is settings.dialog.names.buttons()[1]
    qtbot.keyClick(focused, Qt.Key.Key_Up)
    assert settings.dialog.pages.currentIndex() == 0


def test_tab_reaches_the_controls_of_the_page_that_is_shown(settings: Open, qtbot: QtBot) -> None:
    settings.dialog.names.choose(1)
    settings.dialog.names.buttons()[1].setFocus()
    seen = []
    for _ in range(7):
        focused = QApplication.focusWidget()
        assert focused is not None
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None
        assert now.isVisible()
        seen.append(now)
    threads = settings.control("models", "threads")
    assert isinstance(threads, Stepper)
    assert settings.control("models", "chat_model") in seen
    assert threads.spin_box() in seen
    assert settings.dialog.done_button in seen


def test_esc_and_done_close(theme: Theme, qtbot: QtBot) -> None:
    for key in (True, False):
        opened = Open(theme, qtbot)
        if key:
            qtbot.keyClick(opened.dialog, Qt.Key.Key_Escape)
        else:
            opened.dialog.done_button.click()
        assert not opened.dialog.isVisible()


def test_the_wheel_scrolls_the_page_and_changes_nothing(settings: Open) -> None:
    threads = settings.control("models", "threads")
    assert isinstance(threads, Stepper)
    settings.dialog.names.choose(1)
    settings.dialog.names.buttons()[1].setFocus()
    box = threads.spin_box()
    place = QPointF(5, 5)
    QApplication.sendEvent(
        box,
        QWheelEvent(
            place,
            place,
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        ),
    )
    assert settings.changes == []


# --- how it looks ---------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_the_chosen_page_has_the_ground_of_what_is_selected(
    settings: Open, theme: Theme, scheme: SchemeChoice
) -> None:
    theme.set_scheme(scheme)
    first, second = settings.dialog.names.buttons()[:2]
    list_width = settings.dialog.names.width()
    for button, token in ((first, "select"), (second, "sidebar")):
        image = settings.dialog.names.grab().toImage()
        place = button.mapTo(settings.dialog.names, QPoint(button.width() - 8, 16))
        assert image.pixelColor(place * image.devicePixelRatio()) == theme.color(token)  # type: ignore[arg-type]
        assert button.width() == list_width - 24 - 1


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("size", [(588, 404), (800, 600)])
def test_no_page_is_wider_than_its_place(
    settings: Open,
    theme: Theme,
    scheme: SchemeChoice,
    factor: float,
    size: tuple[int, int],
) -> None:
    theme.set_scheme(scheme)
    theme.set_text_factor(factor)
    dialog = settings.dialog
    dialog.resize(*size)
    for index in range(dialog.pages.count()):
        dialog.names.choose(index)
        settle()
        assert dialog.pages.currentIndex() == index
        page = dialog.pages.currentWidget()
        inner = page.widget()  # type: ignore[union-attr]
        assert inner.width() <= page.viewport().width(), dialog.names.buttons()[index].text()  # type: ignore[union-attr]
        assert not dialog.grab().isNull()
    assert dialog.size().width() == size[0]


def test_names_are_read_out(settings: Open) -> None:
    for button in settings.dialog.names.buttons():
        interface = QAccessible.queryAccessibleInterface(button)
        assert interface.text(QAccessible.Text.Name) == button.text()
        assert interface.role() in (
            QAccessible.Role.CheckBox,
            QAccessible.Role.RadioButton,
            QAccessible.Role.Button,
        )
