"""The marker `[chunk:N]`: found in any spelling a model may give it, and taken out of prose.

One scanner serves the parser of whole texts and the filter of streams, so that both always agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_OPEN, _CLOSE = "[［【", "]］】"
_OPENS, _CLOSES = re.escape(_OPEN), re.escape(_CLOSE)
_NUMBERS = r"\d{1,18}(?:\s*,\s*(?:chunk\s*[:：]\s*)?\d{1,18})*"
_MARKER = re.compile(rf"[{_OPENS}]\s*chunk\s*[:：]\s*({_NUMBERS})\s*[{_CLOSES}]", re.I)
# The longest beginning of a marker; what follows it decides. Bounded, so that a stream never waits
# for more than a line.
_BEGINNING = re.compile(
    rf"[{_OPENS}]\s{{0,8}}(?:c(?:h(?:u(?:n(?:k(?:\s{{0,8}}(?:[:：][\d\s,:：chunk]{{0,200}})?)?)?)?)?)?)?",
    re.I,
)
_BLOCK = re.compile(r"<<<\s*CITATIONS\s*>>>", re.I)
_BLOCK_END = re.compile(r"<<<\s*END[ _]CITATIONS\s*>>>", re.I)
_BLOCK_BEGINNING = re.compile(r"<(?:<(?:<[\sA-Z_]{0,24}>{0,2})?)?", re.I)
_CLOSE_WITHIN = 40
"""A half marker such as "[chunk:1-3]" is dropped with its bracket, if that comes this soon."""
_ENDS = _CLOSE + _OPEN + "\n"


@dataclass(frozen=True, slots=True)
class Prose:
    """Text that may be shown."""

    text: str


@dataclass(frozen=True, slots=True)
class Marker:
    """A reference to chunks, in the order in which it names them."""

    chunk_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """The inside of a citation block that a model appended; never shown (C6)."""

    text: str


Token = Prose | Marker | Block


class MarkerScanner:
    """Splits text into prose, markers and blocks, however it arrives.

    For every way of splitting a text, the tokens from `feed` and `finish` hold the same prose,
    the same markers and the same blocks as when it is fed in one piece (C8).
    """

    def __init__(self) -> None:
        self._held = ""
        self._block: str | None = None

    def feed(self, text: str) -> Iterator[Token]:
        """Tokens that are certain after this text; what might still become a marker is held."""
        self._held += text
        yield from self._scan(final=False)

    def finish(self) -> Iterator[Token]:
        """The rest. A half marker at the end is dropped (C5), an unterminated block too (C7)."""
        yield from self._scan(final=True)
        if self._block is not None:
            yield Block(self._block)
            self._block = None

    def _scan(self, *, final: bool) -> Iterator[Token]:
        while self._held:
            if self._block is not None:
                if not self._scan_block(final=final):
                    return
                yield Block(self._block)
                self._block = None
                continue
            opening = next((i for i, c in enumerate(self._held) if c in _OPEN or c == "<"), -1)
            if opening != 0:
                stop = len(self._held) if opening < 0 else opening
                yield Prose(self._held[:stop])
                self._held = self._held[stop:]
                continue
            token = self._at_opening(final=final)
            if token is None:
                return
            if token != Prose(""):
                yield token

    def _at_opening(self, *, final: bool) -> Token | None:
        """The token at the opening character the held text begins with; None to wait."""
        held = self._held
        if marker := _MARKER.match(held):
            self._held = held[marker.end() :]
            return Marker(tuple(int(number) for number in re.findall(r"\d+", marker.group(1))))
        if block := _BLOCK.match(held):
            self._held = held[block.end() :]
            self._block = ""
            return Prose("")
        if end := _BLOCK_END.match(held):
            self._held = held[end.end() :]
            return Prose("")
        beginning = (_BLOCK_BEGINNING if held[0] == "<" else _BEGINNING).match(held)
        if beginning is None:
            raise AssertionError("an opening character begins its own pattern")
        half = beginning.group()
        if beginning.end() == len(held):
            if not final:
                return None
            # Cut off by the end of the text: a half marker is dropped, a lone bracket is not.
            self._held = ""
            return Prose("" if len(half.strip("[［【<")) or half == "<<<" else half)
        if _is_half_marker(half, held[beginning.end()]):
            ahead = held[beginning.end() : beginning.end() + _CLOSE_WITHIN]
            stop = next((i for i, c in enumerate(ahead) if c in _ENDS), None)
            if stop is None and len(ahead) < _CLOSE_WITHIN and not final:
                return None
            closed = stop is not None and ahead[stop] in _CLOSE
            self._held = held[beginning.end() + (stop + 1 if closed and stop is not None else 0) :]
            return Prose("")
        self._held = held[1:]
        return Prose(held[0])

    def _scan_block(self, *, final: bool) -> bool:
        """Move held text into the block; True once the block has ended."""
        if end := _BLOCK_END.search(self._held):
            self._block = (self._block or "") + self._held[: end.start()]
            self._held = self._held[end.end() :]
            return True
        keep = 0 if final else min(len(self._held), 40)
        stop = len(self._held) - keep
        self._block = (self._block or "") + self._held[:stop]
        self._held = self._held[stop:]
        return False


def _is_half_marker(beginning: str, following: str) -> bool:
    """Whether "[chunk" was written out, and not as the start of a longer word ("[chunky]")."""
    letters = beginning[1:].lstrip().casefold()
    if not letters.startswith("chunk"):
        return False
    return letters != "chunk" or not following.isalnum()


def scan(text: str) -> list[Token]:
    """The tokens of a whole text; neighbouring prose is joined."""
    scanner = MarkerScanner()
    joined: list[Token] = []
    for token in (*scanner.feed(text), *scanner.finish()):
        if isinstance(token, Prose) and joined and isinstance(joined[-1], Prose):
            joined[-1] = Prose(joined[-1].text + token.text)
        else:
            joined.append(token)
    return joined


class ProseStream:
    """Turns an answer as it is written into prose that may be shown at once.

    White space around markers is folded: a marker at the start of a line leaves no blank there.
    """

    def __init__(self) -> None:
        self._scanner = MarkerScanner()
        self._spaces = ""
        self._line_start = True

    def feed(self, text: str) -> str:
        """Prose that is certain after this text."""
        return "".join(self._fold(token) for token in self._scanner.feed(text))

    def finish(self) -> str:
        """The prose that was still held back."""
        return "".join(self._fold(token) for token in self._scanner.finish())

    def _fold(self, token: Token) -> str:
        if not isinstance(token, Prose):
            return ""
        shown = ""
        for character in token.text:
            if character == "\n":
                shown += "" if self._line_start else "\n"
                self._line_start, self._spaces = True, ""
            elif character.isspace():
                self._spaces = " "
            else:
                shown += ("" if self._line_start else self._spaces) + character
                self._line_start, self._spaces = False, ""
        return shown


def neutralised(text: str) -> str:
    """Document text in which nothing reads as a marker or a block, for prompts (A4).

    Brackets of would-be markers become round ones and the block's angle brackets single ones, so
    the words stay readable and an echo can never count as a citation.
    """
    text = re.sub(
        rf"[{_OPENS}](\s*chunk\s*[:：][^{_CLOSES}\n]{{0,40}})[{_CLOSES}]?",
        r"(\1)",
        text,
        flags=re.I,
    )
    return text.replace("<<<", "‹").replace(">>>", "›")
