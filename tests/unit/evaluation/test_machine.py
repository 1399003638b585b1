from __future__ import annotations

from pathlib import Path

import pytest

from app import __version__
from app.evaluation.machine import program_fingerprint


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name in ("core", "services", "adapters", "gui"):
        (tmp_path / name / "part").mkdir(parents=True)
        (tmp_path / name / "part" / "module.py").write_text("x = 1")
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "other"),
    [("core", True), ("services", True), ("adapters", True), ("gui", False)],
)
def test_a_program_is_known_by_the_source_that_finds_and_answers(
    package: Path, changed: str, other: bool
) -> None:
    before = program_fingerprint(package)
    assert before.startswith(f"{__version__} ")
    assert program_fingerprint(package) == before
    (package / changed / "part" / "module.py").write_text("x = 2")
    assert (program_fingerprint(package) != before) is other
