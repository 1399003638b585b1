from __future__ import annotations

from pathlib import Path

import pytest

from app.adapters.module_run import run_module
from app.core.errors import PinciteError


def _module(folder: Path, text: str) -> dict[str, str]:
    (folder / "a_module.py").write_text(text)
    return {"PYTHONPATH": str(folder)}


def test_a_module_gets_its_arguments_and_environment(tmp_path: Path) -> None:
    environment = _module(
        tmp_path,
        "import os, sys, pathlib\n"
        "pathlib.Path(sys.argv[1]).write_text(os.environ['COLOUR'] + sys.argv[2])\n",
    )

    run_module(
        "a_module",
        [str(tmp_path / "out"), "!"],
        environment={**environment, "COLOUR": "green"},
        seconds=60,
    )

    assert (tmp_path / "out").read_text() == "green!"


def test_a_failure_is_told_with_its_last_words(tmp_path: Path) -> None:
    environment = _module(tmp_path, "import sys\nsys.exit('it went wrong')\n")

    with pytest.raises(PinciteError, match="status 1") as caught:
        run_module("a_module", [], environment=environment, seconds=60)

    assert "it went wrong" in caught.value.detail


def test_a_module_that_hangs_is_ended(tmp_path: Path) -> None:
    environment = _module(tmp_path, "import threading\nthreading.Event().wait()\n")

    with pytest.raises(PinciteError) as caught:
        run_module("a_module", [], environment=environment, seconds=2)

    assert caught.value.code == "timeout"
