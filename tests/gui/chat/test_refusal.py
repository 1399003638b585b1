"""Refusals: each reason with its heading, the fixed sentence, nearest passages, ways on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.core.domain.answer import REFUSAL_TEXT, RefusalReason
from app.core.errors import PinciteError, WorkerDied
from app.gui.chat.refusal import KEEPS_EVIDENCE, RefusalView, failure_notice, model_notice
from app.gui.chat.wording import ScopeWords
from app.gui.common.theme import Theme
from tests.gui.chat import examples
from tests.gui.chat.windows import bring_up

SCOPE = ScopeWords(documents=10)
ABOUT_PASSAGES = [
    RefusalReason.NO_SUPPORT,
    RefusalReason.MODEL_DECLINED,
    RefusalReason.UNCITED,
    RefusalReason.INVALID_CITATION,
    RefusalReason.UNSUPPORTED,
]


def view(theme: Theme, qtbot: QtBot, reason: RefusalReason, **more: object) -> RefusalView:
    refusal = RefusalView(theme, examples.refusal(reason, **more), SCOPE)  # type: ignore[arg-type]
    qtbot.addWidget(refusal)
    refusal.resize(568, 700)
    bring_up(refusal, qtbot)
    return refusal


@pytest.mark.parametrize("reason", ABOUT_PASSAGES)
def test_result_reason_and_what_was_searched(
    theme: Theme, qtbot: QtBot, reason: RefusalReason
) -> None:
    refusal = view(theme, qtbot, reason, unsearched=("“Pay” needs a password.",))
    assert refusal.text() == (
        f"No answer was found in your 10 documents. {REFUSAL_TEXT[reason]} "
        "10 documents were searched, by words and by meaning. “Pay” needs a password. "
        f"Searched for “{examples.QUESTION}”."
    )
    assert refusal.nearest is not None


def test_a_name_wider_than_the_pane_makes_it_no_wider(theme: Theme, qtbot: QtBot) -> None:
    refusal = examples.refusal(RefusalReason.NO_SUPPORT)
    trace = replace(refusal.trace, why=f"“{'Schifffahrt' * 40}” occurs in no document.")
    label = ScopeWords("Donaudampfschifffahrt" * 5, False, 10)
    shown = RefusalView(theme, replace(refusal, trace=trace), label)
    qtbot.addWidget(shown)
    assert shown.minimumSizeHint().width() < 440


@pytest.mark.parametrize("reason", [RefusalReason.EMPTY_QUERY, RefusalReason.NO_DOCUMENTS])
def test_reasons_that_are_not_about_passages_stand_alone(
    theme: Theme, qtbot: QtBot, reason: RefusalReason
) -> None:
    refusal = view(theme, qtbot, reason)
    assert refusal.text() == REFUSAL_TEXT[reason]
    assert refusal.nearest is None


def test_every_reason_is_shown_one_way() -> None:
    shown = {*ABOUT_PASSAGES, *KEEPS_EVIDENCE}
    assert shown | {RefusalReason.EMPTY_QUERY, RefusalReason.NO_DOCUMENTS} == set(RefusalReason)


def test_nearest_passages_tell_what_they_have_and_lack(theme: Theme, qtbot: QtBot) -> None:
    question = "What is the hourly rate for overtime at sea?"
    passages = tuple(
        examples.passage(number, examples.TRAVEL, text, question=question)
        for number, text in (
            (61, "Overtime on travel days is given back as time off."),
            (88, "The hourly rate and any overtime supplement are stated."),
            (19, "Watches at sea are recorded."),
            (20, "Something else."),
        )
    )
    refusal = view(theme, qtbot, RefusalReason.NO_SUPPORT, evidence=passages, question=question)
    nearest = refusal.nearest
    assert nearest is not None
    assert [card.words for card in nearest.cards[:3]] == [
        "Has “overtime”. Lacks “hourly rate” and “sea”.",
        "Has “hourly rate” and “overtime”. Lacks “sea”.",
        "Has “sea”. Lacks “hourly rate” and “overtime”.",
    ]
    assert [card.isVisible() for card in nearest.cards] == [True, True, True, False]
    assert nearest.cards[0].accessibleDescription().startswith("Has “overtime”.")
    nearest.more_link.click()
    assert nearest.cards[3].isVisible()


def test_a_nearest_passage_opens(theme: Theme, qtbot: QtBot) -> None:
    refusal = view(theme, qtbot, RefusalReason.MODEL_DECLINED)
    assert refusal.nearest is not None
    card = refusal.nearest.cards[1]
    with qtbot.waitSignal(refusal.passage_activated) as heard:
        qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    assert heard.args == [examples.PASSAGES[1]]
    refusal.set_open(42)
    assert card.opened


def test_nothing_was_found_at_all(theme: Theme, qtbot: QtBot) -> None:
    assert view(theme, qtbot, RefusalReason.NO_SUPPORT, evidence=()).nearest is None


def test_a_collection_without_readable_documents_says_what_to_do(
    theme: Theme, qtbot: QtBot
) -> None:
    answer = examples.refusal(RefusalReason.NO_DOCUMENTS)
    shown = RefusalView(
        theme, answer, ScopeWords("HR policies", False, 3, "HR policies, 0 documents")
    )
    qtbot.addWidget(shown)
    assert shown.text() == (
        "No document can be read in HR policies. Choose where to look, then ask again."
    )


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (WorkerDied("exit -9"), "The model stopped. Your question and its passages are kept."),
        (
            PinciteError("The library cannot be read."),
            "No answer could be made. The library cannot be read. "
            "Your question and its passages are kept.",
        ),
    ],
)
def test_a_fault_says_what_is_kept(
    theme: Theme, qtbot: QtBot, error: PinciteError, words: str
) -> None:
    notice = failure_notice(theme, error)
    qtbot.addWidget(notice)
    assert notice.text() == words
    assert notice.button().text() == "Ask again"


def test_the_models_fault_is_told(theme: Theme, qtbot: QtBot) -> None:
    notice = model_notice(theme, "The model file is damaged. Download it again.")
    qtbot.addWidget(notice)
    assert "The model file is damaged." in notice.text()
    assert notice.button().text() == "Show quotes instead"


def test_a_name_that_no_document_holds_is_told_first(theme: Theme, qtbot: QtBot) -> None:
    answer = examples.refusal(RefusalReason.NO_SUPPORT)
    why = "“Siemens” occurs in no document that was searched."
    told = replace(answer, trace=replace(answer.trace, why=why))
    told_view = RefusalView(theme, told, SCOPE)
    qtbot.addWidget(told_view)
    assert f"{why} No passage" in told_view.text()
