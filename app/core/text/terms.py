"""Words of a text, folded so that the same word in another form of writing is the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.core.text import unspaced

_WORD = re.compile(r"\w+(?:[-'’./:]\w+)*")
_PART = re.compile(r"[^\W_]+")
_ACCENT = re.compile("[\u0300-\u036f]")
_CONTRACTED = re.compile(
    r"\w+n't|(?:i|you|he|she|it|we|they|that|there|who|what|where|how)'(?:m|re|ve|ll|d)"
)
_ELIDED = re.compile(
    r"(?:[cdjlmnst]|(?:jus|lors|puis)?qu|(?:d|n|s)?[ae]ll|dall|un)['’](?=\w)", re.IGNORECASE
)

FUNCTION_WORDS: dict[str, frozenset[str]] = {
    "en": frozenset(
        """a about above after again all also am an and any are as at be because been
        before being below between both but by can could did do does doing down during
        each few for from further had has have having he her here hers him his how i if
        in into is it its itself just let many may me might more most much must my no
        nor not now of off on once only or other our out over own per please same shall
        she should since so some such tell than that the their them then there these
        they this those through to too under until up upon us very was we were what when
        where which while who whom whose why will with would yes you your""".split()
    ),
    "de": frozenset(
        """ab aber alle als am an auch auf aus bei beim bis da damit dann das dass dem der
        des dessen dies diese diesem diesen dieser dieses doch dort du durch ein eine
        einem einen einer eines er es euch fur gibt habe haben hatte ich ihr im in ist
        ja jede jedem jeden jeder jedes kann konnen mein mit muss mussen nach noch nur
        ob oder ohne sein seine sich sie sind so soll sollen uber um und uns unser unter
        viel viele vom von vor wann warum was welche welchem welchen welcher welches wem
        wen wenn wer werden wessen wie wieviel wieviele wir wird wo wofur wohin wurde zu
        zum zur zwischen hoch lang""".split()
    ),
    "fr": frozenset(
        """a au aux avec ce cela ces cet cette comme dans de des dont du elle en est et
        etre il ils je la le les leur lui mais me meme mes moi mon ne nos notre nous on
        ou par pas pourquoi quand que quel quelle quelles quels qui quoi sa sans se ses
        si sont sur te tes toi tu un une vos votre vous combien""".split()
    ),
    "es": frozenset(
        """al como con cual cuales cuando cuanto cuanta cuantos cuantas del donde el ella
        ellas ellos en entre es esa ese eso esta este esto estan hay la las lo los mas
        me mi muy no nos o para pero por porque que quien se ser si sin sobre su sus
        tambien te tiene un una unas unos y ya""".split()
    ),
    "it": frozenset(
        """ai al alla alle anche che chi ci con cosa da dal dalla dei del della delle di e
        ed gli ha hanno i il in io l la le lo ma mi ne nei nel nella non per perche piu
        quale quali quando quanta quante quanti quanto se si sono sua sul sulla suo tra
        un una uno""".split()
    ),
}
"""Those of English, German, French, Spanish and Italian, accents folded, but for those that say
something in English."""

STOP_WORDS: frozenset[str] = frozenset().union(*FUNCTION_WORDS.values())
"""A question is searched without them when other words are left."""

NEGATIONS = frozenset(
    "no not never none neither nor cannot without nothing nobody n't nicht kein keine keinen nie "
    "ne pas jamais aucun aucune sans nunca sin ninguno ninguna".split()
)
"""Words that turn a sentence round (English, German, French, Spanish)."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its place: `text[start:end]` as written, `folded` for comparing."""

    start: int
    end: int
    folded: str


def fold(text: str) -> str:
    """NFKC, lower case, accents and soft hyphens gone: what the full-text index does too.

    The marks of other scripts, such as Japanese voicing or Hindi vowels, stay: they tell words
    apart.
    """
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", text).replace("\u00ad", "").casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFC", _ACCENT.sub("", unicodedata.normalize("NFD", text)))
    return text.replace("’", "'")


def words(text: str) -> list[Word]:
    """Words in order; compounds joined by - ' . / : stay whole. Of scripts that set no spaces, the
    pairs of characters take the place of words; they overlap."""
    if text.isascii():  # folding at once is several times as fast
        return [Word(m.start(), m.end(), m.group()) for m in _WORD.finditer(fold(text))]
    places = ((m.start(), m.end()) for m in _WORD.finditer(text))
    apart = (part for place in places for part in _apart(text, *place))
    return [Word(start, end, fold(text[start:end])) for start, end in apart]


