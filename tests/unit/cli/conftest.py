"""A workbench for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workbench import Workbench


@pytest.fixture
def bench(library_dir: Path) -> Iterator[Workbench]:
    """Services over fakes, closed at the end."""
    workbench = Workbench(library_dir)
    yield workbench
    workbench.close()
