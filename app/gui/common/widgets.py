"""All shared widgets under one name, so that a panel imports them from one place."""

from app.gui.common.buttons import Button, ButtonVariant, IconButton
from app.gui.common.choices import CheckBox, RadioButton, Segmented, Select, Stepper, Switch
from app.gui.common.drop_overlay import DropOverlay, DropZone
from app.gui.common.fields import FieldError, SearchField, set_invalid
from app.gui.common.frames import Card, Divider, EmptyState, PaneHeader, Surface
from app.gui.common.keyboard_focus import (
    KeyboardFocus,
    has_keyboard_focus,
    paint_focus_ring,
    restyle,
)
from app.gui.common.labels import (
    ElidedLabel,
    IconLabel,
    KeyHint,
    SectionLabel,
    TextLabel,
    native_key,
)
from app.gui.common.notice import Notice, NoticeKind
from app.gui.common.progress_bar import ProgressBar, ProgressState

__all__ = [
    "Button",
    "ButtonVariant",
    "Card",
    "CheckBox",
    "Divider",
    "DropOverlay",
    "DropZone",
    "ElidedLabel",
    "EmptyState",
    "FieldError",
    "IconButton",
    "IconLabel",
    "KeyHint",
    "KeyboardFocus",
    "Notice",
    "NoticeKind",
    "PaneHeader",
    "ProgressBar",
    "ProgressState",
    "RadioButton",
    "SearchField",
    "SectionLabel",
    "Segmented",
    "Select",
    "Stepper",
    "Surface",
    "Switch",
    "TextLabel",
    "has_keyboard_focus",
    "native_key",
    "paint_focus_ring",
    "restyle",
    "set_invalid",
]
