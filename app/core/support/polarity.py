"""What a claim says the other way round than the sentence that it is taken from.

Three things are compared, each only where claim and sentence speak of the same: what a negation
denies, pairs of opposites such as "increase" and "decrease", and how much is claimed ("all" of
what is said of some, "must" of what "may", "only" where nothing is excluded).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from app.core.support.number_words import is_number_word
from app.core.text.stems import WordForms, same_word
from app.core.text.terms import Word, is_content, words

_NEGATIONS = frozenset(
    """no not never none neither nor cannot without nothing nobody nowhere hardly rarely lack lacks
    lacking lacked absence fail fails failed failing refuse refuses refused unable cant dont

    nicht kein keine keinen keiner keines keinem nie niemals niemand nichts ohne weder
    pas jamais aucun aucune sans rien
    nunca sin ninguno ninguna ningun nada jamas tampoco
    non mai senza nessuno nessuna nessun niente""".split()
)
"""French and Italian "ne" are left out: the one never stands alone, the other denies nothing."""
_EXCEPTIONS = frozenset(
    """except excepting excluding unless without ausser ausgenommen sauf hormis salvo excepto
    eccetto tranne ohne sans sin senza""".split()
)
_NO_DENIAL = re.compile(
    r"\bnot only\b|\bno(?:t)? (?:more|less|later|earlier|sooner|fewer) than\b|\bnot? doubt\b"
    r"|\bwhether or not\b|\bif not\b|\bno\. ?\d|\bno matter\b|\bnicht nur\b|\bnon solo\b"
    r"|\bno solo\b|\bpas seulement\b|\bwithout limitation\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[,;:.!?()\n–—]|\b(?:but|and|or|aber|und|oder|mais|et|pero|ma)\b")
_REACH = 4
"""Content words after a negation that may be what it denies: the first, and those it leads to."""

_OPPOSITES = """
increase increases increased increasing rise rises rose risen rising raise raises raised raising
 grow grows grew elevate elevated elevates elevation higher high greater enhance enhances enhanced
 upregulate upregulated upregulates upregulation
/ decrease decreases decreased decreasing reduce reduces reduced reducing reduction decline
 declines declined lower lowers lowered lowering low diminish diminished fall falls fell drop drops
 dropped attenuate attenuated attenuates downregulate downregulated downregulates downregulation
allow allows allowed allowing permit permits permitted permissible
/ forbid forbids forbidden prohibit prohibits prohibited prohibition ban bans banned disallow
 disallowed
@before / after
minimum / maximum
@more over above exceed exceeds exceeding / less fewer under below
enable enables enabled enabling / disable disables disabled disabling
first / last
activate activates activated activating activation
/ deactivate deactivates deactivated deactivating inactivate inactivated inactivates inactivation
include includes included including inclusion
/ exclude excludes excluded excluding exclusion
required mandatory compulsory obligatory / optional voluntary
accept accepts accepted / reject rejects rejected
add adds added adding / remove removes removed removing
connect connects connected / disconnect disconnects disconnected
install installs installed / uninstall uninstalls uninstalled
lock locks locked / unlock unlocks unlocked
import imports imported / export exports exported
internal / external
upper / lower
positive positively / negative negatively
always / never
present / absent
valid / invalid
safe / unsafe
true / false
open opens opened / close closes closed
start starts started begin begins began / stop stops stopped end ends ended
promote promotes promoted promotes facilitate facilitates stimulate stimulates stimulated induce
 induces induced
/ inhibit inhibits inhibited inhibiting suppress suppresses suppressed prevent prevents prevented
 impair impairs impaired block blocks blocked
