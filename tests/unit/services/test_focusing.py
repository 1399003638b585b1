"""The focus check with the real embedder: another kind of the same thing is told apart."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.adapters.hf_tokenizer import HfTokenCounter
from app.adapters.onnx_embedder import OnnxEmbedder
from app.core.domain.chunk import Chunk, Span
from app.core.domain.evidence import Passage
from app.core.domain.model import EmbedderIdentity
from app.core.errors import StorageError, WorkerDied
from app.services.focusing import CommonWords, FocusCheck, unknown_names
from tests.fakes.embedder import WordHashEmbedder


@pytest.fixture(scope="module")
def embedder(model_paths: Callable[[str], tuple[Path, ...]]) -> Iterator[OnnxEmbedder]:
    model, tokenizer = model_paths("embedder")
    made = OnnxEmbedder(model, tokenizer, EmbedderIdentity("MiniLM", 384, "0" * 64))
    made.embed_passages(["Its threads", "live", "as long", "as it does."])
    yield made
    made.close()


def passage(text: str) -> Passage:
    chunk = Chunk(1, 1, 0, text, (), (Span(1, 0, len(text), 0),), 10)
    return Passage(chunk, "Handbook", Path("h.pdf"), 1, "", (), 0.5, 1, 1)


def nowhere(word: str) -> bool:
    return False


PAID = "Full-time crew members have 28 days of paid leave a year."
ECO = "The eco programme washes at 50 degrees and takes 3 hours."


@pytest.mark.parametrize(
    ("question", "text", "stray"),
    [
        ("How many days of parental leave do they get?", PAID, ("parental",)),
        ("How many days of maternity leave are there?", PAID, ("maternity",)),
        ("How many days of annual leave are there?", PAID, ()),
        ("How long does the eco programme take?", ECO, ()),
        ("What does a lost rain jacket cost?", "Whoever loses a rain jacket pays 60 euros.", ()),
    ],
)
def test_qualifiers_without_a_counterpart_are_named(
    embedder: OnnxEmbedder, question: str, text: str, stray: tuple[str, ...]
) -> None:
    verdict = FocusCheck(question, embedder, nowhere).judge([passage(text)])
    assert verdict.missing == stray
    assert verdict.supported is (not stray)
    assert all(f"“{word}”" in verdict.reason for word in stray)


def test_without_an_embedder_nothing_is_flagged(caplog: pytest.LogCaptureFixture) -> None:
    embedder = WordHashEmbedder()
    embedder.fault = WorkerDied("Ended.")
    with caplog.at_level(logging.WARNING):
        verdict = FocusCheck("How much parental leave?", embedder, nowhere).judge([passage(PAID)])
    assert verdict.supported


def test_a_word_that_other_documents_hold_is_left_to_the_reader(embedder: OnnxEmbedder) -> None:
    check = FocusCheck("How much parental leave is there?", embedder, lambda word: True)
    assert check.judge([passage(PAID)]).supported


def rare(word: str) -> bool:
    return False


def test_a_name_is_unknown_where_no_document_holds_it() -> None:
    question = "How much leave do they get at Siemens or in Kiel?"
    assert unknown_names(question, [passage(PAID)], lambda name: name == "Kiel", rare) == (
        "Siemens",
    )
    held = "How much leave does the Handbook give?"
    assert unknown_names(held, [passage(PAID)], nowhere, rare) == ()


def test_an_acronym_may_be_there_in_other_words() -> None:
    question = "How much leave do they get in the UK, and does the HQ pay for TVs?"
    assert unknown_names(question, [passage(PAID)], nowhere, rare) == ()


def test_a_common_word_with_a_capital_is_no_name(
    model_paths: Callable[[str], tuple[Path, ...]],
) -> None:
    _, tokenizer = model_paths("embedder")
    counter = HfTokenCounter(tokenizer)
    common = CommonWords(lambda: counter)
    question = "What may the Tenant do with Parquet or in the Rent Act 2024 with --force-it?"
    found = unknown_names(question, [passage(PAID)], nowhere, common.holds)
    assert found == ("--force-it", "Parquet", "Rent Act")
    assert CommonWords().holds("Parquet")


def test_names_are_not_checked_where_words_cannot_be_looked_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails(name: str) -> bool:
        raise StorageError("The library cannot be read.", code="io")

    with caplog.at_level(logging.WARNING):
        assert unknown_names("What is paid at Siemens?", [passage(PAID)], fails, rare) == ()
    assert "io" in caplog.text
    assert "Siemens" not in caplog.text
    caplog.clear()


def test_a_compound_whose_parts_the_documents_hold_is_no_stray(embedder: OnnxEmbedder) -> None:
    said = FocusCheck("How long is sick-pay leave?", embedder, lambda word: word in {"sick", "pay"})
    assert said.judge([passage(PAID)]).supported
    unsaid = FocusCheck("How long is jury-duty leave?", embedder, lambda word: word == "duty")
    assert not unsaid.judge([passage(PAID)]).supported
