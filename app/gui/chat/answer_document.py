"""Writes an answer into a text document: a paragraph for each claim, its citations as anchors.

Text goes in through a cursor, so nothing that a model wrote is read as mark-up, and only
validated citations become anchors (`cite:INDEX` into the answer's citations). A chip is glued to
the last word by a non-breaking space; its own first and last characters are such spaces too and
make room for the pill that is painted behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from app.core.domain.answer import Answer, Citation, Claim
from app.gui.chat import wording
from app.gui.common.excerpt import excerpt
from app.gui.common.safe_text import one_line, reads_right_to_left
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import TextRole
from app.services.viewing import CitationState

TEXT_LEFT = 32
"""Where the claims' text begins, in px; the mark of a claim stands before it."""
CLAIM_GAP = 13
"""Room between claims, in px."""
TINT_GAP = 6
"""More room above and below a claim that is tinted."""
REASON_GAP = 2
GLUE_PX = 2
"""What a space before a chip is wider than others, in px."""
EDGE = 8
"""Room above the first and below the last claim, in px: a tint may reach into it."""
TOOLTIP_CHARACTERS = 90

_ALL_SAME: Mapping[Citation, CitationState] = {}
_NBSP = "\u00a0"
# Keeps a chip readable from left to right inside text that runs the other way.
_LEFT_TO_RIGHT, _END_OF_DIRECTION = "\u2066", "\u2069"


