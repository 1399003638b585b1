from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from app.evaluation.scale.processes import process_seconds, resident

LINUX = pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="has no /proc")


@LINUX
def test_this_process_has_memory_and_has_worked() -> None:
    memory = dict(resident(os.getpid()))
    assert memory["resident_mb"] > 20
    assert memory["anonymous_mb"] < memory["resident_mb"]
    # The system counts in steps of 10 ms.
    assert process_seconds(os.getpid()) == pytest.approx(time.process_time(), abs=0.2)


def test_no_process_has_none() -> None:
    for process_id in (None, 2**30):
        assert dict(resident(process_id)) == {}
        assert process_seconds(process_id) is None
