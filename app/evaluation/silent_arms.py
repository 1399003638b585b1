"""A search by words that finds nothing, for measuring search by meaning without it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.core.domain.evidence import RankedChunk, Scope


class SilentLexicalIndex:
    """Implements :class:`~app.core.ports.LexicalIndex` over nothing."""

    def search(
        self,
        terms: Sequence[str],
        k: int,
        scope: Scope,
        *,
        required: Sequence[str] = (),
        within: Collection[int] | None = None,
    ) -> list[RankedChunk]:
        """See the port."""
        return []
