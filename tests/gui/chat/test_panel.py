"""The whole conversation over a real worker: ask, watch, stop, refuse, click, copy, go on."""

from __future__ import annotations

import logging

import pytest
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from app.core.domain.answer import AnswerStyle, Claim, RefusalReason
from app.core.domain.collection import ALL_DOCUMENTS, Collection, ScopeChoice
from app.core.errors import NotFound, WorkerDied
from app.gui.chat.evidence_cards import EvidenceSection
from app.gui.chat.refusal import RefusalView
from app.gui.common.theme import SchemeChoice
from app.gui.common.widgets import Notice
from app.services.events import (
    AnswerFinished,
    ModelLoading,
    ReadingPassages,
    TextDelta,
)
from tests.gui.chat import examples
from tests.gui.chat.conftest import Chat
from tests.gui.chat.scripted_answers import Gate

ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


def evidence(chat: Chat) -> EvidenceSection:
    section = chat.turn.evidence
    assert section is not None
    return section


def notice(chat: Chat) -> Notice:
    outcome = chat.turn.outcome
    assert isinstance(outcome, Notice)
    return outcome


def test_a_question_from_enter_to_the_answer(chat: Chat, spoken: list[str]) -> None:
    loading, reading, writing, last = Gate(), Gate(), Gate(), Gate()
    chat.start(
        examples.FOUND,
        ModelLoading("m"),
        loading,
        ReadingPassages(400, 1600),
        reading,
        TextDelta("Full-time employees may carry over. "),
        writing,
        TextDelta("Days expire."),
        last,
        examples.finished(),
    )
    panel, qtbot = chat.panel, chat.qtbot
    assert panel.composer.field.toPlainText() == ""
    assert panel.composer.stop_button.isVisible()
    progress = chat.turn.progress
    assert progress is not None
    qtbot.waitUntil(lambda: progress.step == "Loading the model")
    # The passages are there before the model has written anything (A10).
    chat.settle()
    cards = evidence(chat).cards
    assert cards[0].isVisible()
    place = cards[0].mapTo(panel, cards[0].rect().topLeft())
    loading.open()
    qtbot.waitUntil(lambda: progress.step == "Reading the passages")
    assert progress.bar.isVisible()
    reading.open()
    qtbot.waitUntil(lambda: progress.step == "Writing the answer")
    qtbot.waitUntil(lambda: progress.written.startswith("Full-time"))
    writing.open()
    qtbot.waitUntil(lambda: "Days expire." in progress.written)
    with qtbot.waitSignal(panel.running_changed) as over:
        last.open()
    assert over.args == [False]
    chat.settle()
    assert chat.turn.answer == examples.ANSWER
    assert chat.turn.progress is None
    assert chat.section.took.replace("\u00a0", " ") == "15 s in all, first word after 8.6 s"
    assert cards[0].mapTo(panel, cards[0].rect().topLeft()) == place
    assert panel.composer.ask_button.isVisible()
    assert panel.composer.field.hasFocus()
    assert panel.header.title() == examples.QUESTION
    assert spoken == [
        "6 passages found",
        "Full-time employees may carry over.",
        "Answer complete, 4 of 5 sentences supported",
    ]


def test_what_is_asked_reaches_the_source(chat: Chat) -> None:
    chosen = ScopeChoice(7)
    chat.ask(*examples.whole_flow(), question="  One?  ")
    hr = Collection(7, "HR policies", frozenset({1, 3}))
    chat.panel.composer.scope_chooser.set_choices([hr], [])
    chat.panel.composer.scope_chooser.set_choice(chosen)
    chat.panel.set_answer_style(AnswerStyle.QUOTES)
    chat.ask(examples.FOUND, examples.finished(examples.QUOTED), question="Two?")
    assert chat.answers.asked == [
        ("One?", ALL_DOCUMENTS, AnswerStyle.WRITTEN),
        ("Two?", chosen, AnswerStyle.QUOTES),
    ]
    assert len(chat.panel.conversation.turns) == 2
    assert chat.panel.header.title() == "One?"


def test_an_empty_question_asks_nothing(chat: Chat) -> None:
    chat.type("")
    chat.press(Qt.Key.Key_Return)
    assert chat.answers.asked == []
    assert chat.panel.composer.message == "Write a question first."


