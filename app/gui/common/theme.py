"""The look of the application: palette, style sheet and fonts, all from the tokens.

The entry point makes one ``Theme`` and passes it to whatever draws. The theme follows the colour
scheme and the contrast that the system prefers until the user chooses otherwise, and says with
``changed`` when colours or sizes are different from now on. The offscreen platform reports no
scheme, so tests choose one.
"""

from __future__ import annotations

from enum import StrEnum
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication

from app.gui.common.resources import resource_path
from app.gui.common.tokens import (
    ChartName,
    ColorTokens,
    SchemeName,
    TokenName,
    TokenSet,
    load_tokens,
)
from app.gui.common.typography import TextRole, TypeScale

MIN_TEXT_FACTOR, MAX_TEXT_FACTOR = 0.9, 2.0


class SchemeChoice(StrEnum):
    """What the user chose in the settings."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class ContrastChoice(StrEnum):
    """Whether more contrast is shown: as the system says, or always, or never."""

    SYSTEM = "system"
    NORMAL = "normal"
    HIGH = "high"


_QT_SCHEMES = {
    SchemeChoice.SYSTEM: Qt.ColorScheme.Unknown,
    SchemeChoice.LIGHT: Qt.ColorScheme.Light,
    SchemeChoice.DARK: Qt.ColorScheme.Dark,
}


class Theme(QObject):
    """Colours, fonts and heights of the running application.

    ``text_factor`` is the user's text size, 1.0 for the system's. ``system_font`` is the font to
    start from; without it the application's font is taken as it is when the theme is made.
    """

    changed = Signal()

    def __init__(
        self,
        app: QApplication,
        *,
        scheme: SchemeChoice = SchemeChoice.SYSTEM,
        contrast: ContrastChoice = ContrastChoice.SYSTEM,
        text_factor: float = 1.0,
        system_font: QFont | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._app = app
        # Kept, since PySide takes the inner object for deleted once its owner's wrapper is gone.
        self._hints = app.styleHints()
        self._accessibility = self._hints.accessibility()
        self._token_set: TokenSet = load_tokens(resource_path("ui", "tokens.json"))
        path = resource_path("ui", "style.qss.template")
        self._template = Template(path.read_text(encoding="utf-8"))
        self._system_font = QFont(system_font if system_font is not None else app.font())
        self._system_px = float(QFontInfo(self._system_font).pixelSize())
        self._scheme_choice = scheme
        self._contrast_choice = contrast
        self._text_factor = _bounded(text_factor)
        self._kept: list[object] = []
        self._tokens = self._chosen_tokens()
        self._type_scale = TypeScale(self._system_px * self._text_factor)
        app.setStyle("Fusion")
        self._hints.setColorScheme(_QT_SCHEMES[scheme])
        self._rebuild()
        self._hints.colorSchemeChanged.connect(self._system_changed)
        self._accessibility.contrastPreferenceChanged.connect(self._system_changed)

    @property
    def tokens(self) -> ColorTokens:
        """The colours in use."""
        return self._tokens

    @property
    def dark(self) -> bool:
        """True when the dark colours are in use."""
        return self._tokens.scheme is SchemeName.DARK

    @property
    def high_contrast(self) -> bool:
        """True when lines are strong and tints are left out."""
        if self._contrast_choice is not ContrastChoice.SYSTEM:
            return self._contrast_choice is ContrastChoice.HIGH
        preference = self._accessibility.contrastPreference()
        return preference is Qt.ContrastPreference.HighContrast

    @property
    def reduced_motion(self) -> bool:
        """True when the system asks for no animation."""
        # Qt knows of it from 6.12 on; before, no system's wish reaches us.
        preference = getattr(self._accessibility, "motionPreference", None)
        return preference is not None and preference().name == "ReducedMotion"

    @property
    def text_factor(self) -> float:
        """The user's text size, 1.0 for the system's."""
        return self._text_factor

    @property
    def scheme_choice(self) -> SchemeChoice:
        """What the user chose, not what is shown: see ``dark``."""
        return self._scheme_choice

    def color(self, name: TokenName) -> QColor:
        """Return a colour by its token name. Raises KeyError for a name that is no token."""
        return QColor(self._tokens.colors[name])

    def chart_color(self, name: ChartName) -> QColor:
        """Return a colour of the charts, the same in both schemes."""
        return QColor(self._tokens.chart[name])

    def font(self, role: TextRole, *, tabular: bool = False) -> QFont:
        """Return the font of a role; ``tabular`` makes all figures equally wide."""
        return self._type_scale.font(role, self._system_font, tabular=tabular)

    def fixed_font(self) -> QFont:
        """Return the fixed-width font for raw output, at the secondary size."""
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        return self._type_scale.font(TextRole.SECONDARY, fixed)

    def line_height(self, role: TextRole) -> int:
        """Return the line height of a role in px."""
        return self._type_scale.line_px(role)

    def scaled(self, px: float) -> int:
        """Return a height or icon size of the design, in px, for the text size in use."""
        return self._type_scale.scaled(px)

    def set_scheme(self, choice: SchemeChoice) -> None:
        """Follow the system, or stay light or dark."""
        self._scheme_choice = choice
        self._hints.setColorScheme(_QT_SCHEMES[choice])
        self._refresh()

    def set_contrast(self, choice: ContrastChoice) -> None:
        """Follow the system's contrast preference, or override it."""
        self._contrast_choice = choice
        self._refresh()

    def set_text_factor(self, factor: float) -> None:
        """Set the text size; values outside 0.9 to 2.0 are brought to the nearer end."""
        self._text_factor = _bounded(factor)
        self._refresh()

    def keep(self, thing: object) -> None:
        """Hold a Python object for as long as the theme lives.

        Icon engines that Qt clones would be collected by Python otherwise, although Qt still
        uses them.
        """
        self._kept.append(thing)

    def palette(self) -> QPalette:
        """Return the palette of the application for the colours in use."""
        palette = QPalette()
        for role, name in _PALETTE_ROLES.items():
            palette.setColor(role, self.color(name))
        for role, name in _DISABLED_ROLES.items():
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.color(name))
        return palette

    def style_sheet(self) -> str:
        """Return the style sheet of the application for the colours and sizes in use."""
        values: dict[str, str | int] = {}
        values.update((str(name), color) for name, color in self._tokens.colors.items())
        # No tokens exist for a primary button that is pointed at or held; darker keeps contrast.
        values["accentfill_hover"] = self.color("accentfill").darker(110).name()
        values["accentfill_pressed"] = self.color("accentfill").darker(122).name()
        values["pressed"] = self._tokens.colors["track" if self.dark else "sunken"]
        values["segment"] = self._tokens.colors["raised"]
        values["segment_edge"] = self._tokens.colors["line2" if self.high_contrast else "sunken"]
        for role in TextRole:
            values[f"size_{role}"] = self._type_scale.size_px(role)
            values[f"line_{role}"] = self._type_scale.line_px(role)
        for height in (20, 22, 24, 26, 28, 30, 32, 36, 38):
            values[f"h{height}"] = self.scaled(height)
        box, dot = self.scaled(14), self.scaled(6)
        values |= {
            "box": box,
            "box_radius": box // 2 + 1,
            "dot": dot,
            "dot_edge": (box - dot) // 2 + 1,
        }
        return self._template.substitute(values)

    def _chosen_tokens(self) -> ColorTokens:
        if self._scheme_choice is SchemeChoice.SYSTEM:
            dark = self._hints.colorScheme() is Qt.ColorScheme.Dark
        else:
            dark = self._scheme_choice is SchemeChoice.DARK
        tokens = self._token_set.scheme(SchemeName.DARK if dark else SchemeName.LIGHT)
        return tokens.with_high_contrast() if self.high_contrast else tokens

    def _system_changed(self) -> None:
        self._refresh()

    def _refresh(self) -> None:
        tokens = self._chosen_tokens()
        scale = TypeScale(self._system_px * self._text_factor)
        if tokens == self._tokens and scale == self._type_scale:
            return
        self._tokens, self._type_scale = tokens, scale
        self._rebuild()
        self.changed.emit()

    def _rebuild(self) -> None:
        self._app.setPalette(self.palette())
        self._app.setFont(self.font(TextRole.CONTROL))
        self._app.setStyleSheet(self.style_sheet())


