"""The PDF of a report, read back: its text, its pages, and that nothing in it acts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace

import pymupdf
import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QColor, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from app.core.domain.answer import Claim
from app.core.domain.conversation import Turn
from app.core.export.composing import answer_report, conversation_report
from app.core.export.report import Report, Section, Sentence
from app.gui.export.pdf import pdf
from tests.exported_turns import ASKED_AT, REFUSED, WITHHELD, hostile, turn
from tests.gui.chat import examples

BRITISH, AMERICAN = QLocale("en_GB"), QLocale("en_US")
Writing = QFontDatabase.WritingSystem


def pages_of(document: pymupdf.Document) -> list[pymupdf.Page]:
    return [document[number] for number in range(document.page_count)]


def opened(report: Report, locale: QLocale = BRITISH) -> pymupdf.Document:
    return pymupdf.open(stream=pdf(report, locale), filetype="pdf")


def words(document: pymupdf.Document) -> str:
    """All text on one line, letters in their usual forms."""
    pages = [page.get_text() for page in pages_of(document)]
    return " ".join(unicodedata.normalize("NFKC", " ".join(pages)).split())


@pytest.fixture
def white_text(qapp: QApplication) -> Iterator[None]:
    """A dark window: text is white on black."""
    before = qapp.palette()
    dark = QPalette(QColor("black"))
    dark.setColor(QPalette.ColorRole.Text, QColor("white"))
    qapp.setPalette(dark)
    yield
    qapp.setPalette(before)


def test_an_answer_can_be_read_and_searched(qapp: QApplication) -> None:
    document = opened(answer_report(turn()))
    text = words(document)
    assert document.page_count == 1
    assert text.startswith(examples.QUESTION)
    for claim in examples.CLAIMS:
        assert f"{claim.text} [" in text
    assert "Not supported: Expired days are paid out with the April salary. [2]" in text
    assert "“April” and “salary” do not occur in the passage that it cites." in text
    assert "Fair confidence. 4 of 5 sentences are supported" in text
    assert "Employee Handbook 2026, p. 14 (label 12), 6 Annual leave › 6.3 Carry-over" in text
    assert "“an employee may carry over up to ten unused working days”" in text
    assert f"{examples.PASSAGES[0].path} [chunk:17]" in text
    assert document[0].search_for("confidence")
    assert document.metadata is not None
    assert document.metadata["title"] == examples.QUESTION


def test_a_conversation_with_a_refusal(qapp: QApplication) -> None:
    turns = [turn(), turn(REFUSED), turn(examples.QUOTED), turn(WITHHELD), turn(None, lost="Gone.")]
    document = opened(conversation_report("Carry-over of annual leave", turns, ASKED_AT))
    text = words(document)
    assert text.startswith("Carry-over of annual leave 5 questions, exported from Pincite on 30")
    assert "No answer was found in HR policies. No passage in these documents" in text
    assert "The passages that come nearest" in text
    assert "“leave stays valid for 15 months” [6]" in text
    assert "1 sentence was left out because its citation led nowhere." in text
    assert "Gone." in text
    pages = pages_of(document)
    for number, page in enumerate(pages, 1):
        assert f"{number} / {len(pages)}" in page.get_text()


@pytest.mark.parametrize(
    ("locale", "size"),
    [(BRITISH, (595, 842)), (AMERICAN, (612, 792)), (QLocale("es_MX"), (612, 792))],
)
def test_the_paper_is_that_of_the_locale(
    qapp: QApplication, locale: QLocale, size: tuple[int, int]
) -> None:
    page = opened(answer_report(turn()), locale)[0]
    assert (round(page.rect.width), round(page.rect.height)) == size
    text = pymupdf.Rect()
    for block in page.get_text("blocks"):
        text |= pymupdf.Rect(block[:4])
    assert page.rect.x0 + 50 < text.x0
    assert text.x1 < page.rect.x1 - 50
    assert text.y1 < page.rect.y1 - 20


def test_a_dark_window_makes_no_white_text(white_text: None) -> None:
    document = opened(answer_report(turn()))
    colours = {
        span["color"]
        for block in document[0].get_text("dict")["blocks"]
        for line in block.get("lines", ())
        for span in line["spans"]
    }
    assert all(max(colour >> 16, colour >> 8 & 255, colour & 255) < 200 for colour in colours)
    assert 0x1B1C1E in colours


def many(count: int = 24) -> Turn:
    """An answer with as many citations as there may be."""
    citations = tuple(
        replace(examples.CITATIONS[number % 3], chunk_id=100 + number) for number in range(count)
    )
    claims = tuple(
        Claim(examples.CLAIMS[number % 4].text, (number,), examples.SUPPORTED)
        for number in range(count)
    )
    return turn(examples.answer(claims, citations))


def test_many_citations_are_all_there(qapp: QApplication) -> None:
    text = words(opened(conversation_report("", [many()] * 5, ASKED_AT)))
    for number in range(1, 121):
        assert text.count(f"[{number}]") == 2


def test_what_is_higher_than_a_page_goes_on_over_it(qapp: QApplication) -> None:
    long = tuple(f"word{number}" for number in range(4000))
    section = Section("Long?", (), sentences=(Sentence(" ".join(long), (1,), caution="None."),))
    document = opened(Report("", (), (section,)))
    assert document.page_count > 3
    text = words(document)
    assert all(word in text for word in long)


def test_nothing_stands_alone_at_the_end_of_a_page(qapp: QApplication) -> None:
    for lines in range(22, 34):
        filler = tuple(Sentence(f"Line {number}.", ()) for number in range(lines))
        last = Section("The last question?", ("Asked then.",), "So it is.")
        report = Report("", (), (Section("First?", (), sentences=filler), last))
        document = opened(report)
        for page in pages_of(document):
            text = page.get_text()
            assert (
                ("The last question?" in text) == ("Asked then." in text) == ("So it is." in text)
            )
    assert document.page_count == 2


@pytest.mark.parametrize(
    ("writing", "sentence"),
    [
        (Writing.Japanese, "未使用の有給休暇は翌年度に限り繰り越すことができる。"),
        (Writing.Arabic, "يحق للموظف ترحيل عشرة أيام"),
        (Writing.Greek, "Οι ημέρες μεταφέρονται"),
        (Writing.Cyrillic, "Дни переносятся"),
    ],
)
def test_scripts_are_shown_with_the_fonts_there_are(
    qapp: QApplication, writing: QFontDatabase.WritingSystem, sentence: str
) -> None:
    if not QFontDatabase.families(writing):
        pytest.skip("this system has no font for it")
    claim = Claim(sentence, (0,), examples.SUPPORTED)
    document = opened(answer_report(turn(examples.answer((claim,)))))
    read = words(document)
    # Arabic comes back in the order in which it is drawn.
    assert all(word in read or word[::-1] in read for word in sentence.split())


def test_nothing_in_it_can_be_clicked_or_run(qapp: QApplication) -> None:
    evil = (
        '<a href="http://example.com">x</a> <img src="http://example.com/x.png"> [y](http://z.org)'
    )
    data = pdf(conversation_report(evil, hostile(evil), ASKED_AT), BRITISH)
    document = pymupdf.open(stream=data, filetype="pdf")
    for page in pages_of(document):
        assert page.get_links() == []
        assert page.get_images() == []
    for act in (b"/URI", b"/JavaScript", b"/Launch", b"/OpenAction"):
        assert act not in data
    assert words(document).count("<img src=") >= 12


def test_an_empty_conversation_is_a_page(qapp: QApplication) -> None:
    document = opened(conversation_report("", [], ASKED_AT))
    assert "0 questions" in words(document)
