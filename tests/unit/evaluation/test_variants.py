from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from app.bootstrap import Application
from app.core.errors import InvalidInput
from app.core.settings import Settings
from app.evaluation.variants import Arms, Variant, settings_record
from tests.workbench import Workbench


def test_settings_of_a_variant() -> None:
    changed = Variant(changes=("retrieval.rrf_k=5", "answers.style=quotes")).settings(Settings())

    assert (changed.retrieval.rrf_k, changed.answers.style.value) == (5, "quotes")
    assert changed.retrieval.context_in_index
    assert changed.model_dump(exclude={"retrieval", "answers"}) == Settings().model_dump(
        exclude={"retrieval", "answers"}
    )


@pytest.mark.parametrize(
    "variant",
    [Variant(headings=False), Variant(changes=("retrieval.context_in_index=false",))],
)
def test_without_headings(variant: Variant) -> None:
    assert not variant.settings(Settings()).retrieval.context_in_index


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("retrieval.rrf", "There is no setting retrieval.rrf."),
        ("retrieval.rrf_k", "There is no setting retrieval.rrf_k."),
        ("nothing.rrf_k=3", "There is no setting nothing.rrf_k."),
        ("version.x=3", "There is no setting version.x."),
        ("retrieval.rrf_k=0", "The setting retrieval.rrf_k cannot have this value."),
        (
            "retrieval.context_in_index=perhaps",
            "The setting retrieval.context_in_index cannot have this value.",
        ),
        ("answers.style=spoken", "The setting answers.style cannot have this value."),
    ],
)
def test_a_change_that_cannot_be_made(change: str, words: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Variant(changes=(change,)).settings(Settings())
    assert words in caught.value.message


def test_what_the_report_says_of_settings() -> None:
    assert set(settings_record(Settings())) == {"answers", "models", "retrieval"}


@pytest.fixture
def bench(library_dir: Path) -> Iterator[Workbench]:
    bench = Workbench(library_dir)
    bench.put_text("ferry.pdf", "The ferry leaves at six.", "Bicycles travel free of charge.")
    bench.read()
    yield bench
    bench.close()


@pytest.mark.parametrize(
    ("arms", "lexical", "dense"),
    [(Arms.BOTH, True, True), (Arms.LEXICAL, True, False), (Arms.DENSE, False, True)],
)
def test_an_arm_that_is_off_finds_nothing(
    bench: Workbench, arms: Arms, lexical: bool, dense: bool
) -> None:
    search = Variant(arms=arms).search(cast("Application", bench))
    found = search.search("When does the ferry leave?", 3)

    assert found.degraded == ()
    assert found.passages[0].chunk.text.startswith("The ferry leaves")
    assert (found.passages[0].lexical_rank is not None) is lexical
    assert (found.passages[0].dense_rank is not None) is dense


def test_questions_are_not_embedded_for_the_lexical_arm(bench: Workbench) -> None:
    def fail(text: str) -> None:
        pytest.fail("A question was embedded.")

    bench.embedder.embed_query = fail  # type: ignore[assignment, method-assign]
    Variant(arms=Arms.LEXICAL).search(cast("Application", bench)).search("ferry", 3)