@pytest.mark.parametrize("how", ["escape", "composer", "card"])
def test_stop_keeps_the_passages(chat: Chat, how: str) -> None:
    never = Gate()
    chat.start(examples.FOUND, TextDelta("Full-time"), never)
    progress = chat.turn.progress
    assert progress is not None
    chat.qtbot.waitUntil(lambda: progress.written == "Full-time")
    with chat.qtbot.waitSignal(chat.panel.running_changed):
        if how == "escape":
            chat.press(Qt.Key.Key_Escape)
        else:
            buttons = {
                "composer": chat.panel.composer.stop_button,
                "card": progress.stop_button,
            }
            buttons[how].setFocus()
            chat.qtbot.mouseClick(buttons[how], Qt.MouseButton.LeftButton)
    assert notice(chat).text() == ("The answer was stopped. The passages that were found are kept.")
    assert evidence(chat).cards[0].isVisible()
    assert chat.panel.composer.field.hasFocus()


def test_ask_again_after_a_stop_answers_in_the_same_place(chat: Chat) -> None:
    chat.start(examples.FOUND, Gate())
    chat.qtbot.waitUntil(lambda: chat.turn.evidence is not None)
    with chat.qtbot.waitSignal(chat.panel.running_changed):
        chat.panel.stop()
    chat.answers.add(*examples.whole_flow())
    chat.settle()
    button = notice(chat).button()
    assert button.text() == "Ask again"
    with chat.qtbot.waitSignal(
        chat.panel.running_changed, check_params_cb=lambda running: not running
    ):
        chat.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(chat.panel.conversation.turns) == 1
    assert chat.turn.answer == examples.ANSWER
    assert [question for question, _, _ in chat.answers.asked] == [examples.QUESTION] * 2


def test_a_collection_that_is_gone_is_never_all_documents_by_itself(
    chat: Chat, caplog: pytest.LogCaptureFixture
) -> None:
    chooser = chat.panel.composer.scope_chooser
    chooser.set_choices([Collection(7, "HR policies", frozenset({1}))], [])
    chooser.set_choice(ScopeChoice(7))
    chat.answers.add(NotFound("This collection is not there any more. Choose where to look."))
    chat.answers.add(*examples.whole_flow())
    with caplog.at_level(logging.WARNING), chat.qtbot.waitSignal(chat.worker.failed):
        chat.panel.composer.asked.emit("When?")
    chat.settle()
    assert notice(chat).text() == (
        "No answer could be made. This collection is not there any more. Choose where to look."
    )
    assert chat.turn.asked.scope_words.asked_in() == "You asked in HR policies, 1 document"
    button = notice(chat).button()
    assert button.text() == "Ask all documents"
    with chat.qtbot.waitSignal(chat.worker.finished):
        button.click()
    assert [scope for _, scope, _ in chat.answers.asked] == [ScopeChoice(7), ALL_DOCUMENTS]
    assert chat.turn.asked.scope_words.asked_in() == "You asked in all 214 documents"


def test_an_unusable_model_offers_quotes(chat: Chat) -> None:
    fault = "The model file is damaged. Download it again."
    refused = examples.refusal(RefusalReason.MODEL_UNAVAILABLE, fault=fault)
    chat.ask(examples.FOUND, AnswerFinished(refused))
    assert fault in notice(chat).text()
    assert evidence(chat).cards[0].isVisible()
    chat.answers.add(examples.FOUND, examples.finished(examples.QUOTED))
    with chat.qtbot.waitSignal(
        chat.panel.running_changed, check_params_cb=lambda running: not running
    ):
        chat.qtbot.mouseClick(notice(chat).button(), Qt.MouseButton.LeftButton)
    assert chat.answers.asked[1][2] is AnswerStyle.QUOTES
    assert chat.turn.answer == examples.QUOTED
    assert "quoted word for word" in chat.section.confidence.text()


