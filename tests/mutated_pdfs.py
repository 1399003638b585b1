"""Valid PDFs of many kinds, and ways to spoil them: what the fuzz test reads.

A mutation changes bytes, blocks, numbers, references, names or nesting at one place. What it does
depends on nothing but its own figures and the data, so that a failure can be had again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pymupdf

from tests.pdfs import PdfPage, make_endless_pdf, make_pdf

_NUMBER = re.compile(rb"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")
_REFERENCE = re.compile(rb"\b\d+ \d+ R\b")
_OBJECT = re.compile(rb"\b(\d+) \d+ obj\b.*?\bendobj\b", re.DOTALL)
_NAME = re.compile(rb"/[A-Za-z][A-Za-z0-9]*")
_LENGTH = re.compile(rb"/Length \d+")
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
_MARK = re.compile(rb"endobj|endstream|stream|obj|xref|trailer|startxref|>>|<<|\]|\[|\(|\)|%%EOF")

_WILD = (
    b"0",
    b"-1",
    b"1",
    b"65536",
    b"2147483647",
    b"-2147483648",
    b"4294967296",
    b"99999999999999999999",
    b"1e30",
    b"-0.0000001",
    b"3.4028235e38",
    b"null",
    b"(x)",
    b"[]",
    b"<<>>",
    b"/N",
)
_FILTERS = (
    b"/FlateDecode",
    b"/LZWDecode",
    b"/RunLengthDecode",
    b"/ASCII85Decode",
    b"/ASCIIHexDecode",
    b"/DCTDecode",
    b"/CCITTFaxDecode",
    b"/JBIG2Decode",
    b"/JPXDecode",
    b"/Crypt",
)


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change. `kind` says which (see `KINDS`), `where` and `other` are places as shares of
    what there is to choose from, 0 to 1, and `value` chooses what is put there."""

    kind: str
    where: float
    other: float
    value: int

    def apply(self, data: bytes) -> bytes:
        """The data after the change; the same where there is nothing to change."""
        return _WAYS[self.kind](data, self)


def mutated(data: bytes, mutations: Sequence[Mutation], *, rebuilt: bool) -> bytes:
    """The data after all changes.

    Args:
        rebuilt: Write a new table of where objects are, so that the engine trusts the file and
            does not repair it first.
    """
    for mutation in mutations:
        data = mutation.apply(data)
    return with_new_table(data) if rebuilt else data


def some_mutations(source: random.Random) -> tuple[list[Mutation], bool]:
    """Mutations by chance, and whether the table of objects is to be rebuilt."""
    found = [
        Mutation(source.choice(KINDS), source.random(), source.random(), source.randrange(1 << 16))
        for _ in range(source.choice((1, 1, 1, 2, 2, 3, 5, 8)))
    ]
    return found, source.random() < 0.5


# --- ways to spoil a file -----------------------------------------------------------------------


def _place(data: bytes, share: float) -> int:
    return min(int(share * len(data)), max(0, len(data) - 1))


def _pick(found: Sequence[re.Match[bytes]], share: float) -> re.Match[bytes]:
    return found[min(int(share * len(found)), len(found) - 1)]


def _put(data: bytes, start: int, end: int, new: bytes) -> bytes:
    """Replace a part; one that gets shorter is filled up, so that what follows keeps its place."""
    return data[:start] + new.ljust(end - start) + data[end:]


def _flip(data: bytes, m: Mutation) -> bytes:
    at = _place(data, m.where)
    return data[:at] + bytes([data[at] ^ (1 << m.value % 8)]) + data[at + 1 :] if data else data


def _noise(data: bytes, m: Mutation) -> bytes:
    at = _place(data, m.where)
    junk = random.Random(m.value).randbytes(1 + m.value % 64)
    return data[:at] + junk + data[at + len(junk) * (m.value % 2) :]


def _truncate(data: bytes, m: Mutation) -> bytes:
    return data[: _place(data, m.where)]


def _behead(data: bytes, m: Mutation) -> bytes:
    return data[:9] + data[_place(data, m.where) :]


def _remove(data: bytes, m: Mutation) -> bytes:
    at = _place(data, m.where)
    return data[:at] + data[at + 1 + m.value % 2048 :]


def _repeat(data: bytes, m: Mutation) -> bytes:
    start, to = _place(data, m.where), _place(data, m.other)
    return data[:to] + data[start : start + 1 + m.value % 4096] + data[to:]


