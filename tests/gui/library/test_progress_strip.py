"""The strip: what is seen, what its buttons ask for, and what is read out."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.document import DocumentStatus, SkippedFile
from app.gui.common.announce import Announcer
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.widgets import IconButton, ProgressState
from app.gui.library.problem_list import MOST_SHOWN, ProblemList
from app.gui.library.progress_strip import STEPS, ProgressStrip
from app.gui.library.reading_progress import Problem
from app.services.events import IngestPaused, PageRead, ScanFinished
from tests.gui.chat.windows import bring_up, settle
from tests.gui.library.shelves import document
from tests.gui.scripted_services import ended, finished

A = Path("a.pdf")


class Strip:
    """A shown strip and what it asks for."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.now = 0.0
        self.paused = False
        self.asked: list[str] = []
        self.lines: list[str] = []
        window = QWidget()
        qtbot.addWidget(window)
        self.strip = ProgressStrip(
            theme, Announcer(window), lambda: self.paused, clock=lambda: self.now
        )
        qtbot.addWidget(self.strip)
        self.strip.resize(264, 100)
        self.strip.pause_requested.connect(self._pause)
        self.strip.resume_requested.connect(self._resume)
        self.strip.cancel_requested.connect(lambda: self.asked.append("cancel"))
        self.strip.line_changed.connect(self.lines.append)

    def _pause(self) -> None:
        self.asked.append("pause")
        self.paused = True

    def _resume(self) -> None:
        self.asked.append("resume")
        self.paused = False

    @property
    def texts(self) -> list[str]:
        """The title and the lines that can be seen."""
        strip = self.strip
        labels = (strip._title, strip._first, strip._second)
        return [label.text() for label in labels if not label.isHidden()]

    def button(self, name: str) -> IconButton:
        """The button of that name."""
        [found] = [b for b in self.strip.findChildren(IconButton) if b.accessibleName() == name]
        return found


@pytest.fixture
def strip(theme: Theme, qtbot: QtBot) -> Strip:
    return Strip(theme, qtbot)


def test_hidden_until_there_is_something_to_say(strip: Strip) -> None:
    assert strip.strip.isHidden()
    strip.strip.report(ScanFinished(0, ()))
    assert strip.strip.isHidden()
    strip.strip.begin()
    assert not strip.strip.isHidden()
    assert strip.texts == ["Looking for PDFs"]


