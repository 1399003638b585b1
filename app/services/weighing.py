"""What a model is given to write from: the passages, and of them the statements, that say what was
asked.

A small model that reads six whole passages copies the first thing that looks right. Asked about
one passage at a time, and then about one statement at a time, the same model tells well which one
gives the answer. How near a statement is to the question is told by words and meaning too
(`statement_ranking`); each errs elsewhere, so the ranks of both are joined.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import Passage
from app.core.ports import ChatModel, Embedder
from app.core.prompting.answer_prompt import as_data, passage_text
from app.core.prompting.fit_prompt import fit_messages
from app.core.retrieval.statements import Statement
from app.services.answer_building import AnswerBuilder
from app.services.events import WeighingPassages
from app.services.quoting import ranked_statements

MOST_PASSAGES = 3
"""An answer is written from at most so many passages, the fittest."""
STATEMENTS_WEIGHED = 12
"""Of these passages at most so many statements are weighed, those nearest to the question."""
MOST_STATEMENTS = 3
"""An answer is written from at most so many statements, the best. Of 22 answerable everyday
questions these held the whole answer in 16, the best alone in 13; by either ranking alone in 16 and
11, or 14 and 11."""
STATEMENT_MARGIN = 1.2
"""By so much the best statement has to be above the floor: one that is torn out of its passage
looks like an answer more easily. Of 22 answerable everyday questions the best statement had 1.5 or
more above the starter model's floor but for one, which it answered wrongly; of three plain
questions that nothing answers it had at most 0.9."""
RANK_CONSTANT = 3
"""Of the sum of 1 / (constant + rank) over both rankings. Among a dozen statements first and second
rank differ more than among a hundred passages, where 60 is usual."""


@dataclass(frozen=True, slots=True)
class Focused:
    """Passages, the fittest first, and the words of each that the model is to write from."""

    passages: tuple[Passage, ...]
    texts: Mapping[int, str]


class Weighing:
    """Weighs what was found for one question.

    Args:
        floor: From how many log-odds on the model means yes.
    """

    def __init__(
        self, builder: AnswerBuilder, chat: ChatModel, embedder: Embedder, floor: float
    ) -> None:
        self._builder = builder
        self._chat = chat
        self._embedder = embedder
        self._floor = floor

    def run(
        self, used: tuple[Passage, ...], cancel: CancelToken
    ) -> Generator[WeighingPassages, None, Focused]:
        """Yields progress; without any passage that states what was asked, nothing is left.

        Raises:
            Cancelled: it was stopped.
            PinciteError: the model cannot be used.
        """
        started = time.monotonic()
        total = len(used) + STATEMENTS_WEIGHED
        yield WeighingPassages(0, total)
        fits: dict[int, float] = {}
        texts = [passage_text(passage) for passage in used]
        for passage, fit in zip(used, self._fits(used, texts, cancel, self._floor), strict=True):
            fits[passage.chunk.id] = fit
            yield WeighingPassages(len(fits), total)
        ranked = sorted(used, key=lambda passage: -fits[passage.chunk.id])
        kept = [one for one in ranked if fits[one.chunk.id] >= self._floor][:MOST_PASSAGES]
        best: list[Statement] | None = []
        if kept:
            best = yield from self._best_statements(kept, len(used), cancel)
        if best is None:
            kept = []
        self._builder.weighed(used, fits, kept)
        self._builder.took(weighing_s=time.monotonic() - started)
        return _focused(kept, best or [])

    def _best_statements(
        self, kept: Sequence[Passage], done: int, cancel: CancelToken
    ) -> Generator[WeighingPassages, None, list[Statement] | None]:
        """The statements to write from, best first; None where no one is surely what was asked for,
        and an empty list where the passages have none, as a table may."""
        ranked = ranked_statements(self._builder.asked, kept, self._embedder, cancel)
        near = ranked[:STATEMENTS_WEIGHED]
        by_nearness = [one.statement for one in near]
        passages = {passage.chunk.id: passage for passage in kept}
        odds = self._fits(
            [passages[one.chunk.id] for one in by_nearness],
            [as_data(one.text) for one in by_nearness],
            cancel,
            self._floor + STATEMENT_MARGIN,
        )
        fits: list[float] = []
        for fit in odds:
            fits.append(fit)
            yield WeighingPassages(done + len(fits), done + len(by_nearness))
        if fits and max(fits) < self._floor + STATEMENT_MARGIN:
            return None
        by_fit = sorted(range(len(fits)), key=lambda place: (-fits[place], place))
        rank_by_fit = {place: rank for rank, place in enumerate(by_fit, start=1)}
        joined = sorted(
            range(len(by_nearness)),
            key=lambda place: (
                -(1 / (RANK_CONSTANT + place + 1) + 1 / (RANK_CONSTANT + rank_by_fit[place])),
                place,
            ),
        )
        return _apart([by_nearness[place] for place in joined])[:MOST_STATEMENTS]

    def _fits(
        self, passages: Sequence[Passage], texts: Sequence[str], cancel: CancelToken, just: float
    ) -> Generator[float, None, None]:
        """The log-odds of each text; what is too long to be weighed counts as `just` fit enough."""
        prompts = [
            fit_messages(self._builder.asked, passage, text)
            for passage, text in zip(passages, texts, strict=True)
        ]
        for fit in self._chat.weigh(prompts, cancel=cancel):
            yield just if fit is None else fit


def _apart(ranked: Sequence[Statement]) -> list[Statement]:
    """Without those that share words with a better one."""
    found: list[Statement] = []
    for one in ranked:
        if not any(one.overlaps(other) for other in found):
            found.append(one)
    return found


def _focused(kept: Sequence[Passage], best: Sequence[Statement]) -> Focused:
    """The passages of these statements, the best first; whole ones where there is none."""
    if not best:
        return Focused(tuple(kept), {})
    by_id = {passage.chunk.id: passage for passage in kept}
    passages = tuple(by_id[one] for one in dict.fromkeys(found.chunk.id for found in best))
    texts = {
        passage.chunk.id: " ".join(
            " ".join(as_data(one.text).split())
            for one in sorted(best, key=lambda found: found.start)
            if one.chunk.id == passage.chunk.id
        )
        for passage in passages
    }
    return Focused(passages, texts)
