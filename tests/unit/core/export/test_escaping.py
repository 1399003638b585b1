"""Escaped text is shown as it is, wherever it stands, and acts nowhere."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from markdown_it import MarkdownIt
from markdown_it.token import Token

from app.core.export.escaping import code_span, escaped
from app.core.text.safe_text import one_line
from tests.unit.core.export.adversaries import PIECES, texts

# Tables and strikethrough too; raw HTML is let through, so that it would be seen.
PARSER = MarkdownIt("js-default", {"html": True, "typographer": False})


def _only_inline(source: str, opening: str) -> list[Token]:
    """The parts of the one block that the source has to be."""
    tokens = PARSER.parse(source)
    inline = [token for token in tokens if token.type == "inline"]
    kinds = [token.type for token in tokens if token.nesting >= 0 and token.type != "inline"]
    assert kinds == opening.split()
    assert len(inline) == 1
    return inline[0].children or []


def _shown(parts: list[Token]) -> str:
    assert {part.type for part in parts} <= {"text"}
    return "".join(part.content for part in parts)


@pytest.mark.parametrize("piece", PIECES)
def test_each_kind_of_mark_up_is_shown_as_it_is(piece: str) -> None:
    line = one_line(piece) or "empty"
    assert _shown(_only_inline(escaped(line), "paragraph_open")) == line


@given(texts)
def test_text_is_inert_as_paragraph_heading_and_quotation(text: str) -> None:
    line = one_line(text) or "empty"
    source = escaped(line)
    assert _shown(_only_inline(source, "paragraph_open")) == line
    assert _shown(_only_inline(f"# {source}", "heading_open")) == line
    assert _shown(_only_inline(f"> {source}", "blockquote_open paragraph_open")) == line
    inside = escaped(line, at_start=False)
    between = _shown(_only_inline(f"Title, {inside}[^1]", "paragraph_open"))
    assert between == f"Title, {line}[^1]"


def test_a_number_is_no_list_where_something_stands_before_it() -> None:
    assert escaped("p. 14", at_start=False) == "p. 14"


@given(texts)
def test_text_stays_inside_bold_and_italics(text: str) -> None:
    line = one_line(text) or "empty"
    for fence, kind in (("**", "strong"), ("*", "em")):
        parts = _only_inline(
            f"so {fence}{escaped(line, at_start=False)}{fence}, yes", "paragraph_open"
        )
        kinds = [part.type for part in parts]
        assert kinds == ["text", f"{kind}_open", "text", f"{kind}_close", "text"]
        assert parts[2].content == line


@given(texts)
@example("`")
@example(" `` x ` ")
@example("a  b")
def test_code_is_shown_to_the_letter(text: str) -> None:
    line = one_line(text) or "empty"
    [before, code, after] = _only_inline(f"in {code_span(line)} it", "paragraph_open")
    assert (before.content, code.type, after.content) == ("in ", "code_inline", " it")
    assert code.content == line


@pytest.mark.parametrize(
    "line",
    [
        "Full-time employees may carry over up to ten days (10.5 %), e.g. 3:4 at 10:30.",
        "Terms & Conditions, “quoted”, it's 20 °C; 誤り!? ok",
    ],
)
def test_prose_is_left_as_it_is(line: str) -> None:
    assert escaped(line) == line


@pytest.mark.parametrize(
    ("line", "source"),
    [
        ("http://example.com", "http\\://example\\.com"),
        ("me@example.com", "me\\@example\\.com"),
        (":smile:", "\\:smile:"),
        ("{{ x }}", "\\{\\{ x \\}\\}"),
        ("$x$ ==y== a--b", "\\$x\\$ \\=\\=y\\=\\= a\\-\\-b"),
        ("[[x]] #tag %%x%%", "\\[\\[x\\]\\] \\#tag \\%\\%x\\%\\%"),
        ("iv. four", "iv\\. four"),
        ("(a) one", "\\(a\\) one"),
        (": definition", "\\: definition"),
        ("what!", "what\\!"),
    ],
)
def test_what_other_readers_know_is_escaped_too(line: str, source: str) -> None:
    assert escaped(line) == source
