"""Recorded outputs through the code that answers: the floors hold, and each check can fail."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from app.cli import main
from app.core.citations import parse, quotes
from app.core.citations.markers import Marker, Prose
from app.core.citations.prose_stream import ProseStream
from app.core.domain.answer import RefusalReason, Support
from app.core.errors import InvalidInput
from app.core.support.check import LexicalSupportChecker
from app.core.support.wording import withheld_notes
from app.evaluation.citations_replay import measure_citations, replay
from app.evaluation.recordings import Recording, read_recordings
from app.services import answer_building, written_answers

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.jsonl"))

# What the checks are broken with: it holds every form and every fabrication.
BY_HAND = [path for path in RECORDED if path.stem in ("forms", "planted")]

ROW: dict[str, object] = {
    "id": "one",
    "model": "by hand",
    "mode": "block",
    "question": "When do unused days expire?",
    "passages": [
        {
            "id": 7,
            "document": "Handbook",
            "page": 3,
            "heading": ["Leave"],
            "text": "Up to ten days may be carried over. Days carried over expire on 31 March.",
        }
    ],
    "raw": "[chunk:7] Days carried over expire on 31 March.",
    "stop": "end",
    "named": [7],
}


def recording(**changes: object) -> Recording:
    return Recording.model_validate(ROW | changes)


def write(path: Path, *rows: object) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


# --- the recorded set ---------------------------------------------------------------------------


def test_the_floors_hold_for_all_recordings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "citations", *map(str, RECORDED)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["failures"] == []
    assert report["recordings"] >= 40
    assert report["planted"] >= 15
    assert len(report["models"]) >= 2
    assert report["figures"]["rejection"]["value"] == 1.0
    assert report["leaks"]["value"] == 0


def test_the_set_holds_every_kind_of_fabrication_and_outputs_of_models() -> None:
    recordings = read_recordings(RECORDED)
    kinds = {fabrication.kind for one in recordings for fabrication in one.fabricated}
    assert kinds == {"id", "claim", "quote"}
    assert all(one.fabricated for one in recordings if one.planted)
    assert sum(one.model != "by hand" for one in recordings) >= 30
    assert {one.stop for one in recordings} == {"end", "length", "loop"}


def test_only_what_nothing_can_be_made_of_is_refused() -> None:
    """A set that is refused whole would hold every floor on what is shown."""
    answers = [replay(one).answer for one in read_recordings(RECORDED) if not one.planted]
    assert sum(answer.reason is None for answer in answers) > len(answers) / 2


# --- what is counted ----------------------------------------------------------------------------


def test_an_answer_comes_out_as_it_does_in_the_program() -> None:
    block = '<<<CITATIONS>>>[{"chunk": 7, "quote": "expire on 31 March"}]<<<END_CITATIONS>>>'
    replayed = replay(recording(raw=f"{ROW['raw']}\n{block}"))
    assert set(replayed.shown) == {"Days carried over expire on 31 March."}
    answer = replayed.answer
    assert answer.text == "Days carried over expire on 31 March. [chunk:7]"
    (citation,) = answer.citations
    assert (citation.quote, citation.page, citation.verified) == ("expire on 31 March", 3, True)


def test_an_invented_quote_is_dropped_and_its_citation_unverified() -> None:
    block = '<<<CITATIONS>>>[{"chunk": 7, "quote": "expire on 30 June"}]<<<END_CITATIONS>>>'
    (citation,) = replay(recording(raw=f"{ROW['raw']}\n{block}")).answer.citations
    assert citation.quote == "Days carried over expire on 31 March."
    assert not citation.verified


def test_an_answer_has_at_most_24_citations_and_the_rest_does_not_count_against_it() -> None:
    facts = [f"Room {number} is {number} metres wide." for number in range(101, 131)]
    passage = {"id": 7, "document": "House", "page": 1, "text": " ".join(facts)}
    raw = "\n".join(f"[chunk:7] {fact}" for fact in facts)
    answer = replay(
        recording(question="How wide are the rooms?", passages=[passage], raw=raw)
    ).answer
    assert (len(answer.citations), answer.withheld.beyond) == (24, 6)
    assert (answer.citation_score, answer.withheld.total) == (1.0, 0)
    assert all(citation.verified for citation in answer.citations)
    assert "because the answer was too long" in withheld_notes(answer.withheld)[0]


def test_an_answer_of_invented_ids_is_refused() -> None:
    answer = replay(recording(raw="[chunk:9] Days expire.", named=[9])).answer
    assert answer.reason is RefusalReason.INVALID_CITATION


# --- each check can fail ------------------------------------------------------------------------


def report_of(
    monkeypatch: pytest.MonkeyPatch, place: object, name: str, broken: object
) -> dict[str, object]:
    monkeypatch.setattr(place, name, broken)
    report, kept = measure_citations(BY_HAND)
    assert not kept
    return report


def value(report: dict[str, object], name: str) -> float:
    figures = report["figures"]
    assert isinstance(figures, dict)
    return float(figures[name]["value"])


def test_a_scanner_that_misses_spellings_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def scan(text: str) -> list[Prose | Marker]:
        pieces = re.split(r"\[chunk:(\d+)\]", text)
        return [
            Marker((int(piece),)) if place % 2 else Prose(piece)
            for place, piece in enumerate(pieces)
        ]

    report = report_of(monkeypatch, parse, "scan", scan)
    assert value(report, "extraction") < 0.95


def test_a_stream_that_is_not_filtered_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unfiltered(ProseStream):
        def feed(self, text: str) -> str:
            return text

    report = report_of(monkeypatch, written_answers, "ProseStream", Unfiltered)
    assert isinstance(report["leaks"], dict)
    assert report["leaks"]["value"] > 40


def test_a_stream_that_depends_on_its_pieces_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hasty(ProseStream):
        def feed(self, text: str) -> str:
            return super().feed(text) + super().finish()

    report = report_of(monkeypatch, written_answers, "ProseStream", Hasty)
    assert isinstance(report["leaks"], dict)
    assert report["leaks"]["value"] > 0


def test_a_checker_that_believes_everything_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    report = report_of(monkeypatch, LexicalSupportChecker, "judge", lambda *_: Support(True))
    assert value(report, "rejection") < 1.0


def test_quotes_that_are_not_checked_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    report = report_of(monkeypatch, quotes, "find_verbatim", lambda text, quote: (0, len(quote)))
    assert value(report, "rejection") < 1.0


def test_ids_that_get_lost_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    report = report_of(
        monkeypatch, written_answers, "validate", lambda claims, _: parse.validate(claims, set())
    )
    assert value(report, "validity") < 0.95


def test_the_quotes_of_the_block_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    report = report_of(monkeypatch, answer_building, "offered_quotes", lambda raw: ())
    assert value(report, "rejection") < 1.0


# --- files that cannot be used ------------------------------------------------------------------


def test_a_missed_floor_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "r.jsonl", ROW | {"named": [7, 8]})
    assert main(["eval", "citations", str(path)]) == 1
    shown = capsys.readouterr()
    assert json.loads(shown.out)["failures"] == [
        "one: 8 is not read as it is written",
        "one: a valid id is not kept",
    ]
    assert "A floor was missed" in shown.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "Line 1 of"),
        ("[]", "Line 1 of"),
        (json.dumps(ROW | {"named": ["7"]}), "named"),
        (json.dumps(ROW | {"more": 1}), "more"),
        (json.dumps(ROW | {"passages": []}), "passages"),
        (json.dumps(ROW | {"stop": "tired"}), "stop"),
        (f"{json.dumps(ROW)}\n{json.dumps(ROW)}", "a second time"),
        ("", "no recording"),
        ("[" * 100_000, "Line 1 of"),
    ],
)
def test_other_files_are_refused_in_whole_sentences(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(InvalidInput, match=said):
        measure_citations([path])


def test_a_missing_file_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "citations", "nowhere.jsonl"]) == 2
    assert "cannot be read" in capsys.readouterr().err
