"""An embedder without a model: texts that share words have similar vectors."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

import numpy as np

from app.core.domain.model import EmbedderIdentity
from app.core.errors import PinciteError
from app.core.ports import Vectors

IDENTITY = EmbedderIdentity(name="word-hashes", dimensions=256, sha256="0" * 64)


class WordHashEmbedder:
    """Counts words by their hash. Set `fault` to make the next calls raise it."""

    def __init__(self, identity: EmbedderIdentity = IDENTITY) -> None:
        self._identity = identity
        self.fault: PinciteError | None = None
        self.passages: list[str] = []
        """All texts that were embedded as passages."""
        self.closed = False

    @property
    def identity(self) -> EmbedderIdentity:
        return self._identity

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if self.fault is not None:
            raise self.fault
        self.passages += texts
        vectors = np.zeros((len(texts), self._identity.dimensions), dtype=np.float32)
        vectors[:, 0] = 0.1  # so that a text without words has a direction too
        for row, text in enumerate(texts):
            for word in re.findall(r"\w+", text.casefold()):
                place = zlib.crc32(word.encode("utf-8", "replace")) % vectors.shape[1]
                vectors[row, place] += 1.0
        unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit

    def embed_query(self, text: str) -> Vectors:
        seen = len(self.passages)
        vector: Vectors = self.embed_passages([text])[0]
        del self.passages[seen:]
        return vector

    def close(self) -> None:
        self.closed = True
