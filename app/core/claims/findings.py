"""What was found of one scope in a passage, beside what the question asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from app.core.claims.prominence import Sentences
from app.core.domain.claim_filter import ScopeSlot

_CONTRASTS = re.compile(
    r"(?:\b(?:unlike|except|excepting|excluding|apart from|as opposed to|in contrast to|instead of"
    r"|rather than|other than|reach of children|reichweite von kindern"
    r"|kinder unzugänglich|does not apply|do not apply|not (?:in|on|for|to|of)|but not"
    r"|anders als|im gegensatz zu|ausser|außer|nicht (?:in|im|am|für|bei)"
    r"|contrairement à|sauf|a diferencia de|salvo|a differenza di|tranne)\b)[^.;:()\n]*",
    re.IGNORECASE,
)
"""A scope that is named to say that something is of another one."""

REST = re.compile(
    r"(?<!\w)(?:otherwise|else|all others?|any other|the rest|sonst|alle anderen|übrigen)(?!\w)",
    re.IGNORECASE,
)
"""A passage that says so states the scope of what it did not name."""


@dataclass(frozen=True)
class ScopedText:
    """A passage as the rules read it: its headings, the first of which may be the title of the
    document, and its text."""

    headings: tuple[str, ...]
    text: str

    @cached_property
    def below_title(self) -> str:
        """Headings but for the first, one a line."""
        return "\n".join(self.headings[1:])

    @cached_property
    def own(self) -> str:
        """Headings below the title and the text, without what is named only for contrast."""
        return f"{self.below_title}\n\n{without_contrasts(self.text)}"

    @cached_property
    def whole(self) -> str:
        """All headings and the text, without what is named only for contrast."""
        return "\n".join([*self.headings, without_contrasts(self.text)])

    @cached_property
    def _sentences(self) -> Sentences:
        return Sentences(self.own, len(self.below_title))

    def prominent(self, start: int) -> bool:
        """Whether what stands at this place of `own` is what the passage is about."""
        return self._sentences.prominent(start)


@dataclass(frozen=True, slots=True)
class Finding:
    """That a passage states a scope in the same respect as the question.

    `key` tells respects apart: scopes are compared only with those of the same key. `fits` says
    whether it is the question's; `sure` that its form leaves little doubt.
    """

    slot: ScopeSlot
    key: str
    fits: bool
    asked: str
    stated: str
    sure: bool = True


def without_contrasts(text: str) -> str:
    """A text without the clauses that name another scope: "unlike the smaller model"."""
    return _CONTRASTS.sub(" ", text)
