"""What a row says of a document, in each state."""

from __future__ import annotations

import pytest

from app.core.domain.document import DocumentStatus, FileState
from app.gui.common.formats import Formats
from app.gui.common.icons import icon_names
from app.gui.library.document_rows import read_again_row, reading_row, row_of
from tests.gui.library.shelves import document, row

S = DocumentStatus


@pytest.mark.parametrize(
    ("status", "icon", "token", "line"),
    [
        (S.INDEXED, "state-ready", "ok", "3 pages"),
        (S.PARTIAL, "state-partial", "warn", "Partly ready, 3 pages"),
        (S.NEEDS_PASSWORD, "state-password", "warn", "Needs a password"),
        (S.NO_TEXT, "state-scan", "warn", "Scan without text"),
        (S.UNREADABLE_TEXT, "state-warning", "warn", "Text not readable"),
        (S.DAMAGED, "state-failed", "bad", "Damaged"),
        (S.FAILED, "state-failed", "bad", "Could not be read"),
        (S.TOO_LARGE, "info", "text2", "Too large"),
        (S.EMPTY, "file", "text2", "No content"),
    ],
)
def test_each_state_has_an_icon_and_words(
    status: DocumentStatus, icon: str, token: str, line: str
) -> None:
    shown = row_of(
        document(1, "Lease", status=status, sentence="Why."), FileState.UNCHANGED, Formats()
    )
    assert (shown.icon, shown.token, shown.line) == (icon, token, line)
    assert icon in icon_names()
    assert shown.sentence == "Why."


def test_every_state_is_known() -> None:
    for status in S:
        row_of(document(1, "Lease", status=status), FileState.UNCHANGED, Formats())


@pytest.mark.parametrize(
    ("state", "icon", "line"),
    [
        (FileState.MISSING, "state-missing", "File not found"),
        (FileState.CHANGED, "reading", "File has changed"),
    ],
)
def test_a_file_that_is_no_longer_what_was_read(state: FileState, icon: str, line: str) -> None:
    shown = row(1, "Lease", state)
    assert (shown.icon, shown.line) == (icon, line)
    assert shown.sentence.endswith(".")


def test_the_tip_says_it_all() -> None:
    locked = document(1, "Lease", status=S.NEEDS_PASSWORD, sentence="It is locked.")
    shown = row_of(locked, FileState.UNCHANGED, Formats())
    assert shown.tooltip == f"Lease\nIt is locked.\n{locked.path}"
    assert row(2, "Atlas").tooltip.split("\n")[1] == "3 pages"


def test_a_file_that_is_being_read() -> None:
    assert reading_row("lease", 0, 0, Formats()).line == "Reading"
    shown = reading_row("lease", 41, 148, Formats())
    assert (shown.line, shown.icon, shown.token) == ("Reading page 41 of 148", "reading", "accent")
    again = read_again_row(row(1, "Lease"), shown)
    assert (again.title, again.line, again.icon) == ("Lease", shown.line, "reading")
    assert again.document is not None


def test_rows_are_found_by_title_and_path() -> None:
    shown = row(1, "Lease of QUAY")
    assert "lease of quay" in shown.search_text
    assert "documents" in shown.search_text