def test_reading(strip: Strip) -> None:
    strip.strip.set_askable(True)
    strip.strip.report(ScanFinished(4, ()))
    strip.strip.report(finished(document(1, "Lease"), 1, 4))
    assert strip.texts == ["Reading 4 documents", "1 of 4", "You can ask now."]
    bar = strip.strip._bar
    assert (bar.value(), bar.maximum(), bar.state) == (STEPS // 4, STEPS, ProgressState.RUNNING)
    assert strip.lines[-1] == "Reading 4 documents, 1 of 4"


def test_pause_and_go_on(strip: Strip, qtbot: QtBot) -> None:
    strip.strip.report(ScanFinished(4, ()))
    strip.button("Pause reading").click()
    assert strip.asked == ["pause"]
    assert strip.texts[0] == "Pausing"
    strip.strip.report(IngestPaused(for_answer=False))
    assert strip.texts[0] == "Paused"
    assert strip.strip._bar.state is ProgressState.PAUSED
    strip.button("Go on reading").click()
    assert strip.asked == ["pause", "resume"]
    assert strip.texts[0] == "Reading 4 documents"


def test_stop_then_the_end_then_away(strip: Strip) -> None:
    strip.strip.report(ScanFinished(4, ()))
    strip.button("Stop reading; what was read is kept").click()
    assert strip.asked == ["cancel"]
    strip.strip.report(PageRead(A, 1, 2, 1))
    assert strip.texts[0] == "Stopping"
    strip.strip.report(ended(added=1, cancelled=True))
    assert strip.texts == ["Stopped", "1 is ready.", "What was read is kept."]
    strip.strip.end()
    assert not strip.strip.isHidden()
    strip.button("Close this note").click()
    assert strip.strip.isHidden()
    assert strip.asked == ["cancel"]
    assert strip.lines[-1] == ""


def test_an_end_without_a_word_hides_it(strip: Strip) -> None:
    """A run that was stopped before its turn says nothing."""
    strip.strip.begin()
    strip.strip.end()
    assert strip.strip.isHidden()
    assert strip.lines[-1] == ""


def test_time_goes_by_where_no_event_comes(strip: Strip) -> None:
    strip.strip.begin()
    assert strip.strip._timer.isActive()
    strip.now = 7.0
    strip.strip._timer.timeout.emit()
    assert "7" in strip.texts[1]
    strip.strip.report(ended())
    assert not strip.strip._timer.isActive()


def test_details_list_what_was_left_out(strip: Strip, qtbot: QtBot) -> None:
    bring_up(strip.strip, qtbot)
    details = strip.strip._details
    strip.strip.report(
        ScanFinished(1, (SkippedFile(Path("notes.txt"), "not_a_pdf", "It is not a PDF."),))
    )
    assert not details.isVisible()
    strip.strip.report(ended(skipped=1))
    assert details.isVisible()
    [problems] = strip.strip.findChildren(ProblemList)
    assert not problems.isVisible()
    qtbot.keyClick(details, Qt.Key.Key_Return)
    assert problems.isVisible()
    assert problems.toPlainText() == "notes.txt: It is not a PDF."
    assert problems.accessibleName()
    strip.strip.begin()
    assert not problems.isVisible()
    assert not details.isVisible()


def test_details_offer_to_enter_a_password(strip: Strip, qtbot: QtBot) -> None:
    bring_up(strip.strip, qtbot)
    odd = document(1, "Torn", status=DocumentStatus.DAMAGED, sentence="It is damaged.")
    locked = document(2, "Pay", status=DocumentStatus.NEEDS_PASSWORD, sentence="It is locked.")
    strip.strip.report(ScanFinished(2, ()))
    unlock = strip.strip._unlock
    for position, one in enumerate((odd, locked), 1):
        strip.strip.report(finished(one, position, 2))
    strip.strip.report(ended(added=2, need_attention=2))
    assert not unlock.isVisible()
    strip.strip._details.click()
    assert unlock.isVisible()
    with qtbot.waitSignal(strip.strip.password_requested) as signal:
        qtbot.keyClick(unlock, Qt.Key.Key_Return)
    assert signal.args == [locked]
    strip.strip.begin()
    assert not unlock.isVisible()


def test_the_report_is_offered_where_something_needs_the_user(strip: Strip, qtbot: QtBot) -> None:
    bring_up(strip.strip, qtbot)
    odd = document(1, "Torn", status=DocumentStatus.DAMAGED, sentence="It is damaged.")
    show = strip.strip._report
    strip.strip.report(ScanFinished(1, ()))
    strip.strip.report(finished(odd, 1, 1))
    assert not show.isVisible()
    strip.strip.report(ended(added=1, need_attention=1))
    assert show.isVisible()
    with qtbot.waitSignal(strip.strip.report_requested):
        qtbot.keyClick(show, Qt.Key.Key_Return)
    strip.strip.report(ScanFinished(1, ()))
    strip.strip.report(ended(added=1))
    assert not show.isVisible()


def test_very_many_problems_are_counted(theme: Theme, qtbot: QtBot) -> None:
    problems = ProblemList(theme)
    qtbot.addWidget(problems)
    problems.show_problems([Problem(f"{i}.txt", "It is not a PDF.") for i in range(5000)])
    lines = problems.toPlainText().split("\n")
    assert len(lines) == MOST_SHOWN + 1
    assert lines[-1] == "And 4800 more files."
    problems.resize(200, 100)
    problems.show()
    settle()
    assert problems.verticalScrollBar().value() == 0


def test_quarters_and_the_end_are_read_out(strip: Strip, spoken: list[str]) -> None:
    strip.strip.report(ScanFinished(4, ()))
    for position in range(1, 5):
        strip.strip.report(finished(document(position, f"d{position}"), position, 4))
        strip.strip.report(PageRead(A, 1, 9, position))
    strip.strip.report(ended(added=4))
    assert spoken == [
        "1 of 4 documents read.",
        "2 of 4 documents read.",
        "3 of 4 documents read.",
        "4 documents read. 4 are ready.",
    ]


def test_names_for_screen_readers(strip: Strip) -> None:
    strip.strip.report(ScanFinished(4, ()))
    interface = QAccessible.queryAccessibleInterface(strip.strip._bar)
    assert interface.text(QAccessible.Text.Name) == "Reading documents"
    assert interface.text(QAccessible.Text.Description) == "Reading 4 documents"


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_it_fits_the_narrowest_pane(
    strip: Strip, theme: Theme, qtbot: QtBot, scheme: SchemeChoice, factor: float
) -> None:
    theme.set_scheme(scheme)
    theme.set_text_factor(factor)
    strip.strip.report(ScanFinished(12345, (SkippedFile(A, "not_a_pdf", "It is not a PDF."),)))
    strip.strip.report(ended(added=12345, need_attention=17, skipped=1))
    strip.strip.resize(theme.scaled(208), 10)
    bring_up(strip.strip, qtbot)
    assert strip.strip.minimumSizeHint().width() <= theme.scaled(208)
    strip.strip.resize(theme.scaled(208), strip.strip.sizeHint().height())
    assert not strip.strip.grab().isNull()
