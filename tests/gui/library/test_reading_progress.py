"""What the strip says: every state, in words and numbers that hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.core.domain.document import DocumentStatus, SkippedFile
from app.gui.common.formats import Formats
from app.gui.common.progress_bar import ProgressState
from app.gui.library.reading_progress import Phase, Problem, ReadingProgress
from app.services.events import (
    REMOVED,
    DocumentRecognised,
    EmbedProgress,
    FileFailed,
    FileFinished,
    FileStarted,
    IngestFinished,
    IngestPaused,
    IngestResumed,
    MoreFound,
    PageRead,
    RecognitionProgress,
    ScanFinished,
)
from tests.gui.library.shelves import document
from tests.gui.scripted_services import ended, finished

A = Path("a.pdf")
PERCENT = Formats().percent(0.62)


class Run:
    """A run whose time and pauses the test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pause_wanted = False
        self.progress = ReadingProgress(Formats(), lambda: self.pause_wanted, lambda: self.now)
        self.progress.askable = True

    def report(self, *events: object) -> str:
        """Report events and return what the last one announces."""
        said = ""
        for event in events:
            said = self.progress.report(event)  # type: ignore[arg-type]
        return said

    @property
    def words(self) -> tuple[str, str, str]:
        """Title and both lines."""
        view = self.progress.view()
        return view.title, view.first, view.second

    @property
    def share(self) -> float:
        """How far the bar is."""
        return self.progress.view().share

    def bar(self) -> ProgressState:
        """Its colour."""
        return self.progress.view().bar

    def problems(self) -> tuple[Problem, ...]:
        """What was left out."""
        return self.progress.problems


@pytest.fixture
def run() -> Run:
    return Run()


def read(
    position: int, files: int, status: DocumentStatus = DocumentStatus.INDEXED
) -> FileFinished:
    return finished(document(position, f"d{position}", status=status), position, files)


# --- reading --------------------------------------------------------------------------------


def test_what_the_user_took_out_is_no_problem(run: Run) -> None:
    run.report(FileFailed(Path("a.pdf"), REMOVED, "It stays out.", 1, 1))
    assert run.problems() == ()


def test_nothing_is_said_at_first(run: Run) -> None:
    assert run.progress.phase is Phase.NOTHING
    assert run.progress.line() == ""


def test_looking_through_folders_shows_that_time_goes_by(run: Run) -> None:
    run.progress.begin()
    assert run.words == ("Looking for PDFs", "", "You can ask now.")
    run.now = 5.9
    assert run.words[1] == f"{Formats().seconds_gone(5.0)} gone"
    assert run.progress.line() == f"Looking for PDFs, {Formats().seconds_gone(5.0)} gone"


def test_nobody_is_told_to_ask_where_there_is_nothing_to_ask(run: Run) -> None:
    run.progress.askable = False
    run.progress.begin()
    assert run.words[2] == ""
    run.report(ScanFinished(3, ()))
    assert run.words[2] == ""


def test_reading_says_how_far_how_fast_and_how_long(run: Run) -> None:
    run.report(ScanFinished(186, ()), FileStarted(A, 1, 186))
    assert run.words == ("Reading 186 documents", "0 of 186", "You can ask now.")
    assert run.share == 0
    run.now = 900.0
    run.report(read(71, 186), PageRead(A, 1, 10, 2880))
    assert run.words == (
        "Reading 186 documents",
        "70 of 186, 3.2 pages a second",
        "About 25 minutes left. You can ask now.",
    )
    assert run.share == pytest.approx(70.1 / 186)
    assert run.bar() is ProgressState.RUNNING


