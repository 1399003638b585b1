"""Adversarial texts, cut wherever they can be cut: what is streamed is what is parsed, and nothing
of a marker or a block is ever shown (C5 to C8)."""

from __future__ import annotations

import itertools
import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.core.citations.block import MAX_QUOTE_CHARACTERS, offered_quotes
from app.core.citations.markers import Block, Marker, MarkerScanner, Prose, Token, scan
from app.core.citations.neutral import neutralised
from app.core.citations.parse import MAX_CITATIONS, parse_claims, validate
from app.core.citations.prose_stream import ProseStream

BLOCK = '<<<CITATIONS>>>[{"chunk": 1, "quote": "Leave expires"}]<<<END_CITATIONS>>>'
MANY = " ".join(f"Claim {number}. [chunk:{number}]" for number in range(1, 60))
PIECES = (
    "[chunk:17]",
    "[chunk: 2, 3]",
    "[Chunk:4",
    "[chunk",
    "[chu",
    "nk:9]",
    "chunk:9]",
    "[",
    "[[",
    "]",
    "(",
    ")",
    "［chunk：5］",
    "【chunk:6】",
    "[ch\u200bunk:7]",
    "[\u2060chunk\ufeff:8]",
    "[chunk꞉3]",
    "[сhunk:3]",
    "[chunk:1-3]",
    "[chunk-ext]",
    "[chunk:" + "1," * 150,
    "<<<CITATIONS>>>",
    "<<<CITATIONS",
    "<<< citations >>>",
    "<<<END_CITATIONS>>>",
    "<<<end citations>>>",
    "<<<CITA",
    "TIONS>>>",
    "<",
    "<<<",
    ">>>",
    '[{"chunk": 1, "quote": "[chunk:9]"}]',
    BLOCK,
    "[chunk:1]" * 3,
    "chunk",
    ":",
    "12",
    " ",
    "\n",
    "\r\n",
    "\u2028",
    "Leave expires on 31 March.",
    "a",
)
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)

# A stricter reading than the scanner's own: written without it, it has to find nothing either.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_RAW = re.compile(r"[\[【〔]\s*[cс]\s*h\s*u\s*n\s*k(?![a-z])", re.I)
_SIGN = re.compile(r"<\s*<\s*(?:<\s*)*(?:end[\s_]*)?cit", re.I)
_HALF_AT_END = re.compile(
    r"(?:[\[【〔]\s*(?:c(?:h(?:u(?:nk?)?)?)?)?|<<<?\s*(?:end?[\s_]*)?(?:ci?t?[aions]*)?)$", re.I
)


def leaks(shown: str) -> list[str]:
    """What of a marker or block a reader would see."""
    visible = unicodedata.normalize("NFKC", _INVISIBLE.sub("", shown))
    return [
        *(found.group() for found in _RAW.finditer(visible)),
        *(found.group() for found in _SIGN.finditer(visible)),
        *(found.group() for found in _HALF_AT_END.finditer(visible)),
    ]


def streamed(parts: list[str]) -> str:
    stream = ProseStream()
    return "".join(map(stream.feed, parts)) + stream.finish()


def joined(tokens: list[Token]) -> tuple[str, list[Token]]:
    """Prose in one piece, and all other tokens."""
    prose = "".join(token.text for token in tokens if isinstance(token, Prose))
    return prose, [token for token in tokens if not isinstance(token, Prose)]


def cut(text: str, places: list[int]) -> list[str]:
    return [text[a:b] for a, b in itertools.pairwise([0, *sorted(places), len(text)])]


