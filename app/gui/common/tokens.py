"""The colour tokens of the window, and the rule by which their contrast is checked.

Colours are written down once, in ``resources/ui/tokens.json``; code names them and never spells
them out. Names and meanings follow the design: ``surface`` is what one reads on, ``control`` the
edge of a field, ``line`` a hairline, ``accentfill`` the ground of the primary button.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal, cast, get_args

TokenName = Literal[
    "window",
    "sidebar",
    "surface",
    "raised",
    "sunken",
    "hover",
    "select",
    "line",
    "line2",
    "control",
    "text",
    "text2",
    "text3",
    "disabled",
    "accent",
    "accentfill",
    "bar",
    "onaccent",
    "tint",
    "focus",
    "mark",
    "marktext",
    "hl",
    "hlline",
    "ok",
    "oktint",
    "warn",
    "warntint",
    "warnline",
    "bad",
    "badtint",
    "badline",
    "track",
]
ChartName = Literal["text", "ocr", "empty", "unread"]

TOKEN_NAMES: tuple[TokenName, ...] = get_args(TokenName)
CHART_NAMES: tuple[ChartName, ...] = get_args(ChartName)

# With a high contrast preference lines are drawn as strong as field edges, and tints vanish.
_STRONG_LINES: tuple[TokenName, ...] = ("line", "line2", "warnline", "badline")
_TINTS: tuple[TokenName, ...] = ("tint", "oktint", "warntint", "badtint")


class SchemeName(StrEnum):
    """The two sets of colours."""

    LIGHT = "light"
    DARK = "dark"


class TokenFileError(ValueError):
    """The token file does not hold what the window needs."""


@dataclass(frozen=True, slots=True)
class ContrastRule:
    """A pair of colours that must differ enough: ``fore`` on ``back``, each a token or ``#hex``.

    ``minimum`` is the WCAG 2.x ratio: 4.5 for text, 3 for edges, rings and bars. ``light`` and
    ``dark`` are the ratios that the design states.
    """

    fore: str
    back: str
    minimum: float
    light: float
    dark: float


@dataclass(frozen=True, slots=True)
class ColorTokens:
    """All colours of one scheme as ``#RRGGBB`` by name."""

    scheme: SchemeName
    colors: Mapping[TokenName, str]
    chart: Mapping[ChartName, str]

    def with_high_contrast(self) -> ColorTokens:
        """Return the tokens for people who ask the system for more contrast."""
        changed = dict(self.colors)
        changed.update(dict.fromkeys(_STRONG_LINES, self.colors["control"]))
        changed.update(dict.fromkeys(_TINTS, self.colors["surface"]))
        return ColorTokens(self.scheme, changed, self.chart)


@dataclass(frozen=True, slots=True)
class TokenSet:
    """The content of the token file."""

    light: ColorTokens
    dark: ColorTokens
    contrast: tuple[ContrastRule, ...]

    def scheme(self, name: SchemeName) -> ColorTokens:
        """Return the colours of one scheme."""
        return self.dark if name is SchemeName.DARK else self.light


def load_tokens(path: Path) -> TokenSet:
    """Read the token file. Raises TokenFileError when a colour is missing or is unknown."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    chart = cast(
        "Mapping[ChartName, str]", _checked_names(raw.get("chart", {}), CHART_NAMES, "chart")
    )
    rules = tuple(ContrastRule(**rule) for rule in raw["contrast"])
    return TokenSet(
        light=_color_tokens(raw, SchemeName.LIGHT, chart),
        dark=_color_tokens(raw, SchemeName.DARK, chart),
        contrast=rules,
    )


def relative_luminance(color: str) -> float:
    """Return the WCAG 2.x relative luminance, 0 to 1, of ``#RRGGBB``."""
    channels = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    # Constants of the sRGB transfer curve, as WCAG 2.x states them.
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast_ratio(first: str, second: str) -> float:
    """Return the WCAG 2.x contrast, 1 to 21, between two colours in ``#RRGGBB``."""
    lighter, darker = sorted((relative_luminance(first), relative_luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def rule_contrast(rule: ContrastRule, tokens: ColorTokens) -> float:
    """Return the contrast that a rule's pair has in one scheme."""
    return contrast_ratio(_resolve(rule.fore, tokens), _resolve(rule.back, tokens))


def _resolve(name: str, tokens: ColorTokens) -> str:
    return name if name.startswith("#") else tokens.colors[cast("TokenName", name)]


def _color_tokens(
    raw: Mapping[str, Mapping[str, str]], scheme: SchemeName, chart: Mapping[ChartName, str]
) -> ColorTokens:
    colors = _checked_names(raw.get(scheme.value, {}), TOKEN_NAMES, scheme.value)
    return ColorTokens(scheme, cast("Mapping[TokenName, str]", colors), chart)


def _checked_names(
    found: Mapping[str, str], wanted: tuple[str, ...], section: str
) -> Mapping[str, str]:
    different = set(found) ^ set(wanted)
    if different:
        raise TokenFileError(
            f"The section “{section}” of the colour tokens differs in: {sorted(different)}."
        )
    return dict(found)
