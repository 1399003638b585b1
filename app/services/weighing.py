"""What a model is given to write from: the passages, and of them the sentences, that state what was
asked.

A small model that reads six whole passages copies the first thing that looks right. Asked about
one passage at a time, and then about one sentence at a time, the same model tells well which one
states the answer; of ten questions over manuals it wrote five right answers from whole passages
and eight from the sentences that it had chosen so.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import Passage
from app.core.errors import PinciteError
from app.core.ports import ChatModel, Embedder
from app.core.prompting.answer_prompt import passage_text
from app.core.prompting.fit_prompt import fit_messages
from app.core.support.check import content_share
from app.core.text.sentences import sentences
from app.services.answer_building import AnswerBuilder
from app.services.events import WeighingPassages

log = logging.getLogger(__name__)

MOST_PASSAGES = 3
"""An answer is written from at most so many passages, the fittest."""
SENTENCES_WEIGHED = 10
"""Of these passages at most so many sentences are weighed, those nearest to the question."""
MOST_SENTENCES = 3
"""An answer is written from at most so many sentences, the fittest."""
MAX_SENTENCE_CHARACTERS = 600
"""Tables and listings without full stops are weighed, and read, by so much of their beginning."""
LEAST_WORDS, LEAST_UNSPACED = 2, 4


@dataclass(frozen=True, slots=True)
class Focused:
    """Passages, the fittest first, and the words of each that the model is to write from."""

    passages: tuple[Passage, ...]
    texts: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class _Sentence:
    passage: Passage
    order: int
    text: str


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
        total = len(used) + SENTENCES_WEIGHED
        yield WeighingPassages(0, total)
        fits: dict[int, float] = {}
        texts = [passage_text(passage) for passage in used]
        for passage, fit in zip(used, self._fits(used, texts, cancel), strict=True):
            fits[passage.chunk.id] = fit
            yield WeighingPassages(len(fits), total)
        ranked = sorted(used, key=lambda passage: -fits[passage.chunk.id])
        kept = [one for one in ranked if fits[one.chunk.id] >= self._floor][:MOST_PASSAGES]
        self._builder.weighed(used, fits, kept)
        chosen: list[_Sentence] = []
        if kept:
            candidates = self._nearest([one for passage in kept for one in _sentences(passage)])
            weighed: list[tuple[float, int, _Sentence]] = []
            odds = self._fits(
                [one.passage for one in candidates], [one.text for one in candidates], cancel
            )
            for place, (one, fit) in enumerate(zip(candidates, odds, strict=True)):
                weighed.append((-fit, place, one))
                yield WeighingPassages(len(used) + len(weighed), len(used) + len(candidates))
            chosen = [one for _, _, one in sorted(weighed, key=lambda entry: entry[:2])]
        self._builder.took(weighing_s=time.monotonic() - started)
        return _focused(kept, chosen[:MOST_SENTENCES])

    def _fits(
        self, passages: Sequence[Passage], texts: Sequence[str], cancel: CancelToken
    ) -> Generator[float, None, None]:
        """The log-odds of each text; what is too long to be weighed counts as just fit enough."""
        prompts = [
            fit_messages(self._builder.asked, passage, text)
            for passage, text in zip(passages, texts, strict=True)
        ]
        for fit in self._chat.weigh(prompts, cancel=cancel):
            yield self._floor if fit is None else fit

    def _nearest(self, candidates: Sequence[_Sentence]) -> list[_Sentence]:
        """At most SENTENCES_WEIGHED of them, by likeness in meaning and in words, in order."""
        if len(candidates) <= SENTENCES_WEIGHED:
            return list(candidates)
        asked = self._builder.asked
        shares = [content_share(one.text, asked) for one in candidates]
        try:
            vector = self._embedder.embed_query(asked)
            likeness = self._embedder.embed_passages([one.text for one in candidates]) @ vector
            scores = [float(like) + share for like, share in zip(likeness, shares, strict=True)]
        except PinciteError as error:
            log.warning("sentences are chosen by words alone: %s %s", error.code, error.detail)
            scores = shares
        best = sorted(range(len(candidates)), key=lambda place: (-scores[place], place))
        return [candidates[place] for place in sorted(best[:SENTENCES_WEIGHED])]


def _sentences(passage: Passage) -> list[_Sentence]:
    """The sentences of a passage that say something, in order."""
    text = passage_text(passage)
    found = []
    for order, (start, end) in enumerate(sentences(text)):
        sentence = text[start:end][:MAX_SENTENCE_CHARACTERS]
        unspaced = not sentence.isascii() and " " not in sentence
        if len(sentence) >= LEAST_UNSPACED if unspaced else len(sentence.split()) >= LEAST_WORDS:
            found.append(_Sentence(passage, order, sentence))
    return found


def _focused(kept: Sequence[Passage], chosen: Sequence[_Sentence]) -> Focused:
    """The passages of the chosen sentences, the fittest first; whole ones where none was chosen."""
    if not chosen:
        return Focused(tuple(kept), {})
    texts: dict[int, str] = {}
    passages = list(dict.fromkeys(one.passage for one in chosen))
    for passage in passages:
        own = sorted((one for one in chosen if one.passage is passage), key=lambda one: one.order)
        texts[passage.chunk.id] = " ".join(one.text for one in own)
    return Focused(tuple(passages), texts)