improve improves improved improvement / worsen worsens worsened
sensitive / resistant insensitive
agonist agonists / antagonist antagonists
sufficient / insufficient
dependent / independent
left / right
early earlier / late later
encrypt encrypts encrypted / decrypt decrypts decrypted
public / private
erlaubt gestattet zulassig / verboten untersagt unzulassig
@vor / nach
mindestens / hochstens
@mehr / weniger
steigt erhoht zunimmt / sinkt verringert abnimmt
permis autorise / interdit defendu
@avant / apres
augmente augmenter / diminue diminuer
permitido / prohibido
@antes / despues
permesso consentito / vietato proibito
@prima / dopo
"""


_Side = tuple[int, int]
"""The number of a pair of opposites, and 1 or -1 for the first or the second of it."""


def _axes() -> tuple[dict[str, tuple[_Side, ...]], frozenset[int]]:
    """Each word with its sides, and the pairs that count only before the same word."""
    found: dict[str, list[_Side]] = {}
    leading: set[int] = set()
    joined = re.sub(r"\n\s*(?=/)|\n (?=\S)", " ", _OPPOSITES.strip())
    for number, line in enumerate(joined.splitlines()):
        if line.startswith("@"):
            leading.add(number)
        one, _, other = line.removeprefix("@").partition(" / ")
        for side, spelled in ((1, one), (-1, other)):
            for word in spelled.split():
                found.setdefault(word, []).append((number, side))
    return {word: tuple(sides) for word, sides in found.items()}, frozenset(leading)


_SIDES, _LEADING = _axes()
_AT_LEAST = re.compile(
    r"\b(?:at least|no less than|not less than|no fewer than|(?P<most>at most|no more than"
    r"|not more than))\b",
    re.IGNORECASE,
)
_MINIMUM = _SIDES["minimum"][0]

_STRENGTHS = tuple(
    tuple(side.split() for side in pair.split("/"))
    for pair in (
        """all every each always entire entirely whole alle jeder jede jedes immer tous toutes todos
        / some many most several few often sometimes usually partly partially mostly einige manche
        viele meist manchmal certains plusieurs algunos alcuni""",
        """must shall mandatory obligatory compulsory required muss mussen doit doivent debe devono
        / may might can could should optional optionally soll sollte kann konnen peut puede puo""",
    )
)
"""Words that claim much, and words for less of the same."""
_ONLY = re.compile(
    r"(?:^\W*|\b(?:can|may|must|shall|could|might|will|should)(?: be)? )"
    r"(?P<only>only|solely|exclusively|nur|uniquement|seulement|solamente|soltanto)\b",
    re.IGNORECASE,
)
_LIMITS = frozenset(
    "only solely exclusively alone just except unless single sole merely nur ausschliesslich "
    "lediglich uniquement seulement que solo solamente unicamente soltanto".split()
)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What stands against a claim: a word of the claim, and what the sentence has instead."""

    word: str
    reason: str


def contradiction(claim: str, sentence: str) -> Contradiction | None:
    """What the claim says the other way round than the sentence, or None."""
    return (
        _denied_otherwise(claim, sentence)
        or _opposite(claim, sentence)
        or _claimed_too_much(claim, sentence)
    )


# --- negation ---------------------------------------------------------------------------------


def first_denial(text: str) -> str:
    """The first negation of a text as written, "" where there is none."""
    blanked = _without_denials_that_are_none(text)
    found = (word for word in words(blanked) if _is_negation(word.folded))
    return next((text[word.start : word.end] for word in found), "")


def denied_words(text: str) -> dict[str, str]:
    """The content words that a negation reaches, folded, with the negation as written.

    "Not be paid out" denies "paid"; where no content word follows in the clause, as often in
    German, the one before is denied.
    """
    text = _without_denials_that_are_none(text)
    found: dict[str, str] = {}
    every = words(text)
    for place, word in enumerate(every):
        if not _is_negation(word.folded):
            continue
        target = _reached(text, every[place + 1 :], word.end)
        if target is None:
            target = _reached_before(text, every[:place], word.start)
        if target is not None:
            found.setdefault(target, text[word.start : word.end])
    return found


def _without_denials_that_are_none(text: str) -> str:
    """The text with "not only" and the like blanked out, everything else in its place."""
    return _NO_DENIAL.sub(lambda match: " " * len(match.group()), text)


def _is_negation(folded: str) -> bool:
    return folded in _NEGATIONS or folded in _EXCEPTIONS or folded.endswith("n't")


def _reached(text: str, following: list[Word], start: int) -> str | None:
    for word in following[: 2 * _REACH]:
        if _CLAUSE_END.search(text, start, word.start):
            return None
        if _can_be_denied(word.folded):
            return word.folded
    return None


def _can_be_denied(folded: str) -> bool:
    if folded == "longer" or folded[0].isdigit() or is_number_word(folded):
        return False
    return is_content(folded) and not _is_negation(folded)