class ClaimState(StrEnum):
    """Which mark a claim bears."""

    SUPPORTED = "supported"
    VERBATIM = "verbatim"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Chip:
    """A citation in the text. `claim` and `citation` index into the answer; the characters
    [start, end) of the document are its anchor, [start, marker_end) the marker in it."""

    claim: int
    citation: int
    start: int
    marker_end: int
    end: int
    verified: bool
    gone: bool = False
    """Whether what it cites is not there any more as it was."""


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """A claim in the document: its words are the characters [start, end); `first_block` to
    `last_block`, counted from 0, are its paragraphs with the reason."""

    state: ClaimState
    start: int
    end: int
    first_block: int
    last_block: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where chips and claims are in the document, both in reading order."""

    chips: tuple[Chip, ...] = ()
    claims: tuple[ShownClaim, ...] = ()


def claim_state(claim: Claim) -> ClaimState:
    """The mark of a claim; missing support outweighs that it is quoted."""
    if not claim.support.supported:
        return ClaimState.UNSUPPORTED
    return ClaimState.VERBATIM if claim.verbatim else ClaimState.SUPPORTED


def write_answer(
    document: QTextDocument,
    answer: Answer,
    theme: Theme,
    states: Mapping[Citation, CitationState] = _ALL_SAME,
) -> Layout:
    """Replace the document's content by an answer. `states` tells what became of documents that
    it cites."""
    return _Writer(document, answer, theme, states).write()


class _Writer:
    def __init__(
        self,
        document: QTextDocument,
        answer: Answer,
        theme: Theme,
        states: Mapping[Citation, CitationState],
    ) -> None:
        document.clear()
        frame = document.rootFrame().frameFormat()
        frame.setTopMargin(EDGE)
        frame.setBottomMargin(EDGE)
        document.rootFrame().setFrameFormat(frame)
        self._answer = answer
        self._theme = theme
        self._states = states
        self._cursor = QTextCursor(document)
        self._blocks = 0
        self._chips: list[Chip] = []
        self._state_before: ClaimState | None = None
        self._formats: dict[tuple[TextRole, TokenName], QTextCharFormat] = {}
        self._anchors = [
            self._anchor_formats(number, citation)
            for number, citation in enumerate(answer.citations)
        ]

    def write(self) -> Layout:
        self._cursor.beginEditBlock()
        claims = [self._claim(index, claim) for index, claim in enumerate(self._answer.claims)]
        self._cursor.endEditBlock()
        return Layout(tuple(self._chips), tuple(claims))

    def _claim(self, index: int, claim: Claim) -> ShownClaim:
        state = claim_state(claim)
        tinted = ClaimState.UNSUPPORTED in (state, self._state_before)
        first = self._begin_block(TextRole.ANSWER, CLAIM_GAP + (TINT_GAP if tinted else 0))
        self._state_before = state
        start = self._cursor.position()
        words = shown_words(claim)
        self._cursor.insertText(words, self._format(TextRole.ANSWER, "text"))
        end = self._cursor.position()
        self._turn_round()
        self._write_chips(index, claim, isolated=reads_right_to_left(words))
        last = first
        if state is ClaimState.UNSUPPORTED:
            last = self._begin_block(TextRole.CHIP, REASON_GAP)
            reason = self._format(TextRole.CHIP, "warn")
            self._cursor.insertText(wording.reason_line(claim), reason)
        return ShownClaim(state, start, end, first, last)

    def _begin_block(self, role: TextRole, gap: int) -> int:
        block = QTextBlockFormat()
        block.setLineHeight(
            self._theme.line_height(role), QTextBlockFormat.LineHeightTypes.FixedHeight.value
        )
        block.setLeftMargin(self._theme.scaled(TEXT_LEFT))
        block.setTopMargin(gap)
        if self._blocks == 0:
            self._cursor.setBlockFormat(block)
        else:
            self._cursor.insertBlock(block)
        self._blocks += 1
        return self._blocks - 1

    def _turn_round(self) -> None:
        """Move the room for the mark to where a text from right to left begins."""
        if self._cursor.block().textDirection() is Qt.LayoutDirection.RightToLeft:
            block = self._cursor.blockFormat()
            block.setRightMargin(block.leftMargin())
            block.setLeftMargin(0)
            self._cursor.setBlockFormat(block)

    def _write_chips(self, index: int, claim: Claim, *, isolated: bool) -> None:
        plain = self._format(TextRole.ANSWER, "text")
        glue = QTextCharFormat(plain)
        glue.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        glue.setFontLetterSpacing(GLUE_PX)
        for place, number in enumerate(claim.citations):
            # Chips that follow each other may part; the first one stays with the last word.
            self._cursor.insertText(" " if place else _NBSP, glue)
            if isolated:
                self._cursor.insertText(_LEFT_TO_RIGHT, plain)
            self._chips.append(self._chip(index, number))
            if isolated:
                self._cursor.insertText(_END_OF_DIRECTION, plain)

    def _chip(self, claim: int, number: int) -> Chip:
        citation = self._answer.citations[number]
        lead, marker, page = self._anchors[number]
        start = self._cursor.position()
        self._cursor.insertText(_NBSP, lead)
        self._cursor.insertText(wording.marker(citation.chunk_id), marker)
        marker_end = self._cursor.position()
        where = wording.chip_page(citation)
        self._cursor.insertText(f"{_NBSP}{where}{_NBSP}", page)
        end = self._cursor.position()
        gone = self._states.get(citation) in wording.GONE
        return Chip(claim, number, start, marker_end, end, citation.verified, gone)

    def _anchor_formats(
        self, number: int, citation: Citation
    ) -> tuple[QTextCharFormat, QTextCharFormat, QTextCharFormat]:
        """The formats of a chip's leading space, its marker and its page."""
        marker = QTextCharFormat()
        marker.setAnchor(True)
        marker.setAnchorHref(f"cite:{number}")
        state = self._states.get(citation, CitationState.SAME)
        marker.setToolTip(tooltip(citation, number, len(self._answer.citations), state))
        page = QTextCharFormat(marker)
        gone = state in wording.GONE
        tone: TokenName = "text2" if gone else "accent" if citation.verified else "warn"
        marker.merge(self._format(TextRole.CHIP, tone))
        page.merge(self._format(TextRole.SECONDARY, "text2"))
        lead = QTextCharFormat(marker)
        if gone or not citation.verified:
            # Room for the sign.
            lead.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
            lead.setFontLetterSpacing(self._theme.scaled(15))
        return lead, marker, page

    def _format(self, role: TextRole, tone: TokenName) -> QTextCharFormat:
        known = self._formats.get((role, tone))
        if known is None:
            known = self._formats[role, tone] = QTextCharFormat()
            known.setFont(self._theme.font(role))
            known.setForeground(self._theme.color(tone))
        return known


def tooltip(
    citation: Citation, index: int, count: int, state: CitationState = CitationState.SAME
) -> str:
    """The name of a citation and its first words, as mark-up with all text escaped.

    Qt guesses whether a tool tip is mark-up; a title that looks like it must not decide.
    """
    name = escape(wording.spoken_citation(citation, index, count, state))
    words = excerpt(citation.quote, ()).text
    if not words:
        return f"<p>{name}</p>"
    if len(words) > TOOLTIP_CHARACTERS:
        words = words[:TOOLTIP_CHARACTERS].rsplit(" ", 1)[0] + "…"
    return f"<p>{name}<br>“{escape(words)}”</p>"


def shown_words(claim: Claim) -> str:
    """The words of a claim on one line; quoted ones in quotation marks."""
    text = one_line(claim.text)
    quoted = text.startswith(("“", '"', "„", "«")) and text.endswith(("”", '"', "“", "»"))
    return f"“{text}”" if claim.verbatim and not quoted else text