def _apart(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The places of a word that may hold runs of unspaced characters."""
    at = start
    for run in unspaced.RUN.finditer(text, start, end):
        if at < run.start():
            yield at, run.start()
        yield from unspaced.pairs(run.start(), run.end())
        at = run.end()
    if at < end:
        yield at, end


def parts(word: str) -> list[str]:
    """Letters-and-digits parts of a folded word: "max-vsize" gives "max" and "vsize"."""
    return _PART.findall(word)


def is_content(folded: str) -> bool:
    """Whether a word says something: no function word, alone or contracted ("I'm"), no pair of
    Japanese syllables, and more than one letter or a digit."""
    base = folded.removesuffix("'s")
    if "'" in base and _CONTRACTED.fullmatch(base):
        return False
    if not base.isascii() and unspaced.SYLLABLES.fullmatch(base):
        return False
    return base not in STOP_WORDS and (len(base) > 1 or base.isdigit() or not base.isascii())


def without_elided(word: str) -> str:
    """A word without the article and the like that French and Italian write before a vowel:
    "assureur" of "l'assureur"."""
    elided = _ELIDED.match(word)
    return word[elided.end() :] if elided else word


def content_words(text: str) -> list[Word]:
    """Words that say something. Where a text has none, all of its words."""
    every = words(text)
    return [word for word in every if is_content(word.folded)] or every


def same_stem(one: str, other: str) -> bool:
    """Whether two folded words are likely forms of one word.

    They are when they are equal, or share a beginning of at least four letters that leaves at
    most three letters of either ("carry", "carried", "carries"). Words with digits must be equal.
    """
    if one == other:
        return True
    if any(c.isdigit() for c in one + other):
        return False
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= 4 and max(len(one), len(other)) - shared <= 3


class Vocabulary:
    """The words of a text, asked whether they hold a word in some form."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._exact = {word.folded for text in texts for word in words(text)}
        for word in tuple(self._exact):
            if not word.isalnum():
                self._exact.add(word.removesuffix("'s"))
                self._exact.update(parts(word))
        self._by_prefix: dict[str, list[str]] = {}
        for known in self._exact:
            self._by_prefix.setdefault(known[:4], []).append(known)

    def holds(self, folded: str) -> bool:
        """Whether the word, a form of it, or all of its parts occur."""
        base = without_elided(folded.removesuffix("'s"))
        if base in self._exact:
            return True
        if any(same_stem(base, known) for known in self._by_prefix.get(base[:4], ())):
            return True
        pieces = parts(base)
        return len(pieces) > 1 and all(self.holds(piece) for piece in pieces)


def query_terms(question: str) -> tuple[str, ...]:
    """What the full-text index is asked for: content words as written, compounds as phrases and
    by their parts, each once."""
    terms: dict[str, None] = {}
    for word in content_words(question):
        terms.setdefault(word.folded.removesuffix("'s"))
        pieces = parts(word.folded)
        if len(pieces) > 1:
            for piece in pieces:
                if is_content(piece):
                    terms.setdefault(piece)
    return tuple(terms)


def matching_words(text: str, question: str) -> tuple[tuple[int, int], ...]:
    """Ranges of the words of `text` that the question asks for, in order; none overlap."""
    asked = Vocabulary([" ".join(word.folded for word in content_words(question))])
    every = words(text)
    fitting = {
        folded
        for folded in {word.folded for word in every}
        if is_content(folded) and asked.holds(folded)
    }
    found: list[tuple[int, int]] = []
    for word in every:
        if word.folded not in fitting:
            continue
        if found and word.start < found[-1][1]:
            found[-1] = (found[-1][0], word.end)
        else:
            found.append((word.start, word.end))
    return tuple(found)


def coverage(question: str, texts: Iterable[str]) -> float:
    """Share of the question's distinct content words that occur in the texts, from 0 to 1."""
    return coverages(question, texts)[0]


def coverages(question: str, texts: Iterable[str]) -> tuple[float, float]:
    """Shares of the question's distinct content words, from 0 to 1: those that occur in any of the
    texts, and the most that occur in one of them."""
    asked = {word.folded for word in content_words(question)}
    if not asked:
        return 0.0, 0.0
    vocabularies = [Vocabulary([text]) for text in texts]
    held = [{word for word in asked if vocabulary.holds(word)} for vocabulary in vocabularies]
    together = set().union(*held)
    return len(together) / len(asked), max(map(len, held), default=0) / len(asked)
