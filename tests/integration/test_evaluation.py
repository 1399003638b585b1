"""The evaluation harness over real PDFs, with the real reader, index and models for search."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.adapters.index_process import IndexProcessEmbedder
from app.bootstrap import Application
from app.core.domain.answer import AnswerStyle
from app.core.errors import InvalidInput, ModelUnavailable, PinciteError
from app.evaluation import runs
from app.evaluation.answer_quality import measure_answers
from app.evaluation.retrieval_quality import measure_retrieval
from app.evaluation.runs import RunRequest
from app.evaluation.variants import Arms, Variant
from tests.fakes.chat_model import Script, ScriptedChatModel
from tests.fakes.chat_models import OneChatModel
from tests.fakes.embedder import WordHashEmbedder
from tests.fakes.vector_index import ExactVectorIndex
from tests.integration.conftest import Shelf

QUESTIONS: list[dict[str, object]] = [
    {
        "question": "How many days of paid leave do full-time staff have?",
        "type": "fact",
        "gold": [{"pdf": "handbook.pdf", "page": 1, "quote": "have 27 days of paid leave in each"}],
        "must_contain": ["27 days"],
    },
    {
        "question": "How many jackets does the company give each deck hand?",
        "type": "fact",
        "gold": [{"pdf": "handbook.pdf", "page": 2, "quote": "two jackets for each cook"}],
        "must_contain": [["two jackets", "2 jackets"]],
    },
    {
        "question": "How much water does the kettle hold?",
        "type": "fact",
        "gold": [{"pdf": "kettle.pdf", "page": 1}],
        "must_contain": ["1.7 litres"],
    },
    {"question": "Who composed the symphony of the planets?", "unanswerable": True},
]


def _write(path: Path, rows: Sequence[object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def request_(shelf: Shelf, tmp_path: Path) -> RunRequest:
    """The questions above, over a library that has read their PDFs."""
    return RunRequest(
        set_path=_write(tmp_path / "set.jsonl", QUESTIONS),
        library=str(shelf.library),
        pdfs=(shelf.pdfs,),
        out=tmp_path / "run.jsonl",
    )


@pytest.fixture(autouse=True)
def _one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever edits the source while the tests run makes another program of it."""
    monkeypatch.setattr(runs, "program_fingerprint", lambda: "the same")


@pytest.fixture
def said() -> list[str]:
    """What was said on the way."""
    return []


def _value(report: dict[str, object], name: str, part: str = "figures") -> object:
    figures = report[part]
    assert isinstance(figures, dict)
    return figures[name]["value"]


def _rows(path: Path | None) -> list[dict[str, object]]:
    assert path is not None
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_retrieval(request_: RunRequest, said: list[str]) -> None:
    report = measure_retrieval(request_, said.append, baseline=True)

    figures = report["figures"]
    assert isinstance(figures, dict)
    assert (figures["page_hit@1"]["k"], figures["page_hit@1"]["n"]) == (3, 3)
    assert figures["seconds"]["n"] == 4
    assert _value(report, "MRR@10") == _value(report, "document_hit@5") == 1.0
    assert _value(report, "gold_page_among_6_sources") == 1.0
    for held in ("quotes_in_sources", "quotes_in_widened_sources"):
        assert (figures[held]["k"], figures[held]["n"]) == (1, 2)
    baseline = report["baseline"]
    assert isinstance(baseline, dict)
    assert _value(baseline, "page_hit@5") == 1.0
    rows = _rows(request_.out)
    assert [row["id"] for row in rows] == ["line-1", "line-2", "line-3", "line-4"]
    assert rows[1]["ranked"][0] == {"pdf": "handbook.pdf", "page": 2}  # type: ignore[index]
    assert said[-1] == "4 of 4 questions asked."


def test_a_run_goes_on_where_it_stopped(request_: RunRequest, said: list[str]) -> None:
    assert request_.out is not None
    whole = measure_retrieval(request_, said.append)
    kept = request_.out.read_text().splitlines(keepends=True)[:3]
    request_.out.write_text("".join(kept) + '{"id": "line-4", "ra')
    said.clear()

    again = measure_retrieval(request_, said.append)

    assert "3 questions were asked before." in said
    assert "1 of 1 questions asked." in said
    assert request_.out.read_text().startswith("".join(kept))
    for name in ("page_hit@1", "MRR@10"):
        assert _value(again, name) == _value(whole, name)
    assert again["first_search_s"] is not None
    assert measure_retrieval(request_, said.append)["first_search_s"] is None


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        (Variant(arms=Arms.LEXICAL), "another variant of search"),
        (Variant(changes=("retrieval.rrf_k=5",)), "other settings"),
    ],
)
def test_another_variant_needs_another_file(
    request_: RunRequest, said: list[str], variant: Variant, words: str
) -> None:
    measure_retrieval(request_, said.append)
    other = replace(request_, variant=variant)
    with pytest.raises(InvalidInput) as caught:
        measure_retrieval(other, said.append)
    assert words in caught.value.message