def test_several_files_at_once_count_by_how_far_they_are(run: Run) -> None:
    other = Path("other.pdf")
    run.report(ScanFinished(4, ()), FileStarted(A, 1, 4), FileStarted(other, 2, 4))
    run.report(PageRead(A, 5, 10, 5), PageRead(other, 1, 4, 6))
    assert run.words[1] == "0 of 4"
    assert run.share == pytest.approx(0.75 / 4)
    run.report(FileFailed(other, "missing", "It is gone.", 2, 4))
    assert run.words[1] == "1 of 4"
    assert run.share == pytest.approx(1.5 / 4)
    run.report(FileStarted(Path("third.pdf"), 3, 4))
    assert run.words[1] == "1 of 4"


def test_a_single_long_document_moves_the_bar_page_by_page(run: Run) -> None:
    run.report(ScanFinished(1, ()), FileStarted(A, 1, 1))
    run.now = 25.0
    run.report(PageRead(A, 41, 148, 41))
    assert run.words[0] == "Reading 1 document"
    assert run.words[1] == "Page 41 of 148, 1.6 pages a second"
    assert run.share == pytest.approx(41 / 148)


def test_what_is_added_meanwhile_counts(run: Run) -> None:
    run.report(ScanFinished(2, ()), read(1, 2), EmbedProgress(1, 9))
    left_out = SkippedFile(Path("notes.txt"), "not_a_pdf", "It is not a PDF.")
    run.report(MoreFound(5, (left_out,)))
    assert run.words[:2] == ("Reading 5 documents", "1 of 5")
    assert run.share == pytest.approx(0.2)
    assert run.problems() == (Problem("notes.txt", "It is not a PDF."),)


def test_no_time_left_is_said_before_it_can_be_known(run: Run) -> None:
    run.report(ScanFinished(10, ()), FileStarted(A, 1, 10))
    run.now = 9.0
    run.report(read(5, 10))
    assert run.words[2] == "You can ask now."


def test_a_high_rate_has_no_decimals(run: Run) -> None:
    run.report(ScanFinished(2, ()), FileStarted(A, 1, 2))
    run.now = 10.0
    run.report(PageRead(A, 3, 9, 1234))
    assert run.words[1] == "0 of 2, 123 pages a second"


def test_each_quarter_is_announced_once(run: Run) -> None:
    run.report(ScanFinished(8, ()))
    said = [run.report(read(position, 8)) for position in range(1, 9)]
    assert [text for text in said if text] == [
        "2 of 8 documents read.",
        "4 of 8 documents read.",
        "6 of 8 documents read.",
    ]


# --- waiting --------------------------------------------------------------------------------


def test_paused_by_the_user(run: Run) -> None:
    run.report(ScanFinished(10, ()), read(3, 10))
    run.pause_wanted = True
    assert run.words == ("Pausing", "3 of 10", "The page at hand is finished first.")
    assert run.progress.view().paused
    run.report(IngestPaused(for_answer=False))
    assert run.words == ("Paused", "3 of 10", "It goes on where it stopped.")
    assert run.bar() is ProgressState.PAUSED
    run.pause_wanted = False
    assert run.words[0] == "Reading 10 documents"
    run.report(IngestResumed())
    assert run.words[0] == "Reading 10 documents"
    assert run.bar() is ProgressState.RUNNING


def test_waiting_for_an_answer(run: Run) -> None:
    run.report(ScanFinished(10, ()), read(3, 10), IngestPaused(for_answer=True))
    assert run.words == (
        "Waiting for the answer",
        "3 of 10",
        "Reading goes on after the answer.",
    )
    assert run.bar() is ProgressState.PAUSED
    assert not run.progress.view().paused
    run.pause_wanted = True
    assert run.words[0] == "Paused"
    run.pause_wanted = False
    run.report(IngestResumed())
    assert run.words[0] == "Reading 10 documents"


def test_time_that_was_waited_counts_for_no_rate(run: Run) -> None:
    run.report(ScanFinished(2, ()), FileStarted(A, 1, 2))
    run.now = 10.0
    run.report(PageRead(A, 50, 100, 50), IngestPaused(for_answer=True))
    run.now = 500.0
    assert run.words[1] == "0 of 2, 5.0 pages a second"
    run.report(IngestResumed())
    run.now = 510.0
    run.report(PageRead(A, 100, 100, 100))
    assert run.words[1] == "0 of 2, 5.0 pages a second"