def test_a_fault_is_shown_beside_its_question(
    chat: Chat, spoken: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        chat.ask(examples.FOUND, WorkerDied("The model stopped."))
    assert notice(chat).text() == "The model stopped. Your question and its passages are kept."
    assert evidence(chat).cards[0].isVisible()
    assert spoken[-1] == "! The model stopped."
    chat.ask(*examples.whole_flow(), question="And now?")
    assert chat.turn.answer == examples.ANSWER


@pytest.mark.parametrize(
    "reason",
    [
        RefusalReason.NO_SUPPORT,
        RefusalReason.MODEL_DECLINED,
        RefusalReason.UNCITED,
        RefusalReason.INVALID_CITATION,
        RefusalReason.UNSUPPORTED,
        RefusalReason.NO_DOCUMENTS,
    ],
)
def test_a_refusal_takes_the_place_of_the_cards(chat: Chat, reason: RefusalReason) -> None:
    chat.ask(examples.FOUND, AnswerFinished(examples.refusal(reason)))
    assert isinstance(chat.turn.outcome, RefusalView)
    assert chat.turn.evidence is None
    assert chat.panel.composer.ask_button.isVisible()


def test_who_was_on_a_card_that_goes_away_is_brought_to_the_field(chat: Chat) -> None:
    gate = Gate()
    chat.start(examples.FOUND, gate, AnswerFinished(examples.refusal(RefusalReason.MODEL_DECLINED)))
    chat.qtbot.waitUntil(lambda: chat.turn.evidence is not None)
    chat.settle()
    evidence(chat).cards[0].setFocus()
    with chat.qtbot.waitSignal(chat.panel.running_changed):
        gate.open()
    assert chat.panel.composer.field.hasFocus()


def test_the_focus_stays_where_the_user_is_when_an_answer_ends(chat: Chat) -> None:
    gate = Gate()
    chat.start(examples.FOUND, gate, examples.finished())
    chat.qtbot.waitUntil(lambda: chat.turn.evidence is not None)
    chat.settle()
    card = evidence(chat).cards[1]
    card.setFocus()
    with chat.qtbot.waitSignal(chat.panel.running_changed):
        gate.open()
    assert card.hasFocus()


def test_a_citation_leaves_with_all_that_the_viewer_needs(chat: Chat) -> None:
    chat.ask(*examples.whole_flow())
    view = chat.section.view
    with chat.qtbot.waitSignal(chat.panel.citation_activated) as heard:
        chat.qtbot.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=view.chip_rect(3).center()
        )
    assert heard.args == [examples.CITATIONS[2], 2, 3, examples.ANSWER]


def test_the_open_citation_is_shown_at_the_chip_that_was_clicked(chat: Chat) -> None:
    chat.ask(*examples.whole_flow())
    view = chat.section.view
    chat.qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.chip_rect(1).center()
    )
    chat.panel.set_open_citation(examples.CITATIONS[0])
    assert view.open_chip == 1
    assert evidence(chat).cards[0].opened
    chat.panel.set_open_citation(examples.CITATIONS[2])
    assert view.open_chip == 3
    assert not evidence(chat).cards[0].opened
    chat.panel.set_open_citation(None)
    assert view.open_chip is None


def test_the_open_citation_is_marked_in_its_own_turn_only(chat: Chat) -> None:
    chat.ask(*examples.whole_flow(), question="First?")
    first = chat.section
    chat.ask(*examples.whole_flow(), question="Second?")
    second = chat.section
    first.activate_citation(0)
    chat.panel.set_open_citation(examples.CITATIONS[0])
    assert (first.view.open_chip, second.view.open_chip) == (0, None)
    second.activate_citation(1)
    chat.panel.set_open_citation(examples.CITATIONS[1])
    assert (first.view.open_chip, second.view.open_chip) == (None, 2)


def test_a_passage_leaves_and_is_shown_as_open(chat: Chat) -> None:
    chat.ask(*examples.whole_flow())
    with chat.qtbot.waitSignal(chat.panel.passage_activated) as heard:
        chat.qtbot.mouseClick(evidence(chat).cards[1], Qt.MouseButton.LeftButton)
    assert heard.args == [examples.PASSAGES[1]]
    chat.panel.set_open_passage(examples.PASSAGES[1])
    assert evidence(chat).cards[1].opened
    assert chat.section.view.open_chip is None


def test_alt_and_arrows_go_through_the_citations_and_stop_at_the_ends(chat: Chat) -> None:
    chat.ask(*examples.whole_flow())
    opened: list[int] = []

    def follow(_citation: object, index: int, _count: int, _answer: object) -> None:
        opened.append(index)

    chat.panel.citation_activated.connect(follow)
    for _ in range(4):
        chat.press(Qt.Key.Key_Down, ALT)
    assert opened == [0, 1, 2]
    for _ in range(3):
        chat.press(Qt.Key.Key_Up, ALT)
    assert opened == [0, 1, 2, 1, 0]
    chat.panel.set_open_citation(examples.CITATIONS[2])
    chat.panel.previous_citation()
    assert opened[-1] == 1


def test_the_newest_answer_is_where_citations_begin(chat: Chat) -> None:
    chat.ask(*examples.whole_flow())
    chat.panel.next_citation()
    newer = examples.answer(question="Newer?")
    chat.ask(*examples.whole_flow(newer), question="Newer?")
    with chat.qtbot.waitSignal(chat.panel.citation_activated) as heard:
        chat.panel.next_citation()
    assert heard.args is not None
    assert heard.args[1:] == [0, 3, newer]


