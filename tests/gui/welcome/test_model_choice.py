"""How answers are made: the choice, and a download with its progress, its end and its faults."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.answer import AnswerStyle
from app.core.domain.model import ModelRole, ModelState
from app.core.errors import DownloadFailed
from app.gui.common.announce import Announcer
from app.gui.common.formats import Formats
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.welcome.model_choice import ModelChoice
from app.gui.welcome.model_row import ModelRow
from app.workers.models import ModelWorker
from tests.fakes.model_files import model_entry, model_file
from tests.gui.chat.scripted_answers import Gate
from tests.gui.chat.windows import bring_up, settle
from tests.gui.scripted_services import EMBEDDER, STARTER, ScriptedModels, progress

SIZE = Formats().size(STARTER.download_bytes)


class Choosing:
    """A choice over scripted models, and what was chosen."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.theme = theme
        self.qtbot = qtbot
        self.models = ScriptedModels()
        self.worker = ModelWorker(self.models)
        self.chosen: list[object] = []
        self._choice: ModelChoice | None = None

    def show(self, width: int = 720) -> ModelChoice:
        """Show the choice as the active window."""
        window = QWidget()
        self.qtbot.addWidget(window)
        choice = ModelChoice(self.theme, self.worker, Announcer(window))
        self.qtbot.addWidget(choice)
        choice.style_chosen.connect(self.chosen.append)
        choice.model_chosen.connect(self.chosen.append)
        choice.resize(width, 400)
        bring_up(choice, self.qtbot)
        self._choice = choice
        return choice

    @property
    def row(self) -> ModelRow:
        """The starter model's row."""
        assert self._choice is not None
        return self._choice.rows[0]

    @property
    def words(self) -> str:
        """What is said below the bar."""
        return self.row._progress.text()


@pytest.fixture
def choosing(theme: Theme, qtbot: QtBot) -> Iterator[Choosing]:
    choosing = Choosing(theme, qtbot)
    yield choosing
    choosing.worker.close()


def test_first_there_is_no_model_and_none_is_needed(choosing: Choosing) -> None:
    choice = choosing.show()
    assert choice.without.radio.isChecked()
    assert [row.status.entry.name for row in choice.rows] == ["starter"]
    assert choosing.row.download.text() == f"Download {SIZE}"
    assert choosing.row.download.isVisible()
    assert not choosing.row.bar.isVisible()
    sentence = choosing.row.radio.accessibleDescription()
    assert "Licence Apache-2.0." in sentence
    assert f"Needs {Formats().size(2_000_000_000)} of memory." in sentence


def test_models_for_tests_and_embedders_are_not_offered(choosing: Choosing) -> None:
    tiny = model_entry(model_file("tiny.gguf", b"0"), name="tiny", role=ModelRole.TEST)
    choosing.models = ScriptedModels(EMBEDDER, tiny)
    choosing.worker.close()
    choosing.worker = ModelWorker(choosing.models)
    assert choosing.show().rows == []


def test_a_model_that_is_not_there_cannot_be_chosen_by_mistake(
    choosing: Choosing, qtbot: QtBot
) -> None:
    choice = choosing.show()
    qtbot.mouseClick(choosing.row.radio, Qt.MouseButton.LeftButton)
    assert choice.without.radio.isChecked()
    assert choosing.row.download.hasFocus()
    assert choosing.chosen == []
    assert choosing.models.fetched == []


def test_choosing_between_quotes_and_an_installed_model(choosing: Choosing, qtbot: QtBot) -> None:
    choosing.models.states["starter"] = ModelState.INSTALLED
    choice = choosing.show()
    assert choosing.row.radio.isChecked()
    assert not choosing.row.download.isVisible()
    assert choosing.row._installed.isVisible()
    qtbot.mouseClick(choice.without.radio, Qt.MouseButton.LeftButton)
    qtbot.keyClick(choice.without.radio, Qt.Key.Key_Down)
    assert choosing.chosen == [AnswerStyle.QUOTES, "starter", AnswerStyle.WRITTEN]


def test_what_was_chosen_elsewhere_is_shown(choosing: Choosing) -> None:
    second = STARTER.model_copy(update={"name": "second", "title": "Second"})
    choosing.models = ScriptedModels(STARTER, second, installed=True)
    choosing.worker.close()
    choosing.worker = ModelWorker(choosing.models)
    choice = choosing.show()
    choice.set_choice(AnswerStyle.WRITTEN, "second")
    assert choice.rows[1].radio.isChecked()
    choice.set_choice(AnswerStyle.QUOTES, "second")
    assert choice.without.radio.isChecked()
    choice.set_choice(AnswerStyle.WRITTEN, "one that is gone")
    assert choice.rows[0].radio.isChecked()
    assert choosing.chosen == []


# --- downloading ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (progress(0, stage="connecting", rate=0), "Connecting, from huggingface.co"),
        (
            progress(412_000_000),
            f"{Formats().size_of(412_000_000, STARTER.download_bytes)}, "
            f"{Formats().size(9_000_000)} a second, {Formats().duration(80)} left, "
            "from huggingface.co",
        ),
        (
            progress(412_000_000, left=None),
            f"{Formats().size_of(412_000_000, STARTER.download_bytes)}, "
            f"{Formats().size(9_000_000)} a second, from huggingface.co",
        ),
        (
            progress(1_000, rate=0.0),
            f"{Formats().size_of(1_000, STARTER.download_bytes)}, from huggingface.co",
        ),
        (progress(STARTER.download_bytes, stage="checking"), "Checking every byte"),
    ],
)
def test_progress_in_words(choosing: Choosing, qtbot: QtBot, step: object, words: str) -> None:
    gate = Gate()
    choosing.models.add(step, gate)  # type: ignore[arg-type]
    choosing.show()
    with qtbot.waitSignal(choosing.worker.reported):
        choosing.row.download.click()
    assert choosing.words == words
    with qtbot.waitSignal(choosing.worker.finished):
        gate.open()


