"""The support floor: from where on what was found is enough to look for an answer in it (A2).

How similar a question is to a passage that answers it depends on the embedder, so a floor belongs
to one embedder. `pincite eval floor` measures it, on cosine similarity and on the share of a
question's words that one passage holds; never on a fusion score.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.core.domain.model import EmbedderIdentity, Sha256

Share = Annotated[float, Field(ge=0.0, le=1.0)]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Floor(_Frozen):
    """What was found is enough where its best similarity reaches `similarity`, or where one passage
    holds the share `coverage` of the question's content words. Without a similarity, words decide
    alone. `quote` is the same for quoting without a model: the least that the best statement has to
    reach, its share of the question's words, plus its similarity where the floor has one."""

    similarity: Share | None = None
    coverage: Share
    quote: Annotated[float, Field(ge=0.0, le=2.0)] = 0.0

    def reached_by(self, similarity: float | None, coverage: float) -> bool:
        """Whether there is enough to look for an answer in."""
        if self.similarity is not None and similarity is not None and similarity >= self.similarity:
            return True
        return coverage >= self.coverage

    def quotes(self, similarity: float | None, share: float) -> bool:
        """Whether a statement is near enough to the question to be quoted as an answer."""
        if self.similarity is not None and similarity is not None:
            return share + similarity >= self.quote
        return share >= self.quote


class EmbedderFloor(_Frozen):
    """The floor of one embedder. `measured` says on what it was chosen, for people."""

    name: str
    dimensions: Annotated[int, Field(gt=0)]
    sha256: Sha256
    floor: Floor
    measured: Mapping[str, Any] = {}

    def belongs_to(self, identity: EmbedderIdentity) -> bool:
        """Whether it was measured with this embedder."""
        return EmbedderIdentity(self.name, self.dimensions, self.sha256) == identity


class FloorRecord(_Frozen):
    """All floors that the program knows; `words_only` holds where no similarity can be judged."""

    version: Literal[1] = 1
    words_only: Floor = Floor(coverage=0.35, quote=0.25)
    embedders: tuple[EmbedderFloor, ...] = ()

    def of(self, identity: EmbedderIdentity) -> Floor | None:
        """The floor of an embedder; None where nobody measured it."""
        return next((one.floor for one in self.embedders if one.belongs_to(identity)), None)

    def with_floor(self, words_only: Floor, entry: EmbedderFloor) -> FloorRecord:
        """The record with the entry of an embedder put in or exchanged."""
        others = (
            one
            for one in self.embedders
            if (one.name, one.dimensions, one.sha256)
            != (entry.name, entry.dimensions, entry.sha256)
        )
        return FloorRecord(words_only=words_only, embedders=(*others, entry))
