"""Values as people type them into a table, in the forms of many countries."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.domain.extraction import FieldType, SchemaField, Value
from app.core.errors import InvalidInput
from app.core.extraction.output import MAX_TEXT_CHARACTERS
from app.core.extraction.typed_values import MAX_SHOWN_CHARACTERS, typed, value_of
from tests.unit.core.extraction.locales import AMOUNTS, DATES, SLASHED

COLOURS = ("Red", "Dark  blue", "red wine", "Vert café")
FIELDS = {
    kind: SchemaField("field", "Field", kind, choices=COLOURS if kind is FieldType.CHOICE else ())
    for kind in FieldType
}
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
VALUES: dict[FieldType, st.SearchStrategy[Value]] = {
    FieldType.TEXT: st.text(max_size=MAX_TEXT_CHARACTERS).map(str.strip).filter(bool),
    FieldType.NUMBER: FLOATS | st.integers(-(10**7), 10**7).map(lambda mills: mills / 1000),
    FieldType.MONEY: FLOATS | st.integers(-(10**7), 10**7).map(lambda cents: cents / 100),
    FieldType.DATE: st.dates(),
    FieldType.YES_NO: st.booleans(),
    FieldType.CHOICE: st.sampled_from(COLOURS),
}
DAYS = st.dates(date(1970, 1, 1), date(2069, 12, 31))


def read(kind: FieldType, text: str) -> Value:
    return value_of(text, FIELDS[kind])


def refusal(kind: FieldType, text: str) -> InvalidInput:
    with pytest.raises(InvalidInput) as caught:
        read(kind, text)
    return caught.value


def refused_or_read(kind: FieldType, text: str) -> tuple[InvalidInput | None, Value]:
    try:
        return None, read(kind, text)
    except InvalidInput as error:
        return error, None


@pytest.mark.parametrize("kind", FieldType)
@given(data=st.data())
def test_what_an_editor_begins_with_reads_back(kind: FieldType, data: st.DataObject) -> None:
    value = data.draw(VALUES[kind] | st.none())
    field = FIELDS[kind]
    assert value_of(typed(value, field), field) == value
    assert type(value_of(typed(value, field), field)) is type(value)


@pytest.mark.parametrize("kind", FieldType)
@pytest.mark.parametrize("blank", ["", " ", "\n\t", "\u00a0"])
def test_blank_says_that_the_document_does_not_tell(kind: FieldType, blank: str) -> None:
    assert read(kind, blank) is None


@pytest.mark.parametrize("kind", FieldType)
@given(text=st.text(max_size=600))
def test_any_text_is_a_value_or_is_refused_in_a_sentence(kind: FieldType, text: str) -> None:
    refused, value = refused_or_read(kind, text)
    if refused is not None:
        assert refused.message.endswith(".")
        assert len(refused.message) < 400
    else:
        assert value_of(typed(value, FIELDS[kind]), FIELDS[kind]) == value


# --- numbers and money ----------------------------------------------------------------------


@pytest.mark.parametrize("locale", AMOUNTS)
@settings(max_examples=40)
@given(cents=st.integers(-(10**11), 10**11))
def test_an_amount_is_read_in_every_locale(locale: str, cents: int) -> None:
    write, money = AMOUNTS[locale]
    assert read(FieldType.NUMBER, write(cents)) == cents / 100
    assert read(FieldType.MONEY, money.format(write(cents))) == cents / 100


@pytest.mark.parametrize(
    ("value", "number", "money"),
    [
        (1234.5, "1234.5", "1234.50"),
        (12.0, "12", "12.00"),
        (-0.125, "-0.125", "-0.125"),
        (1.234, "1.2340", "1.2340"),
        (-123.456, "-123.4560", "-123.4560"),
        (1e16, "10000000000000000", "10000000000000000.00"),
    ],
)
def test_numbers_are_written_so_that_they_read_in_one_way(
    value: float, number: str, money: str
) -> None:
    assert typed(value, FIELDS[FieldType.NUMBER]) == number
    assert typed(value, FIELDS[FieldType.MONEY]) == money


@pytest.mark.parametrize("written", ["1.234", "1,234", " 1.234 ", "1.234 €"])
def test_a_number_that_may_be_two_is_refused_with_both(written: str) -> None:
    error = refusal(FieldType.MONEY, written)
    assert error.code == "ambiguous_value"
    assert error.message == (
        f"“{written.strip()}” can be read in two ways. Write 1234.00 or 1.2340."
    )
    assert read(FieldType.MONEY, "1234.00") == 1234
    assert read(FieldType.MONEY, "1.2340") == 1.234


@pytest.mark.parametrize(
    ("written", "value"),
    [("3 million", 3e6), ("twelve", 12.0), ("(12.00)", -12.0), ("+5", 5.0), ("−5", -5.0)],
)
def test_further_numbers(written: str, value: float) -> None:
    assert read(FieldType.NUMBER, written) == value


@pytest.mark.parametrize(
    "written",
    ["abc", "12 mg", "1e5", "inf", "nan", "12/5", "1.2.3", "2024-03-03", "5 or 6", "9" * 5000],
)
def test_what_is_no_number_is_refused(written: str) -> None:
    error = refusal(FieldType.NUMBER, written)
    assert error.code == "invalid_value"
    assert "cannot be read as a number. Write it in figures" in error.message


def test_a_number_that_no_computer_holds_is_refused() -> None:
    assert refusal(FieldType.NUMBER, "9" * 310).code == "invalid_value"


# --- dates ----------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", DATES)
@settings(max_examples=40)
@given(day=DAYS)
def test_a_date_is_read_in_every_locale(locale: str, day: date) -> None:
    assert read(FieldType.DATE, DATES[locale](day)) == day


@pytest.mark.parametrize("locale", SLASHED)
@settings(max_examples=60)
@given(day=DAYS)
def test_figures_are_read_where_the_day_cannot_be_a_month(locale: str, day: date) -> None:
    written = SLASHED[locale](day)
    if day.day > 12 or day.day == day.month:
        assert read(FieldType.DATE, written) == day
    else:
        assert refusal(FieldType.DATE, written).code == "ambiguous_value"


def test_a_date_that_may_be_two_is_refused_with_both() -> None:
    assert refusal(FieldType.DATE, "03/04/2024").message == (
        "“03/04/2024” can be read in two ways. Write 2024-04-03 or 2024-03-04."
    )


@pytest.mark.parametrize("written", ["today", "March 2024", "31.02.2024", "2024", "1" * 5000])
def test_what_is_no_date_is_refused(written: str) -> None:
    error = refusal(FieldType.DATE, written)
    assert error.code == "invalid_value"
    assert "such as 2024-03-31" in error.message


def test_a_day_that_the_calendar_has_not() -> None:
    assert refusal(FieldType.DATE, "2024-02-30").message.startswith(
        "The calendar has no day 2024-02-30."
    )


# --- yes and no, choices, text ----------------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["yes", "YES", "y", "true", "ja", "Oui", "sí", "si", "sim", "はい"]
)
def test_words_for_yes(word: str) -> None:
    assert read(FieldType.YES_NO, word) is True


@pytest.mark.parametrize("word", ["no", "No", "n", "false", "nein", "NON", "não", "nej", "いいえ"])
def test_words_for_no(word: str) -> None:
    assert read(FieldType.YES_NO, word) is False


@pytest.mark.parametrize("word", ["maybe", "yes and no", "1", "-"])
def test_what_is_neither_is_refused(word: str) -> None:
    assert refusal(FieldType.YES_NO, word).message.startswith(f"“{word}” is neither yes nor no.")


@pytest.mark.parametrize(
    ("written", "choice"),
    [
        ("red", "Red"),
        ("RED WINE", "red wine"),
        (" dark blue ", "Dark  blue"),
        ("vert cafe\u0301", "Vert café"),
    ],
)
def test_a_choice_is_known_whatever_its_case(written: str, choice: str) -> None:
    assert read(FieldType.CHOICE, written) == choice


def test_of_choices_that_look_alike_the_very_one_is_taken() -> None:
    alike = ("cafe\u0301", "café")
    field = SchemaField("place", "Place", FieldType.CHOICE, choices=alike)
    assert tuple(value_of(choice, field) for choice in alike) == alike


def test_what_is_no_choice_is_refused_with_the_choices() -> None:
    assert refusal(FieldType.CHOICE, "green").message == (
        "“green” is none of the values of this field. Write one of “Red”, “Dark blue”, "
        "“red wine”, “Vert café”."
    )


def test_of_many_choices_some_are_named() -> None:
    field = SchemaField(
        "size", "Size", FieldType.CHOICE, choices=tuple(f"size {n}" for n in range(50))
    )
    with pytest.raises(InvalidInput, match="“size 7”, or another one of its list"):
        value_of("large", field)


def test_text_is_kept_as_it_is_written() -> None:
    assert read(FieldType.TEXT, "  RE-2024/17,\n part  2 ") == "RE-2024/17,\n part  2"
    assert read(FieldType.TEXT, "x" * MAX_TEXT_CHARACTERS) == "x" * MAX_TEXT_CHARACTERS
    error = refusal(FieldType.TEXT, "x" * (MAX_TEXT_CHARACTERS + 1))
    assert "has 501 characters" in error.message


def test_a_sentence_shows_only_the_beginning_of_what_was_typed() -> None:
    message = refusal(FieldType.DATE, "next\u202e " * 100).message
    shown = message[1 : message.index("”")]
    assert len(shown) == MAX_SHOWN_CHARACTERS
    assert shown.startswith("next next")
    assert shown.endswith("…")


@pytest.mark.parametrize(
    ("value", "written"),
    [(True, "yes"), (12.0, "12"), (date(2024, 3, 3), "2024-03-03"), ("x", "x")],
)
def test_a_value_of_another_type_is_written_too(value: Value, written: str) -> None:
    assert typed(value, FIELDS[FieldType.TEXT]) == written
