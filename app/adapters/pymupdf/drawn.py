"""Lists what a page draws, in its order, as far as it decides whether text can be seen.

Nothing is painted for it: MuPDF plays the page's display list, which is cheap.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pymupdf import mupdf

from app.core.reading.space import Rect

Colour = tuple[float, float, float]
"""Red, green and blue, each from 0 to 255."""

PAPER: Colour = (255.0, 255.0, 255.0)
FAINT = 20.0
"""Colours are alike where no part of them differs by more than this, of 255: gray text on white
then has a contrast under 1.2 to 1, which hardly any eye reads. Pale watermarks differ by 25 and
more."""

# Less of a paint than this share shows nothing.
_LEAST_PAINT = 0.08
# Something that lets so much of what is below it through covers nothing.
_LEAST_OPAQUE = 0.6
# What is thinner, in points, is a rule, and covers no text; unless it has the paper's colour.
_LEAST_COVER = 2.0
# Kinds of colour spaces (mupdf/fitz/color.h); the binding has no names for them.
_GRAY, _RGB, _CMYK = 1, 2, 4
_NOWHERE = Rect(0.0, 0.0, 0.0, 0.0)
# A page that draws more is a map or a drawing; what covers what on it is not looked into.
_MOST = 20_000


class Writing(NamedTuple):
    """Text of one paint. `box` surrounds all of it, in displayed space; `colour` is None where
    nothing is painted."""

    order: int
    box: Rect
    colour: Colour | None


class Cover(NamedTuple):
    """An area that hides what was drawn before it. `colour` is None for pictures and shades."""

    order: int
    box: Rect
    colour: Colour | None
    picture: bool = False


@dataclass(slots=True)
class Drawn:
    """What a page draws. `samples` is the number of dots of its largest picture."""

    writings: list[Writing] = field(default_factory=list)
    covers: list[Cover] = field(default_factory=list)
    samples: int = 0


def alike(one: Colour, other: Colour) -> bool:
    """Whether text of one colour could not be read on a ground of the other."""
    return (
        abs(one[0] - other[0]) <= FAINT
        and abs(one[1] - other[1]) <= FAINT
        and abs(one[2] - other[2]) <= FAINT
    )


def drawn(shown: mupdf.FzDisplayList) -> Drawn | None:
    """What a page draws, notes and form fields included; None where every text of it is painted,
    in a colour unlike paper, and nothing could cover any or be its ground."""
    first = _Device(with_boxes=False)
    play(shown, first)
    if not first.doubtful:
        return None
    second = _Device(with_boxes=True)
    play(shown, second)
    return second.found


def reach(shown: mupdf.FzDisplayList) -> Rect:
    """The box around all that is painted, beyond the edges of the page as well."""
    box = mupdf.FzRect()
    play(shown, mupdf.fz_new_bbox_device(box))
    return _rect(box)


def play(shown: mupdf.FzDisplayList, device: mupdf.FzDevice) -> None:
    """Let a device receive all that a display list draws."""
    everywhere = mupdf.FzRect(mupdf.FzRect.Fixed_INFINITE)
    mupdf.fz_run_display_list(shown, device, mupdf.FzMatrix(), everywhere, mupdf.FzCookie())
    mupdf.fz_close_device(device)


class _Device(mupdf.FzDevice2):  # type: ignore[misc]
    """Receives what a display list draws. The signatures are MuPDF's; MuPDF prints what is raised
    here, so nothing must be."""

    def __init__(self, *, with_boxes: bool) -> None:
        super().__init__()
        self.found = Drawn()
        self.doubtful = False
        self._with_boxes = with_boxes
        self._order = 0
        self._groups: list[float] = []
        self._through = 1.0
        self._colours: dict[tuple[float, ...], Colour] = {}
        self._rgb = mupdf.FzColorspace(mupdf.FzColorspace.Fixed_RGB)
        self._parameters = mupdf.FzColorParams()
        self.use_virtual_fill_text()
        self.use_virtual_stroke_text()
        self.use_virtual_ignore_text()
        self.use_virtual_clip_text()
        self.use_virtual_fill_path()
        self.use_virtual_stroke_path()
        self.use_virtual_fill_shade()
        self.use_virtual_fill_image()
        self.use_virtual_fill_image_mask()
        self.use_virtual_begin_group()
        self.use_virtual_end_group()

    # --- text -------------------------------------------------------------------------------

    def fill_text(
        self, _: Any, text: Any, ctm: Any, space: Any, paint: Any, alpha: float, *__: Any
    ) -> None:
        shown = alpha * self._through >= _LEAST_PAINT
        self._write(text, ctm, self._colour(space, paint) if shown else None)

    def stroke_text(
        self, _: Any, text: Any, __: Any, ctm: Any, space: Any, paint: Any, alpha: float, *___: Any
    ) -> None:
        shown = alpha * self._through >= _LEAST_PAINT
        self._write(text, ctm, self._colour(space, paint) if shown else None)

    def ignore_text(self, _: Any, text: Any, ctm: Any) -> None:
        self._write(text, ctm, None)

    def clip_text(self, _: Any, text: Any, ctm: Any, *__: Any) -> None:
        self._write(text, ctm, None)

    def _write(self, text: Any, ctm: Any, colour: Colour | None) -> None:
        if not self._with_boxes:
            self.doubtful = self.doubtful or colour is None or alike(colour, PAPER)
        elif len(self.found.writings) < _MOST:
            self._order += 1
            box = _rect(mupdf.ll_fz_bound_text(text, None, ctm))
            self.found.writings.append(Writing(self._order, box, colour))

    # --- what may cover text, or be its ground ----------------------------------------------

    def fill_path(
        self, _: Any, path: Any, __: int, ctm: Any, space: Any, paint: Any, alpha: float, *___: Any
    ) -> None:
        if alpha * self._through < _LEAST_OPAQUE or self._is_full():
            return
        box = _rect(mupdf.ll_fz_bound_path(path, None, ctm))
        thin = min(box.x1 - box.x0, box.y1 - box.y0) < _LEAST_COVER
        colour = self._colour(space, paint)
        if not thin or alike(colour, PAPER):
            self._cover(box, colour)

    def stroke_path(
        self,
        _: Any,
        path: Any,
        stroke: Any,
        ctm: Any,
        space: Any,
        paint: Any,
        alpha: float,
        *__: Any,
    ) -> None:
        # Lines frame and underline; those of the paper's colour can only be there to cover.
        if alpha * self._through < _LEAST_OPAQUE or self._is_full():
            return
        colour = self._colour(space, paint)
        if alike(colour, PAPER):
            self._cover(_rect(mupdf.ll_fz_bound_path(path, stroke, ctm)), colour)

    def fill_shade(self, _: Any, shade: Any, ctm: Any, alpha: float, *__: Any) -> None:
        if alpha * self._through >= _LEAST_OPAQUE:
            self._cover(_rect(mupdf.ll_fz_bound_shade(shade, ctm)), None)

    def fill_image(self, _: Any, image: Any, ctm: Any, alpha: float, *__: Any) -> None:
        self._picture(image, ctm, alpha)

    def fill_image_mask(
        self, _: Any, image: Any, ctm: Any, __: Any, ___: Any, alpha: float, *____: Any
    ) -> None:
        self._picture(image, ctm, alpha)

    def _picture(self, image: Any, ctm: Any, alpha: float) -> None:
        if alpha * self._through >= _LEAST_PAINT:
            self.found.samples = max(self.found.samples, image.w * image.h)
            unit = mupdf.FzRect(mupdf.FzRect.Fixed_UNIT)
            self._cover(_rect(mupdf.ll_fz_transform_rect(unit.internal(), ctm)), None, picture=True)

    def _cover(self, box: Rect, colour: Colour | None, *, picture: bool = False) -> None:
        self.doubtful = True
        if self._with_boxes and not self._is_full():
            self._order += 1
            self.found.covers.append(Cover(self._order, box, colour, picture))

    def _is_full(self) -> bool:
        # The first run only asks whether there is anything.
        return self.doubtful if not self._with_boxes else len(self.found.covers) >= _MOST

    # --- groups -----------------------------------------------------------------------------

    def begin_group(
        self, _: Any, __: Any, ___: Any, isolated: int, knockout: int, mode: int, alpha: float
    ) -> None:
        self._groups.append(self._through)
        self._through *= alpha

    def end_group(self, _: Any) -> None:
        self._through = self._groups.pop() if self._groups else 1.0

    def _colour(self, space: Any, paint: Any) -> Colour:
        if space is None:
            return (0.0, 0.0, 0.0)
        kind = space.type
        if kind == _GRAY:
            gray = mupdf.floats_getitem(paint, 0) * 255
            return (gray, gray, gray)
        parts = [mupdf.floats_getitem(paint, index) for index in range(space.n)]
        if kind == _RGB:
            return (parts[0] * 255, parts[1] * 255, parts[2] * 255)
        # Spaces of one kind with as many parts may differ, except for the device's own inks.
        key = tuple(parts) if kind == _CMYK else ()
        if key and key in self._colours:
            return self._colours[key]
        red, green, blue, *_ = mupdf.ll_fz_convert_color(
            space, paint, self._rgb.m_internal, None, self._parameters.internal()
        )
        colour = (red * 255, green * 255, blue * 255)
        if key:
            self._colours[key] = colour
        return colour


def _rect(box: Any) -> Rect:
    return Rect(box.x0, box.y0, box.x1, box.y1)
