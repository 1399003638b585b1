"""Quotes in a citation block: read where they are well formed, and never in the way (C6, C7)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.citations.block import OfferedQuote, offered_quotes
from app.core.citations.parse import parse_claims

PROSE = "[chunk:1] Leave expires on 31 March."


def quotes_of(inside: str, after: str = "<<<END_CITATIONS>>>") -> list[tuple[int, str]]:
    raw = f"{PROSE}\n<<<CITATIONS>>>{inside}{after}"
    (claim,) = parse_claims(raw)
    assert (claim.text, claim.chunk_ids) == ("Leave expires on 31 March.", (1,))
    return [(quote.chunk_id, quote.text) for quote in offered_quotes(raw)]


GOOD = '{"chunk": 1, "quote": "expires on 31 March"}'


@pytest.mark.parametrize(
    "inside",
    [
        f"[{GOOD}]",
        f"\n```json\n[{GOOD}]\n```\n",
        f"[{GOOD}, {GOOD}]",
        f"[{GOOD}, null, 3, [], {{}}]",
        f'[{GOOD}, {{"chunk": true, "quote": "x"}}, {{"chunk": 1.0, "quote": "x"}}]',
        f'[{GOOD}, {{"chunk": "1", "quote": "x"}}, {{"chunk": NaN, "quote": "x"}}]',
        f'[{GOOD}, {{"chunk": 1, "quote": 5}}, {{"chunk": 1, "quote": "  "}}, {{"chunk": 1}}]',
    ],
)
def test_well_formed_entries_are_read(inside: str) -> None:
    assert quotes_of(inside) == [(1, "expires on 31 March")]


@pytest.mark.parametrize(
    "inside",
    [
        "",
        "null",
        "true",
        "NaN",
        GOOD,
        '"text"',
        f"[{GOOD}",
        f"[{GOOD}] and more",
        f"[{GOOD},]",
        "[{'chunk': 1}]",
        "[" * 100_000,
        '{"a":' * 5_000 + "1" + "}" * 5_000,
        '[{"chunk": ' + "9" * 6_000 + ', "quote": "x"}]',
        f"[{GOOD}{' ' * 30_000}]",
        '[{"chunk": 1, "quote": "\x00"}]',
    ],
)
def test_anything_else_gives_no_quotes_and_keeps_the_prose(inside: str) -> None:
    assert quotes_of(inside) == []


def test_huge_numbers_are_read_as_they_are() -> None:
    number = 10**30
    assert quotes_of(f'[{{"chunk": {number}, "quote": "x"}}]') == [(number, "x")]


def test_a_block_that_was_cut_off_gives_no_quotes() -> None:
    assert quotes_of(f'[{GOOD}, {{"chunk": 2, "quo', after="") == []


def test_the_first_block_counts() -> None:
    second = '<<<CITATIONS>>>[{"chunk": 2, "quote": "other"}]<<<END_CITATIONS>>>'
    assert quotes_of(f"[{GOOD}]", f"<<<END_CITATIONS>>>\n{second}") == [(1, "expires on 31 March")]
    assert quotes_of("[not json", f"<<<END_CITATIONS>>>\n{second}") == []
    assert quotes_of(f"[{GOOD}]", second) == [(1, "expires on 31 March")]


def test_quotes_are_bounded_in_length_and_number() -> None:
    words = "expires " * 60
    ((_, text),) = quotes_of(json.dumps([{"chunk": 1, "quote": words}]))
    assert len(text) <= 200
    assert text.endswith("expires")
    assert quotes_of(json.dumps([{"chunk": 1, "quote": "x" * 500}])) == [(1, "x" * 200)]
    entries = [{"chunk": number, "quote": "x"} for number in range(100)]
    assert len(quotes_of(json.dumps(entries))) == 24


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["chunk", "quote", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(values, st.integers(0, 200))
def test_reading_is_total(value: object, cut: int) -> None:
    text = json.dumps(value, ensure_ascii=False)
    for inside in (text, text[:cut]):
        for quote in offered_quotes(f"<<<CITATIONS>>>{inside}"):
            assert isinstance(quote, OfferedQuote)
            assert type(quote.chunk_id) is int
            assert 0 < len(quote.text) <= 200
