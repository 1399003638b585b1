"""Files and functions stay small enough to be read in one go."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 60

FILES = sorted(
    path for folder in ("app", "packaging") for path in REPOSITORY.glob(f"{folder}/**/*.py")
)


def _functions(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Each function's name and number of lines, from its signature to its end."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(REPOSITORY)))
def test_size(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES_OF_A_FILE
    long = {
        n: lines for n, lines in _functions(ast.parse(text)) if lines > MOST_LINES_OF_A_FUNCTION
    }
    assert long == {}


def test_there_is_something_to_measure() -> None:
    assert len(FILES) > 50