def _number(data: bytes, m: Mutation) -> bytes:
    if not (found := list(_NUMBER.finditer(data))):
        return data
    at = _pick(found, m.where)
    return _put(data, *at.span(), _WILD[m.value % len(_WILD)])


def _reference(data: bytes, m: Mutation) -> bytes:
    if not (found := list(_REFERENCE.finditer(data))):
        return data
    at = _pick(found, m.where)
    return _put(data, *at.span(), _pick(found, m.other).group())


def _renumber(data: bytes, m: Mutation) -> bytes:
    """Swap the numbers of two objects."""
    found = list(_OBJECT.finditer(data))
    if len(found) < 2:
        return data
    one, two = sorted((_pick(found, m.where), _pick(found, m.other)), key=lambda x: x.start())
    if one.start() == two.start():
        return data
    return (
        data[: one.start(1)]
        + two.group(1)
        + data[one.end(1) : two.start(1)]
        + one.group(1)
        + data[two.end(1) :]
    )


def _same_object(data: bytes, m: Mutation) -> bytes:
    """Put one object in the place of another."""
    if not (found := list(_OBJECT.finditer(data))):
        return data
    one, two = _pick(found, m.where), _pick(found, m.other)
    body = two.group()[len(two.group(1)) :]
    return data[: one.start()] + one.group(1) + body + data[one.end() :]


def _rename(data: bytes, m: Mutation) -> bytes:
    if not (found := list(_NAME.finditer(data))):
        return data
    return _put(data, *_pick(found, m.where).span(), _pick(found, m.other).group())


def _length(data: bytes, m: Mutation) -> bytes:
    if not (found := list(_LENGTH.finditer(data))):
        return data
    return _put(data, *_pick(found, m.where).span(), b"/Length " + _WILD[m.value % len(_WILD)])


def _filter(data: bytes, m: Mutation) -> bytes:
    """Let a stream say that it is packed in another way, or many times over."""
    if not (found := list(_LENGTH.finditer(data))):
        return data
    name = _FILTERS[m.value % len(_FILTERS)]
    count = 1 if m.value % 3 else 200
    at = _pick(found, m.where)
    return data[: at.start()] + b"/Filter [" + name * count + b"] " + data[at.start() :]


def _stream(data: bytes, m: Mutation) -> bytes:
    """Put the content of one stream in the place of another's."""
    if not (found := list(_STREAM.finditer(data))):
        return data
    one, two = _pick(found, m.where), _pick(found, m.other)
    return data[: one.start(1)] + two.group(1) + data[one.end(1) :]


def _mark(data: bytes, m: Mutation) -> bytes:
    """Take away, or change, a word or bracket that gives the file its form."""
    if not (found := list(_MARK.finditer(data))):
        return data
    new = b"" if m.value % 2 else _pick(found, m.other).group()
    return _put(data, *_pick(found, m.where).span(), new)


