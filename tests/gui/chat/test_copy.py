"""The copied answer keeps its citations, names its sources, and is escaped."""

from __future__ import annotations

from dataclasses import replace

from app.core.domain.answer import Claim
from app.gui.chat.copy import copy_of
from tests.gui.chat import examples


def test_text_has_markers_reasons_and_sources() -> None:
    text = copy_of(examples.ANSWER).text
    lines = text.splitlines()
    assert lines[0].endswith("following calendar year. [chunk:17] p. 14")
    assert lines[4] == "Expired days are paid out with the April salary. [chunk:23] p. 14"
    assert lines[5].startswith("(Not supported: “April” and “salary”")
    assert lines[7] == "Sources"
    assert lines[8] == "[chunk:17] Employee Handbook 2026, p. 14 (label 12)"
    assert lines[9].strip() == str(examples.PASSAGES[0].path)
    assert "\u00a0" not in text


def test_a_page_that_is_cited_twice_is_one_source() -> None:
    other_words = replace(examples.CITATIONS[0], quote="other words")
    shown = examples.answer(citations=(examples.CITATIONS[0], other_words, examples.CITATIONS[2]))
    assert copy_of(shown).text.count("[chunk:17] Employee Handbook") == 1


def test_html_is_escaped() -> None:
    title = replace(examples.CITATIONS[0], document="<script>x</script>")
    claim = Claim("<img src=x> & <b>bold</b>", (0,), examples.SUPPORTED)
    html = copy_of(examples.answer((claim,), (title,))).html
    assert "<img" not in html
    assert "<script" not in html
    assert "&lt;img src=x&gt; &amp; &lt;b&gt;bold&lt;/b&gt; [chunk:17] p. 14" in html
    assert "&lt;script&gt;x&lt;/script&gt;, p. 14 (label 12)" in html


def test_quotes_keep_their_marks() -> None:
    assert copy_of(examples.QUOTED).text.startswith("“unused days expire on that date")
