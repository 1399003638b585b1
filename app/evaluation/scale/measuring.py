"""Measures search over a made-up library in the service: time, memory, disk, and how much of the
true best the dense arm finds."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np

from app.adapters.index_process import IndexProcess
from app.bootstrap import INDEXING, Application
from app.core.domain.document import Document
from app.core.domain.evidence import EVERYTHING, Scope
from app.core.ports import Vectors
from app.core.text.terms import query_terms
from app.evaluation.scale.building import number_of
from app.evaluation.scale.processes import process_seconds, resident
from app.evaluation.scale.texts import document_texts, question
from app.evaluation.scale.vectors import document_vectors, question_vector

K = 10
"""Passages that a search is asked for, and depth of recall."""

# Questions that are asked before any is measured, so that files are open and read once.
_WARM_UP = 5

# Each question is asked so often, all of them in turn, and its best time counts: other programs of
# the computer disturb a single one.
_ROUNDS = 3

_SEED = 20_261


@dataclass(frozen=True, slots=True)
class Question:
    """`text` holds words of the chunk at `place` of document `number`; `vector` lies near it."""

    text: str
    number: int
    place: int
    vector: Vectors


def measure(application: Application, questions: int) -> dict[str, object]:
    """Ask `questions` questions in each scope.

    Returns:
        A record for JSON: times in milliseconds, memory and disk in megabytes (10 ** 6 bytes).
    """
    documents = sorted(application.library.documents(), key=lambda document: document.id)
    asked = questions_about(documents, questions + _WARM_UP)
    started = time.perf_counter()
    application.search.search(asked[0].text, K)
    first = time.perf_counter() - started
    scopes = scopes_of(documents)
    return {
        "chunks": sum(document.chunks for document in documents),
        "documents": len(documents),
        "questions": questions,
        "first_search_ms": _ms(first),
        "scopes": {name: _scope(application, asked, scope) for name, scope in scopes.items()},
        "processor_ms": {
            name: _processor_ms(application, asked, scope) for name, scope in scopes.items()
        },
        "recall": {
            name: recall(application, documents, asked[_WARM_UP:], scope)
            for name, scope in scopes.items()
        },
        "memory": _memory(application),
        "disk_mb": {
            "database": _size(application.folder.database),
            "vectors": _size(application.folder.vectors),
        },
    }


def questions_about(documents: Sequence[Document], count: int) -> list[Question]:
    """Questions about chunks that are drawn at random, the same for the same documents."""
    chance = np.random.default_rng(_SEED)
    found = []
    for _ in range(count):
        document = documents[int(chance.integers(0, len(documents)))]
        number, place = number_of(document), int(chance.integers(0, document.chunks))
        text = question(document_texts(number, document.chunks)[place], chance)
        near = document_vectors(number, document.chunks)[place]
        found.append(Question(text, number, place, question_vector(near, chance)))
    return found


def scopes_of(documents: Sequence[Document]) -> dict[str, Scope]:
    """The scopes that are measured, by name. Chosen documents lie all over the library."""
    chance = np.random.default_rng(_SEED + 1)
    ids = [document.id for document in documents]
    shuffled = [ids[place] for place in chance.permutation(len(ids)).tolist()]

    def share(part: float) -> Scope:
        return Scope(frozenset(shuffled[: max(1, round(part * len(shuffled)))]))

    return {
        "everything": EVERYTHING,
        "one document": Scope(frozenset(shuffled[:1])),
        "5 % of the documents": share(0.05),
        "half of the documents": share(0.5),
    }


def recall(
    application: Application,
    documents: Sequence[Document],
    asked: Sequence[Question],
    scope: Scope,
) -> float:
    """Mean share of the true K nearest chunks that the dense arm finds among its first K."""
    truth = _nearest(documents, np.stack([one.vector for one in asked]), scope, application)
    shares = []
    for one, right in zip(asked, truth, strict=True):
        found = {hit.chunk_id for hit in application.vectors.search(one.vector, K, scope)}
        shares.append(len(found & right) / len(right))
    return round(statistics.mean(shares), 4)


def _nearest(
    documents: Sequence[Document], vectors: Vectors, scope: Scope, application: Application
) -> list[set[int]]:
    """The K nearest chunks of each vector, by comparing it with every one of the scope."""
    best: list[list[tuple[float, int]]] = [[] for _ in vectors]
    for document in documents:
        if not scope.holds(document.id):
            continue
        first = (document.id - 1) * document.chunks + 1
        similarities = vectors @ document_vectors(number_of(document), document.chunks).T
        for row, held in zip(similarities, best, strict=True):
            floor = held[-1][0] if len(held) == K else -1.0
            for place in np.flatnonzero(row > floor).tolist():
                held.append((float(row[place]), first + place))
            held.sort(reverse=True)
            del held[K:]
    return [{chunk_id for _, chunk_id in held} for held in best]


def _scope(
    application: Application, asked: Sequence[Question], scope: Scope
) -> Mapping[str, object]:
    """Times of the whole search and of its arms, each asked for by itself."""
    candidates = application.preferences.current.retrieval.candidates
    vectors = {one.text: application.embedder.embed_query(one.text) for one in asked}
    parts: dict[str, Callable[[Question], object]] = {
        "search": lambda one: application.search.search(one.text, K, scope),
        "lexical_arm": lambda one: application.lexical.search(
            query_terms(one.text), candidates, scope
        ),
        "embed_question": lambda one: application.embedder.embed_query(one.text),
        "dense_arm": lambda one: application.vectors.search(vectors[one.text], candidates, scope),
    }
    return {name: _times(asked, part) for name, part in parts.items()}


def _times(asked: Sequence[Question], part: Callable[[Question], object]) -> dict[str, float]:
    best = np.full(len(asked), np.inf)
    for _ in range(_ROUNDS):
        for place, one in enumerate(asked):
            started = time.perf_counter()
            part(one)
            best[place] = min(best[place], time.perf_counter() - started)
    seconds = best[_WARM_UP:]
    return {
        "p50_ms": _ms(float(np.median(seconds))),
        "p95_ms": _ms(float(np.percentile(seconds, 95))),
        "worst_ms": _ms(float(seconds.max())),
    }


def _processor_ms(
    application: Application, asked: Sequence[Question], scope: Scope
) -> float | None:
    """Mean processor time of a search, in this process and the index process together: what other
    programs do meanwhile does not count. None where the system does not tell."""

    def spent() -> float | None:
        return process_seconds(_index_process_id(application))

    before, started = spent(), time.process_time()
    for one in asked:
        application.search.search(one.text, K, scope)
    after, ended = spent(), time.process_time()
    if before is None or after is None:
        return None
    return _ms((after - before + ended - started) / len(asked))


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


def _memory(application: Application) -> dict[str, object]:
    """Megabytes of this process and of the index process; `anonymous` is not backed by a file."""
    return {
        "this_process": dict(resident(os.getpid())),
        "index_process": dict(resident(_index_process_id(application))),
    }


def _index_process_id(application: Application) -> int | None:
    index = cast("IndexProcess | None", application.made.get(INDEXING))
    return None if index is None else index.process_id


def _size(path: Path) -> float:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return round(sum(file.stat().st_size for file in files) / 1e6, 1)
