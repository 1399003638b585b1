"""`pincite eval citations`: replays recorded outputs of language models through the code that
answers, without any model, and holds what comes out against what is known of each recording.

Floors: of the ids that a text names, at least .95 are found; of those that were not made up, at
least .95 are kept; each fabrication is rejected; and no part of a marker or block is ever shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from app.adapters.settings_file import GivenSettings
from app.core.citations.parse import parse_claims
from app.core.domain.answer import Answer, AnswerStyle
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import EVERYTHING
from app.core.errors import PinciteError
from app.core.ports import Embedder, LibraryStore
from app.core.settings import AnswerSettings, RetrievalSettings, Settings
from app.core.support.check import LexicalSupportChecker
from app.evaluation.metrics import Rate
from app.evaluation.recordings import (
    AlikeEmbedder,
    Fabrication,
    RecordedLibrary,
    RecordedModel,
    RecordedSearch,
    Recording,
    read_recordings,
)
from app.services.answer_building import AnswerBuilder
from app.services.events import AnswerFinished, TextDelta
from app.services.preferences import Preferences
from app.services.searching import SearchService
from app.services.written_answers import WrittenAnswers

EXTRACTION, VALIDITY, REJECTION = "extraction", "validity", "rejection"
LEAKS, VERBATIM = "leaks", "quotes_verbatim"
FLOORS = {EXTRACTION: 0.95, VALIDITY: 0.95, REJECTION: 1.0, VERBATIM: 1.0}
MOST_LEAKS = 0
BY_HAND = "by hand"
"""Stands for the model of recordings that no model wrote."""
PIECES = (1, 3, 1_000_000)
"""A text is replayed in pieces of so many characters; what is shown must be the same."""

# Written without the scanner's own patterns, which it is to check.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_LEAK = re.compile(
    r"[\[【〔]\s*[cс]\s*h\s*u\s*n\s*k(?![a-z])|<\s*<[\s<]*(?:end[\s_]*)?cit|"
    r"[\[【〔]\s*(?:c(?:h(?:u(?:nk?)?)?)?)?\s*$",
    re.I,
)


@dataclass(slots=True)
class _Figures:
    rates: dict[str, Rate] = field(default_factory=lambda: {name: Rate() for name in FLOORS})
    leaks: int = 0
    failures: list[str] = field(default_factory=list)

    def count(self, name: str, success: bool, failure: str) -> None:
        self.rates[name].add(success)
        if not success:
            self.failures.append(failure)


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of a recording: the answer, and the prose that was shown while it was written, for
    each way of cutting the text into pieces."""

    recording: Recording
    answer: Answer
    shown: tuple[str, ...]


def replay(recording: Recording) -> Replayed:
    """Let a recording be answered as if the model wrote it now."""
    answer: Answer | None = None
    shown = []
    for piece in PIECES:
        prose = ""
        for event in _events(recording, piece):
            if isinstance(event, TextDelta):
                prose += event.text
            elif isinstance(event, AnswerFinished):
                answer = event.answer
        shown.append(prose)
    if answer is None:
        raise PinciteError("A recording was left without an answer.", code="no_end")
    return Replayed(recording, answer, tuple(shown))


def _events(recording: Recording, piece: int) -> list[object]:
    settings = Settings(
        answers=AnswerSettings(passages=len(recording.passages)),
        retrieval=RetrievalSettings(widen=False),
    )
    preferences = Preferences(GivenSettings(settings))
    library = cast("LibraryStore", RecordedLibrary(recording))
    search = RecordedSearch(recording)
    builder = AnswerBuilder(
        library,
        preferences,
        recording.question,
        AnswerStyle.WRITTEN,
        EVERYTHING,
        LexicalSupportChecker(),
    )
    result = search.result()
    builder.found(result)
    written = WrittenAnswers(
        cast("SearchService", search), library, cast("Embedder", AlikeEmbedder()), preferences
    )
    model = RecordedModel(recording, piece)
    return list(written.write(builder, result, model, CancelToken()))


