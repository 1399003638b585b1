"""Charts as SVG: well formed, within the picture, and safe to show."""

from __future__ import annotations

from xml.etree import ElementTree

from app.core.domain.floor import Floor
from app.evaluation.floor_chart import floor_chart
from app.evaluation.floor_curve import Searched, SearchedSet
from app.evaluation.line_chart import HEIGHT, WIDTH, Chart, Line, svg

SVG = "{http://www.w3.org/2000/svg}"
LINE = Line("a & b <c>", ((0.0, 0.0), (0.5, 1.0), (1.0, 0.2)), 1, 2, mark=(0.5, 1.0))
CHART = Chart("Title", "across", "up", (LINE, Line("other", ((0.0, 0.5),))), guide=0.5)


def drawn(*charts: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(svg(charts, "What is & seen"))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_it_is_well_formed_and_says_what_it_shows() -> None:
    root = drawn(CHART)
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "What is & seen"
    assert {"Title", "across", "up", "a & b <c>", "other", "0%", "100%"} <= set(texts(root))


def test_every_point_lies_in_the_picture() -> None:
    for line in drawn(CHART).iter(f"{SVG}polyline"):
        for point in line.attrib["points"].split():
            x, y = map(float, point.split(","))
            assert 0 < x < WIDTH
            assert 0 < y < HEIGHT


def test_up_is_more() -> None:
    first, *_ = drawn(CHART).iter(f"{SVG}polyline")
    heights = [float(point.split(",")[1]) for point in first.attrib["points"].split()]
    assert heights[1] < heights[2] < heights[0]


def test_the_chosen_point_is_marked() -> None:
    (circle,) = drawn(CHART).iter(f"{SVG}circle")
    first, *_ = drawn(CHART).iter(f"{SVG}polyline")
    assert f"{circle.attrib['cx']},{circle.attrib['cy']}" in first.attrib["points"].split()


def test_charts_stand_side_by_side() -> None:
    root = drawn(CHART, Chart("Second", "x", "y", (), x_percent=False))
    assert root.attrib["width"] == str(2 * WIDTH)
    assert [group.attrib["transform"] for group in root.iter(f"{SVG}g")] == [
        "translate(0 0)",
        f"translate({WIDTH} 0)",
    ]
    assert "0.2" in texts(root)


def test_it_has_colours_for_dark_backgrounds() -> None:
    assert "prefers-color-scheme: dark" in svg([CHART], "")


def test_the_chart_of_a_floor() -> None:
    asked = (
        Searched(True, 0.6, 0.2, 0.5, 0.5),
        Searched(True, 0.7, 0.2, 0.5, 0.5),
        Searched(False, 0.3, 0.2, 0.5, 0.5),
    )
    claims = (Searched(True, 0.6, 0.2, 0.5, 0.5),)
    sets = [SearchedSet("asked", asked), SearchedSet("claims", claims)]
    root = ElementTree.fromstring(floor_chart(sets, Floor(similarity=0.5, coverage=0.4)))
    said = texts(root)
    assert "asked (n = 3)" in said
    assert "asked: nothing answers it (n = 1)" in said
    assert "asked: answerable (n = 2)" in said
    assert "claims: answerable (n = 1)" in said
    assert not any(text.startswith("claims (n") for text in said)
    assert len(list(root.iter(f"{SVG}circle"))) == 1
