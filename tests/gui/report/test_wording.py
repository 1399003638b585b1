"""Words and numbers of the report."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from app.core.domain.reading_report import LastReading
from app.gui.common.formats import Formats
from app.gui.report import wording
from tests.read_documents import ENDED

NOW = ENDED.astimezone().replace(hour=23, minute=0)
BRITISH = Formats(QLocale("en_GB"))


@pytest.fixture(autouse=True)
def british() -> object:
    before = QLocale()
    QLocale.setDefault(QLocale("en_GB"))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("days", "seconds", "pages", "words"),
    [
        (0, 2280.0, 7780, "Finished today at 13:40, after 38 minutes (3.4 pages a second)"),
        (1, 12.0, 400, "Finished yesterday at 13:40, after 12\u00a0s (33 pages a second)"),
        (2, 12.0, 0, "Finished on Saturday, 28 February 2026 at 13:40, after 12\u00a0s."),
        (0, 0.2, 3, "Finished today at 13:40."),
    ],
)
def test_when_it_ended(days: int, seconds: float, pages: int, words: str) -> None:
    at = NOW.replace(hour=13, minute=40) - timedelta(days=days)
    assert wording.finished(LastReading(at, seconds, pages), NOW, BRITISH) == words


def test_without_a_time_nothing_is_said() -> None:
    assert wording.finished(None, NOW, BRITISH) == ""


def test_a_file_is_known_by_the_end_of_its_path() -> None:
    assert wording.short_path(Path("/a/b/HR/Pay/Salary.pdf")) == str(Path("HR/Pay/Salary.pdf"))
    assert wording.short_path(Path("x.pdf")) == "x.pdf"
