"""What the tables of the inspector hold: passages, checks, and what was kept back."""

from __future__ import annotations

import re

from app.core.claims.outcome import reason_of
from app.core.domain.answer import Answer, Claim
from app.core.domain.evidence import Passage
from app.core.support.wording import lack
from app.gui.common.confidence import confidence_lines
from app.gui.common.formats import Formats
from app.gui.common.safe_text import one_line
from app.gui.inspector import wording
from app.gui.inspector.facts import Cell, Column, Facts, Row
from app.gui.inspector.wording import Remark

MOST_LETTERS = 80
"""Longer titles and headings are cut: the tip has the whole of them."""

_GONE = "A passage that is not there"
_NUMBER = re.compile(r"(?:§\s*)?\d+(?:\.\d+)*[a-z]?(?=[.)]?\s)")


def seen_passages(answer: Answer, *, compact: bool) -> Facts:
    """The passages that the model saw, or all that were found where it saw none; `compact` puts
    the figures below the title."""
    seen = bool(answer.sources)
    shown = answer.sources or answer.evidence
    cited = {one.chunk_id for one in answer.citations}
    tokens = dict(zip(answer.sources, answer.trace.source_tokens, strict=False))
    rows = []
    for passage in shown:
        figures = _figures(answer, passage, tokens.get(passage))
        last = (_cited(passage.chunk.id in cited),) if seen else ()
        if compact:
            below = _in_words(figures)
            cells = (_marker(passage), _place(passage, below=below), *last)
        else:
            numbers = tuple(Cell(text, spoken=f"{name} {text}") for name, text in figures)
            cells = (_marker(passage), _place(passage), *numbers, *last)
        rows.append(Row(cells, passage))
    names = [name for name, _ in _figures(answer, shown[0], 0)] if shown else []
    titles = [] if compact else [Column(name, figures=True) for name in names]
    ends = (Column("Cited", figures=True),) if seen else ()
    columns = (Column("Marker"), Column("Passage", share=1), *titles, *ends)
    return Facts(wording.saw(answer), columns, tuple(rows))


def left_out_passages(answer: Answer) -> Facts:
    """The passages that were found and not given to the model, each with the reason."""
    ranks = {passage.chunk.id: rank for rank, passage in enumerate(answer.evidence, 1)}
    fits = dict(answer.trace.weighed)
    record = answer.trace.claim_filter
    removed = record.removed_ids if record is not None else ()
    limit = max(len(fits), len(answer.sources))
    rows = []
    for dropped in answer.trace.dropped:
        if dropped.chunk_id in removed:
            continue  # it has a table of its own
        passage = _passage(answer, dropped.chunk_id)
        rank = ranks.get(dropped.chunk_id, 0)
        why = wording.left_out(dropped, rank, limit)
        weighed = dropped.chunk_id in fits
        more = f"fit\u00a0{wording.fit(fits[dropped.chunk_id])}" if weighed else ""
        icon = "filter" if weighed else "list"
        place = _place(passage) if passage is not None else Cell(_GONE)
        marker = Cell(f"[chunk:{dropped.chunk_id}]")
        reason = Cell(why, more=more, code=dropped.reason, icon=icon)
        rows.append(Row((marker, place, reason), passage))
    count = Formats().count(len(rows), "passage")
    name = f"{count} {'was' if len(rows) == 1 else 'were'} left out"
    columns = (Column("Marker"), Column("Passage", share=2), Column("Why it was left out", share=3))
    return Facts(name, columns, tuple(rows))


def claim_filter(answer: Answer) -> Facts:
    """How the claim filter ended; nothing where it was off."""
    record = answer.trace.claim_filter
    remarks = (wording.filter_remark(record),) if record is not None else ()
    return remark_lines(wording.FILTER_TITLE, remarks)


def set_aside_passages(answer: Answer) -> Facts:
    """The passages that the claim filter removed, each with the reason."""
    record = answer.trace.claim_filter
    rows = []
    for removal in record.removed if record is not None else ():
        passage = _passage(answer, removal.chunk_id)
        place = _place(passage) if passage is not None else Cell(_GONE)
        reason = Cell(one_line(reason_of(removal)), code=removal.slot, icon="filter")
        rows.append(Row((Cell(f"[chunk:{removal.chunk_id}]"), place, reason), passage))
    count = Formats().count(len(rows), "passage")
    name = f"{count} {'was' if len(rows) == 1 else 'were'} set aside"
    columns = (
        Column("Marker"),
        Column("Passage", share=2),
        Column("Why it was set aside", share=3),
    )
    return Facts(name, columns, tuple(rows))


def checked_sentences(answer: Answer) -> Facts:
    """Each sentence that is shown, what it cites, and whether that bears it out."""
    rows = []
    for claim in answer.claims:
        chunks = [answer.citations[number].chunk_id for number in claim.citations]
        markers = [f"[chunk:{chunk}]" for chunk in dict.fromkeys(chunks)]
        marker = Cell(markers[0] if markers else "–", below="\n".join(markers[1:]))
        passage = _passage(answer, chunks[0]) if chunks else None
        words = Cell(one_line(claim.text), below=_ground(answer, claim))
        rows.append(Row((marker, words, _verdict(claim)), passage))
    name = f"{Formats().count(len(rows), 'sentence')} checked"
    columns = (Column("Marker"), Column("Sentence and what bears it out", share=1), Column("Check"))
    return Facts(name, columns, tuple(rows))


