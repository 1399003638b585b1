"""An answer for the clipboard: with its citations and a list of sources, as text and as HTML."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QMimeData

from app.core.domain.answer import Answer, Citation, Claim
from app.gui.chat import wording
from app.gui.chat.answer_document import shown_words
from app.gui.common.safe_text import one_line


@dataclass(frozen=True, slots=True)
class AnswerCopy:
    """The same answer in both forms."""

    text: str
    html: str

    def mime_data(self) -> QMimeData:
        """Return both for the clipboard; programs take the form that they know."""
        data = QMimeData()
        data.setText(self.text)
        data.setHtml(self.html)
        return data


def copy_of(answer: Answer) -> AnswerCopy:
    """Write an answer with `[chunk:N] p. M` after each sentence, then its sources.

    A sentence without support says so, as it does on the screen. All text is escaped in HTML.
    """
    return AnswerCopy(_text(answer), _html(answer))


def _text(answer: Answer) -> str:
    lines = []
    for claim in answer.claims:
        lines.append(" ".join([shown_words(claim), *_markers(answer, claim)]))
        if not claim.support.supported:
            lines.append(f"({wording.reason_line(claim)})")
    lines += ["", "Sources"]
    lines += [f"{name}\n  {path}" for name, path in _sources(answer)]
    return "\n".join(lines) + "\n"


def _html(answer: Answer) -> str:
    parts = []
    for claim in answer.claims:
        markers = " ".join(_markers(answer, claim))
        body = f"{escape(shown_words(claim))} {escape(markers)}"
        if not claim.support.supported:
            body += f"<br><em>{escape(wording.reason_line(claim))}</em>"
        parts.append(f"<p>{body}</p>")
    items = "".join(f"<li>{escape(name)}<br>{escape(path)}</li>" for name, path in _sources(answer))
    return f"{''.join(parts)}<p><strong>Sources</strong></p><ul>{items}</ul>"


def _markers(answer: Answer, claim: Claim) -> list[str]:
    return [_marker(answer.citations[number]) for number in claim.citations]


def _marker(citation: Citation) -> str:
    return f"{wording.marker(citation.chunk_id)} {_page(citation, '')}"


def _sources(answer: Answer) -> list[tuple[str, str]]:
    """(marker, title and page; path) of each page that is cited, once."""
    named = {}
    for citation in answer.citations:
        place = _page(citation, citation.label)
        name = f"{wording.marker(citation.chunk_id)} {one_line(citation.document)}, {place}"
        named[name] = str(citation.path)
    return list(named.items())


def _page(citation: Citation, label: str) -> str:
    place = wording.page(citation.page, label).replace("\u00a0", " ")
    return place if citation.ocr_confidence is None else f"{place}, read by OCR"
