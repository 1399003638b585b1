"""Makes up vectors that lie as those of a sentence model do: in topics, documents and sections.

Pure noise would be the wrong thing to measure on: in 384 dimensions all its vectors are about
equally far from each other, so the graph of an approximate search has nothing to follow. Compared
with 2,480 passages of five manuals, embedded by all-MiniLM-L6-v2 (`docs/scale.md` has the figures).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.core.ports import Vectors

DIMENSIONS = 384
"""Those of all-MiniLM-L6-v2."""

DOCUMENTS_PER_TOPIC = 40
CHUNKS_PER_SECTION = 5

# What parts of a vector's square are common to all texts, to a topic, to a document, to a section,
# and the passage's own; they are the steps in mean cosine from one level to the next.
_COMMON, _TOPIC, _DOCUMENT, _SECTION, _OWN = 0.12, 0.10, 0.21, 0.25, 0.32

# A few directions carry most of the differences: the i-th has the variance (i + 1) ** -_DECAY.
_DECAY = 0.8

# How far a passage keeps from its section differs: some say nearly the same as another.
_LEAST_OWN, _MOST_OWN = 0.4, 1.4


def document_vectors(document: int, count: int, *, seed: int = 1) -> Vectors:
    """Unit vectors of the chunks of a document in reading order, shape (count, DIMENSIONS).

    The same for the same arguments, whatever was made before.

    Args:
        document: Number of the document, from 0; neighbours share a topic.
    """
    chance = np.random.default_rng((seed, document))
    topic = np.random.default_rng((seed, document // DOCUMENTS_PER_TOPIC, 1))
    every = np.random.default_rng((seed, 0, 2))
    sections = -(-count // CHUNKS_PER_SECTION)
    shared = (
        _COMMON**0.5 * _directions(every, 1)
        + _TOPIC**0.5 * _directions(topic, 1)
        + _DOCUMENT**0.5 * _directions(chance, 1)
    )
    section = _SECTION**0.5 * _directions(chance, sections)
    own = _OWN**0.5 * _directions(chance, count)
    own *= chance.uniform(_LEAST_OWN, _MOST_OWN, size=(count, 1))
    return _unit(shared + section[np.arange(count) // CHUNKS_PER_SECTION] + own)


def question_vector(near: Vectors, chance: np.random.Generator) -> Vectors:
    """A vector as far from a chunk's as a question is from the passage that answers it.

    Args:
        near: The chunk's unit vector.
    """
    noise = _directions(chance, 1)[0]
    made: Vectors = _unit((near + 0.8 * noise)[None, :])[0]
    return made


def _directions(chance: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Vectors of squared length about 1, shape (count, DIMENSIONS)."""
    variances = np.arange(1, DIMENSIONS + 1) ** -_DECAY
    scales = np.sqrt(variances / variances.sum())
    made: NDArray[np.float64] = chance.standard_normal((count, DIMENSIONS)) * scales
    return made


def _unit(rows: NDArray[np.float64]) -> Vectors:
    unit: Vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return unit
