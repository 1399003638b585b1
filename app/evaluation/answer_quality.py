"""`pincite eval answers`: whether answers are right, cited, and refused where they must be.

Each question is asked as `pincite ask` does. What the model wrote is kept in the row with its own
markers, so that how many of them were valid is counted before anything was sorted out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.core.citations.markers import Marker, Prose, scan
from app.core.domain.answer import Answer, AnswerStatus, AnswerStyle
from app.core.domain.cancel import CancelToken
from app.core.domain.claim_filter import ClaimFilterRecord
from app.core.domain.evidence import Passage, Scope
from app.core.errors import InvalidInput, ModelUnavailable, PinciteError
from app.evaluation.corpora import Corpus, Say
from app.evaluation.facts import states, states_all
from app.evaluation.fit_curve import Weighed, best_fit, fit_record
from app.evaluation.metrics import Metric, Rate, Seconds, records
from app.evaluation.questions import Question
from app.evaluation.rows import identity, pages_of
from app.evaluation.run_file import Row, RunFile
from app.evaluation.runs import (
    Needed,
    OpenRun,
    RunRequest,
    chat_entry,
    opened,
    require_whole,
)
from app.services.events import AnswerFinished, EvidenceFound

ANSWERED, REFUSED, ERROR = "answered", "refused", "error"


def measure_answers(
    request: RunRequest, say: Say, *, style: AnswerStyle | None = None, model: str | None = None
) -> dict[str, object]:
    """Ask the questions that no row of an earlier run answers, and give the report.

    Args:
        style: How answers are made; None takes the setting.
        model: Name of a language model; None takes the setting.

    Raises:
        PinciteError: a set, library or file cannot be used, or search or the model is not ready.
    """
    report, _ = measured_answers(request, say, style=style, model=model)
    return report


def measured_answers(
    request: RunRequest, say: Say, *, style: AnswerStyle | None = None, model: str | None = None
) -> tuple[dict[str, object], Mapping[str, Row]]:
    """As `measure_answers`, with the rows by their questions."""
    with opened(request, say) as run:
        asked = _Asked.of(run, style or run.settings.answers.style, model)
        header = run.header("answers") | {"style": asked.style.value, "model": asked.identity}
        rows = RunFile(request.out, header)
        _ask_all(run, asked, rows, say)
        report = run.record("answers")
        report |= {"style": asked.style.value, "model": asked.record()}
        report |= _figures(run, asked, rows.rows)
    return report, rows.rows


# --- who answers ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Asked:
    """How answers are made, and by which model. `identity` changes with the model's bytes;
    `genuine` says that it may answer people, and is no stand-in."""

    style: AnswerStyle
    name: str | None = None
    title: str | None = None
    identity: str | None = None
    genuine: bool = True

    @classmethod
    def of(cls, run: OpenRun, style: AnswerStyle, name: str | None) -> _Asked:
        """The model that will be asked; none where sentences are quoted.

        Raises:
            ModelUnavailable: no language model is installed.
        """
        if style is AnswerStyle.QUOTES:
            return cls(style)
        chat = run.application.chat_models.open(name)
        if chat is None:
            raise ModelUnavailable(
                "No language model is installed. Fetch one with `pincite models fetch starter`, or "
                "measure answers of quoted sentences with --style quotes."
            )
        entry = chat_entry(chat.name, run.application.manifest)
        if entry is None:
            return cls(style, name, chat.name, chat.name, genuine=False)
        return cls(style, name, chat.name, f"{entry.name} {entry.files[0].sha256}")

    def record(self) -> dict[str, object] | None:
        """The model for the report."""
        if self.title is None:
            return None
        return {"title": self.title, "identity": self.identity, "genuine": self.genuine}


# --- asking -----------------------------------------------------------------------------------


def _ask_all(run: OpenRun, asked: _Asked, rows: RunFile, say: Say) -> None:
    waiting = [(one, scope) for one, scope in run.chosen if one.id not in rows.rows]
    if not waiting:
        return
    if len(waiting) < len(run.chosen):
        say(f"{len(run.chosen) - len(waiting)} questions were asked before.")
    if asked.title is not None:
        say(f"Loading {asked.title} …")
        chat = run.application.chat_models.open(asked.name)
        if chat is not None:
            chat.load()
    run.application.search.search("first search", 1)
    for number, (question, scope) in enumerate(waiting, start=1):
        row = identity(run.questions.form, question)
        try:
            answer = _ask(run, asked, question, scope)
        except InvalidInput as error:
            row |= {"status": ERROR, "reason": error.code, "answer": ""}
            took = ""
        else:
            row |= _answer_row(answer, run.corpus)
            took = f" in {answer.timings.total_s:.1f} s"
        rows.append(question.id, row)
        say(f"{number} of {len(waiting)}: {row['status']}{took}.")


def _ask(run: OpenRun, asked: _Asked, question: Question, scope: Scope) -> Answer:
    events = run.application.answers.ask(
        question.text, cancel=CancelToken(), scope=scope, style=asked.style, model=asked.name
    )
    for event in events:
        if isinstance(event, EvidenceFound):
            require_whole(event.result)
        elif isinstance(event, AnswerFinished):
            return event.answer
    raise PinciteError("A question was left without an answer.", code="no_end")


def _answer_row(answer: Answer, corpus: Corpus) -> dict[str, object]:
    """A row that scorers of answers read. The answer's text stands without markers: a fact of the
    answer is not to be found in the number of a passage."""
    shown = answer.status is AnswerStatus.ANSWERED
    supplied = {passage.chunk.id for passage in answer.sources}
    named = _named(answer.trace.raw_text)
    first = answer.timings.first_token_s
    return {
        "status": ANSWERED if shown else REFUSED,
        "refused": not shown,
        "reason": answer.reason.value if answer.reason else None,
        "answer": _prose(answer.text) if shown else "",
        "citations": [
            {
                "pdf": corpus.name(citation.path),
                "page": citation.page,
                "quote": citation.quote,
                "verified": citation.verified,
                "supplied": citation.chunk_id in supplied,
            }
            for citation in answer.citations
        ],
        "sources": _sources(answer.sources, corpus),
        "seconds": round(answer.timings.total_s, 3),
        "retrieve_s": round(answer.timings.retrieve_s, 3),
        "first_token_s": None if first is None else round(first, 3),
        "raw": answer.trace.raw_text,
        "named": {"all": len(named), "supplied": len(named & supplied)},
        "claims": {
            "shown": len(answer.claims),
            "supported": sum(claim.support.supported for claim in answer.claims),
        },
        "withheld": list(answer.trace.withheld_text),
        "weighed": [list(one) for one in answer.trace.weighed],
        "unknown_names": list(answer.trace.unknown_names),
        "claim_filter": _filter_record(answer.trace.claim_filter),
        "confidence": answer.confidence,
        "stop_reason": answer.trace.stop_reason,
        "fault": answer.trace.fault,
    }


def _filter_record(record: ClaimFilterRecord | None) -> dict[str, object] | None:
    """What the claim filter did; None where it was off or not come to."""
    if record is None:
        return None
    return {
        "status": record.status.value,
        "reason": record.reason,
        "removed": [
            [one.chunk_id, one.slot.value, one.asked, one.stated] for one in record.removed
        ],
        "seconds": round(record.seconds, 4),
    }


def _sources(passages: Sequence[Passage], corpus: Corpus) -> list[dict[str, object]]:
    return [
        {"pdf": corpus.name(one.path), "page": one.page, "chunk_id": one.chunk.id}
        for one in passages
    ]


def _named(raw: str) -> set[int]:
    """The ids of all markers that a model wrote."""
    return {
        number for token in scan(raw) if isinstance(token, Marker) for number in token.chunk_ids
    }


def _prose(text: str) -> str:
    """A text without its markers."""
    parts = [token.text for token in scan(text) if isinstance(token, Prose)]
    return "\n".join(" ".join(line.split()) for line in "".join(parts).split("\n"))


# --- figures ----------------------------------------------------------------------------------

_RATES = (
    "right",
    "right_and_cited_on_a_gold_page",
    "gold_page_among_sources",
    "refused_when_it_must",
    "refused_though_answerable",
    "wrong_shown",
    "answered_though_unanswerable",
    "forbidden_stated",
    "shown_with_a_citation",
    "citations_on_a_gold_page",
    "citations_valid_before_the_gates",
    "citations_valid_after_the_gates",
    "quotes_verified",
    "claims_supported",
)


def _metrics() -> dict[str, Metric]:
    found: dict[str, Metric] = {name: Rate() for name in _RATES}
    return found | {"seconds": Seconds(), "seconds_to_first_word": Seconds()}


def _figures(run: OpenRun, asked: _Asked, rows: Mapping[str, Row]) -> dict[str, object]:
    every = _metrics()
    kinds: dict[str, dict[str, Metric]] = {}
    reasons: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    fits: list[Weighed] = []
    for question, _ in run.chosen:
        row = rows[question.id]
        if (best := best_fit(row.get("weighed"))) is not None:
            fits.append(Weighed(best, question.answerable))
        statuses[str(row["status"])] += 1
        if row["status"] != ANSWERED:
            reasons[str(row.get("reason"))] += 1
        judged = _Judged(question, Needed(question, run.corpus), row)
        judged.count(every)
        if question.kind:
            judged.count(kinds.setdefault(question.kind, _metrics()))
    genuine = run.searches_genuinely and asked.genuine
    return {
        "figures": records(every, genuine=genuine),
        "by_type": {kind: records(kinds[kind], genuine=genuine) for kind in sorted(kinds)},
        "statuses": dict(statuses),
        "reasons": dict(reasons.most_common()),
        "fit": fit_record(fits),
        "not_judged": sum(one.answerable and not one.must_contain for one, _ in run.chosen),
    }


class _Judged:
    """One row against what is right."""

    def __init__(self, question: Question, needed: Needed, row: Row) -> None:
        self._question = question
        self._needed = needed
        self._row = row
        self._answer = str(row.get("answer") or "")
        self._shown = row["status"] == ANSWERED

    def count(self, metrics: Mapping[str, Metric]) -> None:
        """Add the row to each figure that it says something of."""
        for name, success in [*self._outcome(), *self._citations()]:
            metric = metrics[name]
            if isinstance(metric, Rate):
                metric.add(success)
        for name, key in (("seconds", "seconds"), ("seconds_to_first_word", "first_token_s")):
            metric, value = metrics[name], self._row.get(key)
            if isinstance(metric, Seconds) and isinstance(value, int | float):
                metric.add(value)

    def _outcome(self) -> list[tuple[str, bool]]:
        question, shown = self._question, self._shown
        refused = self._row["status"] == REFUSED
        forbidden = shown and any(states(self._answer, one) for one in question.must_not_contain)
        found = []
        if question.must_not_contain:
            found.append(("forbidden_stated", forbidden))
        if not question.answerable:
            return [
                *found,
                ("refused_when_it_must", refused),
                ("answered_though_unanswerable", shown),
            ]
        found.append(("refused_though_answerable", refused))
        if question.needed:
            found.append(("gold_page_among_sources", self._on_gold("sources") > 0))
        if question.must_contain:
            right = shown and not forbidden and states_all(self._answer, question.must_contain)
            found += [("right", right), ("wrong_shown", shown and not right)]
            if question.needed:
                cited = self._on_gold("citations") > 0
                found.append(("right_and_cited_on_a_gold_page", right and cited))
        return found

    def _citations(self) -> list[tuple[str, bool]]:
        found = _of(self._row.get("named"), "citations_valid_before_the_gates", "supplied", "all")
        if not self._shown:
            return found
        entries = self._row.get("citations")
        citations = (
            [one for one in entries if isinstance(one, dict)] if isinstance(entries, list) else []
        )
        found.append(("shown_with_a_citation", bool(citations)))
        found += [("citations_valid_after_the_gates", one["supplied"] is True) for one in citations]
        found += [("quotes_verified", one["verified"] is True) for one in citations]
        if self._question.needed:
            on_gold = self._on_gold("citations")
            found += [("citations_on_a_gold_page", n < on_gold) for n in range(len(citations))]
        found += _of(self._row.get("claims"), "claims_supported", "supported", "shown")
        return found

    def _on_gold(self, key: str) -> int:
        """How many of the row's pages are gold ones."""
        return sum(bool(held) for held in self._needed.pages(pages_of(self._row, key)))


def _of(counts: object, name: str, part: str, whole: str) -> list[tuple[str, bool]]:
    """A success for each of a part, a failure for each of the rest."""
    if not isinstance(counts, dict):
        return []
    return [(name, number < counts[part]) for number in range(counts[whole])]