def test_keys_of_the_panel_win_while_it_is_used_and_are_free_elsewhere(chat: Chat) -> None:
    chat.ask(*examples.whole_flow())
    outside = QPlainTextEdit()
    chat.qtbot.addWidget(outside)
    with chat.qtbot.assertNotEmitted(chat.panel.citation_activated):
        chat.qtbot.keyClick(outside, Qt.Key.Key_Down, ALT)


ONE_TURN = [
    "Button",  # Show all 6
    *["EvidenceCard"] * 3,
    *["AnswerView"] * 5,
    "Button",  # Copy
    "Button",  # its other forms
    "Button",  # Export
    "InspectButton",
]


def stops(chat: Chat, count: int) -> list[str]:
    """Where Tab leads from the header's last button on."""
    chat.panel.header.more_button.setFocus()
    names = []
    for _ in range(count):
        chat.press(Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None
        names.append(type(focused).__name__)
    return names


def test_tab_goes_evidence_answer_actions_turn_by_turn_then_composer(chat: Chat) -> None:
    chat.ask(*examples.whole_flow())
    assert stops(chat, 15) == [*ONE_TURN, "QuestionField", "ScopeChooser"]
    evidence(chat).more_link.click()
    assert stops(chat, 8)[1:8] == [*["EvidenceCard"] * 6, "AnswerView"]
    evidence(chat).more_link.click()
    chat.ask(*examples.whole_flow(), question="Second?")
    assert stops(chat, 28) == [*ONE_TURN, *ONE_TURN, "QuestionField", "ScopeChooser"]


def test_tab_keeps_its_order_when_an_older_question_is_asked_again(chat: Chat) -> None:
    refused = examples.refusal(RefusalReason.MODEL_UNAVAILABLE)
    chat.ask(examples.FOUND, AnswerFinished(refused))
    first = notice(chat).button()
    chat.ask(*examples.whole_flow(), question="Second?")
    chat.answers.add(*examples.whole_flow())
    with chat.qtbot.waitSignal(
        chat.panel.running_changed, check_params_cb=lambda running: not running
    ):
        first.click()
    chat.settle()
    assert stops(chat, 27) == [*ONE_TURN, *ONE_TURN, "QuestionField"]


def test_a_chip_reached_by_key_is_read_out_and_opened_by_enter(
    chat: Chat, spoken: list[str]
) -> None:
    chat.ask(*examples.whole_flow())
    view = chat.section.view
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert spoken[-1] == (
        "Citation 1 of 3, Employee Handbook 2026, page 14, label 12. Claim 1, supported"
    )
    with chat.qtbot.waitSignal(chat.panel.citation_activated):
        chat.press(Qt.Key.Key_Return)


def test_a_chip_reached_by_key_is_scrolled_into_view(chat: Chat) -> None:
    claims = tuple(
        Claim(
            f"Claim {number} with words that fill the line and the next one too.",
            (number % 3,),
            examples.SUPPORTED,
        )
        for number in range(59)
    )
    chat.ask(*examples.whole_flow(examples.answer(claims)))
    view = chat.section.view
    view.setFocus(Qt.FocusReason.BacktabFocusReason)
    chat.settle()
    viewport = chat.panel.conversation.viewport()
    place = view.chip_rect(58)
    seen = QRect(view.mapTo(viewport, place.topLeft()), place.size())
    assert viewport.rect().contains(seen)


def test_copy_by_key_and_by_button(chat: Chat, spoken: list[str]) -> None:
    chat.ask(*examples.whole_flow())
    chat.press(Qt.Key.Key_C, CONTROL | SHIFT)
    data = QApplication.clipboard().mimeData()
    assert "calendar year. [chunk:17] p. 14" in data.text()
    assert "<li>[chunk:42] Works Agreement, p. 6 (label 6)" in data.html()
    assert spoken[-1] == "The answer was copied with its citations"
    QApplication.clipboard().clear()
    chat.qtbot.mouseClick(chat.section.copy_button, Qt.MouseButton.LeftButton)
    assert "Sources" in QApplication.clipboard().text()
    assert chat.section.copy_button.text() == "Copied"


def test_a_new_conversation_forgets_the_old_one(chat: Chat) -> None:
    chat.ask(*examples.whole_flow())
    chat.panel.header.menu.actions()[0].trigger()
    assert chat.panel.conversation.turns == ()
    assert chat.panel.header.title() == "New conversation"
    assert chat.panel.composer.field.placeholderText() == "Ask about all documents"
    chat.panel.next_citation()
    chat.panel.copy_answer()
    chat.ask(*examples.whole_flow(), question="Afresh?")
    assert chat.panel.header.title() == "Afresh?"


def test_a_new_conversation_stops_what_is_running(chat: Chat) -> None:
    chat.start(examples.FOUND, Gate())
    chat.qtbot.waitUntil(lambda: chat.turn.evidence is not None)
    with chat.qtbot.waitSignal(chat.worker.finished):
        chat.panel.new_conversation()
    assert not chat.panel.running
    assert chat.panel.conversation.turns == ()
    chat.ask(*examples.whole_flow())
    assert chat.turn.answer == examples.ANSWER


def test_the_model_button(chat: Chat) -> None:
    header = chat.panel.header
    assert header.model_button.text() == "Qwen2.5 Coder 1.5B"
    with chat.qtbot.waitSignal(chat.panel.model_menu_requested):
        chat.qtbot.mouseClick(header.model_button, Qt.MouseButton.LeftButton)
    chat.panel.set_model("", False)
    assert header.model_button.text() == "No model"
    assert chat.panel.composer.answer_style is AnswerStyle.QUOTES


def test_a_narrow_pane_saves_words(chat: Chat) -> None:
    chat.ask(*examples.whole_flow())
    chat.panel.resize(500, 900)
    chat.settle()
    assert chat.panel.header.model_button.text() == ""
    assert chat.panel.header.model_button.accessibleName() == "Language model: Qwen2.5 Coder 1.5B"
    assert sum(card.isVisible() for card in evidence(chat).cards) == 2
    assert chat.section.confidence.text().endswith("4 of 5 sentences are supported.")


def test_in_a_low_pane_evidence_folds_once_the_answer_stands(chat: Chat) -> None:
    chat.panel.resize(616, 600)
    gate = Gate()
    chat.start(examples.FOUND, gate, examples.finished())
    chat.qtbot.waitUntil(lambda: chat.turn.evidence is not None)
    folded = [evidence(chat).folded]
    with chat.qtbot.waitSignal(chat.panel.running_changed):
        gate.open()
    folded.append(evidence(chat).folded)
    chat.panel.resize(616, 900)
    folded.append(evidence(chat).folded)
    assert folded == [False, True, False]


class Windows(QObject):
    """Notes every window that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        shows = event.type() is QEvent.Type.Show
        if shows and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(type(watched).__name__)
        return False


def test_nothing_flashes_up_as_a_window_of_its_own(chat: Chat) -> None:
    windows = Windows()
    application = QApplication.instance()
    assert application is not None
    application.installEventFilter(windows)
    chat.ask(*examples.whole_flow())
    for reason in (RefusalReason.NO_SUPPORT, RefusalReason.MODEL_UNAVAILABLE):
        chat.ask(examples.FOUND, AnswerFinished(examples.refusal(reason)), question="B?")
    chat.panel.resize(500, 600)
    chat.panel.new_conversation()
    chat.settle()
    application.removeEventFilter(windows)
    assert windows.shown == []


HOSTILE = (
    "<img src='file:///x.png'><b>bold</b> [chunk:9] ![x](file:///y.png)",
    "W" * 3000,
    "يحق للموظف ترحيل عشرة أيام من الإجازة غير المستخدمة.",
    "\u202eevil\u202c \ufdd0 \ufffc \x00",
    "😀" * 500,
)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_hostile_text_is_shown_as_text(chat: Chat, text: str, scheme: SchemeChoice) -> None:
    chat.theme.set_scheme(scheme)
    claims = tuple(
        Claim(text, (number % 3,), claim.support) for number, claim in enumerate(examples.CLAIMS)
    )
    chat.ask(*examples.whole_flow(examples.answer(claims)), question=text[:2000])
    assert not chat.panel.grab().isNull()
    assert chat.panel.conversation.horizontalScrollBar().maximum() == 0
    assert len(chat.section.view.chips) == 5


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_it_fits_its_width_in_both_schemes_and_at_200_percent(
    chat: Chat, scheme: SchemeChoice, factor: float
) -> None:
    chat.theme.set_scheme(scheme)
    chat.theme.set_text_factor(factor)
    chat.panel.resize(640 if factor > 1 else 440, 900)
    chat.ask(*examples.whole_flow())
    chat.ask(
        examples.FOUND, AnswerFinished(examples.refusal(RefusalReason.NO_SUPPORT)), question="B?"
    )
    for turn in chat.panel.conversation.turns:
        right = turn.mapTo(chat.panel, turn.rect().topRight()).x()
        assert right < chat.panel.width() - 20
        assert turn.minimumSizeHint().width() <= turn.width()
    image: QImage = chat.panel.grab().toImage()
    assert image.pixelColor(4, 500) == chat.theme.color("surface")
