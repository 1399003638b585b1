from __future__ import annotations

import dataclasses
import json
import types
import typing
import zlib
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.adapters.sqlite import stored_answer
from app.adapters.sqlite.stored_answer import FORMAT, UnreadableAnswer, pack, unpack
from app.core.domain.answer import Answer
from tests.answers import answered, refused

LEAVES: dict[object, st.SearchStrategy[Any]] = {
    str: st.text(max_size=12),
    bool: st.booleans(),
    int: st.integers(-(2**63), 2**63),
    float: st.floats(allow_nan=False),
    type(None): st.none(),
    # Names that are no text as well, as the system gives them.
    Path: st.text(
        st.characters(exclude_characters="\0", codec="utf-8")
        | st.sampled_from("\udc80\udce9\udcff"),
        min_size=1,
        max_size=8,
    ).map(lambda name: Path("/documents") / name),
}


def any_of(kind: Any) -> st.SearchStrategy[Any]:
    """Every value of a type of the contract, fields that it gets later among them."""
    if kind in LEAVES:
        return LEAVES[kind]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(kind)
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        fields = {one.name: any_of(hints[one.name]) for one in dataclasses.fields(kind)}
        return st.builds(typing.cast("Any", kind), **fields)
    arguments = typing.get_args(kind)
    if isinstance(kind, types.UnionType):
        return st.one_of([any_of(one) for one in arguments])
    assert typing.get_origin(kind) is tuple, f"there is no strategy for {kind}"
    if arguments[1:] == (Ellipsis,):
        return st.lists(any_of(arguments[0]), max_size=2).map(tuple)
    return st.tuples(*map(any_of, arguments))


@settings(max_examples=60)
@given(any_of(Answer))
def test_any_answer_is_read_as_it_was_written(answer: Answer) -> None:
    assert unpack(FORMAT, pack(answer)) == answer


@pytest.mark.parametrize("answer", [answered("Rent is due.", "It is due monthly."), refused()])
def test_numbers_and_lists_are_of_the_same_types(answer: Answer) -> None:
    assert repr(unpack(FORMAT, pack(answer))) == repr(answer)


def test_halves_of_characters_are_replaced_in_texts_and_kept_in_paths() -> None:
    answer = answered("Rent \ud83d due.")
    odd = Path("/documents/caf\udce9.pdf")
    answer = dataclasses.replace(
        answer, citations=(dataclasses.replace(answer.citations[0], path=odd),)
    )
    read = unpack(FORMAT, pack(answer))
    assert read.claims[0].text == "Rent \N{REPLACEMENT CHARACTER} due."
    assert read.citations[0].path == odd


def test_what_the_first_format_stored_is_still_read() -> None:
    """The row is recorded: where this fails, the contract changed, and needs a new format."""
    recorded = Path(__file__).with_name("answer_format_1.json").read_bytes()
    assert unpack(1, zlib.compress(recorded)) == answered(
        "Rent is due monthly.", "It is due on the first.", also_found=7
    )


def rewritten(change: dict[str, object], *without: str) -> bytes:
    tree = json.loads(zlib.decompress(pack(refused())))
    tree.update(change)
    for name in without:
        del tree[name]
    return zlib.compress(json.dumps(tree).encode())


def test_a_row_from_before_a_field_was_added_gets_its_default() -> None:
    names = ("scope_documents", "unsearched", "confidence_parts")
    assert unpack(FORMAT, rewritten({}, *names)) == refused()


def test_a_field_that_is_not_known_is_passed_over() -> None:
    assert unpack(FORMAT, rewritten({"mood": "good"})) == refused()


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"garbage",
        None,
        "text",
        pack(refused())[:-5],
        zlib.compress(b"[1, 2]"),
        zlib.compress(b'{"status": "refused"}'),
        zlib.compress(b"\xff\xfe"),
        zlib.compress(b"[" * 100_000),
        rewritten({"status": "guessed"}),
        rewritten({"model": {"$path": 5}}),
        rewritten({"model": {"$path_bytes": "xy"}}),
    ],
)
def test_what_is_damaged_is_said_to_be(stored: object) -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        unpack(FORMAT, stored)
    assert caught.value.message == stored_answer.DAMAGED


@pytest.mark.parametrize(
    ("format_", "message"),
    [
        (FORMAT + 1, stored_answer.NEWER),
        (0, stored_answer.DAMAGED),
        (None, stored_answer.DAMAGED),
        ("1", stored_answer.DAMAGED),
    ],
)
def test_other_formats(format_: object, message: str) -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        unpack(format_, pack(refused()))
    assert caught.value.message == message