def test_stopping(run: Run) -> None:
    run.report(ScanFinished(10, ()), read(3, 10))
    run.progress.stop()
    run.report(PageRead(A, 1, 9, 1))
    assert run.words[::2] == ("Stopping", "What was read is kept.")


# --- search by meaning ----------------------------------------------------------------------


def test_after_reading_search_by_meaning_is_prepared(run: Run) -> None:
    run.report(ScanFinished(3, ()))
    run.report(read(1, 3), read(2, 3), read(3, 3, DocumentStatus.NO_TEXT))
    run.report(EmbedProgress(62, 100))
    assert run.words == (
        "3 documents read",
        "2 are ready, 1 needs you",
        f"Preparing search by meaning: {PERCENT}.",
    )
    assert run.share == pytest.approx(0.62)


def test_the_time_left_counts_what_this_run_has_prepared(run: Run) -> None:
    run.report(EmbedProgress(500, 1000))
    run.now = 30.0
    run.report(EmbedProgress(600, 1000))
    # 100 passages took 30 s, so the other 400 take 120 s.
    assert run.words[2] == "About 2 minutes left. You can ask now."


def test_what_an_earlier_run_left_is_taken_up_without_a_word_of_reading(run: Run) -> None:
    run.report(ScanFinished(0, ()))
    assert run.progress.phase is Phase.NOTHING
    run.report(EmbedProgress(62, 100))
    assert run.words[:2] == ("Preparing search by meaning", f"{PERCENT} done")


# --- the end --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "title", "first"),
    [
        (ended(added=186, need_attention=5), "186 documents read", "181 are ready, 5 need you."),
        (ended(added=2, need_attention=1), "2 documents read", "1 is ready, 1 needs you."),
        (ended(added=1), "1 document read", "1 is ready."),
        (ended(added=1, need_attention=1), "1 document read", "1 needs you."),
        (
            ended(added=2, unchanged=1, duplicates=1, failed=1, skipped=1),
            "2 documents read",
            "2 are ready, 1 has not changed, 1 is a copy of what is here, 1 could not be read, "
            "1 file was skipped.",
        ),
        (
            ended(unchanged=3, duplicates=2, skipped=4),
            "Nothing new to read",
            "3 have not changed, 2 are copies of what is here, 4 files were skipped.",
        ),
        (ended(failed=2), "Nothing was read", "2 could not be read."),
        (ended(skipped=7), "No PDF was found", "7 files were skipped."),
        (ended(), "No PDF was found", ""),
        # Copies of a document that needs the user are counted there, too.
        (
            ended(duplicates=2, need_attention=2),
            "Nothing new to read",
            "2 are copies of what is here.",
        ),
    ],
)
def test_the_end(run: Run, end: IngestFinished, title: str, first: str) -> None:
    run.progress.begin()
    said = run.report(ScanFinished(0, ()), end)
    took = f"Took {Formats().duration(3.2)}."
    assert run.words == (title, first, took)
    assert said == f"{title}. {first}".strip()
    assert run.share == 1
    assert run.bar() is ProgressState.DONE
    assert not run.progress.view().running
    assert run.progress.line() == ""


def test_the_end_of_preparing_only(run: Run) -> None:
    run.report(ScanFinished(0, ()), EmbedProgress(9, 9), ended())
    assert run.words[0] == "Search by meaning is ready"


def test_stopped_says_what_is_kept_and_leaves_the_bar(run: Run) -> None:
    run.report(ScanFinished(4, ()), read(1, 4), ended(added=1, cancelled=True))
    assert run.words == ("Stopped", "1 is ready.", "What was read is kept.")
    assert run.share == pytest.approx(0.25)
    assert run.bar() is ProgressState.PAUSED


