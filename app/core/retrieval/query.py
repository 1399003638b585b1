"""What a person's question asks of search, understood without a model.

A question may hold filters (`document:lease`, `document:"Employee handbook"`, `page:14`,
`page:10-20`), phrases in quotation marks, which have to stand in a passage word for word, and
identifiers such as `--max-vsize`, `ISO 9001:2015` or `§ 12(3)`, which are looked for as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.core.domain.document import Document
from app.core.domain.page import PageRange
from app.core.retrieval.literal import Literal
from app.core.text.terms import fold, is_content, query_terms, words

MAX_PHRASE_WORDS = 12
"""A question of at most so many words is looked for as a phrase too: it may be a heading."""

_FILTER = re.compile(
    r"(?<!\S)(?P<name>document|page):\s?"
    r"(?:\"(?P<double>[^\"]*)\"|“(?P<curly>[^”]*)”|(?P<plain>[^\s\"“”]+))",
    re.IGNORECASE,
)
# What looks like a filter and is none: "page:10,12", or a quotation mark that is never closed.
_UNREAD = re.compile(r"(?<!\S)(?:document|page):[^\s\w]*\w\S*", re.IGNORECASE)
_PAGES = re.compile(r"(\d{1,9})(?:\s*[-–—]\s*(\d{1,9}))?[.,;?!]?")
_QUOTED = re.compile(
    r"(?<!\w)\"([^\"]*)\"(?!\w)|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|»([^«]+)«|「([^」]+)」|『([^』]+)』"
)
_IDENTIFIER = re.compile(
    r"(?<!\w)(?:"
    r"(?<!§)§+\s*\d+\w*(?:\s?\(\w{1,4}\))*"  # § 12(3)
    r"|(?:[A-Z][A-Z/]+)[ -]?\d(?:[\w.:/-]*\w)?"  # ISO 9001:2015, EN-206
    r"|--?[A-Za-z][\w-]*\w"  # --max-vsize
    r"|~?(?:/[\w.+-]+){2,}/?"  # /etc/apt/sources.list
    r"|\w+(?:\.\w+)*\(\)"  # set_title()
    r"|\w+(?:\([\w]{1,4}\))+"  # 12(3)
    r")"
)


@dataclass(frozen=True, slots=True)
class Query:
    """A question as search understands it.

    Args:
        text: The question without filters: what is embedded.
        terms: Words and phrases of which any may occur.
        phrases: What stood in quotation marks: each has to occur.
        documents: Parts of titles or file names, or document ids; any may fit.
        pages: Physical pages; any may fit.
        literal: What is best found as it stands.
        unread: What looks like a filter and could not be read as one; it is a part of the text.
    """

    text: str
    terms: tuple[str, ...]
    phrases: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    pages: tuple[PageRange, ...] = ()
    literal: Literal = field(default_factory=Literal)
    unread: tuple[str, ...] = ()


def parse(question: str) -> Query:
    """Take a question apart. Never fails: what is no filter is a part of the question."""
    documents: dict[str, None] = {}
    pages: dict[PageRange, None] = {}

    def take(match: re.Match[str]) -> str:
        value = (match["double"] or match["curly"] or match["plain"] or "").strip()
        if match["name"].casefold() == "document":
            if any(map(str.isalnum, value)):
                documents.setdefault(value)
                return " "
        elif numbers := _PAGES.fullmatch(value):
            ends = sorted(int(number) for number in numbers.groups() if number)
            pages.setdefault(PageRange(ends[0], ends[-1]))
            return " "
        return match.group()

    text = " ".join(_FILTER.sub(take, question).split())
    return Query(
        text,
        terms_of(text),
        _phrases(text),
        tuple(documents),
        tuple(pages),
        _literal(text),
        unread=tuple(dict.fromkeys(_UNREAD.findall(text))),
    )


def named(wanted: str, documents: Sequence[Document]) -> list[int]:
    """The documents that a filter means: the one of that number or, where it is none, those of
    which it is a part of the title or file name."""
    if wanted.isdecimal() and int(wanted) in {document.id for document in documents}:
        return [int(wanted)]
    asked = fold(wanted)
    return [
        document.id
        for document in documents
        if asked in fold(document.title) or asked in fold(document.path.name)
    ]


def terms_of(text: str) -> tuple[str, ...]:
    """What the lexical arm is asked for: content words, identifiers, and a short text whole."""
    terms = dict.fromkeys(query_terms(text))
    terms.update(dict.fromkeys(identifiers(text)))
    if _is_short(text):
        terms.setdefault(" ".join(text.strip(" ?!.。？！").split()))
    return tuple(terms)


def _literal(text: str) -> Literal:
    phrase = tuple(word.folded for word in words(text)) if _is_short(text) else ()
    return Literal(phrase, identifiers(text))


def identifiers(text: str) -> tuple[str, ...]:
    """Options, paths, clauses, standards and calls in a text, in order, each once."""
    return tuple(dict.fromkeys(" ".join(found.split()) for found in _IDENTIFIER.findall(text)))


def _is_short(text: str) -> bool:
    """Whether a text may be a heading or a phrase as a whole."""
    every = words(text)
    said = any(is_content(word.folded) for word in every)
    return said and 2 <= len(every) <= MAX_PHRASE_WORDS


def _phrases(text: str) -> tuple[str, ...]:
    found = ("".join(groups).strip() for groups in _QUOTED.findall(text))
    return tuple(dict.fromkeys(phrase for phrase in found if any(map(str.isalnum, phrase))))
