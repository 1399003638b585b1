from __future__ import annotations

import time

import pytest

from app.core.retrieval.contents import is_contents

WITH_DOTS = "1 Leave . . . . . . . . 3\n1.1 Carry-over . . . . . . 4\n2 Sickness ....... 9"
WITHOUT_DOTS = (
    "Contents\n1 Leave 3\n1.1 Carry-over 4\n1.2 Unpaid 4\n2 Sickness 9\n2.1 Notes 9\n3 Pay 14"
)
INDEX = "absence, 4, 9\nannual leave, 3\ncarry-over, 4, 12-14\ndeposit, 22\npay, 14\nsick notes, 9"
TABLE = (
    "Grade Days Later\nShore staff 27 30\nDeck crew 30 33\nMasters 32 35\nCooks 25 31\n"
    "Stewards 25 29\nPilots 33 34"
)
FORM = "Name .................. Date ..................\nSigned ..................\nPlace ........."
PROSE = "Leave is taken in the year in which it is earned. See section 3.\nIt expires on March 31."


@pytest.mark.parametrize("text", [WITH_DOTS, WITHOUT_DOTS, INDEX, "Preface ······ iv\n" * 3])
def test_contents_and_indexes(text: str) -> None:
    assert is_contents(text)


@pytest.mark.parametrize("text", [TABLE, FORM, PROSE, "", "1 Leave 3\n2 Pay 4", "And so on....."])
def test_tables_forms_and_prose(text: str) -> None:
    assert not is_contents(text)


@pytest.mark.parametrize("text", ["\n".join(["a," * 8_000] * 6), "." * 40_000, ". " * 40_000])
def test_long_lines_and_rows_of_dots_are_looked_through_once(text: str) -> None:
    # Tried anew from each letter or dot, this takes a minute.
    began = time.process_time()
    assert not is_contents(text)
    assert time.process_time() - began < 5.0
