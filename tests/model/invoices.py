"""Twenty invoices in five layouts and two languages, with what their fields hold in truth.

They are made for measuring: each also says what may be taken for a field and is none, such as a
customer number, an order number, a date of delivery, a net amount and the customer's name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pymupdf

from tests.model import english_invoices, german_invoices, invoice_layouts
from tests.model.invoice_facts import Bill, Layout

SIGNS = {"EUR": "€", "USD": "$", "GBP": "£"}
"""The sign of each currency."""

_LAYOUTS: dict[Layout, Callable[[pymupdf.Document, Bill], None]] = {
    Layout.LETTER: invoice_layouts.letter,
    Layout.LABELS_ABOVE: invoice_layouts.labels_above,
    Layout.FORM: invoice_layouts.form,
    Layout.SUMMARY_FIRST: invoice_layouts.summary_first,
    Layout.DENSE: invoice_layouts.dense,
}


@dataclass(frozen=True, slots=True)
class Truth:
    """What the fields of the schema "invoice" hold; the currency is a code."""

    number: str
    vendor: str
    issue_date: date
    total: float
    currency: str


@dataclass(frozen=True, slots=True)
class Invoice:
    """An invoice to be read. `name` is that of its file."""

    name: str
    bill: Bill

    @property
    def layout(self) -> Layout:
        """How it is set."""
        return self.bill.layout

    @property
    def language(self) -> str:
        """ "en" or "de"."""
        return self.bill.language

    @property
    def truth(self) -> Truth:
        """What is to be found."""
        bill = self.bill
        return Truth(bill.number, bill.vendor.name, bill.issued, bill.total / 100, bill.currency)

    def write(self, folder: Path) -> Path:
        """Write the PDF into a folder, always with the same bytes, and give its path."""
        path = folder / self.name
        with pymupdf.open() as document:
            _LAYOUTS[self.layout](document, self.bill)
            document.save(path, garbage=4, deflate=True, no_new_id=True)
        return path


def invoices() -> tuple[Invoice, ...]:
    """All of them: ten in English, then ten in German."""
    bills = (*english_invoices.BILLS, *german_invoices.BILLS)
    return tuple(
        Invoice(f"{number:02d}-{bill.layout}-{bill.language}.pdf", bill)
        for number, bill in enumerate(bills, start=1)
    )