def _nest(data: bytes, m: Mutation) -> bytes:
    """Nest deeper than anything that means something."""
    if not (found := list(_NUMBER.finditer(data))):
        return data
    opening, closing = ((b"[", b"]"), (b"<</A", b">>"), (b"(", b")"), (b"q ", b" Q"))[m.value % 4]
    depth = (10, 600, 30_000)[m.value // 4 % 3]
    at = _pick(found, m.where)
    return data[: at.start()] + opening * depth + b" 1 " + closing * depth + data[at.end() :]


def _bloat(data: bytes, m: Mutation) -> bytes:
    """Say a part of a content many times."""
    if not (found := list(_STREAM.finditer(data))):
        return data
    at = _pick(found, m.where)
    part = at.group(1)[: 1 + m.value % 512]
    return data[: at.start(1)] + part * (10, 1000)[m.value % 2] + data[at.start(1) :]


_WAYS: dict[str, Callable[[bytes, Mutation], bytes]] = {
    "flip": _flip,
    "noise": _noise,
    "truncate": _truncate,
    "behead": _behead,
    "remove": _remove,
    "repeat": _repeat,
    "number": _number,
    "reference": _reference,
    "renumber": _renumber,
    "same_object": _same_object,
    "rename": _rename,
    "length": _length,
    "filter": _filter,
    "stream": _stream,
    "mark": _mark,
    "nest": _nest,
    "bloat": _bloat,
}
KINDS = tuple(_WAYS)
"""Names of the mutations."""


def with_new_table(data: bytes) -> bytes:
    """The file with a cross-reference table for the objects that are in it."""
    places = {int(found.group(1)): found.start() for found in _OBJECT.finditer(data)}
    roots = re.findall(rb"/Root \d+ \d+ R", data)
    if not places or not roots or max(places) > 100_000:
        return data
    size = max(places) + 1
    rows = [b"0000000000 65535 f \n"]
    rows += [
        b"%010d 00000 n \n" % places[number] if number in places else rows[0]
        for number in range(1, size)
    ]
    encrypted = re.findall(rb"/Encrypt(?: \d+ \d+ R|<<.*?>>)", data, re.DOTALL)
    ids = re.findall(rb"/ID ?\[.*?\]", data, re.DOTALL)
    entries = b" ".join([b"/Size %d" % size, roots[-1], *encrypted[-1:], *ids[-1:]])
    table = b"xref\n0 %d\n" % size + b"".join(rows) + b"trailer\n<< " + entries + b" >>\n"
    return data + b"\n" + table + b"startxref\n%d\n%%%%EOF\n" % (len(data) + 1)


# --- what is spoiled ----------------------------------------------------------------------------


def seeds(folder: Path) -> dict[str, bytes]:
    """Valid PDFs by the name of their kind. `folder` is for making them."""
    text = "Unused days of leave expire on 31 March.\n\nThe office de-\ncides on exceptions."
    pages = [PdfPage(text, heading="1 Leave"), PdfPage(columns=(text, text))]
    pages.append(PdfPage(text, rotation=90))
    made = {
        "text": make_pdf(folder / "text.pdf", pages, title="Leave"),
        "outline": make_pdf(
            folder / "outline.pdf",
            [text, text],
            labels=["i", "1"],
            outline=[(1, "Leave", 1), (2, "Office", 2)],
            attachments={"a.pdf": b"%PDF-1.7 inside", "b.txt": b"note"},
        ),
        "scan": make_pdf(folder / "scan.pdf", [PdfPage(text, scanned=True), "A page of text."]),
        "drawn": make_pdf(folder / "drawn.pdf", [PdfPage(text, outlined=True)]),
        "locked": make_pdf(folder / "locked.pdf", [text], password=PASSWORD),
        "japanese": make_pdf(
            folder / "japanese.pdf", [PdfPage("年次休暇は失効する。", font="cjk")]
        ),
        "nested": make_endless_pdf(folder / "nested.pdf", "before", "after", depth=2),
        "form": _form(folder / "form.pdf"),
    }
    found = {name: path.read_bytes() for name, path in made.items()}
    for name in ("outline", "form"):
        packed = folder / f"{name} packed.pdf"
        with pymupdf.open(made[name]) as document:
            document.save(packed, deflate=True, use_objstms=1, garbage=3)
        found[f"{name} packed"] = packed.read_bytes()
    return found


PASSWORD = "right"
"""Opens the seed that is locked."""


def _form(path: Path) -> Path:
    """A page with fields, notes and a link."""
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 72), "Name and day")
        for index, (kind, value) in enumerate(
            (
                (pymupdf.mupdf.PDF_WIDGET_TYPE_TEXT, "Ada"),
                (pymupdf.mupdf.PDF_WIDGET_TYPE_COMBOBOX, "Monday"),
                (pymupdf.mupdf.PDF_WIDGET_TYPE_CHECKBOX, True),
            )
        ):
            field = pymupdf.Widget()
            field.field_type = kind
            field.field_name = f"field{index}"
            field.rect = pymupdf.Rect(72, 100 + 40 * index, 272, 125 + 40 * index)
            if kind == pymupdf.mupdf.PDF_WIDGET_TYPE_COMBOBOX:
                field.choice_values = ["Monday", "Friday"]
            field.field_value = value
            page.add_widget(field)
        page.add_freetext_annot(pymupdf.Rect(72, 300, 300, 340), "A note that is shown")
        page.add_text_annot((400, 72), "A note that is folded")
        page.add_highlight_annot(pymupdf.Rect(72, 60, 150, 75))
        page.insert_link(
            {"kind": pymupdf.LINK_URI, "from": pymupdf.Rect(72, 60, 90, 75), "uri": "x:y"}
        )
        document.save(path)
    return path