def _bounded(factor: float) -> float:
    return min(MAX_TEXT_FACTOR, max(MIN_TEXT_FACTOR, factor))


_ROLE = QPalette.ColorRole
_PALETTE_ROLES: dict[QPalette.ColorRole, TokenName] = {
    _ROLE.Window: "window",
    _ROLE.WindowText: "text",
    _ROLE.Base: "surface",
    _ROLE.AlternateBase: "sidebar",
    _ROLE.ToolTipBase: "raised",
    _ROLE.ToolTipText: "text",
    _ROLE.PlaceholderText: "text3",
    _ROLE.Text: "text",
    _ROLE.Button: "raised",
    _ROLE.ButtonText: "text",
    _ROLE.BrightText: "onaccent",
    _ROLE.Light: "surface",
    _ROLE.Midlight: "line",
    _ROLE.Mid: "line2",
    _ROLE.Dark: "control",
    _ROLE.Shadow: "control",
    _ROLE.Highlight: "accentfill",
    _ROLE.HighlightedText: "onaccent",
    _ROLE.Accent: "accentfill",
    _ROLE.Link: "accent",
    _ROLE.LinkVisited: "accent",
}
_DISABLED_ROLES: dict[QPalette.ColorRole, TokenName] = {
    _ROLE.WindowText: "disabled",
    _ROLE.Text: "disabled",
    _ROLE.ButtonText: "disabled",
    _ROLE.PlaceholderText: "disabled",
    _ROLE.Link: "disabled",
    _ROLE.LinkVisited: "disabled",
    _ROLE.Highlight: "line2",
    _ROLE.HighlightedText: "text2",
    _ROLE.Accent: "line2",
}
