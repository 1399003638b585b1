"""The entry point can be read by an old Python, and says which one is needed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import setup_env


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13)])
def test_fitting_versions(version: tuple[int, int]) -> None:
    assert setup_env.refusal(version) == ""


@pytest.mark.parametrize("version", [(3, 6), (3, 10), (3, 14), (4, 0)])
def test_other_versions_are_refused_with_what_to_install(version: tuple[int, int]) -> None:
    sentence = setup_env.refusal(version)
    assert f"this is Python {version[0]}.{version[1]}." in sentence
    assert "python3.11-venv" in sentence


def test_an_old_python_can_read_the_entry_point() -> None:
    source = Path(setup_env.__file__).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
