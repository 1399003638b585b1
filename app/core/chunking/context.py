"""The context that is embedded with a chunk: its document's title and its headings, bounded so
that chunk and context together fit the embedder's limit (R5)."""

from __future__ import annotations

from app.core.domain.chunk import embedding_text
from app.core.ports import TokenCounter

MOST_TOKENS = 50
"""Of the context, and no more than a fifth of the embedder's limit. Chunks of 200 tokens with it
fit a limit of 254."""

_ELLIPSIS = "…"
# Of a context that is too long, the title and each heading but the last get this share at most.
_PART = 0.4
# Contexts that are kept, since the chunks of a section have the same.
_KEPT = 256

Context = tuple[str, tuple[str, ...]]
"""A title and a heading path."""


def context_tokens(counter: TokenCounter) -> int:
    """Most tokens of a context for the embedder whose tokens are counted."""
    return min(MOST_TOKENS, counter.limit // 5)


class ContextBound:
    """Shortens titles and headings where they are too long together."""

    def __init__(self, counter: TokenCounter) -> None:
        self._counter = counter
        self._most = context_tokens(counter)
        self._known: dict[Context, Context] = {}

    def embedding_text(self, title: str, heading_path: tuple[str, ...], text: str) -> str:
        """What is embedded for a chunk: the context, shortened if need be, then the text."""
        context = (title, heading_path)
        if context not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[context] = self._shortened(title, heading_path)
        return embedding_text(*self._known[context], text)

    def _shortened(self, title: str, path: tuple[str, ...]) -> Context:
        """The title and the last heading say most, then the headings above that one."""
        if self._fits(title, path):
            return title, path
        share = int(self._most * _PART)
        title = self._cut(title, share)
        path = tuple(self._cut(heading, share) for heading in path)
        while len(path) > 1 and not self._fits(title, path):
            path = path[1:]
        if not self._fits(title, path):
            path = ()
        return (title, path) if self._fits(title, path) else ("", ())

    def _fits(self, title: str, path: tuple[str, ...]) -> bool:
        return self._tokens(embedding_text(title, path, "")) <= self._most

    def _cut(self, text: str, most: int) -> str:
        """As many words from the begin as fit, or characters where one word does not."""
        if self._tokens(text) <= most:
            return text
        kept = text
        while kept and (tokens := self._tokens(kept + _ELLIPSIS)) > most:
            length = min(len(kept) - 1, len(kept) * most // tokens)
            rest = kept[length : length + 1]
            kept = kept[:length]
            if " " in kept and not rest.isspace():
                kept = kept.rsplit(" ", 1)[0]
            kept = kept.rstrip()
        return kept + _ELLIPSIS if kept else ""

    def _tokens(self, text: str) -> int:
        (count,) = self._counter.count([text])
        return count