def test_headings_are_in_the_index_of_a_library_or_not(
    request_: RunRequest, library_dir: Path, said: list[str]
) -> None:
    # A word of the title that stands on no page.
    title = {"question": "Handbook?", "gold": [{"pdf": "handbook.pdf", "page": 3}]}
    _write(request_.set_path, [title])
    whole = replace(request_, variant=Variant(arms=Arms.LEXICAL))
    plain = replace(
        request_,
        library=str(library_dir.parent / "plain"),
        variant=Variant(arms=Arms.LEXICAL, headings=False),
        out=None,
    )

    assert _value(measure_retrieval(whole, said.append), "page_recall@10") == 1.0
    assert _value(measure_retrieval(plain, said.append), "page_recall@10") == 0.0
    for asked in (replace(plain, variant=Variant()), replace(request_, variant=plain.variant)):
        with pytest.raises(InvalidInput, match="titles and headings in the index"):
            measure_retrieval(asked, said.append)


def test_texts_are_read_like_any_document(
    library_dir: Path, tmp_path: Path, said: list[str], models_dir: Path
) -> None:
    texts = _write(
        tmp_path / "texts.jsonl",
        [
            {"doc_id": "7", "title": "Hearts", "sentences": ["Octopuses have three hearts."]},
            {"doc_id": "8", "title": "Rent", "sentences": ["IL-1β is due on Monday."]},
        ],
    )
    claims = _write(
        tmp_path / "claims.jsonl",
        [
            {"id": "C1", "claim": "An octopus has three hearts.", "evidence": {"7": {}}},
            {"id": "C2", "claim": "IL-1β is due on Monday.", "evidence": {"8": {}}},
        ],
    )
    request = RunRequest(claims, str(library_dir), texts=texts)

    report = measure_retrieval(request, said.append, baseline=True)

    assert _value(report, "document_hit@1") == 1.0
    assert "page_hit@1" not in report["figures"]  # type: ignore[operator]
    assert (tmp_path / "library-documents").is_dir()
    library = report["library"]
    assert isinstance(library, dict)
    assert (library["documents"], library["chunks"], library["embedded"]) == (2, 2, 2)


