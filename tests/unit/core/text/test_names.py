from __future__ import annotations

import pytest

from app.core.text.names import shortened_name, tidy_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Rent \n and\theat ", "Rent and heat"),
        ("e\u0301tat", "\u00e9tat"),
        ("a\u202eb\0c\udce9d", "a b c d"),
        ("\u200b \ufeff", ""),
        ("", ""),
        ("日本語", "日本語"),
    ],
)
def test_a_name_is_one_line_that_can_be_shown(text: str, name: str) -> None:
    assert tidy_name(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [("Rent", "Rent"), ("Rents due", "Rents…"), ("Rented flat", "Rente…"), ("  ", "")],
)
def test_a_long_name_is_cut(text: str, name: str) -> None:
    assert shortened_name(text, 6) == name
