"""How invoices write days, amounts and labels, by country and layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from tests.model.invoice_facts import Bill, Layout

_ENGLISH = "January February March April May June July August September October November December"
_GERMAN = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"


def _named(months: str, form: str, letters: int = 20) -> Callable[[date], str]:
    names = [name[:letters] for name in months.split()]
    return lambda day: form.format(d=day.day, m=names[day.month - 1], y=day.year)


DATES: Mapping[str, Callable[[date], str]] = {
    "d Month y": _named(_ENGLISH, "{d} {m} {y}"),
    "d Mon y": _named(_ENGLISH, "{d} {m} {y}", 3),
    "Month d, y": _named(_ENGLISH, "{m} {d}, {y}"),
    "m/d/y": lambda day: f"{day:%m/%d/%Y}",
    "d/m/y": lambda day: f"{day:%d/%m/%Y}",
    "d. Monat y": _named(_GERMAN, "{d}. {m} {y}"),
    "d.m.y": lambda day: f"{day:%d.%m.%Y}",
}


def figures(cents: int, language: str) -> str:
    """An amount without its currency."""
    written = f"{cents / 100:,.2f}"
    return written.translate(str.maketrans(",.", ".,")) if language == "de" else written


def amount(bill: Bill, cents: int) -> str:
    """An amount as the invoice writes it; its form shows where the currency stands."""
    plain = "1,00" if bill.language == "de" else "1.00"
    return bill.money.replace(plain, figures(cents, bill.language))


def day(bill: Bill, which: date) -> str:
    """A day as the invoice writes it."""
    return DATES[bill.dates](which)


def percent(bill: Bill) -> str:
    """The rate of the tax: "8.25 %", "19 %"."""
    rate = f"{bill.tax / 100:g}"
    return f"{rate.replace('.', ',') if bill.language == 'de' else rate} %"


def labels(bill: Bill) -> dict[str, str]:
    """What the invoice calls things, by the keys of the table."""
    own = _LABELS[bill.layout, bill.language].strip().splitlines()
    pairs = [line.split("=") for line in [*_COMMON[bill.language].strip().splitlines(), *own]]
    named = {key.strip(): label.strip() for key, label in pairs}
    tax = {"en-US": "Sales tax", "en-GB": "VAT", "en-IE": "VAT"}.get(bill.locale, "USt.")
    named["tax"] = f"{tax} {percent(bill)}"
    named.setdefault("tax_id", "Tax ID" if bill.locale == "en-US" else "VAT no.")
    return named


_COMMON = {
    "en": """
        title = Invoice
        from = From
        to = Bill to
        item = Description
        quantity = Quantity
        price = Unit price
        amount = Amount
        bank = Bank
        page = Page
        carried = Carried forward
        brought = Brought forward
    """,
    "de": """
        title = Rechnung
        from = Absender
        to = Rechnung an
        item = Bezeichnung
        quantity = Menge
        price = Einzelpreis
        amount = Betrag
        tax_id = USt-IdNr.
        bank = Bank
        page = Seite
        carried = Übertrag
        brought = Übertrag von Seite 1
    """,
}
_LABELS = {
    (Layout.LETTER, "en"): """
        number = Invoice no.
        date = Invoice date
        customer = Customer no.
        order = Your order
        delivered = Delivered on
        due = Payment due
        net = Net
        total = Total
    """,
    (Layout.LETTER, "de"): """
        number = Rechnungs-Nr.
        date = Rechnungsdatum
        customer = Kunden-Nr.
        order = Ihre Bestellung
        delivered = Lieferdatum
        due = Zahlbar bis
        net = Nettobetrag
        total = Gesamtbetrag
    """,
    (Layout.LABELS_ABOVE, "en"): """
        number = INVOICE NUMBER
        date = ISSUED
        customer = CUSTOMER ID
        order = PURCHASE ORDER
        delivered = SERVICE DATE
        due = DUE
        net = SUBTOTAL
        total = TOTAL DUE
        from = FROM
        to = BILL TO
    """,
    (Layout.LABELS_ABOVE, "de"): """
        number = RECHNUNGSNUMMER
        date = DATUM
        customer = KUNDENNUMMER
        order = AUFTRAG
        delivered = LEISTUNG AM
        due = FÄLLIG AM
        net = ZWISCHENSUMME
        total = RECHNUNGSBETRAG
        from = VON
        to = AN
    """,
    (Layout.FORM, "en"): """
        number = Invoice no
        date = Date
        customer = Account no
        order = Order ref
        delivered = Dispatched
        due = Payment by
        net = Net amount
        total = Invoice total
        from = Supplier
        to = Invoice to
    """,
    (Layout.FORM, "de"): """
        number = Rechnung Nr.
        date = Datum
        customer = Kunde Nr.
        order = Auftrag
        delivered = Leistungsdatum
        due = Zahlung bis
        net = Summe netto
        total = Endbetrag
        from = Lieferant
        to = Rechnungsempfänger
    """,
    (Layout.SUMMARY_FIRST, "en"): """
        number = Invoice number
        date = Bill date
        customer = Account number
        order = Service
        delivered = Charges up to
        due = Please pay by
        net = Charges before tax
        total = Amount due
        previous = Previous balance
        received = Payment received, thank you
        details = Details of your charges
    """,
    (Layout.SUMMARY_FIRST, "de"): """
        number = Rechnungsnummer
        date = Rechnung vom
        customer = Kundennummer
        order = Anschluss
        delivered = Abgerechnet bis
        due = Fällig am
        net = Summe netto
        total = Zu zahlen
        previous = Saldo der letzten Rechnung
        received = Zahlung erhalten, vielen Dank
        details = Ihre Posten im Einzelnen
    """,
    (Layout.DENSE, "en"): """
        number = Invoice #
        date = Date
        customer = Customer #
        order = P.O. #
        delivered = Shipped
        due = Due
        net = Merchandise
        total = Total payable
        terms = Terms of sale
    """,
    (Layout.DENSE, "de"): """
        number = Beleg-Nr.
        date = Belegdatum
        customer = Kd.-Nr.
        order = Best.-Nr.
        delivered = Lieferung
        due = Fällig
        net = Warenwert netto
        total = Bruttobetrag
        terms = Verkaufs- und Lieferbedingungen
    """,
}
