"""The invoices that are measured with: what they say is what is taken for the truth."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path

import pymupdf
import pytest

from tests.model.invoice_facts import Layout
from tests.model.invoice_forms import amount, day
from tests.model.invoices import SIGNS, Invoice, invoices

EVERY = pytest.mark.parametrize("invoice", invoices(), ids=lambda invoice: str(invoice.name))


def text_of(path: Path) -> str:
    with pymupdf.open(path) as document:
        return " ".join(" ".join(page.get_text() for page in document).split())


def test_there_are_two_of_each_layout_and_language() -> None:
    made = invoices()
    assert len(made) == 20
    kinds = Counter((invoice.layout, invoice.language) for invoice in made)
    assert kinds == {(layout, language): 2 for layout in Layout for language in ("en", "de")}
    for distinct in ("number", "vendor", "issue_date", "total"):
        assert len({getattr(invoice.truth, distinct) for invoice in made}) == 20
    english = {invoice.truth.currency for invoice in made if invoice.language == "en"}
    assert english == {"USD", "GBP", "EUR"}


@EVERY
def test_the_truth_stands_in_the_document_beside_what_is_not_asked(
    invoice: Invoice, tmp_path: Path
) -> None:
    bill, truth = invoice.bill, invoice.truth
    text = text_of(invoice.write(tmp_path))
    written = day(bill, bill.issued)
    for said in (truth.number, truth.vendor, written, amount(bill, bill.total)):
        assert said in text
    assert truth.currency in text or SIGNS[truth.currency] in text
    for other in (
        bill.customer.name,
        bill.customer_number,
        bill.order_number,
        bill.vendor.tax_id,
        day(bill, bill.due),
        day(bill, bill.delivered),
        amount(bill, bill.net),
        amount(bill, bill.tax_amount),
    ):
        assert other in text


@EVERY
def test_a_day_is_written_so_that_it_reads_in_one_way(invoice: Invoice) -> None:
    bill = invoice.bill
    if "/" in day(bill, bill.issued):
        assert all(one.day > 12 for one in (bill.issued, bill.delivered, bill.due))


def test_the_sums_are_right() -> None:
    (bill,) = [one.bill for one in invoices() if one.truth.number == "QP-20417"]
    assert (bill.net, bill.tax_amount, bill.total) == (159400, 31880, 191280)
    assert invoices()[0].truth.issue_date == date(2024, 3, 14)


@pytest.mark.parametrize("number", [0, 9, 19])
def test_a_file_is_the_same_each_time(number: int, tmp_path: Path) -> None:
    invoice = invoices()[number]
    first = invoice.write(tmp_path).read_bytes()
    assert invoice.write(tmp_path).read_bytes() == first


def test_the_total_of_a_dense_invoice_is_on_its_second_page(tmp_path: Path) -> None:
    for invoice in invoices():
        with pymupdf.open(invoice.write(tmp_path)) as document:
            pages = [page.get_text() for page in document]
        total = amount(invoice.bill, invoice.bill.total)
        holding = [number for number, text in enumerate(pages, start=1) if total in text]
        assert holding == ([2] if invoice.layout is Layout.DENSE else [1])
