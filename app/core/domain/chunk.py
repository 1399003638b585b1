"""Chunks: passages with an id, each character of which can be drawn on its page."""

from __future__ import annotations

from dataclasses import dataclass

HIDDEN_ON_PAGE = "This text is hidden on the page."
"""What is said wherever a chunk is shown that nobody can see on its page: it is white on white,
tiny, covered, without paint, or outside the page."""


@dataclass(frozen=True, slots=True)
class Span:
    """Where a piece of a chunk lies: `page_text[page_start:page_end]` of the physical page stands
    in the chunk's text from `chunk_start` on, character for character."""

    page: int
    page_start: int
    page_end: int
    chunk_start: int

    @property
    def chunk_end(self) -> int:
        """End of the piece in the chunk's text."""
        return self.chunk_start + self.page_end - self.page_start


@dataclass(frozen=True, slots=True)
class DraftChunk:
    """A chunk that is not stored yet. `tokens` counts `text` by the embedder's tokenizer; `hidden`
    says that nobody can see any of it on its pages."""

    text: str
    heading_path: tuple[str, ...]
    spans: tuple[Span, ...]
    tokens: int
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stored chunk. Its id is never used again, even after it is gone (C1).

    A chunk is either to be seen on its pages or, where `hidden` says so, nowhere on them; no chunk
    is in part the one and in part the other, so that a quote of it can always say which it is."""

    id: int
    document_id: int
    ordinal: int
    text: str
    heading_path: tuple[str, ...]
    spans: tuple[Span, ...]
    tokens: int
    hidden: bool = False

    @property
    def heading(self) -> str:
        """The heading path as people read it: "Chapter › Section"."""
        return " › ".join(self.heading_path)

    @property
    def first_page(self) -> int:
        """Physical page on which the chunk begins."""
        return self.spans[0].page

    def pieces(self, start: int, end: int) -> tuple[tuple[int, int, int], ...]:
        """The pieces of pages that the characters [start, end) of the text stand on.

        Returns:
            (physical page, start, end) with offsets into that page's text, in reading order.
        """
        found = []
        for span in self.spans:
            first, last = max(start, span.chunk_start), min(end, span.chunk_end)
            if first < last:
                shift = span.page_start - span.chunk_start
                found.append((span.page, first + shift, last + shift))
        return tuple(found)


def embedding_text(title: str, heading_path: tuple[str, ...], text: str) -> str:
    """What is embedded and indexed for a chunk: title and heading path, then the text.

    What is shown and quoted is the text alone.
    """
    context = " › ".join(part for part in (title, *heading_path) if part)
    return f"{context}\n{text}" if context else text