def measure_citations(paths: Sequence[Path]) -> tuple[dict[str, object], bool]:
    """Replay all recordings of these files; the report, and whether every floor is kept.

    Raises:
        InvalidInput: a file holds something else than recordings.
    """
    recordings = read_recordings(paths)
    figures = _Figures()
    for recording in recordings:
        judge(replay(recording), figures)
    kept = figures.leaks <= MOST_LEAKS and all(
        rate.n > 0 and rate.k / rate.n >= FLOORS[name] for name, rate in figures.rates.items()
    )
    report: dict[str, object] = {
        "measured": "citations",
        "recordings": len(recordings),
        "planted": sum(recording.planted for recording in recordings),
        "models": sorted({one.model for one in recordings} - {BY_HAND}),
        "figures": {
            name: {
                "value": round(rate.k / rate.n, 4) if rate.n else None,
                "k": rate.k,
                "n": rate.n,
                "at_least": FLOORS[name],
            }
            for name, rate in figures.rates.items()
        },
        LEAKS: {"value": figures.leaks, "at_most": MOST_LEAKS},
        "kept": kept,
        "failures": figures.failures,
    }
    return report, kept


# --- judging ------------------------------------------------------------------------------------


def judge(replayed: Replayed, figures: _Figures) -> None:
    """Count one replayed recording."""
    recording, answer = replayed.recording, replayed.answer
    found = {number for claim in parse_claims(recording.raw) for number in claim.chunk_ids}
    for number in dict.fromkeys((*recording.named, *sorted(found))):
        both = number in recording.named and number in found
        figures.count(EXTRACTION, both, f"{recording.id}: {number} is not read as it is written")
    if not recording.planted:
        _count_validity(replayed, figures)
    for fabrication in recording.fabricated:
        rejected = is_rejected(fabrication, answer)
        what = f"{fabrication.kind} {fabrication.chunk or fabrication.text!r}"
        figures.count(REJECTION, rejected, f"{recording.id}: {what} is shown")
    texts = {one.id: one.text for one in recording.passages}
    for citation in answer.citations:
        stands = citation.quote in texts.get(citation.chunk_id, "")
        figures.count(VERBATIM, stands, f"{recording.id}: a quote is not in its passage")
    for leak in leaks(replayed):
        figures.leaks += 1
        figures.failures.append(f"{recording.id}: {leak}")


def _count_validity(replayed: Replayed, figures: _Figures) -> None:
    """Ids that were not made up have to be kept; the count of valid ones is the answer's own."""
    recording, trace = replayed.recording, replayed.answer.trace
    made_up = {one.chunk for one in recording.fabricated if one.kind == "id"}
    genuine = [number for number in recording.named if number not in made_up]
    kept = min(trace.markers_valid or 0, len(genuine))
    for place in range(len(genuine)):
        figures.count(VALIDITY, place < kept, f"{recording.id}: a valid id is not kept")


def is_rejected(fabrication: Fabrication, answer: Answer) -> bool:
    """Whether an answer does not show a fabrication as borne out."""
    if fabrication.kind == "id":
        named = {int(number) for number in re.findall(r"\[chunk:(\d+)\]", answer.text)}
        return fabrication.chunk not in named | {one.chunk_id for one in answer.citations}
    wanted = _level(fabrication.text)
    if fabrication.kind == "claim":
        return not any(
            claim.support.supported and wanted in _level(claim.text) for claim in answer.claims
        )
    cited = [one for one in answer.citations if one.chunk_id == fabrication.chunk]
    return not any(one.verified or wanted in _level(one.quote) for one in cited)


def leaks(replayed: Replayed) -> list[str]:
    """What of markers and blocks is shown, and whether pieces change what is shown."""
    answer = replayed.answer
    texts = [*replayed.shown, *(claim.text for claim in answer.claims)]
    ids = {citation.chunk_id for citation in answer.citations}
    markers = re.findall(r"\[chunk:(\d+)\]", answer.text)
    found = [f"“{leak.group()}” is shown" for text in texts for leak in _leaks_in(text)]
    found += [f"the answer holds a marker for {one}" for one in markers if int(one) not in ids]
    found += [
        f"“{leak.group()}” is in the answer"
        for leak in _leaks_in(re.sub(r" \[chunk:\d+\]", "", answer.text))
    ]
    if len(set(replayed.shown)) > 1:
        found.append("what is shown depends on how the text arrives")
    return found


def _leaks_in(text: str) -> list[re.Match[str]]:
    return list(_LEAK.finditer(unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))))


def _level(text: str) -> str:
    return " ".join(text.split()).casefold()
