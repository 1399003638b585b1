"""Line charts as SVG text: light, without a library, readable on light and dark backgrounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

Point = tuple[float, float]

WIDTH, HEIGHT = 400, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 14, 40, 46
_TICKS = 5
_LEGEND_LINE = 16
# Colours that are told apart by people who see few colours (Okabe and Ito), darker or lighter by
# background; lines also differ by their dashes.
_STYLE = """
text { font: 12px system-ui, sans-serif; fill: #24292f; }
.title { font-weight: 600; font-size: 13px; }
.grid { stroke: #d0d7de; stroke-width: 1; }
.line { fill: none; stroke-width: 2; }
.c0 { stroke: #0060a8; } .c1 { stroke: #b34700; } .c2 { stroke: #00704f; } .c3 { stroke: #8a3a78; }
.d0 { fill: #0060a8; } .d1 { fill: #b34700; } .d2 { fill: #00704f; } .d3 { fill: #8a3a78; }
.guide { stroke: #57606a; stroke-width: 1; stroke-dasharray: 2 3; }
.back { fill: #ffffff; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; } .grid { stroke: #30363d; } .back { fill: #0d1117; }
.guide { stroke: #9198a1; }
.c0 { stroke: #6cb6ff; } .c1 { stroke: #ffa657; } .c2 { stroke: #56d4a0; } .c3 { stroke: #e2a3d2; }
.d0 { fill: #6cb6ff; } .d1 { fill: #ffa657; } .d2 { fill: #56d4a0; } .d3 { fill: #e2a3d2; }
}
""".strip()
_DASHES = ("", "7 4", "2 3", "9 3 2 3")
COLOURS = 4


@dataclass(frozen=True, slots=True)
class Line:
    """A line of points from 0 to 1 on both axes. `mark` is the point that was chosen; `dashes`
    from 0 to 3."""

    name: str
    points: tuple[Point, ...]
    colour: int = 0
    dashes: int = 0
    mark: Point | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines over axes from 0 to 100 percent, or from 0 to 1 with `x_percent` False. `guide` is a
    place on the x axis that is marked by a line."""

    title: str
    x_label: str
    y_label: str
    lines: tuple[Line, ...]
    x_percent: bool = True
    guide: float | None = None


def svg(charts: Sequence[Chart], description: str) -> str:
    """Charts side by side, each with its legend below.

    Args:
        description: What there is to see, for people who do not.
    """
    most = max((len(chart.lines) for chart in charts), default=0)
    height = HEIGHT + 6 + _LEGEND_LINE * most
    width = WIDTH * len(charts)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{escape(description)}</title>",
        f"<style>\n{_STYLE}\n</style>",
        f'<rect class="back" width="{width}" height="{height}"/>',
    ]
    for place, chart in enumerate(charts):
        parts += [f'<g transform="translate({WIDTH * place} 0)">', *_drawn(chart), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def _drawn(chart: Chart) -> list[str]:
    middle = (_LEFT + WIDTH - _RIGHT) / 2
    parts = [f'<text class="title" x="{_LEFT}" y="22">{escape(chart.title)}</text>', *_grid(chart)]
    if chart.guide is not None:
        x = _x(chart.guide)
        parts.append(f'<line class="guide" x1="{x}" y1="{_y(0)}" x2="{x}" y2="{_y(1)}"/>')
    for place, line in enumerate(chart.lines):
        parts += _line(line)
        parts += _legend(line, HEIGHT + 6 + _LEGEND_LINE * place)
    return [
        *parts,
        f'<text text-anchor="middle" x="{middle}" y="{HEIGHT - 12}">{escape(chart.x_label)}</text>',
        f'<text text-anchor="middle" transform="rotate(-90) translate({-(_y(0.5))} 14)">'
        f"{escape(chart.y_label)}</text>",
    ]


def _grid(chart: Chart) -> list[str]:
    parts = []
    for tick in range(_TICKS + 1):
        share = tick / _TICKS
        x, y = _x(share), _y(share)
        across = f"{share:.0%}" if chart.x_percent else f"{share:.1f}"
        parts += [
            f'<line class="grid" x1="{_x(0)}" y1="{y}" x2="{_x(1)}" y2="{y}"/>',
            f'<text text-anchor="end" x="{_LEFT - 6}" y="{y + 4}">{share:.0%}</text>',
            f'<text text-anchor="middle" x="{x}" y="{_y(0) + 17}">{across}</text>',
        ]
    return parts


def _line(line: Line) -> list[str]:
    places = " ".join(f"{_x(x)},{_y(y)}" for x, y in line.points)
    parts = [f'<polyline class="line c{line.colour}"{_dash(line)} points="{places}"/>']
    if line.mark is not None:
        x, y = line.mark
        parts.append(f'<circle class="d{line.colour}" cx="{_x(x)}" cy="{_y(y)}" r="5"/>')
    return parts


def _legend(line: Line, y: int) -> list[str]:
    return [
        f'<line class="line c{line.colour}"{_dash(line)} x1="{_LEFT}" y1="{y}" '
        f'x2="{_LEFT + 28}" y2="{y}"/>',
        f'<text x="{_LEFT + 36}" y="{y + 4}">{escape(line.name)}</text>',
    ]


def _dash(line: Line) -> str:
    pattern = _DASHES[line.dashes]
    return f' stroke-dasharray="{pattern}"' if pattern else ""


def _x(share: float) -> float:
    return round(_LEFT + share * (WIDTH - _LEFT - _RIGHT), 1)


def _y(share: float) -> float:
    return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)