@given(texts, st.data())
@example(text="[" * 600 + "[chunk:1]" + "chunk:9]" * 600, data=None)
def test_however_a_text_is_split_the_same_is_found_and_shown(
    text: str, data: st.DataObject | None
) -> None:
    places = data.draw(st.lists(st.integers(0, len(text)), max_size=20)) if data else [7, 300]
    scanner = MarkerScanner()
    tokens = [token for part in cut(text, places) for token in scanner.feed(part)]
    tokens += scanner.finish()
    assert joined(tokens) == joined(scan(text))
    shown = streamed(cut(text, places))
    assert shown == streamed([text]) == streamed(list(text))
    assert leaks(shown) == []


@pytest.mark.parametrize("first", PIECES)
def test_every_pair_of_pieces_cut_at_every_place(first: str) -> None:
    """At every place where that is not too many, and into single characters always."""
    for second in PIECES:
        text = f"{first}{second}"
        whole = streamed([text])
        assert leaks(whole) == []
        assert streamed(list(text)) == whole
        for place in range(len(text) + 1 if len(text) <= 24 else 0):
            assert streamed([text[:place], text[place:]]) == whole


@pytest.mark.parametrize(
    "text",
    ["[chunk:1] A.", "[[c[chunk:1]", "a<<<cit>>", "[c\u200bhunk 3]", "([chunk:1)]", "<<</citation"],
)
def test_short_texts_cut_in_every_possible_way(text: str) -> None:
    whole = streamed([text])
    for count in range(4):
        for places in itertools.combinations(range(1, len(text)), count):
            assert streamed(cut(text, list(places))) == whole


@given(texts, st.integers(0, 400))
def test_a_text_that_the_token_limit_cut_shows_no_half(text: str, limit: int) -> None:
    assert leaks(streamed([text[:limit]])) == []


@given(texts)
def test_claims_hold_no_part_of_a_marker_and_name_each_id_once(text: str) -> None:
    claims = parse_claims(text)
    for claim in claims:
        assert leaks(claim.text) == []
        assert joined(scan(claim.text + " [chunk:1]."))[1] == [Marker((1,))]
        assert len(set(claim.chunk_ids)) == len(claim.chunk_ids)
    assert len({claim.text.casefold() for claim in claims}) == len(claims)
    named = {
        number for token in scan(text) if isinstance(token, Marker) for number in token.chunk_ids
    }
    assert {number for claim in claims for number in claim.chunk_ids} <= named


@given(texts, st.sets(st.integers(1, 20)))
def test_what_was_not_supplied_is_never_kept(text: str, supplied: set[int]) -> None:
    found = validate(parse_claims(text), supplied)
    assert {number for claim in found.claims for number in claim.chunk_ids} <= supplied
    assert sum(len(claim.chunk_ids) for claim in found.claims) <= MAX_CITATIONS
    assert 0 <= found.valid <= found.attempted


@given(texts)
def test_document_text_never_counts_once_it_is_neutralised(text: str) -> None:
    """Also in front of what follows it in a prompt or an answer."""
    clean = neutralised(text)
    assert joined(scan(f"{clean}\n[chunk:901] Yes."))[1] == [Marker((901,))]
    assert neutralised(clean) == clean


@given(st.text(max_size=200))
def test_any_text_at_all_can_be_read(text: str) -> None:
    scan(text)
    parse_claims(text)
    neutralised(text)
    assert streamed(list(text)) == streamed([text])
    assert leaks(streamed([text])) == []


@given(texts)
def test_quotes_of_a_block_are_bounded_and_the_block_is_gone(text: str) -> None:
    for quote in offered_quotes(text):
        assert quote.text
        assert len(quote.text) <= MAX_QUOTE_CHARACTERS
    blocks = [token for token in scan(text) if isinstance(token, Block)]
    if not blocks:
        assert offered_quotes(text) == ()


def test_many_citations() -> None:
    supplied = set(range(1, 60))
    found = validate(parse_claims(MANY), supplied)
    assert (found.attempted, found.valid, len(found.claims)) == (24, 24, 24)
    assert (len(found.beyond), found.invalid, found.uncited) == (35, (), ())
    assert leaks(streamed(list(MANY))) == []
