"""Makes up documents like ordinary ones: headings, paragraphs, numbers and names, and always the
same for the same seed. They say nothing; what counts is that they are as long and as varied as
what people have."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from app.adapters.pymupdf.writing import PlainPage, write_pdf
from app.evaluation.passages import RULES, RULES_TITLE

WORDS_PER_PAGE = 450
"""Words of an ordinary page without tables and pictures."""
_PARAGRAPHS_PER_PAGE = 5

_NOUNS = (
    "agreement annex approval archive assembly audit balance boiler bridge budget building cable "
    "calendar cargo certificate channel claim clause client committee complaint contract copy "
    "customer deadline decision defect delay delivery department deposit design device director "
    "document drawing duty employee engine equipment estimate evidence expense facility failure "
    "fee filter finding fire form fuel garden guarantee guest handbook harbour hazard heating "
    "holiday hospital hour house incident inspection insurance interest invoice item journey "
    "keeper key kitchen laboratory ladder lamp landlord law leak lease letter level licence lift "
    "limit loan machine maintenance manager manual material measure meeting member meter method "
    "minute mistake month motor neighbour network notice number office officer operator order "
    "owner package paint passenger patient payment penalty pension period permit person pipe plan "
    "plant policy port pressure price procedure product programme project protocol pump purchase "
    "quality question radio rate reader reason receipt record refund regulation rent repair "
    "report request reserve result review right risk river roof room route rule sample schedule "
    "school season section sensor service sheet ship signal site sponsor staff station step "
    "storage store street study summary supplier supply survey switch system table tank task tax "
    "team tenant term test ticket timetable tool tower trade training treatment tunnel unit "
    "valve vehicle vessel visitor volume wage wall warehouse warning water weather week window "
    "worker workshop year zone"
).split()
_VERBS = (
    "accepts adjusts approves arranges assigns attaches avoids brings calculates cancels carries "
    "changes checks cleans closes collects compares completes confirms contains controls covers "
    "delivers describes detects divides draws earns enters examines excludes exceeds explains "
    "extends fills follows grants holds improves includes informs inspects keeps leaves limits "
    "lists loads lowers maintains marks measures meets mentions names needs notes observes "
    "obtains offers opens orders pays permits places prepares prevents prints produces protects "
    "provides reads receives records reduces refuses registers releases removes repeats replaces "
    "requires returns reviews sells sends separates serves shows signs stops stores studies "
    "supports tests transfers treats updates uses verifies visits weighs writes"
).split()
_ADJECTIVES = (
    "additional annual available average careful cheap clear cold common complete correct current "
    "daily damaged dangerous direct dry early electric empty equal exact external final first "
    "foreign former free full general heavy important internal joint large late legal light local "
    "long loose low main medical minor monthly narrow necessary new normal official old open "
    "ordinary original partial past permanent personal possible previous private public quick "
    "quiet rare ready recent regular reliable responsible safe second separate serious short "
    "simple small solid special stable standard strong sudden technical temporary thin total "
    "unusual urgent usual valid vertical warm weekly wet whole wide written"
).split()
_LINKS = (
    "after although because before if since so that unless until when where while and but"
).split()
_PLACES = "at by for from in near of on over to under with".split()
_SYLLABLES = "al ber cor dan el fen gar hol in jor kel lor mar nev or pel quin ros sel tor".split()


def made_up_pages(seed: int, count: int) -> list[PlainPage]:
    """`count` pages of about WORDS_PER_PAGE words."""
    chance = random.Random(seed)
    return [_page(chance, number) for number in range(1, count + 1)]


def made_up_pdfs(folder: Path, *, files: int, pages: int, seed: int = 1) -> list[Path]:
    """Write PDFs into a folder that is made if need be, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    return [
        write_pdf(
            folder / f"document-{number:04}.pdf",
            made_up_pages(seed * 100_003 + number, pages),
            title=made_up_title(seed * 100_003 + number),
        )
        for number in range(1, files + 1)
    ]


def made_up_title(seed: int) -> str:
    """A title, such as "Budget report of the Galtorfen office"."""
    chance = random.Random(seed)
    return f"{_noun(chance).capitalize()} {_noun(chance)} of the {_name(chance)} {_noun(chance)}"


def write_rules(folder: Path) -> Path:
    """Write a PDF with the passages that `long_answer_request` asks about, and return its path."""
    pages = [PlainPage(heading, (text,)) for heading, text in RULES]
    return write_pdf(folder / "a-house-rules.pdf", pages, title=RULES_TITLE)


def _page(chance: random.Random, number: int) -> PlainPage:
    adjective = chance.choice(_ADJECTIVES).capitalize()
    heading = f"{number}. {adjective} {_noun(chance)} and {_noun(chance)}"
    # A paragraph ends with the sentence that reaches its length, so it is a little longer.
    words = WORDS_PER_PAGE // _PARAGRAPHS_PER_PAGE - 7
    paragraphs = tuple(_paragraph(chance, words) for _ in range(_PARAGRAPHS_PER_PAGE))
    return PlainPage(heading, paragraphs)


def _paragraph(chance: random.Random, words: int) -> str:
    sentences: list[str] = []
    written = 0
    while written < words:
        sentence = " ".join(_sentence(chance))
        sentences.append(f"{sentence[0].upper()}{sentence[1:]}.")
        written += sentence.count(" ") + 1
    return " ".join(sentences)


def _sentence(chance: random.Random) -> Iterator[str]:
    yield from _clause(chance)
    if chance.random() < 0.6:
        yield chance.choice(_LINKS)
        yield from _clause(chance)


def _clause(chance: random.Random) -> Iterator[str]:
    yield from _phrase(chance)
    yield chance.choice(_VERBS)
    yield from _phrase(chance)
    if chance.random() < 0.5:
        yield chance.choice(_PLACES)
        yield from _phrase(chance)


def _phrase(chance: random.Random) -> Iterator[str]:
    kind = chance.random()
    if kind < 0.08:
        yield _name(chance)
    elif kind < 0.18:
        yield str(chance.randint(2, 2000))
        yield f"{_noun(chance)}s"
    else:
        yield chance.choice(("the", "each", "this", "every", "the"))
        if chance.random() < 0.5:
            yield chance.choice(_ADJECTIVES)
        yield _noun(chance)


def _noun(chance: random.Random) -> str:
    # Words are as uneven as in a language: few of them make up most of a text.
    return _NOUNS[int(len(_NOUNS) * chance.random() ** 1.7)]


def _name(chance: random.Random) -> str:
    return "".join(chance.choice(_SYLLABLES) for _ in range(3)).capitalize()
