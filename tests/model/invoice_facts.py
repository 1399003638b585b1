"""What an invoice says, before it is set on pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from tests.model.invoice_items import Item


class Layout(StrEnum):
    """How an invoice is set."""

    LETTER = "letter"
    """A letterhead, the numbers in a block on the right, and a footer in columns."""
    LABELS_ABOVE = "labels_above"
    """Two columns, in which small labels stand above their values."""
    FORM = "form"
    """Ruled boxes with "label: value" in them, and the totals in a box."""
    SUMMARY_FIRST = "summary_first"
    """The amount on top, and what it is made of after it."""
    DENSE = "dense"
    """Many lines in small type; the total and the terms are on the second page."""


@dataclass(frozen=True, slots=True)
class Party:
    """A company or person. `place` is the last line of the address."""

    name: str
    street: str
    place: str
    tax_id: str = ""
    mail: str = ""
    phone: str = ""
    bank: str = ""
    head: str = ""

    @property
    def address(self) -> tuple[str, ...]:
        """Name, street and place."""
        return (self.name, self.street, self.place)


@dataclass(frozen=True, slots=True)
class Bill:
    """An invoice before it is set. `dates` and `money` name forms of `invoice_forms`; `tax` is in
    hundredths of a percent; prices are net."""

    layout: Layout
    locale: str
    vendor: Party
    customer: Party
    number: str
    customer_number: str
    order_number: str
    issued: date
    delivered_before: int
    due_after: int
    dates: str
    money: str
    currency: str
    tax: int
    items: tuple[Item, ...]

    @property
    def language(self) -> str:
        """ "en" or "de"."""
        return self.locale[:2]

    @property
    def delivered(self) -> date:
        """When the goods came."""
        return self.issued - timedelta(days=self.delivered_before)

    @property
    def due(self) -> date:
        """When it has to be paid."""
        return self.issued + timedelta(days=self.due_after)

    @property
    def net(self) -> int:
        """Cents without tax."""
        return sum(item.amount for item in self.items)

    @property
    def tax_amount(self) -> int:
        """Cents of tax, rounded half up."""
        return (self.net * self.tax + 5_000) // 10_000

    @property
    def total(self) -> int:
        """Cents to pay."""
        return self.net + self.tax_amount


def party(text: str) -> Party:
    """A party from its lines: name, street, place, tax id, mail, phone, bank, head."""
    return Party(*(line.strip() for line in text.strip().splitlines()))


def items(text: str) -> tuple[Item, ...]:
    """Items from lines such as "3 hours | Repair of a lock | 4850" with prices in cents."""
    rows = [[part.strip() for part in line.split("|")] for line in text.strip().splitlines()]
    return tuple(
        Item(name, int(quantity.split()[0]), quantity.partition(" ")[2], int(cents))
        for quantity, name, cents in rows
    )