def test_a_failing_arm_stops_the_run(
    request_: RunRequest,
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Half a search is not measured as if it were a whole one."""

    def fail(self: IndexProcessEmbedder, text: str) -> None:
        raise PinciteError("It failed.")

    monkeypatch.setattr(IndexProcessEmbedder, "embed_query", fail)
    with caplog.at_level("WARNING"), pytest.raises(PinciteError, match="A part of search failed"):
        measure_retrieval(request_, said.append)
    assert request_.out is not None
    assert not request_.out.exists() or request_.out.read_text() == ""


# --- stand-ins --------------------------------------------------------------------------------


def test_a_stand_in_for_the_embedder_gives_no_number(
    request_: RunRequest, library_dir: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder, vectors = WordHashEmbedder(), ExactVectorIndex()
    monkeypatch.setattr(Application, "embedder", embedder, raising=False)
    monkeypatch.setattr(Application, "vectors", vectors, raising=False)
    empty = library_dir.parent / "fake"
    request = RunRequest(request_.set_path, str(empty), request_.pdfs)

    report = measure_retrieval(request, said.append, baseline=True)
    answers = measure_answers(request, said.append, style=AnswerStyle.QUOTES)

    assert _value(report, "page_hit@1") == _value(answers, "right") == "n/a"
    assert report["figures"]["seconds"] == {"p50": "n/a", "p95": "n/a", "n": 0}  # type: ignore[index]
    ratios = report["ratio_to_baseline"]
    assert isinstance(ratios, dict)
    assert set(ratios.values()) == {"n/a"}
    lexical = replace(request, variant=Variant(arms=Arms.LEXICAL))
    assert _value(measure_retrieval(lexical, said.append), "page_hit@1") == 1.0


def test_a_stand_in_for_the_model_gives_no_number(
    request_: RunRequest, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """But what it wrote is kept as it wrote it."""
    model = ScriptedChatModel(Script(("[chunk:99999]", " It is nonsense", ".")))
    monkeypatch.setattr(Application, "chat_models", OneChatModel(model), raising=False)

    report = measure_answers(request_, said.append, style=AnswerStyle.WRITTEN, model="scripted")

    assert _value(report, "right") == "n/a"
    assert _value(report, "citations_valid_before_the_gates") == "n/a"
    assert report["model"] == {"title": "Scripted", "identity": "Scripted", "genuine": False}
    row = _rows(request_.out)[0]
    assert row["raw"] == "[chunk:99999] It is nonsense."
    assert row["named"] == {"all": 1, "supplied": 0}
    assert (row["status"], row["reason"], row["answer"]) == ("refused", "invalid_citation", "")


def test_without_a_model_written_answers_are_not_measured(
    request_: RunRequest, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Application, "chat_models", OneChatModel(), raising=False)
    with pytest.raises(ModelUnavailable, match="--style quotes"):
        measure_answers(request_, said.append)


# --- answers ----------------------------------------------------------------------------------


def test_answers_of_quoted_sentences(request_: RunRequest, said: list[str]) -> None:
    report = measure_answers(request_, said.append, style=AnswerStyle.QUOTES)

    assert _value(report, "right") == _value(report, "right_and_cited_on_a_gold_page") == 1.0
    assert _value(report, "refused_when_it_must") == 1.0
    assert _value(report, "refused_though_answerable") == _value(report, "wrong_shown") == 0.0
    assert _value(report, "quotes_verified") == 1.0
    assert _value(report, "citations_valid_before_the_gates") == "n/a"
    assert report["model"] is None
    assert report["reasons"] == {"no_support": 1}
    row = _rows(request_.out)[0]
    assert "27 days" in str(row["answer"])
    assert "[chunk:" not in str(row["answer"])
    assert row["citations"][0]["pdf"] == "handbook.pdf"  # type: ignore[index]


ON_PAGE_1 = {"pdf": "handbook.pdf", "page": 1, "quote": "", "verified": True, "supplied": True}
ON_PAGE_3 = ON_PAGE_1 | {"page": 3, "verified": False}


def _answered(text: str, *citations: object) -> dict[str, object]:
    return {
        "status": "answered",
        "answer": text,
        "citations": list(citations),
        "sources": [ON_PAGE_1],
        "seconds": 2.0,
        "named": {"all": 4, "supplied": 3},
        "claims": {"shown": 2, "supported": 1},
    }


REFUSED = {
    "status": "refused",
    "reason": "no_support",
    "answer": "",
    "citations": [],
    "seconds": 1.0,
    "named": {"all": 1, "supplied": 0},
}


def test_figures_of_answers(request_: RunRequest, said: list[str]) -> None:
    """By hand: rows that were written before are judged, and nothing is asked."""
    assert request_.out is not None
    measure_answers(request_, said.append, style=AnswerStyle.QUOTES)
    rows = [
        _answered("They have 27 days.", ON_PAGE_1, ON_PAGE_3),  # right, cited on the gold page
        _answered("They have two jackets.", ON_PAGE_1),  # right, cited on another page
        REFUSED,  # though answerable
        _answered("Holst did."),  # though unanswerable
    ]
    named = [row | {"key": f"line-{number}"} for number, row in enumerate(rows, start=1)]
    _write(request_.out, named)

    report = measure_answers(request_, said.append, style=AnswerStyle.QUOTES)

    figures = report["figures"]
    assert isinstance(figures, dict)
    found = {name: (one["k"], one["n"]) for name, one in figures.items() if "k" in one}
    assert found == {
        "right": (2, 3),
        "right_and_cited_on_a_gold_page": (1, 3),
        "gold_page_among_sources": (1, 3),
        "refused_when_it_must": (0, 1),
        "refused_though_answerable": (1, 3),
        "wrong_shown": (0, 3),
        "answered_though_unanswerable": (1, 1),
        "shown_with_a_citation": (2, 3),
        "citations_on_a_gold_page": (1, 3),
        "citations_valid_before_the_gates": (9, 13),
        "citations_valid_after_the_gates": (3, 3),
        "quotes_verified": (2, 3),
        "claims_supported": (3, 6),
    }
    assert figures["seconds"] == {"p50": 2.0, "p95": 2.0, "n": 4}
    assert report["statuses"] == {"answered": 3, "refused": 1}


def test_an_answer_that_states_what_it_must_not_is_wrong(
    request_: RunRequest, said: list[str]
) -> None:
    _write(request_.set_path, [QUESTIONS[0] | {"must_not_contain": ["calendar year"]}])

    report = measure_answers(request_, said.append, style=AnswerStyle.QUOTES)

    assert _value(report, "right") == 0.0
    assert _value(report, "wrong_shown") == _value(report, "forbidden_stated") == 1.0
