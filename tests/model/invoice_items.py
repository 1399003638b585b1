"""What is sold: lines of an invoice, and the long lists of wholesalers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Item:
    """A line: so many of a thing, at a price of so many cents each."""

    name: str
    quantity: int
    unit: str
    price: int

    @property
    def amount(self) -> int:
        """Cents of the whole line."""
        return self.quantity * self.price


_HARDWARE = {
    "en": (
        "Hex bolt DIN 933", "Cap screw ISO 4762", "Countersunk screw", "Threaded rod 1 m",
        "Washer, stainless", "Lock nut", "Eye bolt", "Spring pin", "Rivet, aluminium",
    ),
    "de": (
        "Sechskantschraube DIN 933", "Zylinderschraube ISO 4762", "Senkschraube",
        "Gewindestange 1 m", "Unterlegscheibe, rostfrei", "Sicherungsmutter", "Ringschraube",
        "Spannstift", "Blindniet, Aluminium",
    ),
}  # fmt: skip
_SIZES = ("M5 x 20", "M6 x 30", "M8 x 40", "M10 x 60", "M12 x 80")
_STATIONERY = {
    "en": (
        "Copy paper, ream", "Ring binder", "Ballpoint pen", "Highlighter", "Envelope C5, box",
        "Sticky notes", "Whiteboard marker", "Desk pad", "Hanging file",
    ),
    "de": (
        "Kopierpapier, Ries", "Ordner", "Kugelschreiber", "Textmarker", "Briefumschlag C5, Karton",
        "Haftnotizen", "Tafelmarker", "Schreibunterlage", "Hängemappe",
    ),
}  # fmt: skip
_COLOURS = {
    "en": ("white", "blue", "green", "red", "grey"),
    "de": ("weiß", "blau", "grün", "rot", "grau"),
}
_PACK = {"en": "pack", "de": "Pack"}


def hardware(language: str) -> tuple[Item, ...]:
    """Forty-five kinds of screws and the like."""
    return _every(_HARDWARE[language], _SIZES, _PACK[language], first=385, step=57)


def stationery(language: str) -> tuple[Item, ...]:
    """Forty-five things for an office."""
    return _every(_STATIONERY[language], _COLOURS[language], "", first=129, step=83)


def _every(
    names: tuple[str, ...], kinds: tuple[str, ...], unit: str, *, first: int, step: int
) -> tuple[Item, ...]:
    """Each thing in each kind; quantities and prices differ without a pattern that is seen."""
    pairs = [(name, kind) for name in names for kind in kinds]
    return tuple(
        Item(f"{name}, {kind}", 1 + at * 7 % 12, unit, first + at * step % 2300)
        for at, (name, kind) in enumerate(pairs)
    )
