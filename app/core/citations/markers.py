"""The marker `[chunk:N]`: found in any spelling a model may give it, and taken out of prose.

One scanner serves the parser of whole texts and the filter of streams. It looks at one character
after the other and never at where a piece of a stream ends, so both always agree (C8). What is
taken out leaves no gap for the scanner: in "[chu[chunk:1]nk:9]" the outer marker is found as well,
since that is what a reader would be shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.core.citations.signs import (
    BEGINNING,
    EMPTY,
    HALF_SIGN,
    HEAD,
    LISTED,
    MARKER,
    REFERS,
    SIGN,
    SIGN_BEGINNING,
    folded,
    plain,
)

_CLOSE_WITHIN = 40
"""A half marker such as "[chunk:1-3]" is dropped with its bracket, if that comes this soon."""
_LONGEST_BEGINNING, _LONGEST_MARKER, _MOST_HELD = 64, 240, 512
"""Characters that are held back while they may still become a sign, a marker, or several."""
_BROKEN_OPENING = {"[": "(", "<": "‹", "(": "("}
_RUNAWAY = frozenset("0123456789,;/|&+: chunk")


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


class _SignEnd:
    """What may still belong to the sign of a block after its word: a plural, spaces and `>>>`."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        """Spaces that belong to what follows, unless another `>` comes."""
        self._first, self._closing = True, False

    def takes(self, character: str) -> bool:
        sign = plain(character)
        plural = self._first and sign == "s"
        self._first = False
        if sign == ">" or not sign or plural:
            self._closing = self._closing or sign == ">"
            self.kept.clear()
            return True
        if sign == " " or (sign == "\n" and not self._closing):
            self.kept.append(character)
            return len(self.kept) <= _LONGEST_BEGINNING
        return False


class MarkerScanner:
    """Splits text into prose, markers and blocks, however it arrives.

    At most some hundred characters of prose are held back, whatever the text.
    """

    def __init__(self) -> None:
        self._ready: list[Token] = []
        # From the first opening on that may still become something: what was written, or what was
        # taken out of it; and its plain signs.
        self._held: list[str | Token] = []
        self._plain: list[str] = []
        self._opens: list[int] = []
        self._block: list[str] | None = None
        self._sign_end: _SignEnd | None = None
        self._runaway = False

    def feed(self, text: str) -> list[Token]:
        """Tokens that are certain after this text; what might still become a marker is held."""
        for character in text:
            self._take(character)
        return self._released()

    def finish(self) -> list[Token]:
        """The rest. A half marker at the end is dropped (C5), an unterminated block too (C7)."""
        if self._sign_end is not None:
            self._end_sign(self._sign_end)
        if self._block is not None:
            self._put(Block("".join(self._block)))
            self._block = None
        while self._opens:
            self._end_top()
        return self._released()

    # --- one character ----------------------------------------------------------------------

    def _take(self, character: str) -> None:
        sign = plain(character)
        if self._sign_end is not None:
            if self._sign_end.takes(character):
                return
            self._end_sign(self._sign_end)
        if self._block is not None:
            self._take_in_block(self._block, character, sign)
            return
        if self._runaway:
            if not sign or sign in _RUNAWAY:
                return
            self._runaway = False
            if sign == "]":
                return
        if sign in ("[", "<", "(") and self._breaks_top(sign):
            self._take(character)
        elif sign in ("[", "<", "(") and self._opens_here(sign):
            self._opens.append(len(self._held))
            self._hold(character, sign)
            self._let_go()
        elif not self._opens:
            self._put(character)
        else:
            self._hold(character, sign)
            self._decide()

    def _breaks_top(self, sign: str) -> bool:
        """Whether an opening ends a half marker or half sign before it, which is then dropped."""
        top, tail = self._top()
        if top == "[" and sign == "[" and HEAD.match(tail):
            self._drop(len(LISTED.match(tail)[0].rstrip()))  # type: ignore[index]
            return True
        if top == "<" and (half := HALF_SIGN.match(tail)):
            self._drop(half.end())
            return True
        return False

    def _opens_here(self, sign: str) -> bool:
        """Whether a bracket or angle begins something of its own, and does not go on with what is
        held."""
        top, tail = self._top()
        if top == "[" and sign != "[" and HEAD.match(tail):
            return False
        return not (top == "<" and sign == "<" and not tail.strip("< \n"))

    def _decide(self) -> None:
        """Say what the innermost opening has become, if it can be told."""
        top, tail = self._top()
        size = len(self._held) - self._opens[-1]
        if self._emptied(tail):
            return
        if top == "<":
            self._decide_sign(tail, size)
        elif top == "[" and HEAD.match(tail):
            self._decide_marker(tail, size)
        elif not (top == "[" and BEGINNING.fullmatch(tail)):
            self._flush()
        elif size > _LONGEST_BEGINNING:
            self._break_off()

    def _emptied(self, tail: str) -> bool:
        """Whether a bracket holds nothing but what was taken out, such as "([chunk:1])"; closed,
        it goes too."""
        start = self._opens[-1]
        if not any(not isinstance(item, str) for item in self._held[start:]):
            return False
        closed = tail[-1:] == {"[": "]", "(": ")"}.get(tail[0])
        if not EMPTY.fullmatch(tail[:-1] if closed else tail):
            return False
        if closed:
            self._remove()
        elif len(self._held) - start > _LONGEST_BEGINNING:
            self._break_off()
        return True

    def _decide_sign(self, tail: str, size: int) -> None:
        if sign := SIGN.fullmatch(tail):
            self._remove()
            self._sign_end = _SignEnd()
            if not sign["end"]:
                self._block = []
        elif SIGN_BEGINNING.fullmatch(tail) and size <= _LONGEST_BEGINNING:
            return
        elif half := HALF_SIGN.match(tail):
            self._drop(half.end())
        elif SIGN_BEGINNING.fullmatch(tail):
            self._break_off()
        else:
            self._flush()

    def _decide_marker(self, tail: str, size: int) -> None:
        if marker := MARKER.fullmatch(tail):
            self._remove()
            self._put(Marker(tuple(int(n) for n in re.findall(r"\d+", marker[1]))))
            return
        listed = LISTED.match(tail)
        read = listed[0].rstrip() if listed else "["
        rest = tail[len(read) :]
        if tail[-1] == "]":
            if not REFERS.match(tail) and any(c.isalpha() for c in rest):
                self._put_in_round_brackets()
            else:
                self._remove()
        elif size > _LONGEST_MARKER and not rest.strip():
            self._remove()
            self._runaway = True
        elif size > _LONGEST_MARKER or len(rest) > _CLOSE_WITHIN or "\n" in rest.rstrip():
            self._drop(len(read))

    def _take_in_block(self, block: list[str], character: str, sign: str) -> None:
        block.append(character)
        if sign != "n":
            return
        signs, places = folded("".join(block[-_LONGEST_BEGINNING:]))
        first = max(0, len(block) - _LONGEST_BEGINNING)
        for start in re.finditer("<", signs):
            if found := SIGN.fullmatch(signs, start.start()):
                inside = "".join(block[: first + places[start.start()]])
                self._put(Block(inside))
                self._block = None if found["end"] else []
                self._sign_end = _SignEnd()
                return

    # --- what comes of it -------------------------------------------------------------------

    def _top(self) -> tuple[str, str]:
        """The innermost opening, and its plain text so far; both "" where nothing is held."""
        if not self._opens:
            return "", ""
        tail = "".join(self._plain[self._opens[-1] :])
        return tail[0], tail

    def _hold(self, item: str | Token, sign: str) -> None:
        self._held.append(item)
        self._plain.append(sign)

    def _put(self, item: str | Token) -> None:
        """Pass something on, behind what is held."""
        if self._opens:
            self._hold(item, "")
        else:
            self._ready.append(Prose(item) if isinstance(item, str) else item)

    def _take_off(self) -> list[str | Token]:
        """Take the innermost opening and what follows it out of what is held."""
        start = self._opens.pop()
        items = self._held[start:]
        del self._held[start:], self._plain[start:]
        return items

    def _remove(self) -> None:
        """Drop the text of the innermost opening."""
        for item in self._take_off():
            if not isinstance(item, str):
                self._put(item)

    def _drop(self, length: int) -> None:
        """Drop so much of the plain text of the innermost opening, and look at the rest anew."""
        left = length
        for item in self._take_off():
            if not isinstance(item, str):
                self._put(item)
            elif left > 0:
                left -= len(plain(item))
            else:
                self._take(item)

    def _flush(self) -> None:
        """Nothing that is held can become a marker any more: an opening that holds prose is none,
        and neither is one that holds such an opening."""
        items = self._held
        self._held, self._plain, self._opens = [], [], []
        for item in items:
            self._put(item)

    def _put_in_round_brackets(self) -> None:
        """Words such as "[chunk-ext]" stay, but not in the brackets of a marker."""
        self._held[self._opens[-1]] = "("
        self._held[-1] = ")"
        self._flush()

    def _let_go(self) -> None:
        """Keep what is held bounded: openings further out are broken, so that they cannot become
        anything."""
        if len(self._held) > _MOST_HELD:
            innermost = self._take_off()[0]
            self._break_off()
            self._opens.append(0)
            self._hold(innermost, plain(str(innermost)))

    def _break_off(self) -> None:
        """Show what might still become something, but in other signs, so that it cannot."""
        for at, sign in enumerate(self._plain):
            if sign in _BROKEN_OPENING:
                self._held[at] = _BROKEN_OPENING[sign]
        self._flush()

    def _end_sign(self, sign_end: _SignEnd) -> None:
        self._sign_end = None
        for space in sign_end.kept:
            self._take(space)

    def _end_top(self) -> None:
        """The text ends within the innermost opening."""
        top, tail = self._top()
        if top == "[" and HEAD.match(tail):
            listed = LISTED.match(tail)
            read = len(listed[0].rstrip()) if listed else 1
            if len(tail[read:].split()) > 1 or tail[read : read + 1].isspace():
                self._drop(read)
            else:
                self._remove()
        else:
            self._remove()

    def _released(self) -> list[Token]:
        """The tokens that are ready; neighbouring prose is joined."""
        joined: list[Token] = []
        run: list[str] = []
        for token in self._ready:
            if isinstance(token, Prose):
                run.append(token.text)
                continue
            if run:
                joined.append(Prose("".join(run)))
                run = []
            joined.append(token)
        if run:
            joined.append(Prose("".join(run)))
        self._ready = []
        return joined


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