def withheld_sentences(answer: Answer) -> Facts:
    """The sentences that are not shown, each with its cause."""
    rows = [
        Row(
            (
                Cell(one_line(one.text)),
                Cell(wording.not_shown(one), code=one.cause, icon="state-warning", tone="warn"),
            )
        )
        for one in answer.trace.withheld_sentences
    ]
    name = f"{Formats().count(len(rows), 'sentence')} not shown"
    columns = (Column("Sentence", share=1), Column("Why it is not shown", share=1))
    return Facts(name, columns, tuple(rows))


def moved_sentences(answer: Answer) -> Facts:
    """The sentences that cite another passage than the model named."""
    trace = answer.trace
    claims = {one_line(claim.text): claim for claim in answer.claims}
    rows = []
    for number, text in enumerate(trace.moved):
        claim = claims.get(one_line(text))
        to = [answer.citations[i].chunk_id for i in claim.citations] if claim else []
        named = trace.moved_from[number] if number < len(trace.moved_from) else ()
        cells = (Cell(_markers(to)), Cell(one_line(text)), Cell(_markers(named)))
        rows.append(Row(cells, _passage(answer, to[0]) if to else None))
    count = Formats().count(len(rows), "sentence")
    name = f"{count} moved to another passage"
    columns = (Column("Cites"), Column("Sentence", share=1), Column("The model named"))
    return Facts(name, columns, tuple(rows))


def confidence_parts(answer: Answer) -> Facts:
    """What the confidence was made of, in figures."""
    rows = [
        Row((Cell(one.name), Cell(one.sentence), Cell(one.figure), Cell(one.weight)))
        for one in confidence_lines(answer)
    ]
    columns = (
        Column("Part"),
        Column("What was counted", share=1),
        Column("Figure", figures=True),
        Column("Weight", figures=True),
    )
    return Facts("Parts of the confidence", columns, tuple(rows))


def remark_lines(name: str, remarks: tuple[Remark, ...]) -> Facts:
    """Sentences with their codes, one a row."""
    rows = tuple(
        Row((Cell(one.sentence, code=one.code, icon=one.icon, tone=one.tone),)) for one in remarks
    )
    return Facts(name, (Column("", share=1),), rows)


def _passage(answer: Answer, chunk_id: int) -> Passage | None:
    """A passage as the model saw it, where it did."""
    for one in (*answer.sources, *answer.evidence):
        if one.chunk.id == chunk_id:
            return one
    return None


def _marker(passage: Passage) -> Cell:
    return Cell(f"[chunk:{passage.chunk.id}]")


def _markers(chunk_ids: tuple[int, ...] | list[int]) -> str:
    return " ".join(f"[chunk:{one}]" for one in dict.fromkeys(chunk_ids)) or "–"


def _place(passage: Passage, *, below: str = "") -> Cell:
    """Title, page and the number of the section, or its heading where it has none."""
    formats = Formats()
    path = passage.chunk.heading_path
    last = one_line(path[-1]) if path else ""
    number = _NUMBER.match(last)
    heading = number.group() if number else _short(last)
    where = ", ".join(filter(None, (formats.page(passage.page), heading)))
    title, page = one_line(passage.document_title), one_line(passage.label)
    said = (title, formats.page(passage.page, page), one_line(passage.chunk.heading))
    return Cell(_short(title), more=where, below=below, tip="\n".join(filter(None, said)))


def _short(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1].rstrip()}…"


def _figures(answer: Answer, passage: Passage, tokens: int | None) -> tuple[tuple[str, str], ...]:
    """(name, value) of what search and model counted for a passage."""
    degraded = answer.trace.degraded
    formats = Formats()
    similar = passage.similarity
    figures = [
        ("By words", _rank(passage.lexical_rank, searched="lexical_unavailable" not in degraded)),
        ("By meaning", _rank(passage.dense_rank, searched="embedding_unavailable" not in degraded)),
        ("Similarity", "–" if similar is None else formats.decimal(similar, 2)),
    ]
    if answer.trace.source_tokens:
        figures.append(("Tokens", "–" if tokens is None else formats.number(tokens)))
    if answer.trace.weighed:
        weighed = dict(answer.trace.weighed).get(passage.chunk.id)
        figures.append(("Fit", "–" if weighed is None else wording.fit(weighed)))
    return tuple(figures)


def _rank(rank: int | None, *, searched: bool) -> str:
    if rank is None:
        return "not found" if searched else "not searched"
    return wording.ordinal(rank)


def _in_words(figures: tuple[tuple[str, str], ...]) -> str:
    """The figures as one line: "1st by words, 4th by meaning, similarity 0.66, 188 tokens"."""
    said = []
    for name, value in figures:
        if value == "–":
            continue
        low = name.lower()
        first = name in ("Similarity", "Fit")
        words = f"{low} {value}" if first else f"{value} {low}"
        said.append(words.replace(" ", "\u00a0"))
    return ", ".join(said)


def _cited(cited: bool) -> Cell:
    if cited:
        return Cell(icon="check", tone="ok", spoken="cited")
    return Cell(more="no", spoken="not cited")


def _verdict(claim: Claim) -> Cell:
    if not claim.support.supported:
        return Cell("not supported", icon="state-warning", tone="warn")
    if claim.verbatim:
        return Cell("quoted", icon="quote", tone="ok")
    return Cell("supported", icon="check", tone="ok")


def _ground(answer: Answer, claim: Claim) -> str:
    """The words on the page that bear a sentence out, or what they lack."""
    if not claim.support.supported:
        return lack(claim) or "The passage that it cites does not support it."
    if claim.verbatim:
        return ""
    quotes = []
    for number in claim.citations:
        citation = answer.citations[number]
        where = Formats().page(citation.page, one_line(citation.label))
        if citation.verified and citation.quote:
            quotes.append(f"{where}: “{one_line(citation.quote)}”")
        else:
            quotes.append(f"{where}: its words were not found on the page")
    return "\n".join(quotes)
