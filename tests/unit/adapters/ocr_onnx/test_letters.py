"""What becomes of the likelihoods that the reading network gives."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from app.adapters.ocr_onnx.letters import LineReader, Spelled
from app.adapters.ocr_onnx.picture import Pyramid, Strip
from app.core.domain.cancel import CancelToken
from app.core.errors import Cancelled

LETTERS = "abcdeé"


class ScriptedNetwork:
    """Spells, for every line, the signs of `script`, one for each 8 columns; "-" is no letter.
    `sure` is how likely each of them is."""

    def __init__(self, script: str, sure: float = 0.9, outputs: int = len(LETTERS) + 2) -> None:
        self.script, self.sure = script, sure
        self.shapes: list[tuple[int, ...]] = []
        self._outputs = outputs

    def get_inputs(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(name="x")]

    def get_outputs(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(shape=["lines", "steps", self._outputs])]

    def get_modelmeta(self) -> SimpleNamespace:
        return SimpleNamespace(custom_metadata_map={"character": "\n".join(LETTERS)})

    def run(self, outputs: None, feed: dict[str, NDArray[np.float32]]) -> list[Any]:
        lines, _, _, columns = feed["x"].shape
        self.shapes.append(feed["x"].shape)
        likely = np.zeros((lines, columns // 8, self._outputs), dtype=np.float32)
        likely[:, :, 0] = 1 - self.sure
        for step, sign in enumerate(self.script.ljust(columns // 8, "-")[: columns // 8]):
            likely[:, step, 0 if sign == "-" else f"-{LETTERS} ".index(sign)] = self.sure
        return [likely]


def page(*ink: tuple[int, int], width: int = 400) -> Pyramid:
    """A picture of 48 rows with black from row 10 to 38 between columns."""
    grey = np.full((48, width), 255, dtype=np.uint8)
    for left, right in ink:
        grey[10:38, left:right] = 0
    return Pyramid(np.repeat(grey[:, :, None], 3, axis=2).tobytes(), width, 48)


def read(script: str, picture: Pyramid, sure: float = 0.9) -> list[Spelled]:
    strip = Strip(0, 0, 1, 0, picture.width, 48)
    reader = LineReader(ScriptedNetwork(script, sure))
    return reader.read(picture, [strip], CancelToken())[0]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("-aa-b--", ["ab"]),
        ("a-a", ["aa"]),
        ("ab  cd", ["ab", "cd"]),
        (" a ", ["a"]),
        ("a - b", ["a", "b"]),
        ("é", ["é"]),
        ("---", []),
        ("", []),
    ],
)
def test_signs_become_words(script: str, words: list[str]) -> None:
    assert [word.text for word in read(script, page((8, 200)))] == words


def test_words_end_where_their_ink_does() -> None:
    # "ab" in the first 80 columns, the space in the middle of columns 96 to 104, "c" behind it.
    words = read("-a-a-b------ -----c-", page((10, 70), (130, 161)))
    assert [(word.x0 * 400, word.x1 * 400) for word in words] == [(10, 70), (130, 161)]
    assert [(word.y0 * 48, word.y1 * 48) for word in words] == [(10, 38), (10, 38)]


def test_light_letters_on_dark_paper() -> None:
    dark = np.full((48, 400, 3), 30, dtype=np.uint8)
    dark[12:30, 40:90] = 240
    (word,) = read("----a", Pyramid(dark.tobytes(), 400, 48))
    assert (word.x0 * 400, word.x1 * 400, word.y0 * 48, word.y1 * 48) == (40, 90, 12, 30)


def test_a_word_is_as_sure_as_its_letters() -> None:
    (word,) = read("-a-b", page((8, 60)), sure=0.75)
    assert word.confidence == pytest.approx(0.75)


def test_lines_keep_their_order_whatever_their_width() -> None:
    network = ScriptedNetwork("a-b-c-d-e")
    strips = [Strip(0, 0, 1, 0, width, 48) for width in (400, 40, 3000, 90)]
    found = LineReader(network).read(page((0, 40)), strips, CancelToken())
    assert len(found) == 4
    assert all(line for line in found)
    assert all(shape[3] % 8 == 0 and shape[3] >= 320 for shape in network.shapes)


def test_many_lines_are_read_in_several_runs() -> None:
    network = ScriptedNetwork("a")
    LineReader(network).read(page((0, 40)), [Strip(0, 0, 1, 0, 320, 48)] * 50, CancelToken())
    assert sum(shape[0] for shape in network.shapes) == 50
    assert all(shape[0] * shape[3] <= 3200 for shape in network.shapes)


def test_a_cancel_is_seen_between_runs() -> None:
    cancel = CancelToken()
    network = ScriptedNetwork("a")
    cancel.cancel()
    with pytest.raises(Cancelled):
        LineReader(network).read(page((0, 40)), [Strip(0, 0, 1, 0, 320, 48)], cancel)
    assert network.shapes == []


def test_another_network_is_refused() -> None:
    with pytest.raises(ValueError, match="9 outputs for 8 characters"):
        LineReader(ScriptedNetwork("a", outputs=9))
