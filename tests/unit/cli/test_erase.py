"""`pincite erase`: what it asks, and that nothing is erased without a yes."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from app.cli import main
from app.services.erasing import EraseService
from tests.answers import answered, asked, at
from tests.workbench import Workbench


class Terminal(io.StringIO):
    """Somebody who can be asked."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def library(bench: Workbench) -> Path:
    """A library of one document, of which an answer is kept."""
    bench.put_text("code.pdf", "The code is 4711.", title="Codes")
    bench.read()
    bench.conversations.begin("Code", asked("Code?"), answered("4711.", document=1), at(0))
    return bench.folder


def titles(bench: Workbench) -> list[str]:
    return [document.title for document in bench.library.documents()]


@pytest.mark.parametrize("said", ["no\n", "\n", "", "y\n"])
def test_it_asks_first(
    bench: Workbench,
    library: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    said: str,
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(said))
    assert main(["--library", str(library), "erase", "1"]) == 2
    error = capsys.readouterr().err
    assert error.startswith(
        "Erase “Codes” for good? Answers that were made from them go too, in 1 conversation. This "
        "cannot be undone. The PDFs themselves are not touched. Write yes to go on: "
    )
    assert "Nothing was erased." in error
    assert titles(bench) == ["Codes"]


def test_what_was_removed_before_is_asked_for_too(
    library: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("no\n"))
    assert main(["--library", str(library), "erase"]) == 2
    assert capsys.readouterr().err.startswith("Erase for good what is left of documents that were")


def test_nobody_can_be_asked(
    bench: Workbench,
    library: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n"))
    assert main(["--library", str(library), "erase", "1"]) == 2
    assert "--yes" in capsys.readouterr().err
    assert titles(bench) == ["Codes"]


def test_a_yes_erases(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    erased: list[object] = []

    def erase(_: EraseService, document_ids: object, **rest: object) -> tuple[object, ...]:
        erased.append(document_ids)
        return ()

    monkeypatch.setattr(EraseService, "erase", erase)
    monkeypatch.setattr(sys, "stdin", Terminal("yes\n"))
    assert main(["--library", str(library), "erase", "1"]) == 0
    assert main(["--library", str(library), "erase", "--yes"]) == 0
    assert erased == [[1], []]
