"""Reads both places of the vectors, Chroma and the plain rows beside it, and compares them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.adapters.vector_rows import read_rows
from app.core.domain.library_check import VectorContents
from app.core.ports import Vectors

VECTORS_PER_READ = 10_000

_ALIKE = 1e-3
"""Cosine by which copies of a vector may differ: both are of float32, of up to 1,024 numbers."""


def compare(collection: Any, generation: Path, dimensions: int) -> VectorContents:
    """What Chroma's collection and the rows in the folder of its generation hold."""
    places, vectors = read_rows(generation, dimensions)
    row_of = {int(chunk_id): row for row, chunk_id in enumerate(places["chunk_id"])}
    unusable = {int(one) for one in places["chunk_id"][~_usable(vectors)]}
    documents: dict[int, int] = {}
    differing: set[int] = set()
    ids = collection.get(include=[])["ids"]
    for start in range(0, len(ids), VECTORS_PER_READ):
        some = ids[start : start + VECTORS_PER_READ]
        found = collection.get(ids=some, include=["embeddings", "metadatas"])
        chunk_ids = [int(one) for one in found["ids"]]
        metadatas = zip(chunk_ids, found["metadatas"], strict=True)
        documents.update((chunk_id, int(one["document_id"])) for chunk_id, one in metadatas)
        stored = np.asarray(found["embeddings"], dtype=np.float32)
        if stored.ndim != 2 or stored.shape[1] != dimensions:
            unusable.update(chunk_ids)
            continue
        unusable.update(np.array(chunk_ids)[~_usable(stored)].tolist())
        both = [index for index, chunk_id in enumerate(chunk_ids) if chunk_id in row_of]
        rows = [row_of[chunk_ids[index]] for index in both]
        apart = _cosines(stored[both], vectors[rows]) < 1 - _ALIKE
        differing.update(np.array(chunk_ids)[both][apart].tolist())
    rows_of = zip(places["chunk_id"].tolist(), places["document_id"].tolist(), strict=True)
    return VectorContents(documents, dict(rows_of), frozenset(unusable), frozenset(differing))


def _usable(vectors: Vectors) -> NDArray[np.bool_]:
    """Which vectors are made of numbers and have a direction, shape (vectors,)."""
    usable = np.zeros(len(vectors), dtype=bool)
    for start in range(0, len(vectors), VECTORS_PER_READ):
        some = slice(start, start + VECTORS_PER_READ)
        lengths = np.linalg.norm(vectors[some], axis=1)
        usable[some] = np.isfinite(lengths) & (lengths > 0)
    return usable


def _cosines(one: Vectors, other: Vectors) -> NDArray[np.float64]:
    with np.errstate(invalid="ignore"):
        products = np.vecdot(one.astype(np.float64), other.astype(np.float64))
    lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    # What has no direction is unusable, and told as that.
    usable = np.isfinite(products) & (lengths > 0)
    return np.asarray(np.divide(products, lengths, out=np.ones_like(products), where=usable))