def _reached_before(text: str, before: list[Word], end: int) -> str | None:
    for word in reversed(before[-_REACH:]):
        if _CLAUSE_END.search(text, word.end, end):
            return None
        if _can_be_denied(word.folded):
            return word.folded
    return None


def _denied_otherwise(claim: str, sentence: str) -> Contradiction | None:
    here, there = denied_words(claim), denied_words(sentence)
    if any(_excepts(text) and _denials(text) > 1 for text in (claim, sentence)):
        return None  # "not unless": two negations that make one condition
    for word, negation in here.items():
        if _stated(word, sentence) and not _holds(there, word) and not _opposed(word, sentence):
            return Contradiction(
                negation, f"The passage that it cites says “{word}” without “{negation}”."
            )
    for word, negation in there.items():
        once = _stated(word, claim) and _stated(word, sentence) == 1
        if once and not _holds(here, word) and not _opposed(word, claim):
            return Contradiction(word, f"The passage that it cites says “{negation}” of “{word}”.")
    return None


def _stated(word: str, text: str) -> int:
    """How often a text holds a word in some form."""
    return sum(same_word(word, other.folded) for other in words(text))


def _holds(denied: Iterable[str], word: str) -> bool:
    return any(same_word(word, other) for other in denied)


def _excepts(text: str) -> bool:
    return any(word.folded in _EXCEPTIONS for word in words(text))


def _denials(text: str) -> int:
    return sum(_is_negation(word.folded) for word in words(text))


def _opposed(word: str, text: str) -> bool:
    """Whether a text says the opposite of a word: "not allowed" is "forbidden"."""
    there = _sides(text)
    return any((axis, -side) in there for axis, side in _SIDES.get(word, ()))


# --- opposites --------------------------------------------------------------------------------


def _sides(text: str) -> dict[_Side, Word]:
    """The sides of the pairs of opposites that a text takes, each with its word. A negated word
    takes no side."""
    denied = denied_words(text)
    found: dict[_Side, Word] = {}
    axis, side = _MINIMUM
    for match in _AT_LEAST.finditer(text):
        word = Word(match.start(), match.end(), match.group().casefold())
        found.setdefault((axis, -side if match["most"] else side), word)
    for word in words(_AT_LEAST.sub(lambda match: " " * len(match.group()), text)):
        if not _holds(denied, word.folded):
            for taken in _SIDES.get(word.folded, ()):
                found.setdefault(taken, word)
    return found


def _led_to(text: str, word: Word) -> str:
    """The first word after this one that says something, numbers among them."""
    following = (w.folded for w in words(text) if w.start >= word.end)
    return next((w for w in following if w[0].isdigit() or is_content(w)), "")


def _opposite(claim: str, sentence: str) -> Contradiction | None:
    """A word of the claim, where the sentence has only its opposite."""
    here, there = _sides(claim), _sides(sentence)
    held = WordForms([sentence])
    for (axis, side), word in here.items():
        against = there.get((axis, -side))
        both = (axis, side) in there or (axis, -side) in here
        if against is None or both or held.holds(word.folded):
            continue
        if axis in _LEADING and not same_word(_led_to(claim, word), _led_to(sentence, against)):
            continue
        written = claim[word.start : word.end]
        other = sentence[against.start : against.end]
        return Contradiction(written, f"The passage that it cites says “{other}”, not “{written}”.")
    return None


# --- how much ---------------------------------------------------------------------------------


def _claimed_too_much(claim: str, sentence: str) -> Contradiction | None:
    claim, sentence = (
        _without_denials_that_are_none(claim),
        _without_denials_that_are_none(sentence),
    )
    here = {word.folded: word for word in words(claim)}
    there = {word.folded: word for word in words(sentence)}
    for most, weak in _STRENGTHS:
        found = next((here[word] for word in most if word in here), None)
        less = next((there[word] for word in weak if word in there), None)
        if found and less and not any(word in there for word in most):
            written, other = claim[found.start : found.end], sentence[less.start : less.end]
            return Contradiction(
                written, f"The passage that it cites says “{other}”, not “{written}”."
            )
    only = _ONLY.search(claim)
    if only and not any(word in there for word in _LIMITS):
        written = only["only"]
        return Contradiction(written, f"The passage that it cites does not say “{written}”.")
    return None
