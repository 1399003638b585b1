"""The fields of twenty invoices, read by the starter model with everything else real.

A field is right where it holds what the invoice says: text compared without regard to case and
white space, the currency as its code or its sign, the total to the cent. A value that is shown as
verified has to stand in the passage that is cited for it, always.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Application, open_application
from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ALL_DOCUMENTS
from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import Value
from app.core.extraction.currencies import currency_codes
from app.core.extraction.dates import read_date
from app.core.extraction.numbers import read_money
from app.services.events import IngestFinished
from app.services.extraction_events import ExtractionsFinished
from tests.model.invoices import SIGNS, Invoice, Truth, invoices

SCHEMA = "invoice"
FIELDS = tuple(one.name for one in fields(Truth))
LEAST_RIGHT = 0.80
"""Of n = 100: five fields of twenty invoices."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A field of an invoice, as it is and as it was read; `stands` says that the passage holds the
    value where it is shown as verified."""

    invoice: Invoice
    cell: ExtractedCell
    truth: Value
    stands: bool

    @property
    def right(self) -> bool:
        """Whether it holds what the invoice says."""
        value = self.cell.value
        if self.cell.name == "currency":
            accepted = (self.truth, SIGNS[str(self.truth)])
            return isinstance(value, str) and value.strip().upper() in accepted
        if isinstance(self.truth, float):
            return isinstance(value, float) and abs(value - self.truth) < 0.005
        return _level(value) == _level(self.truth)

    def row(self) -> str:
        """The outcome as a line for people."""
        marks = "right" if self.right else "WRONG"
        marks += ", verified" if self.cell.verified else ""
        marks += ", to review" if self.cell.needs_review else ""
        marks += "" if self.stands else ", NOT THERE"
        read = f"{self.cell.value!r} for {self.truth!r}"
        return f"{self.invoice.name}  {self.cell.name}: {read} ({marks})"


def _level(value: Value) -> Value:
    return " ".join(value.casefold().split()) if isinstance(value, str) else value


def _stands(application: Application, cell: ExtractedCell) -> bool:
    """Whether the words that are shown for a verified value stand in its passage and say it. This
    is looked up anew, by the quote alone."""
    found = cell.found
    if found is None or not cell.verified:
        return True
    assert found.source_chunk_id is not None
    chunk = application.library.chunks([found.source_chunk_id])[found.source_chunk_id]
    return chunk.text[found.start : found.end] == found.quote and _says(found.quote, found.value)


def _says(quote: str, value: Value) -> bool:
    if isinstance(value, date):
        return value in read_date(quote)
    if isinstance(value, float):
        return any(abs(float(reading) - value) < 0.005 for reading in read_money(quote)[0])
    said = set(currency_codes(str(value))) & set(currency_codes(quote))
    return bool(said) or _signs(str(value)) == _signs(quote)


def _signs(text: str) -> str:
    """Letters and figures alone: how words are set and where a line ends does not matter."""
    return "".join(filter(str.isalnum, text.casefold()))


def _read(application: Application, folder: Path) -> None:
    """Read the files into the library, and then their fields."""
    *_, read = application.ingest.run([folder], cancel=CancelToken())
    assert isinstance(read, IngestFinished)
    assert (read.added, read.degraded) == (20, "")
    ids = [document.id for document in application.library.documents()]
    application.extraction_tables.queue(SCHEMA, ids)
    *_, end = application.extractions.run(cancel=CancelToken())
    assert isinstance(end, ExtractionsFinished)
    assert end.extracted + end.failed == 20
    sys.stdout.write(f"{end.extracted} extracted, {end.failed} failed, {end.seconds:.0f} s\n")


def _outcomes(
    application: Application, made: Iterable[Invoice], rows: Iterable[ExtractedRow]
) -> list[Outcome]:
    by_name = {row.path.name: row for row in rows}
    return [
        Outcome(invoice, cell, getattr(invoice.truth, cell.name), _stands(application, cell))
        for invoice in made
        for cell in by_name[invoice.name].cells
    ]


def _figures(outcomes: Sequence[Outcome]) -> str:
    """How many are right: in all, and by field, layout and language."""
    lines = [_share("all", outcomes)]
    groups: tuple[Callable[[Outcome], str], ...] = (
        lambda one: one.cell.name,
        lambda one: one.invoice.layout.value,
        lambda one: one.invoice.language,
    )
    for group in groups:
        lines += [
            _share(name, [one for one in outcomes if group(one) == name])
            for name in dict.fromkeys(map(group, outcomes))
        ]
    verified = [one for one in outcomes if one.cell.verified]
    lines.append(f"{sum(one.stands for one in verified)} of {len(verified)} verified stand there")
    lines.append(f"of these, {sum(one.right for one in verified)} are right")
    wrong = [one for one in outcomes if not one.right]
    unseen = sum(not one.cell.needs_review for one in wrong)
    lines.append(f"{len(wrong)} wrong, {unseen} of them not marked for review")
    return "\n".join(lines)


def _share(name: str, outcomes: Sequence[Outcome]) -> str:
    right = sum(one.right for one in outcomes)
    return f"{name}: {right} of {len(outcomes)} right ({right / len(outcomes):.2f})"


@pytest.fixture(autouse=True)
def _fetched(model_paths: Callable[[str], tuple[Path, ...]]) -> None:
    model_paths("embedder")
    model_paths("starter")


@pytest.mark.model
@pytest.mark.timeout(10800)
def test_fields_of_twenty_invoices(library_dir: Path, tmp_path: Path) -> None:
    folder = tmp_path / "invoices"
    folder.mkdir()
    made = invoices()
    for invoice in made:
        invoice.write(folder)
    with open_application(str(library_dir)) as application:
        _read(application, folder)
        rows = application.extraction_tables.table(SCHEMA, ALL_DOCUMENTS).rows
        outcomes = _outcomes(application, made, rows)
    told = "\n".join([_figures(outcomes), *(one.row() for one in outcomes)])
    sys.stdout.write(f"{told}\n")
    assert len(outcomes) == len(made) * len(FIELDS) == 100
    assert [one.row() for one in outcomes if not one.stands] == []
    assert sum(one.right for one in outcomes) >= LEAST_RIGHT * len(outcomes), told