def test_an_end_without_search_by_meaning_says_why(run: Run) -> None:
    run.report(ScanFinished(1, ()), read(1, 1), ended(added=1, degraded="The embedder is missing."))
    assert run.words == ("1 document read", "1 is ready.", "The embedder is missing.")
    assert run.bar() is ProgressState.PAUSED


def test_what_needs_the_user_and_what_was_left_out_is_kept(run: Run) -> None:
    locked = document(1, "Salary", status=DocumentStatus.NEEDS_PASSWORD, sentence="It is locked.")
    run.report(
        ScanFinished(3, (SkippedFile(Path("x/notes.txt"), "not_a_pdf", "It is not a PDF."),)),
        finished(locked, 1, 3),
        finished(locked, 2, 3, "unchanged"),
        FileFailed(Path("y/gone.pdf"), "missing", "The file is no longer there.", 3, 3),
    )
    assert run.problems() == (
        Problem("notes.txt", "It is not a PDF."),
        Problem("Salary", "It is locked.", locked),
        Problem("gone.pdf", "The file is no longer there."),
    )
    run.report(ScanFinished(1, ()))
    assert run.problems() == ()


# --- scanned pages --------------------------------------------------------------------------


def scans(done: int, total: int) -> RecognitionProgress:
    return RecognitionProgress(document(1, "d1"), 1, done, total, None)


def test_scans_are_counted_and_the_time_that_is_left(run: Run) -> None:
    run.report(ScanFinished(0, ()), scans(0, 40))
    assert run.words == ("Reading scans", "0 of 40 pages", "You can ask now.")
    assert run.share == 0.0
    run.now = 20.0
    run.report(scans(10, 40))
    assert run.progress.phase is Phase.RECOGNISING
    assert run.words[1] == "10 of 40 pages"
    assert run.words[2].startswith("About 1 minute left.")
    assert run.share == 0.25


def test_scans_after_documents(run: Run) -> None:
    run.report(ScanFinished(2, ()), read(1, 2), read(2, 2, DocumentStatus.NO_TEXT), scans(12, 40))
    assert run.words == (
        "2 documents read",
        "1 is ready, 1 needs you",
        "Reading scans: 12 of 40 pages.",
    )


def test_a_document_that_was_read_needs_nothing_any_more(run: Run) -> None:
    run.report(ScanFinished(1, ()), read(1, 1, DocumentStatus.NO_TEXT), scans(0, 2))
    assert len(run.problems()) == 1
    half = document(1, "d1", status=DocumentStatus.PARTIAL)
    run.report(DocumentRecognised(half, 1, 1))
    assert [one.document for one in run.problems()] == [half]
    run.report(DocumentRecognised(document(1, "d1"), 1, 1))
    assert run.problems() == ()
    assert run.words[1] == "1 is ready"


def test_the_end_tells_how_many_scanned_pages_were_read(run: Run) -> None:
    run.report(ScanFinished(1, ()), read(1, 1), scans(1, 1), replace(ended(added=1), recognised=1))
    assert run.words[:2] == ("1 document read", "1 is ready, 1 scanned page was read.")


def test_a_run_of_scans_alone(run: Run) -> None:
    run.report(ScanFinished(0, ()), scans(9, 9), replace(ended(), recognised=9))
    assert run.words[:2] == ("9 scanned pages read", "")


def test_without_the_model_it_is_said_what_to_do(run: Run) -> None:
    end = replace(ended(added=1), ocr_note="1 page is a scan. Fetch the model.")
    run.report(ScanFinished(1, ()), read(1, 1), end)
    assert run.words[2] == "1 page is a scan. Fetch the model."
    assert run.bar() is ProgressState.PAUSED


def test_what_was_left_over_and_cannot_be_done_says_nothing(run: Run) -> None:
    assert run.report(ScanFinished(0, ()), ended()) == ""
    assert run.progress.phase is Phase.NOTHING
