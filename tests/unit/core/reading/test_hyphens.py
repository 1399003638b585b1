from __future__ import annotations

import pytest

from app.core.reading.hyphens import LineEnd, Vocabulary


@pytest.mark.parametrize(
    ("last", "first", "end"),
    [
        ("compila-", "tion", LineEnd.SPLIT),
        ("op\u00ad", "tional", LineEnd.SPLIT),
        ("com-", "pile,", LineEnd.SPLIT),
        ("word", "next", LineEnd.BREAK),
        ("-", "next", LineEnd.BREAK),
        ("--", "next", LineEnd.BREAK),
        ("foo-", "(bar)", LineEnd.BREAK),
        ("COVID-", "19", LineEnd.COMPOUND),
        ("2012-", "2014", LineEnd.COMPOUND),
        ("Anglo-", "Saxon", LineEnd.COMPOUND),
        ("mRNA-", "based", LineEnd.COMPOUND),
        ("3-", "dimensional", LineEnd.COMPOUND),
        ("state-of-", "the", LineEnd.COMPOUND),
    ],
)
def test_line_ends(last: str, first: str, end: LineEnd) -> None:
    assert Vocabulary().line_end(last, first) is end


@pytest.mark.parametrize(
    ("known", "last", "first", "end"),
    [
        # The document itself knows best.
        ("well-known", "well-", "known", LineEnd.COMPOUND),
        ("DirectoryACL", "Directory-", "ACL", LineEnd.SPLIT),
        ("understand under stand", "under-", "stand", LineEnd.SPLIT),
        ("dynamically typed languages", "dynamically-", "typed", LineEnd.COMPOUND),
        ("in to", "in-", "to", LineEnd.SPLIT),
        ("(Well-Known),", "well-", "known.", LineEnd.COMPOUND),
    ],
)
def test_a_vocabulary_decides(known: str, last: str, first: str, end: LineEnd) -> None:
    vocabulary = Vocabulary()
    vocabulary.learn(known.split())
    assert vocabulary.line_end(last, first) is end
