"""What may be shown of an answer while it is written."""

from __future__ import annotations

from app.core.citations.markers import MarkerScanner, Prose, Token
from app.core.citations.signs import LINE_BREAKS


class ProseStream:
    """Turns an answer as it is written into prose that may be shown at once.

    White space around markers is folded: a marker at the start of a line leaves no blank there,
    and one before a full stop none before that. A line ends when the next one begins, so that
    nothing blank is left of a block at the end.
    """

    def __init__(self) -> None:
        self._scanner = MarkerScanner()
        self._space = False
        self._line_start = True
        self._line_over = False
        self._taken_out = False

    def feed(self, text: str) -> str:
        """Prose that is certain after this text."""
        return self._folded(self._scanner.feed(text))

    def finish(self) -> str:
        """The prose that was still held back."""
        return self._folded(self._scanner.finish())

    def _folded(self, tokens: list[Token]) -> str:
        shown: list[str] = []
        for token in tokens:
            if isinstance(token, Prose):
                for character in token.text:
                    self._show(character, shown)
            else:
                self._taken_out = True
        return "".join(shown)

    def _show(self, character: str, shown: list[str]) -> None:
        if character in LINE_BREAKS:
            self._line_over = self._line_over or not self._line_start
            self._line_start, self._space = True, False
        elif character.isspace():
            self._space = True
        else:
            stop = self._taken_out and character in ".,;:!?"
            if self._line_over:
                shown.append("\n")
            elif self._space and not self._line_start and not stop:
                shown.append(" ")
            shown.append(character)
            self._line_start = self._line_over = self._space = self._taken_out = False
