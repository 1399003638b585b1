from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.domain.generation import FieldsForm, StopReason
from app.core.extraction.output import read_output
from app.core.prompting.extraction_prompt import output_tokens
from app.core.prompting.json_form import MAX_VALUE_TOKENS, JsonForm
from app.core.prompting.writing import Logits, Step
from tests.unit.core.prompting.toy_vocabulary import CONTROL, END, ToyVocabulary

VOCABULARY = ToyVocabulary()
NUMBER = SchemaField("number", "Number", FieldType.TEXT)
TOTAL = SchemaField("total", "Total", FieldType.MONEY)


def wishing(*wishes: int | str) -> Logits:
    """Logits of a model that wants these tokens, the first one by far the most."""
    logits = np.zeros(len(VOCABULARY), dtype=np.float32)
    for rank, wish in enumerate(wishes):
        token = VOCABULARY.tokens(wish)[0] if isinstance(wish, str) else wish
        logits[token] = 100 - 20 * rank
    return logits


class Writing:
    """A form and what was written with it so far."""

    def __init__(self, *fields: SchemaField, texts: tuple[str, ...] = ()) -> None:
        self.form = JsonForm(FieldsForm(fields, (17, 19), texts), VOCABULARY)
        self.text = ""
        self.tokens: list[int] = []
        self.stop: StopReason | None = None
        self._take(self.form.next(wishing("x")))

    def wish(self, *wishes: int | str) -> Step:
        return self._take(self.form.next(wishing(*wishes)))

    def spell(self, text: str) -> Writing:
        """Wish for each character in turn, until the writing is over."""
        for sign in text:
            if self.stop is None:
                self.wish(sign)
        return self

    def _take(self, step: Step) -> Step:
        assert self.stop is None
        self.text += step.text
        self.tokens += step.tokens
        self.stop = step.stop
        return step


def test_what_must_stand_there_is_given() -> None:
    assert Writing(NUMBER).text == '{"number": {"value":'


def test_a_whole_object() -> None:
    writing = Writing(NUMBER, TOTAL).spell(' "A-7", 19} 12.50, 17}')
    assert writing.stop is StopReason.END
    assert writing.text == (
        '{"number": {"value": "A-7", "confidence": 1.00, "source_chunk_id": 19},\n'
        '"total": {"value": 12.50, "confidence": 1.00, "source_chunk_id": 17}}'
    )
    # The last brace is not for the model to read any more, nor is what it ended the id with.
    assert VOCABULARY.text(writing.tokens) == writing.text.removesuffix("}}")


def test_what_is_not_told_has_no_chunk() -> None:
    writing = Writing(NUMBER).spell(" null, ")
    writing.wish("1", "n")
    assert writing.spell("ull}").text == (
        '{"number": {"value": null, "confidence": 1.00, "source_chunk_id": null}}'
    )


def test_what_does_not_fit_gives_way_to_the_next_best() -> None:
    writing = Writing(TOTAL)
    writing.wish("The", END, CONTROL, " ")
    writing.wish("The", "17")
    writing.wish("]", ".", "1")
    assert writing.text.endswith('"value": 17.')


def test_only_supplied_chunks_can_be_named() -> None:
    writing = Writing(TOTAL).spell(" 5, ")
    writing.wish("17")
    writing.wish("9", "1")
    assert writing.text.endswith('"source_chunk_id": 17}}')


def test_a_chunk_without_the_value_gives_way_to_one_that_has_it() -> None:
    writing = Writing(TOTAL, texts=("Net 1.000,00", "Total 1.190,00")).spell(" 1190.00, ")
    writing.wish("17", "1")
    assert writing.spell("7}").text.endswith('"source_chunk_id": 19}}')


def test_where_no_chunk_has_the_value_any_can_be_cited() -> None:
    writing = Writing(TOTAL, texts=("Net 1.000,00", "Total 1.190,00")).spell(" 5, 17}")
    assert writing.text.endswith('"source_chunk_id": 17}}')


@pytest.mark.parametrize(
    ("field", "written", "text"),
    [
        (NUMBER, '"A-7"', "Invoice A-7"),
        (SchemaField("day", "Day", FieldType.DATE), '"2024-03-03"', "am 3. März 2024"),
        (SchemaField("paid", "Paid", FieldType.YES_NO), "true", "The bill is paid."),
        (SchemaField("n", "N", FieldType.NUMBER), "12", "n = 12"),
        (SchemaField("c", "C", FieldType.CHOICE, choices=("Net", "Gross")), '"Net"', "net"),
    ],
)
def test_values_of_each_kind_are_looked_for(field: SchemaField, written: str, text: str) -> None:
    writing = Writing(field, texts=("Nothing here.", text)).spell(f" {written}, ")
    writing.wish("17", "1")
    assert writing.spell("7}").text.endswith('"source_chunk_id": 19}}')


