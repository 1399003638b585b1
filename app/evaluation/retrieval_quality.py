"""`pincite eval retrieval`: whether the right page is found, how high up, and how fast.

Each question is searched twice: once as an answer does it, which is timed and gives the sources,
and once more deeply for the ranking. A passage counts for one page, the one on which most of the
question's words stand (`Passage.page`), also where it runs over a page break; pages are ranked by
the first passage that counts for them. Where a set names documents and no pages, documents are
ranked instead.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.core.domain.evidence import Scope, SearchResult
from app.core.errors import InvalidInput
from app.evaluation.corpora import Corpus, Say
from app.evaluation.metrics import (
    Mean,
    Metric,
    Rate,
    Seconds,
    hit,
    ndcg,
    recall,
    reciprocal_rank,
    records,
)
from app.evaluation.page_bm25 import K1, B, PageBm25
from app.evaluation.questions import Question
from app.evaluation.quotes_held import HELD, HELD_WIDENED, add_quotes, quotes_held
from app.evaluation.rows import first_appearance, identity, page_records, pages_of
from app.evaluation.run_file import Row, RunFile
from app.evaluation.runs import Needed, OpenRun, RunRequest, opened, require_whole
from app.services.answering import EVIDENCE_FACTOR

DEPTH = 50
"""Passages that are ranked: enough for ten pages where many lie on one page."""
CUTS = (1, 5, 10)
_SAID_EVERY = 25

Metrics = dict[str, Metric]


def measure_retrieval(
    request: RunRequest, say: Say, *, baseline: bool = False
) -> dict[str, object]:
    """Ask the questions that no row of an earlier run answers, and give the report.

    Args:
        baseline: Also rank the same pages by plain BM25.

    Raises:
        PinciteError: a set, library or file cannot be used, or search is not possible.
    """
    with opened(request, say) as run:
        rows = RunFile(request.out, {**run.header("retrieval"), "baseline": baseline})
        first_search_s = _ask(run, rows, say, baseline=baseline)
        report = run.record("retrieval")
        report["first_search_s"] = first_search_s
        report |= _figures(run, rows.rows, baseline=baseline)
    return report


# --- asking -----------------------------------------------------------------------------------

Baseline = Callable[[Question, Scope], list[tuple[str, int]]]


def _ask(run: OpenRun, rows: RunFile, say: Say, *, baseline: bool) -> float | None:
    """Search for what is not answered yet. Gives the seconds of a first search, which starts what
    later ones find running; None where nothing was left to ask."""
    waiting = [(one, scope) for one, scope in run.chosen if one.id not in rows.rows]
    if not waiting:
        return None
    if len(waiting) < len(run.chosen):
        say(f"{len(run.chosen) - len(waiting)} questions were asked before.")
    plain = _baseline(run, say) if baseline else None
    search = run.request.variant.search(run.application).search
    started = time.perf_counter()
    search("first search", 1)
    first_search_s = time.perf_counter() - started
    shown = run.settings.answers.passages
    for number, (question, scope) in enumerate(waiting, start=1):
        row = identity(run.questions.form, question)
        try:
            started = time.perf_counter()
            found = search(question.text, shown * EVIDENCE_FACTOR, scope)
            seconds = time.perf_counter() - started
            ranked = search(question.text, DEPTH, scope)
            require_whole(found, ranked)
        except InvalidInput as error:
            row |= {"status": "error", "reason": error.code, "ranked": [], "sources": []}
        else:
            if question.quotes:
                row["quotes"] = quotes_held(
                    run.application.library,
                    found.passages[:shown],
                    question.text,
                    question.quotes,
                )
            row |= {
                "status": "searched",
                "ranked": page_records(first_appearance(_pages(run.corpus, ranked))),
                "sources": page_records(_pages(run.corpus, found)[:shown]),
                "seconds": round(seconds, 5),
            }
        if plain is not None:
            started = time.perf_counter()
            pages = plain(question, scope)
            row["baseline"] = {
                "ranked": page_records(pages),
                "seconds": round(time.perf_counter() - started, 5),
            }
        rows.append(question.id, row)
        if number % _SAID_EVERY == 0 or number == len(waiting):
            say(f"{number} of {len(waiting)} questions asked.")
    return round(first_search_s, 3)


def _pages(corpus: Corpus, result: SearchResult) -> list[tuple[str, int]]:
    return [(corpus.name(passage.path), passage.page) for passage in result.passages]


def _baseline(run: OpenRun, say: Say) -> Baseline:
    """Plain BM25 over the same pages."""
    say("Indexing whole pages for the baseline …")
    library, corpus = run.application.library, run.corpus
    names = {document.id: corpus.name(document.path) for document in corpus.documents}
    index = PageBm25(
        ((names[document.id], page.number), page.text)
        for document in corpus.documents
        for page in library.pages(document.id)
    )

    def search(question: Question, scope: Scope) -> list[tuple[str, int]]:
        within = None
        if scope.document_ids is not None:
            within = {name for number, name in names.items() if scope.holds(number)}
        return index.search(question.text, DEPTH, within)

    return search


# --- figures ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Counted:
    """How lists are judged: by pages or by documents, with so many sources."""

    by_document: bool
    sources: int

    def metrics(self) -> Metrics:
        """All figures, of nothing yet."""
        unit = "document" if self.by_document else "page"
        found: Metrics = {f"{unit}_hit@{k}": Rate() for k in CUTS}
        found |= {f"{unit}_recall@{k}": Mean() for k in CUTS}
        found |= {"MRR@10": Mean(), "nDCG@10": Mean()}
        if not self.by_document:
            found["document_hit@5"] = Rate()
        found[f"gold_{unit}_among_{self.sources}_sources"] = Rate()
        found["all_needed_among_sources"] = Rate()
        found |= {HELD: Rate(), HELD_WIDENED: Rate()}
        found["seconds"] = Seconds()
        return found

    def add(
        self,
        metrics: Metrics,
        needed: Needed,
        ranked: Sequence[tuple[str, int]],
        sources: Sequence[tuple[str, int]],
    ) -> None:
        """Judge the lists of one question."""
        names = [name for name, _ in ranked]
        if self.by_document:
            found = needed.documents(list(dict.fromkeys(names)))
        else:
            found = needed.pages(ranked)
        unit = "document" if self.by_document else "page"
        held = needed.pages(sources)
        values: dict[str, bool | float] = {f"{unit}_hit@{k}": hit(found, k) for k in CUTS}
        values |= {f"{unit}_recall@{k}": recall(found, k, needed.count) for k in CUTS}
        values |= {
            "MRR@10": reciprocal_rank(found, 10),
            "nDCG@10": ndcg(found, 10, needed.count),
            f"gold_{unit}_among_{self.sources}_sources": hit(held, len(held)),
            "all_needed_among_sources": recall(held, len(held), needed.count) == 1.0,
        }
        if not self.by_document:
            values["document_hit@5"] = hit(needed.documents(names), 5)
        for name, value in values.items():
            metric = metrics[name]
            if isinstance(metric, Rate):
                metric.add(bool(value))
            else:
                metric.add(float(value))


def _figures(run: OpenRun, rows: Mapping[str, Row], *, baseline: bool) -> dict[str, object]:
    """The figures of the chosen questions that have something to be found."""
    counted = _Counted(run.questions.by_document, run.settings.answers.passages)
    every, plain = counted.metrics(), counted.metrics()
    kinds: dict[str, Metrics] = {}
    errors = 0
    for question, _ in run.chosen:
        row = rows[question.id]
        errors += row.get("status") == "error"
        groups = [every]
        if question.kind:
            groups.append(kinds.setdefault(question.kind, counted.metrics()))
        _add_seconds(groups, row)
        if not question.needed:
            continue
        needed = Needed(question, run.corpus)
        for metrics in groups:
            counted.add(metrics, needed, pages_of(row, "ranked"), pages_of(row, "sources"))
            add_quotes(metrics, row.get("quotes"))
        if baseline and isinstance(beside := row.get("baseline"), dict):
            pages = pages_of(beside, "ranked")
            counted.add(plain, needed, pages, pages[: counted.sources])
            _add_seconds([plain], beside)
    genuine = run.searches_genuinely
    figures = records(every, genuine=genuine)
    report: dict[str, object] = {
        "figures": figures,
        "by_type": {kind: records(kinds[kind], genuine=genuine) for kind in sorted(kinds)},
        "errors": errors,
    }
    if baseline:
        beside_figures = records(plain, genuine=True)
        report["baseline"] = {
            "name": f"BM25 over whole pages, k1 {K1}, b {B}",
            "figures": beside_figures,
        }
        report["ratio_to_baseline"] = _ratios(figures, beside_figures)
    return report


def _add_seconds(groups: Sequence[Metrics], row: Mapping[str, object]) -> None:
    seconds = row.get("seconds")
    for metrics in groups:
        metric = metrics["seconds"]
        if isinstance(metric, Seconds) and isinstance(seconds, int | float):
            metric.add(seconds)


def _ratios(
    figures: Mapping[str, object], baseline: Mapping[str, object]
) -> dict[str, float | str]:
    """Each figure over that of the baseline; "n/a" where one of them is no number or zero."""
    found: dict[str, float | str] = {}
    for name, record in figures.items():
        beside = baseline[name]
        if not isinstance(record, dict) or not isinstance(beside, dict) or "value" not in record:
            continue
        ours, theirs = record["value"], beside["value"]
        numbers = isinstance(ours, int | float) and isinstance(theirs, int | float) and theirs
        found[name] = round(ours / theirs, 3) if numbers else "n/a"
    return found
