"""Identifiers stand exactly so, or not at all."""

from __future__ import annotations

import pytest

from app.core.support.identifiers import Identifier, identifiers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use --max-vsize=5 or -m here.", ["--max-vsize", "-m"]),
        ("ISO 9001:2015 and RFC 2119.", ["ISO 9001:2015", "RFC 2119"]),
        ("See /etc/init.d and .quiltrc-dpkg.", ["/etc/init.d", ".quiltrc-dpkg"]),
        ("Call foo_bar() in R-4.2.2.", ["foo_bar", "R-4.2.2"]),
        ("Python 3.12.1, config.yaml, XR-200", ["3.12.1", "config.yaml", "XR-200"]),
        ("See https://example.org/a-b.html.", ["https://example.org/a-b.html"]),
        ("A 24-hour, 10-day trial, and/or 5mg, at 12.5 kHz, e.g. the 1980s.", []),
    ],
)
def test_what_is_an_identifier(text: str, expected: list[str]) -> None:
    assert [one.written for one in identifiers(text)] == expected


@pytest.mark.parametrize(
    ("written", "loose", "text", "stands"),
    [
        ("1.2", False, "version 1.2.3", False),
        ("1.2.3", False, "version 1.2.3.", True),
        ("ISO 9001", True, "ISO 9001:2015", True),
        ("ISO 9001:2015", True, "ISO 9001", False),
        ("XR 200", True, "the XR-200 and others", True),
        ("XR-200", True, "the XR-2000", False),
        ("-D", False, "use -d here", False),
        ("-m", False, "use -mfoo", False),
        ("--max", False, "use --max-vsize", False),
        ("22x22", True, "22×22 pixels", True),
    ],
)
def test_it_stands_in_a_text_or_not(written: str, loose: bool, text: str, stands: bool) -> None:
    assert Identifier(0, len(written), written, loose).stands_in(text) is stands
