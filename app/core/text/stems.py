"""Whether two words are forms of one word, by their endings: English, German, French, Spanish,
Italian. Rules, no dictionary and no guess at the language.

Two words are forms of one when they share a beginning and what is left of each is an ending of
inflection or of plain derivation in one of these languages: "carry" and "carried", "Frist" and
"Fristen", "annuel" and "annuelle". "Contract" and "contrast" share as much, but "ct" and "st" are
no endings.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.core.text.terms import parts, words

SHORTEST_STEM = 3
"""Letters that two forms share at least; with so few, only endings of `_PLAIN` may follow."""
SAFE_STEM = 4
COMPOUND_PART = 5
"""Letters of a German word that may stand in a longer one: "Frist" in "Kündigungsfrist"."""
INDEXED = 3

_PLAIN = frozenset(["", "s", "es", "ed", "ing", "n", "en", "er", "est"])
_ENDINGS = frozenset(
    """
    s es d ed ing ings e er ers or ors y ies ied ier iest est ly al ally ic ical ically ion ions
    ation ations ative ition itions ate ates ated ating ator ators able ably ible ibly ment ments
    ance ances ence ences ant ants ent ents ency ancy ness ful fully less ity ities ive ively ives
    ize izes ized izing ization ise ises ised ising isation ist ists ism ous ously ure ures
    be bes bed bing ption ptions de des ded ding sion sions ce ces cy cies ication ications

    n en em er ern es e t te ten tet st ung ungen lich liche lichen licher liches ig ige igen iger
    iges isch ische ischen ischer isches heit heiten keit bar bare baren end ende enden nd

    ee ees es x ux aux ez ent ons ant ants ante antes ait aient era erait it is ir irent iront le
    les ne nes if ifs ive ives eur eurs euse ement ements tion tions el elle els elles

    o a os as i io ia ios ias ar er ir ado ada ados adas ido ida idos idas ando iendo cion ciones
    an aba aban mente dad dades ero era eros eras oso osa idad

    are ere ire ato ata ati ate ito ita iti ite uto uta uti ute ono ano zione zioni mento menti
    ita che chi ghe ghi he hi
    """.split()
) | {""}

_PEOPLE = (("er", "ee"), ("or", "ee"))
"""Employer and employee are no forms of one word."""

_IRREGULAR = {
    form: base
    for base, forms in {
        "be": "is are was were been being am",
        "pay": "paid",
        "take": "took taken",
        "give": "gave given",
        "hold": "held",
        "keep": "kept",
        "make": "made",
        "send": "sent",
        "build": "built",
        "find": "found",
        "leave": "left",
        "lose": "lost loss",
        "rise": "rose risen",
        "run": "ran",
        "begin": "began begun",
        "write": "wrote written",
        "choose": "chose chosen",
        "break": "broke broken",
        "speak": "spoke spoken",
        "buy": "bought",
        "bring": "brought",
        "think": "thought",
        "mean": "meant",
        "lead": "led",
        "grow": "grew grown",
        "know": "knew known",
        "see": "saw seen",
        "go": "went gone",
        "use": "used using uses user users usage usable",
        "die": "dies died dying dead death deaths",
        "show": "shown",
        "child": "children",
        "man": "men",
        "woman": "women",
        "foot": "feet",
        "mouse": "mice murine",
        "person": "people",
        "analyse": "analyses analysis analyze analyzes analyzed",
        "high": "height",
        "long": "length",
        "wide": "width",
        "deep": "depth",
        "strong": "strength",
        "datum": "data",
        "index": "indices",
        "matrix": "matrices",
        "vertex": "vertices",
        "appendix": "appendices",
    }.items()
    for form in forms.split()
}


def same_word(one: str, other: str) -> bool:
    """Whether two folded words are likely forms of one word. Words with digits must be equal."""
    if one == other:
        return True
    if any(sign.isdigit() for sign in one + other):
        return False
    if _IRREGULAR.get(one, one) == _IRREGULAR.get(other, other):
        return True
    shared = _shared(one, other)
    if shared < SHORTEST_STEM:
        return False
    rest, rest_other = one[shared:], other[shared:]
    if shared < SAFE_STEM:
        allowed = _PLAIN
        if min(len(one), len(other)) > SAFE_STEM + 1:
            return False
    else:
        allowed = _ENDINGS
        if any({one[-2:], other[-2:]} == set(pair) for pair in _PEOPLE):
            return False
    if {rest, rest_other} == {"", "y"} and shared == SAFE_STEM:
        return False  # "part" and "party"
    doubled = one[shared - 1]
    return _ends(rest, doubled, allowed) and _ends(rest_other, doubled, allowed)


def _ends(rest: str, doubled: str, allowed: frozenset[str]) -> bool:
    """Whether this is an ending, maybe after a doubled letter as in "stopped"."""
    return rest in allowed or (len(rest) > 1 and rest[0] == doubled and rest[1:] in allowed)


def _shared(one: str, other: str) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


class WordForms:
    """The words of texts, asked whether they hold a word in some form.

    Args:
        compounds: Also hold a long word that is part of a longer one, as German writes them.
    """

    def __init__(self, texts: Iterable[str], *, compounds: bool = False) -> None:
        self._exact: set[str] = set()
        for text in texts:
            for word in words(text):
                self._exact.add(word.folded)
                if not word.folded.isalnum():
                    self._exact.add(word.folded.removesuffix("'s"))
                    self._exact.update(parts(word.folded))
        self._compounds = compounds
        self._by_beginning: dict[str, list[str]] = {}
        for known in self._exact:
            self._by_beginning.setdefault(_beginning(known), []).append(known)

    def holds(self, folded: str) -> bool:
        """Whether the word, a form of it, or all of its parts occur."""
        base = folded.removesuffix("'s")
        if base in self._exact:
            return True
        for beginning in {_beginning(base), _beginning(_IRREGULAR.get(base, base))}:
            if any(same_word(base, known) for known in self._by_beginning.get(beginning, ())):
                return True
        pieces = parts(base)
        if len(pieces) > 1:
            return all(self.holds(piece) for piece in pieces) or "".join(pieces) in self._exact
        return self._compounds and self._in_compound(base)

    def _in_compound(self, base: str) -> bool:
        """Whether the word is the beginning or the end of a longer one, or the other way round."""
        return any(
            _part_of(base, known) or _part_of(known, base)
            for known in self._exact
            if abs(len(known) - len(base)) >= SHORTEST_STEM
        )


def _beginning(word: str) -> str:
    """What words are looked up by: irregular forms under the word that they are forms of."""
    return _IRREGULAR.get(word, word)[:INDEXED]


def _part_of(short: str, long: str) -> bool:
    return len(short) >= COMPOUND_PART and (
        long.endswith(short) or long.startswith(short.rstrip("ens"))
    )
