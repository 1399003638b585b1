"""Five ways to set an invoice. Each draws all of it on sheets of a document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pymupdf

from tests.model.invoice_facts import Bill
from tests.model.invoice_forms import amount, day, figures, labels
from tests.model.invoice_items import Item
from tests.model.invoice_sheet import A4, GREY, LETTER, Align, Colour, Sheet

_NAVY, _PALE, _GREEN = (0.13, 0.22, 0.4), (0.93, 0.94, 0.97), (0.12, 0.4, 0.32)

Cells = list[tuple[float, str, Align]]


def _sheet(document: pymupdf.Document, bill: Bill, face: str = "sans") -> Sheet:
    return Sheet(document, LETTER if bill.locale == "en-US" else A4, face)


def _head_cells(named: dict[str, str], left: float, right: float) -> Cells:
    return [
        (left, named["item"], "left"),
        (right - 190, named["quantity"], "right"),
        (right - 85, named["price"], "right"),
        (right, named["amount"], "right"),
    ]


def _item_cells(bill: Bill, item: Item, left: float, right: float) -> Cells:
    return [
        (left, item.name, "left"),
        (right - 190, f"{item.quantity} {item.unit}".strip(), "right"),
        (right - 85, figures(item.price, bill.language), "right"),
        (right, figures(item.amount, bill.language), "right"),
    ]


def _item_rows(
    sheet: Sheet, bill: Bill, items: Iterable[Item], top: float, *, size: float, step: float
) -> float:
    """The lines of the items with rules below them; the height after the last one."""
    y = top
    for item in items:
        sheet.row(y, _item_cells(bill, item, sheet.left + 4, sheet.right - 4), size=size)
        sheet.rule(sheet.left, y + step * 0.35, sheet.right, width=0.3)
        y += step
    return y


def _sums(bill: Bill, named: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return (
        (named["net"], amount(bill, bill.net)),
        (named["tax"], amount(bill, bill.tax_amount)),
        (named["total"], amount(bill, bill.total)),
    )


# --- a letter ---------------------------------------------------------------------------------


def letter(document: pymupdf.Document, bill: Bill) -> None:
    """A letterhead, a window for the address, a block on the right, a footer in columns."""
    sheet, named = _sheet(document, bill, "serif"), labels(bill)
    sheet.box(sheet.left, 44, sheet.left + 26, 70, fill=_NAVY)
    sheet.text(sheet.left + 36, 66, bill.vendor.name, size=20, bold=True, colour=_NAVY)
    sheet.rule(sheet.left, 82, sheet.right, width=1.2)
    sheet.text(sheet.left, 128, " · ".join(bill.vendor.address), size=7.5, colour=GREY)
    sheet.lines(sheet.left, 148, bill.customer.address, size=11)
    block = (
        (named["number"], bill.number),
        (named["date"], day(bill, bill.issued)),
        (named["customer"], bill.customer_number),
        (named["order"], bill.order_number),
        (named["delivered"], day(bill, bill.delivered)),
    )
    y = 134.0
    for label, value in block:
        sheet.text(sheet.right - 190, y, label, colour=GREY)
        sheet.text(sheet.right, y, value, align="right")
        y += 15
    sheet.text(sheet.left, 252, f"{named['title']} {bill.number}", size=16, bold=True)
    greeting = {
        "en": "Thank you for your order. For our work and deliveries we charge as follows.",
        "de": "Wir danken für Ihren Auftrag und erlauben uns, wie folgt zu berechnen.",
    }[bill.language]
    sheet.text(sheet.left, 276, greeting)
    head = _head_cells(named, sheet.left + 4, sheet.right - 4)
    sheet.row(306, head, bold=True)
    sheet.rule(sheet.left, 312, sheet.right, width=1)
    y = _item_rows(sheet, bill, bill.items, 328, size=10, step=20) + 6
    for label, value in _sums(bill, named):
        last = label == named["total"]
        if last:
            sheet.rule(sheet.right - 210, y - 14, sheet.right, width=1)
        sheet.text(sheet.right - 210, y, label, bold=last)
        sheet.text(sheet.right - 4, y, value, bold=last, align="right")
        y += 18
    request = {
        "en": f"Please pay without deduction by {day(bill, bill.due)}, quoting the invoice number.",
        "de": f"Bitte zahlen Sie bis zum {day(bill, bill.due)} ohne Abzug.",
    }[bill.language]
    sheet.text(sheet.left, y + 24, request)
    _letter_foot(sheet, bill, named)


def _letter_foot(sheet: Sheet, bill: Bill, named: dict[str, str]) -> None:
    vendor, top = bill.vendor, sheet.bottom - 40
    sheet.rule(sheet.left, top - 14, sheet.right)
    columns = (
        (*vendor.address, vendor.phone),
        (vendor.head, vendor.mail),
        (f"{named['tax_id']} {vendor.tax_id}", f"{named['bank']}: {vendor.bank}"),
    )
    for x, lines in zip((sheet.left, sheet.left + 165, sheet.left + 330), columns, strict=True):
        sheet.lines(x, top, lines, size=7, colour=GREY)


# --- labels above values ----------------------------------------------------------------------


def labels_above(document: pymupdf.Document, bill: Bill) -> None:
    """Small grey labels with their values below them, in columns."""
    sheet, named = _sheet(document, bill), labels(bill)
    middle = (sheet.left + sheet.right) / 2 + 10
    sheet.text(sheet.left, 80, named["title"], size=30, colour=_GREEN)
    sheet.rule(sheet.left, 98, sheet.right, width=2)
    vendor = bill.vendor
    lines = (*vendor.address[1:], vendor.mail, f"{named['tax_id']} {vendor.tax_id}")
    for x, label, name, rest in (
        (sheet.left, named["from"], vendor.name, lines),
        (middle, named["to"], bill.customer.name, bill.customer.address[1:]),
    ):
        sheet.text(x, 124, label, size=7, colour=GREY)
        sheet.text(x, 140, name, size=11, bold=True)
        sheet.lines(x, 155, rest, size=9.5)
    step = (sheet.right - sheet.left) / 3
    facts = (
        ("number", bill.number),
        ("date", day(bill, bill.issued)),
        ("due", day(bill, bill.due)),
        ("order", bill.order_number),
        ("delivered", day(bill, bill.delivered)),
        ("customer", bill.customer_number),
    )
    for at, (key, value) in enumerate(facts):
        x, y = sheet.left + step * (at % 3), 238.0 + 40 * (at // 3)
        sheet.text(x, y, named[key], size=7, colour=GREY)
        sheet.text(x, y + 15, value, size=11)
    sheet.rule(sheet.left, 310, sheet.right)
    head = _head_cells(named, sheet.left + 4, sheet.right - 4)
    sheet.row(328, head, size=8, colour=GREY)
    y = _item_rows(sheet, bill, bill.items, 348, size=10, step=24) + 20
    for at, (label, value) in enumerate(_sums(bill, named)):
        x, last = sheet.left + step * (at + 1), label == named["total"]
        sheet.text(x, y, label.upper(), size=7, align="right", colour=GREY)
        sheet.text(x, y + 18, value, size=15 if last else 11, bold=last, align="right")
    sheet.rule(sheet.left, y + 34, sheet.right, width=2)
    sheet.lines(sheet.left, y + 56, (f"{named['bank']}: {vendor.bank}", vendor.phone), size=8.5)
    sheet.text(sheet.left, sheet.bottom, vendor.head, size=8, colour=GREY)


# --- a form -----------------------------------------------------------------------------------


def form(document: pymupdf.Document, bill: Bill) -> None:
    """Ruled boxes with a label and a value in each line."""
    sheet, named = _sheet(document, bill), labels(bill)
    left, right = sheet.left, sheet.right
    middle = (left + right) / 2
    sheet.text(middle, 66, named["title"].upper(), size=18, bold=True, align="centre")
    vendor = bill.vendor
    parties = (
        (left, named["from"], (*vendor.address, f"{named['tax_id']}: {vendor.tax_id}")),
        (middle, named["to"], bill.customer.address),
    )
    for x, label, lines in parties:
        sheet.box(x, 82, x + right - middle, 170)
        sheet.text(x + 8, 97, f"{label}:", size=8.5, bold=True)
        sheet.lines(x + 8, 113, lines, size=10)
    facts = (
        ("number", bill.number),
        ("date", day(bill, bill.issued)),
        ("customer", bill.customer_number),
        ("delivered", day(bill, bill.delivered)),
        ("order", bill.order_number),
        ("due", day(bill, bill.due)),
    )
    for at, (key, value) in enumerate(facts):
        x, y = (left, middle)[at % 2], 180.0 + 22 * (at // 2)
        sheet.box(x, y, x + right - middle, y + 22)
        sheet.text(x + 8, y + 15, f"{named[key]}: {value}")
    y = _ruled_items(sheet, bill, named, 258)
    sums = _sums(bill, named)
    sheet.box(right - 230, y + 14, right, y + 14 + 22 * len(sums))
    for at, (label, value) in enumerate(sums):
        last, base = label == named["total"], y + 29 + 22 * at
        sheet.text(right - 222, base, f"{label}:", bold=last)
        sheet.text(right - 8, base, value, bold=last, align="right")
    words = (f"{named['bank']}: {vendor.bank}", f"{vendor.phone}, {vendor.mail}", vendor.head)
    sheet.lines(left, y + 112, words, size=8.5)


def _ruled_items(sheet: Sheet, bill: Bill, named: dict[str, str], top: float) -> float:
    """A table with an edge around each cell; where it ends."""
    left, right = sheet.left, sheet.right
    edges = (left, right - 240, right - 175, right - 88, right)
    heads = _head_cells(named, left, right)
    rows = [[text for _, text, _ in heads]]
    rows += [[text for _, text, _ in _item_cells(bill, item, left, right)] for item in bill.items]
    y = top
    for at, cells in enumerate(rows):
        for column, text in enumerate(cells):
            fill: Colour | None = _PALE if at == 0 else None
            if fill:
                sheet.box(edges[column], y, edges[column + 1], y + 20, fill=fill)
            sheet.box(edges[column], y, edges[column + 1], y + 20)
            if column == 0:
                sheet.text(edges[0] + 6, y + 14, text, size=9, bold=at == 0)
            else:
                sheet.text(edges[column + 1] - 6, y + 14, text, size=9, bold=not at, align="right")
        y += 20
    return y


# --- the summary first ------------------------------------------------------------------------


def summary_first(document: pymupdf.Document, bill: Bill) -> None:
    """What is to be paid in a band on top, what it is made of after it."""
    sheet, named = _sheet(document, bill), labels(bill)
    left, right, vendor = sheet.left, sheet.right, bill.vendor
    sheet.text(left, 58, vendor.name, size=15, bold=True, colour=_GREEN)
    sheet.text(right, 58, f"{vendor.phone} · {vendor.mail}", size=8, align="right", colour=GREY)
    sheet.box(left, 74, right, 150, fill=_PALE)
    sheet.text(left + 14, 98, named["total"], size=11)
    sheet.text(left + 14, 130, amount(bill, bill.total), size=24, bold=True)
    sheet.text(right - 190, 98, named["due"], size=11)
    sheet.text(right - 190, 122, day(bill, bill.due), size=14)
    sheet.lines(left, 178, bill.customer.address)
    facts = (
        ("number", bill.number),
        ("date", day(bill, bill.issued)),
        ("customer", bill.customer_number),
        ("order", bill.order_number),
        ("delivered", day(bill, bill.delivered)),
    )
    for at, (key, value) in enumerate(facts):
        sheet.text(right - 225, 178 + 14 * at, named[key], size=9, colour=GREY)
        sheet.text(right - 105, 178 + 14 * at, value, size=9)
    before = bill.total - 1217 if bill.total > 20_000 else bill.total + 385
    rows = (
        (named["previous"], amount(bill, before)),
        (named["received"], f"-{amount(bill, before)}"),
        *_sums(bill, named),
    )
    y = 276.0
    for label, value in rows:
        last = label == named["total"]
        sheet.text(left, y, label, bold=last)
        sheet.text(right - 4, y, value, bold=last, align="right")
        sheet.rule(left, y + 6, right, width=1.2 if last else 0.3)
        y += 22
    sheet.text(left, y + 26, named["details"], size=12, bold=True, colour=_GREEN)
    head = _head_cells(named, left + 4, right - 4)
    sheet.row(y + 46, head, size=8.5, colour=GREY)
    _item_rows(sheet, bill, bill.items, y + 64, size=9.5, step=20)
    foot = (
        f"{vendor.name}, {vendor.street}, {vendor.place} · {named['tax_id']} {vendor.tax_id}",
        f"{vendor.bank} · {vendor.head}",
    )
    sheet.lines(left, sheet.bottom - 8, foot, size=7.5, colour=GREY)


# --- many lines -------------------------------------------------------------------------------

_ON_FIRST_PAGE = 36
_TERMS = {
    "en": (
        "1. Goods remain the property of the seller until they are paid in full. 2. Claims for "
        "missing goods are made within 8 days of delivery. 3. Goods are taken back only unopened, "
        "within 30 days and against a fee of 15 % of their price, at least 12.50. 4. On late "
        "payment, interest of 1.5 % a month is charged from the due date on, and 40.00 for each "
        "reminder.",
        "5. Prices are net of tax and hold for the quantities of this order. Our list of 1 January "
        "2024 applies to all others. 6. Orders under 75.00 carry a surcharge of 9.90. 7. The buyer "
        "pays freight on orders under 500.00. 8. Should one of these terms be void, the others "
        "stay in force.",
    ),
    "de": (
        "1. Die Ware bleibt bis zur vollständigen Bezahlung Eigentum des Verkäufers. 2. "
        "Fehlmengen sind binnen 8 Tagen nach Lieferung zu melden. 3. Rücknahme nur "
        "originalverpackt binnen 30 Tagen und gegen 15 % des Warenwerts, mindestens 12,50 €. 4. "
        "Bei Verzug berechnen wir 9 Prozentpunkte Zinsen über dem Basiszins und 40,00 € "
        "Pauschale.",
        "5. Preise verstehen sich zuzüglich Umsatzsteuer und gelten für die Mengen dieser "
        "Bestellung, sonst unsere Liste vom 1. Januar 2024. 6. Mindermengenzuschlag unter 75,00 "
        "€: 9,90 €. 7. Ab 500,00 € liefern wir frei Haus. 8. Ist eine Bestimmung unwirksam, "
        "bleiben die übrigen in Kraft.",
    ),
}


def dense(document: pymupdf.Document, bill: Bill) -> None:
    """Two pages in small type; the sums stand on the second, above the terms."""
    named = labels(bill)
    first = _sheet(document, bill)
    y = _dense_head(first, bill, named, 1)
    shown, rest = bill.items[:_ON_FIRST_PAGE], bill.items[_ON_FIRST_PAGE:]
    y = _item_rows(first, bill, shown, y, size=8, step=14.2)
    so_far = sum(item.amount for item in shown)
    first.row(y + 2, _carried(first, bill, named["carried"], so_far), size=8, bold=True)

    second = _sheet(document, bill)
    y = _dense_head(second, bill, named, 2)
    second.row(y, _carried(second, bill, named["brought"], so_far), size=8, bold=True)
    y = _item_rows(second, bill, rest, y + 14.2, size=8, step=14.2) + 8
    for label, value in _sums(bill, named):
        last = label == named["total"]
        second.text(second.right - 200, y, label, size=9, bold=last)
        second.text(second.right - 4, y, value, size=9, bold=last, align="right")
        y += 14
    paid = f"{named['due']}: {day(bill, bill.due)} · {named['bank']}: {bill.vendor.bank}"
    second.text(second.left, y + 14, paid, size=8)
    second.text(second.left, y + 44, named["terms"], size=9, bold=True)
    width = (second.right - second.left - 20) / 2
    for at, text in enumerate(_TERMS[bill.language]):
        second.paragraph(second.left + at * (width + 20), y + 58, width, text, size=7)


def _dense_head(sheet: Sheet, bill: Bill, named: dict[str, str], page: int) -> float:
    """What stands on top of each page; where the items begin."""
    vendor = bill.vendor
    sheet.text(sheet.left, 44, vendor.name, size=13, bold=True)
    sheet.text(sheet.right, 44, named["title"].upper(), size=13, bold=True, align="right")
    line = f"{vendor.street} · {vendor.place} · {vendor.phone} · {vendor.mail}"
    sheet.text(sheet.left, 56, line, size=7, colour=GREY)
    sheet.text(sheet.right, 56, f"{named['page']} {page}/2", size=7, align="right", colour=GREY)
    facts: Sequence[tuple[str, str]] = (
        (named["number"], bill.number),
        (named["date"], day(bill, bill.issued)),
        (named["customer"], bill.customer_number),
        (named["order"], bill.order_number),
        (named["delivered"], day(bill, bill.delivered)),
    )
    y = 78.0
    for label, value in facts[: 5 if page == 1 else 2]:
        sheet.text(sheet.right - 170, y, label, size=8)
        sheet.text(sheet.right - 95, y, value, size=8)
        y += 11
    if page == 1:
        sheet.text(sheet.left, 78, f"{named['to']}:", size=7, colour=GREY)
        sheet.lines(sheet.left, 90, bill.customer.address, size=9)
        tax_id = f"{named['tax_id']} {vendor.tax_id} · {vendor.head}"
        sheet.text(sheet.left, 134, tax_id, size=7, colour=GREY)
    top = 152.0 if page == 1 else 112.0
    sheet.box(sheet.left, top - 10, sheet.right, top + 4, fill=_PALE)
    sheet.row(top, _head_cells(named, sheet.left + 4, sheet.right - 4), size=8, bold=True)
    return top + 15


def _carried(sheet: Sheet, bill: Bill, label: str, cents: int) -> Cells:
    written = figures(cents, bill.language)
    return [(sheet.right - 275, label, "left"), (sheet.right - 4, written, "right")]
