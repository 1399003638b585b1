"""The document of an answer: text as it is, validated citations as anchors, nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QTextDocument

from app.core.domain.answer import Answer, Claim, Support
from app.gui.chat.answer_document import ClaimState, Layout, tooltip, write_answer
from app.gui.common.theme import Theme
from tests.gui.chat import examples

HOSTILE = (
    '<img src="file:///x.png"><b>bold</b>',
    "[chunk:9] in prose is no citation.",
    "![x](file:///y.png) [link](https://example.org) `code` **bold**",
    "<a href='cite:2'>a false chip</a>",
    "two\nlines\u2029and a paragraph",
    "&lt;b&gt; &amp; &nbsp;",
    "W" * 2000,
    "\u202eevil\u202c",
)


def written(theme: Theme, answer: Answer) -> tuple[QTextDocument, Layout]:
    document = QTextDocument()
    return document, write_answer(document, answer, theme)


def anchors(document: QTextDocument) -> list[tuple[str, str]]:
    """(address, text) of each anchor; pieces that follow each other are one."""
    found: list[tuple[str, str]] = []
    end = -1
    block = document.begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            fragment = pieces.fragment()
            if fragment.charFormat().isAnchor():
                href = fragment.charFormat().anchorHref()
                if fragment.position() == end:
                    found[-1] = (href, found[-1][1] + fragment.text())
                else:
                    found.append((href, fragment.text()))
                end = fragment.position() + fragment.length()
            pieces += 1
        block = block.next()
    return found


def test_each_claim_is_a_paragraph_with_its_chips(theme: Theme) -> None:
    document, layout = written(theme, examples.ANSWER)
    lines = document.toRawText().split("\u2029")
    assert lines[0].startswith("Full-time employees may carry over")
    assert lines[0].endswith("calendar year.\u00a0\u00a0[chunk:17]\u00a0p.\u00a014\u00a0")
    assert lines[5].startswith("Not supported: “April” and “salary”")
    assert [chip.citation for chip in layout.chips] == [0, 0, 1, 2, 1]
    assert [chip.claim for chip in layout.chips] == [0, 1, 2, 3, 4]
    assert [claim.state for claim in layout.claims] == [ClaimState.SUPPORTED] * 4 + [
        ClaimState.UNSUPPORTED
    ]


def test_chips_are_anchors_by_index(theme: Theme) -> None:
    document, layout = written(theme, examples.ANSWER)
    found = anchors(document)
    assert [href for href, _ in found] == ["cite:0", "cite:0", "cite:1", "cite:2", "cite:1"]
    assert found[0][1].strip() == "[chunk:17]\u00a0p.\u00a014"
    for chip, (_, text) in zip(layout.chips, found, strict=True):
        assert document.toRawText()[chip.start : chip.end] == text


@pytest.mark.parametrize("words", HOSTILE)
def test_nothing_in_a_claim_acts(theme: Theme, words: str) -> None:
    claim = Claim(words, (0,), examples.SUPPORTED)
    bad = replace(examples.CITATIONS[0], document="<img src=x>")
    document, layout = written(theme, examples.answer((claim,), (bad,)))
    assert [href for href, _ in anchors(document)] == ["cite:0"]
    assert document.blockCount() == 1
    assert len(layout.chips) == 1
    shown = document.toPlainText()
    for piece in words.replace("\u202e", " ").replace("\u202c", " ").split():
        assert piece in shown


def test_a_quoted_claim_stands_in_quotation_marks(theme: Theme) -> None:
    document, layout = written(theme, examples.QUOTED)
    assert document.toPlainText().startswith("“unused days expire")
    assert layout.claims[0].state is ClaimState.VERBATIM
    marks = Claim("“Already quoted.”", (0,), examples.SUPPORTED, True)
    document, _ = written(theme, examples.answer((marks,)))
    assert document.toPlainText().startswith("“Already quoted.”\u00a0"[:17])


def test_missing_support_outweighs_that_it_is_quoted(theme: Theme) -> None:
    claim = Claim("Words.", (0,), Support(False, ("Words",)), True)
    _, layout = written(theme, examples.answer((claim,)))
    assert layout.claims[0].state is ClaimState.UNSUPPORTED


def test_a_chip_in_arabic_text_stays_readable_from_the_left(theme: Theme) -> None:
    claim = Claim("يحق للموظف ترحيل عشرة أيام.", (0, 1), examples.SUPPORTED)
    document, layout = written(theme, examples.answer((claim,)))
    raw = document.toRawText()
    for chip in layout.chips:
        assert raw[chip.start - 1] == "\u2066"
        assert raw[chip.end] == "\u2069"
    form = document.firstBlock().blockFormat()
    assert (form.leftMargin(), form.rightMargin()) == (0, 32)


def test_tool_tips_name_the_citation_and_escape_everything(theme: Theme) -> None:
    tip = tooltip(examples.CITATIONS[0], 0, 3)
    assert tip.startswith("<p>Citation 1 of 3, Employee Handbook 2026, page 14, label 12<br>“an ")
    bad = replace(examples.CITATIONS[0], document="<img src=x>", quote="<script>" * 40)
    assert "<img" not in tooltip(bad, 0, 1)
    assert "<script" not in tooltip(bad, 0, 1)
    assert tooltip(replace(bad, quote=""), 0, 1).count("<") == 2


def test_59_claims_with_24_citations(theme: Theme) -> None:
    citations = tuple(replace(examples.CITATIONS[0], chunk_id=100 + number) for number in range(24))
    claims = tuple(
        Claim(f"Claim {number}.", (number % 24, (number + 7) % 24), examples.SUPPORTED)
        for number in range(59)
    )
    document, layout = written(theme, examples.answer(claims, citations))
    assert document.blockCount() == 59
    assert len(layout.chips) == 118
