"""How extracting goes, in words."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.core.domain.extraction import ExtractionFault
from app.gui.common.progress_bar import ProgressState
from app.gui.extraction.run_progress import Phase, RunProgress
from app.services.extraction_events import (
    DocumentNotExtracted,
    ExtractionBegun,
    ExtractionHeld,
    ExtractionProgress,
    ExtractionsFinished,
)
from tests.gui.extraction.examples import CONTRACT, INVOICE
from tests.gui.scripted_extractions import extracted


class Run:
    """A run and its clock."""

    def __init__(self) -> None:
        self.now = 100.0
        self.progress = RunProgress(lambda: self.now)
        self.progress.set_schemas((INVOICE, CONTRACT))

    def next(self, document_id: int, waiting: int, schema: str = "invoice") -> None:
        """A document is next."""
        self.progress.report(ExtractionBegun(schema, document_id, "", waiting))

    def done(self, document_id: int, seconds: float = 0.0) -> str:
        """It is done after so long."""
        self.now += seconds
        return self.progress.report(extracted("invoice", document_id))


@pytest.fixture
def run(qapp: QApplication) -> Run:
    return Run()


def test_the_start_of_the_model_is_told_and_counts_for_no_rate(run: Run) -> None:
    run.progress.begin("invoice", 4)
    assert run.progress.view().title == "Starting the language model"
    run.now += 30
    assert run.progress.view().first == "30\u00a0s gone"
    run.next(1, 4)
    run.done(1, 8)
    view = run.progress.view()
    assert view.title == "Extracting “Invoice” from 4 documents"
    assert view.first == "1 of 4 done, about 8\u00a0s each"
    assert view.share == 0.25
    assert view.second == ""


def test_time_left_is_told_after_ten_seconds(run: Run) -> None:
    run.next(1, 4)
    run.done(1, 40)
    assert run.progress.view().second == "About 2 minutes left."
    run.next(2, 3)
    run.progress.report(ExtractionProgress("invoice", 2, 0.5))
    assert run.progress.view().share == pytest.approx(1.5 / 4)


def test_an_answer_comes_first_and_its_time_counts_for_nothing(run: Run) -> None:
    run.next(1, 2)
    run.now += 5
    said = run.progress.report(ExtractionHeld("invoice", 1))
    assert said == "Waiting for the answer. Extracting goes on after the answer."
    assert run.progress.report(ExtractionHeld("invoice", 1)) == ""
    run.now += 1000
    view = run.progress.view()
    assert (view.title, view.bar) == ("Waiting for the answer", ProgressState.PAUSED)
    run.next(1, 2)
    run.done(1, 5)
    assert run.progress.view().first == "1 of 2 done, about 10\u00a0s each"


def test_quarters_are_announced(run: Run) -> None:
    said = []
    for number in range(1, 9):
        run.next(number, 9 - number)
        said.append(run.done(number))
    assert [words for words in said if words] == [
        "2 of 8 documents read.",
        "4 of 8 documents read.",
        "6 of 8 documents read.",
    ]


def test_what_is_added_meanwhile_is_counted(run: Run) -> None:
    run.next(1, 1)
    run.progress.begin("invoice", 3)
    assert run.progress.view().title == "Extracting “Invoice” from 4 documents"


def test_another_schema_is_counted_anew(run: Run) -> None:
    run.next(1, 1)
    run.done(1)
    run.next(1, 2, "contract")
    view = run.progress.view()
    assert view.title == "Extracting “Contract” from 2 documents"
    assert view.first == "0 of 2 done"


def test_the_end_says_what_came_of_it(run: Run) -> None:
    run.next(1, 2)
    run.done(1)
    run.progress.report(DocumentNotExtracted("invoice", 2, ExtractionFault.NO_CHUNKS))
    said = run.progress.report(ExtractionsFinished(1, 1, False, 75.0))
    view = run.progress.view()
    assert said == "1 document extracted. 1 document failed; the table says why."
    assert (view.title, view.share, view.running) == ("1 document extracted", 1.0, False)
    assert view.second == "Took about 1 minute."
    assert view.bar is ProgressState.PAUSED
    run.next(1, 1)
    assert run.progress.view().first == "0 of 1 done"


def test_a_stop_says_what_is_kept(run: Run) -> None:
    run.next(1, 4)
    run.done(1)
    run.progress.stop()
    assert run.progress.view().title == "Stopping"
    assert run.progress.view().second == "What was extracted is kept."
    run.progress.report(ExtractionsFinished(1, 0, True, 75.0))
    view = run.progress.view()
    assert (view.title, view.first) == ("Stopped", "1 document was extracted.")
    assert view.share == 0.25


def test_an_end_that_was_not_told_is_a_stop(run: Run) -> None:
    run.next(1, 4)
    run.progress.end()
    assert run.progress.phase is Phase.OVER
    assert run.progress.view().title == "Stopped"
    run.progress.end()
    assert run.progress.view().title == "Stopped"


def test_where_nothing_was_done_nothing_is_said(run: Run) -> None:
    assert run.progress.report(ExtractionsFinished(0, 0, False, 0.0)) == ""
    assert run.progress.phase is Phase.NOTHING
    run.progress.begin("invoice", 2)
    run.progress.fail()
    assert run.progress.phase is Phase.NOTHING
