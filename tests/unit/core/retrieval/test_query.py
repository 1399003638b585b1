from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.domain.page import PageRange
from app.core.retrieval.query import parse


def test_a_plain_question_is_its_words_and_itself_as_a_phrase() -> None:
    query = parse("  Who pays the rent? ")
    assert query.text == "Who pays the rent?"
    assert query.terms == ("pays", "rent", "Who pays the rent")
    assert (query.phrases, query.documents, query.pages) == ((), (), ())


@pytest.mark.parametrize(
    ("question", "text", "documents", "pages"),
    [
        ("rent document:lease", "rent", ("lease",), ()),
        ('document:"Employee Handbook 2026" leave', "leave", ("Employee Handbook 2026",), ()),
        ("document:“The lease” rent", "rent", ("The lease",), ()),
        ("rent DOCUMENT: lease document:flat", "rent", ("lease", "flat"), ()),
        ("leave page:14", "leave", (), (PageRange(14, 14),)),
        ("leave page:20-10 page:3", "leave", (), (PageRange(10, 20), PageRange(3, 3))),
        ("page:4 document:7", "", ("7",), (PageRange(4, 4),)),
        # Not filters, but words.
        ("which page: the last?", "which page: the last?", (), ()),
        ("homepage:5 document:", "homepage:5 document:", (), ()),
        ("page:x document:?", "page:x document:?", (), ()),
    ],
)
def test_filters(
    question: str, text: str, documents: tuple[str, ...], pages: tuple[PageRange, ...]
) -> None:
    query = parse(question)
    assert (query.text, query.documents, query.pages) == (text, documents, pages)


@pytest.mark.parametrize(
    ("question", "unread"),
    [
        ("leave page:10,12", ("page:10,12",)),
        ("page:iv page:iv and page:5 too", ("page:iv",)),
        ('document:"Employee leave', ('document:"Employee',)),
        ("which page: the last? homepage:x document:?", ()),
        ("leave page:14 document:lease", ()),
    ],
)
def test_what_looks_like_a_filter_and_is_none_is_told(
    question: str, unread: tuple[str, ...]
) -> None:
    assert parse(question).unread == unread


@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        ('the "due date" of rent', ("due date",)),
        ("“due date” and „erster Tag“ and «le loyer» and 「家賃」", None),
        ('an "unbalanced quote', ()),
        ('5" pipes and 6" pipes', ()),
        ('"" and "?"', ()),
        ('"same" "same"', ("same",)),
    ],
)
def test_phrases(question: str, phrases: tuple[str, ...] | None) -> None:
    expected = ("due date", "erster Tag", "le loyer", "家賃") if phrases is None else phrases
    assert parse(question).phrases == expected


@pytest.mark.parametrize(
    ("question", "identifier"),
    [
        ("What does --max-vsize do?", "--max-vsize"),
        ("Is ISO 9001:2015 required here at all?", "ISO 9001:2015"),
        ("What does § 12(3) say?", "§ 12(3)"),
        ("See §§ 433 (1) and more", "§§ 433 (1)"),
        ("Where is /etc/apt/sources.list kept?", "/etc/apt/sources.list"),
        ("What gives set_title() back?", "set_title()"),
        ("clause 4(b) of it", "4(b)"),
    ],
)
def test_identifiers_are_terms_as_they_stand(question: str, identifier: str) -> None:
    assert identifier in parse(question).terms


def test_long_questions_are_no_phrase() -> None:
    text = " ".join(f"word{number}" for number in range(13))
    assert text not in parse(text).terms
    assert parse("the of and").terms == ("the", "of", "and")


def test_a_long_row_of_section_signs_is_tried_once() -> None:
    began = time.process_time()
    assert parse("§" * 20_000).terms == ()
    assert time.process_time() - began < 5.0


@given(st.text(alphabet=st.one_of(st.sampled_from('"“”:document page-0123§()'), st.characters())))
def test_any_text_is_understood(question: str) -> None:
    query = parse(question)
    assert len(query.text) <= len(question)
    assert all(any(map(str.isalnum, phrase)) for phrase in query.phrases)
    assert all(len(part) >= 1 for part in (*query.terms, *query.documents))
    assert all(pages.first <= pages.last for pages in query.pages)
