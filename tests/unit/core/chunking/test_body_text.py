"""Sentences over page ends and running lines."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.chunking.body_text import Body, body_sentences
from app.core.chunking.page_lines import page_lines
from app.core.chunking.running_lines import Ranges
from app.core.domain.page import PageText
from tests.unit.core.chunking.laid_pages import Row, laid_page, paragraph

FULL = "Each member of full age receives one key against a deposit of 40 euros"


def read(
    pages: Sequence[PageText],
    running: dict[int, Ranges] | None = None,
    headings: dict[int, list[int]] | None = None,
) -> list[list[str]]:
    """The sentences, each as the texts of its slices."""
    texts = {page.number: page for page in pages}
    laid = {page.number: page_lines(page) for page in pages}
    return [
        [texts[one.page].text[one.start : one.end] for one in sentence]
        for sentence in body_sentences(Body(texts, running or {}, laid, headings or {}))
    ]


def two_pages(last: list[Row], first: list[Row]) -> list[PageText]:
    return [laid_page(1, [Row("It opens at six.", 60), *last]), laid_page(2, first)]


def test_a_sentence_goes_on_behind_a_footer_and_a_header() -> None:
    pages = [
        laid_page(1, [*paragraph(["It opens at six. Members are", "asked to return all keys"], 700),
                      Row("Page 1", 780)]),
        laid_page(2, [Row("Handbook", 30), Row("within two weeks. The deposit is paid back.", 60)]),
    ]  # fmt: skip
    running: dict[int, Ranges] = {
        1: ((pages[0].text.index("Page 1"), len(pages[0].text)),),
        2: ((0, len("Handbook")),),
    }
    assert read(pages, running) == [
        ["It opens at six."],
        ["Members are\nasked to return all keys", "within two weeks."],
        ["The deposit is paid back."],
    ]


def test_a_sentence_goes_on_behind_a_line_in_the_middle_of_the_text() -> None:
    page = laid_page(
        1,
        [
            Row("Members of the club are asked to return", 700),
            Row("7", 780),
            Row("all keys within two weeks.", 60, 320),
        ],
    )
    at = page.text.index("7")
    assert read([page], {1: ((at, at + 1),)}) == [
        ["Members of the club are asked to return", "all keys within two weeks."]
    ]


def test_a_sentence_may_run_over_three_pages() -> None:
    pages = [
        laid_page(1, [Row("Members of the club are asked", 60)]),
        laid_page(2, [Row("to return all the keys that they have received from the board", 60)]),
        laid_page(3, [Row("or the treasurer within two weeks. Thanks.", 60)]),
    ]
    assert [len(sentence) for sentence in read(pages)] == [3, 1]


def test_a_full_line_goes_on_with_a_capital() -> None:
    pages = two_pages(paragraph([FULL, FULL], 700), [Row("Euros are paid back to the member.", 60)])
    assert read(pages)[1] == [f"{FULL}\n{FULL}", "Euros are paid back to the member."]


def test_a_short_line_does_not_go_on_with_a_capital() -> None:
    last = [*paragraph([FULL, FULL + "."], 600), Row("What the keys are for", 700)]
    pages = two_pages(last, [Row("Keys open the boat house.", 60)])
    assert ["What the keys are for"] in read(pages)


def test_what_ended_does_not_go_on() -> None:
    pages = two_pages([Row("The deposit is paid back.", 700)], [Row("within two weeks of it.", 60)])
    assert ["within two weeks of it."] in read(pages)


def test_a_heading_is_not_the_end_of_a_sentence() -> None:
    last = paragraph(["Each member of the club has"], 700)
    pages = two_pages(last, [Row("keys and locks: what?", 60, size=18), Row("Doors.", 90)])
    assert ["keys and locks: what?"] in read(pages)


def test_a_short_line_in_small_letters_is_a_heading_too() -> None:
    last = paragraph(["Each member of the club has"], 700)
    pages = two_pages(last, [Row("keys and locks", 60), Row("Keys open doors.", 90)])
    assert ["keys and locks"] in read(pages)


def test_a_list_item_does_not_go_on() -> None:
    pages = two_pages(paragraph([FULL, FULL], 700), [Row("2. Guests sign the list.", 60)])
    assert read(pages)[-2:] == [[f"{FULL}\n{FULL}"], ["2. Guests sign the list."]]


def test_a_page_between_that_has_no_text_ends_the_sentence() -> None:
    pages = [laid_page(1, [Row("Members are asked to return", 700)]),
             laid_page(3, [Row("all keys within two weeks.", 60)])]  # fmt: skip
    assert [len(sentence) for sentence in read(pages)] == [1, 1]


def test_a_heading_begins_a_sentence_and_ends_the_one_before() -> None:
    page = laid_page(1, paragraph(["Members are asked to return", "all keys", "3.2 Leave"], 60))
    assert read([page]) == [["Members are asked to return\nall keys\n3.2 Leave"]]
    assert read([page], headings={1: [page.text.index("3.2")]}) == [
        ["Members are asked to return\nall keys"],
        ["3.2 Leave"],
    ]


def test_no_sentence_goes_on_over_a_heading_at_the_top_of_a_page() -> None:
    pages = [
        laid_page(1, [Row("Members of the club are asked to return", 700)]),
        laid_page(2, [Row("Handbook", 30), Row("all keys that they received.", 60)]),
    ]
    running: dict[int, Ranges] = {2: ((0, len("Handbook")),)}
    at = pages[1].text.index("all")
    assert [len(sentence) for sentence in read(pages, running)] == [2]
    for heading in (0, at):
        assert [len(s) for s in read(pages, running, {2: [heading]})] == [1, 1]


def test_the_label_of_a_heading_is_no_sentence() -> None:
    page = laid_page(1, [Row("CHAPTER 6. Boats and keys", 60), Row("Boats float. See ch. 5.", 90)])
    assert read([page], headings={1: [0]}) == [
        ["CHAPTER 6. Boats and keys"],
        ["Boats float."],
        ["See ch. 5."],
    ]