def test_a_download_from_the_first_byte_to_its_use(
    choosing: Choosing, qtbot: QtBot, spoken: list[str]
) -> None:
    gate = Gate()
    choosing.models.add(progress(412_000_000), gate)
    choice = choosing.show()
    choosing.row.download.setFocus()
    with qtbot.waitSignal(choosing.worker.reported):
        qtbot.keyClick(choosing.row.download, Qt.Key.Key_Return)
    assert choosing.models.fetched == ["starter"]
    bar = choosing.row.bar
    assert (bar.isVisible(), bar.value()) == (True, 1000 * 412_000_000 // STARTER.download_bytes)
    interface = QAccessible.queryAccessibleInterface(bar)
    assert interface.text(QAccessible.Text.Name) == f"Download of {STARTER.title}"
    assert choosing.row.stop.isVisible()
    assert not choosing.row.download.isVisible()
    with qtbot.waitSignal(choosing.worker.finished):
        gate.open()
    assert not bar.isVisible()
    assert choosing.row.radio.isChecked()
    assert choosing.chosen == ["starter", AnswerStyle.WRITTEN]
    assert spoken == [f"{STARTER.title} is installed."]
    assert not choice.failure.isVisible()


def test_a_stop_leaves_a_part_to_go_on_with(choosing: Choosing, qtbot: QtBot) -> None:
    choosing.models.add(progress(412_000_000), Gate())
    choice = choosing.show()
    with qtbot.waitSignal(choosing.worker.reported):
        choosing.row.download.click()
    with qtbot.waitSignal(choosing.worker.finished):
        choosing.row.stop.click()
    assert choosing.row.download.text() == "Go on"
    assert "A part of it is here already." in choosing.row.radio.accessibleDescription()
    assert choice.without.radio.isChecked()
    assert choosing.chosen == []
    assert not choice.failure.isVisible()


def test_a_failure_says_why_and_lets_one_try_again(
    choosing: Choosing, qtbot: QtBot, caplog: pytest.LogCaptureFixture, spoken: list[str]
) -> None:
    fault = DownloadFailed("No source could deliver the file. What arrived is kept.")
    choosing.models.add(progress(412_000_000), fault)
    choice = choosing.show()
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(choosing.worker.failed):
        choosing.row.download.click()
    assert choice.failure.isVisible()
    assert choice.failure.text() == (
        "The download stopped. No source could deliver the file. What arrived is kept."
    )
    assert spoken == [f"! {choice.failure.text()}"]
    gate = Gate()
    choosing.models.add(gate)
    with qtbot.waitSignal(choosing.worker.finished):
        choice.failure.button().click()
        assert not choice.failure.isVisible()
        gate.open()
    assert choosing.models.fetched == ["starter", "starter"]


def test_a_damaged_model_has_to_be_fetched_again(choosing: Choosing) -> None:
    choosing.models.states["starter"] = ModelState.CORRUPT
    choosing.show()
    assert "damaged" in choosing.row.radio.accessibleDescription()
    assert choosing.row.download.isVisible()


def test_a_choice_that_is_opened_during_a_download_shows_it(
    choosing: Choosing, qtbot: QtBot
) -> None:
    gate = Gate()
    choosing.models.add(progress(5), gate)
    with qtbot.waitSignal(choosing.worker.reported):
        choosing.worker.fetch("starter")
    choosing.show()
    assert choosing.row.bar.isVisible()
    with qtbot.waitSignal(choosing.worker.finished):
        gate.open()
    assert choosing.chosen == ["starter", AnswerStyle.WRITTEN]


# --- how it looks ---------------------------------------------------------------------------


def test_sentences_stand_below_the_words_of_their_radio_buttons(
    choosing: Choosing, theme: Theme
) -> None:
    choice = choosing.show()
    for factor in (1.0, 1.5, 2.0):
        theme.set_text_factor(factor)
        settle()
        for row in (choice.without, choosing.row):
            image = row.grab().toImage()
            label = row._text
            words = range(row.radio.y() + 2, row.radio.geometry().bottom())
            after_dot = label.x() - theme.scaled(6)
            dark = [
                x
                for x in range(after_dot, row.width() // 2)
                if any(image.pixelColor(x, y).lightness() < 100 for y in words)
            ]
            assert dark[0] == pytest.approx(label.x(), abs=3)


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("width", [540, 720])
def test_nothing_is_cut_off(
    choosing: Choosing,
    theme: Theme,
    qtbot: QtBot,
    scheme: SchemeChoice,
    factor: float,
    width: int,
) -> None:
    theme.set_scheme(scheme)
    theme.set_text_factor(factor)
    gate = Gate()
    choosing.models.add(progress(412_000_000), gate)
    choice = choosing.show(width)
    assert choice.minimumSizeHint().width() <= width
    with qtbot.waitSignal(choosing.worker.reported):
        choosing.row.download.click()
    settle()
    assert choice.minimumSizeHint().width() <= width
    assert not choice.grab().isNull()
    assert QApplication.focusWidget() is not None
    with qtbot.waitSignal(choosing.worker.finished):
        gate.open()