def test_the_rest_of_a_token_beyond_the_end_is_left_out() -> None:
    class Merging(ToyVocabulary):
        """Has a token that holds the end of a value and more."""

        def __init__(self) -> None:
            super().__init__()
            self._pieces.append(b'",\n')

    vocabulary = Merging()
    form = JsonForm(FieldsForm((NUMBER,), (17,)), vocabulary)
    form.next(np.zeros(len(vocabulary), dtype=np.float32))
    for sign in ' "A':
        logits = np.zeros(len(vocabulary), dtype=np.float32)
        logits[vocabulary.tokens(sign)[0]] = 9
        form.next(logits)
    logits = np.zeros(len(vocabulary), dtype=np.float32)
    logits[len(vocabulary) - 1] = 9
    step = form.next(logits)
    assert step.text.startswith('", "confidence"')
    assert vocabulary.text(step.tokens) == step.text


def test_confidence_is_how_likely_the_own_words_were() -> None:
    writing = Writing(NUMBER).spell(' "A')
    even = np.full(len(VOCABULARY), -100, dtype=np.float32)
    even[VOCABULARY.tokens("7")[0]] = even[VOCABULARY.tokens("8")[0]] = 0
    step = writing.form.next(even)
    assert step.text in ("7", "8")
    for sign in '",':
        step = writing.wish(sign)
    assert '"confidence": 0.50,' in step.text


def test_each_field_has_a_confidence_of_its_own() -> None:
    writing = Writing(NUMBER, TOTAL)
    writing.wish("The", " ")  # what the model wanted most could not stand there
    assert '"confidence": 0.00' in writing.spell('"A", 17}').text
    assert '"confidence": 1.00' in writing.spell(" 3, 17}").text


def test_a_value_without_end_is_ended_and_not_believed() -> None:
    writing = Writing(NUMBER).spell(' "')
    for _ in range(MAX_VALUE_TOKENS):
        if '"confidence"' in writing.text:
            break
        writing.wish("a")
    writing.wish("a")
    assert '", "confidence": 0.00' in writing.text


def test_a_character_of_several_tokens() -> None:
    writing = Writing(NUMBER).spell(' "')
    first, *rest = "日".encode()
    for byte in (first, *rest):
        writing.wish(byte)
    assert writing.spell('", 17}').text.startswith('{"number": {"value": "日", ')


def test_half_a_character_cannot_end_a_value() -> None:
    writing = Writing(NUMBER).spell(' "x')
    writing.wish("é".encode()[0])
    writing.wish('"', "é".encode()[1])
    assert json.loads(writing.spell('", 17}').text)["number"]["value"] == "xé"


@pytest.mark.parametrize(("fields", "ids"), [((), (1,)), ((NUMBER,), ())])
def test_a_form_for_nothing_is_refused(
    fields: tuple[SchemaField, ...], ids: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match="needs"):
        JsonForm(FieldsForm(fields, ids), VOCABULARY)


SCHEMA = ExtractionSchema(
    "all",
    "All",
    (
        NUMBER,
        SchemaField("count", "Count", FieldType.NUMBER),
        TOTAL,
        SchemaField("day", "Day", FieldType.DATE),
        SchemaField("signed", "Signed", FieldType.YES_NO),
        SchemaField("kind", "Kind", FieldType.CHOICE, choices=('"a"', "b, c}", "é")),
    ),
)


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), peak=st.sampled_from([0.0, 1.0, 8.0]))
def test_whatever_a_model_wants_what_it_writes_can_be_read(seed: int, peak: float) -> None:
    chance = np.random.default_rng(seed)
    likes = chance.normal(0, 1 + peak, len(VOCABULARY))
    form = JsonForm(FieldsForm(SCHEMA.fields, (3, 31, 314)), VOCABULARY)
    text, tokens, stop = "", 0, None
    while stop is None:
        logits = (likes + chance.normal(0, 1, len(VOCABULARY))).astype(np.float32)
        step = form.next(logits)
        text += step.text
        tokens += len(step.tokens)
        stop = step.stop
    values = read_output(text, SCHEMA, (3, 31, 314))
    assert [value.name for value in values] == [field.name for field in SCHEMA.fields]
    assert tokens <= output_tokens(SCHEMA.fields) * 2  # the toy spells most words out
