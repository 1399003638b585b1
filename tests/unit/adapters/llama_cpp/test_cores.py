from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.adapters.llama_cpp.cores import physical_cores


def describe(folder: Path, siblings: dict[int, str]) -> Path:
    for cpu, text in siblings.items():
        topology = folder / f"cpu{cpu}" / "topology"
        topology.mkdir(parents=True)
        (topology / "thread_siblings_list").write_text(text)
    return folder


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="the system does not tell")
@pytest.mark.parametrize(
    ("usable", "cores"), [({0, 1, 2, 3}, 2), ({0, 2}, 1), ({0, 1}, 2), ({3}, 1)]
)
def test_threads_of_one_core_count_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usable: set[int], cores: int
) -> None:
    folder = describe(tmp_path, {0: "0,2\n", 2: "0,2\n", 1: "1,3\n", 3: "1,3\n"})
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: usable)
    assert physical_cores(folder) == cores


def test_all_count_where_the_system_does_not_tell(tmp_path: Path) -> None:
    assert 1 <= physical_cores(tmp_path) <= (os.cpu_count() or 1)
