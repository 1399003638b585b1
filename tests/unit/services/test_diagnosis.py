"""What the doctor says of search by meaning."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.adapters.locked_vectors import LockedVectorIndex
from app.core.domain.cancel import CancelToken
from app.core.domain.model import Manifest
from app.core.errors import StorageError
from app.core.ports import VectorIndex
from app.services.diagnosis import NOT_LOOKED_AT, DoctorService
from app.services.findings import Finding
from app.services.models import ModelService
from app.services.verifying import VerifyingService
from tests.fakes.model_files import FakeModelFiles
from tests.viewed_documents import StatedFiles
from tests.workbench import Workbench


@pytest.fixture
def filled(bench: Workbench) -> Workbench:
    bench.put_text("fees.pdf", "Boats under eight metres pay fourteen euros a night.")
    bench.read()
    return bench


def vectors_finding(bench: Workbench, folder: Path, vectors: VectorIndex | None = None) -> Finding:
    models = ModelService(Manifest(version=1, models=()), FakeModelFiles(folder, {}))
    held = vectors or bench.vectors
    verifying = VerifyingService(bench.library, bench.audit, held, bench.erasure)
    doctor = DoctorService(bench.library, held, models, StatedFiles(), verifying)
    findings = doctor.examine(verify=False, cancel=CancelToken())
    [found] = [one for one in findings if isinstance(one, Finding) and one.check == "vectors"]
    return found


def test_all_is_well(filled: Workbench, tmp_path: Path) -> None:
    found = vectors_finding(filled, tmp_path)
    assert found.ok
    assert found.message.startswith("All 1 passages are ready")


def test_beside_a_window_they_are_not_looked_at(filled: Workbench, tmp_path: Path) -> None:
    found = vectors_finding(filled, tmp_path, LockedVectorIndex())
    assert (found.ok, found.message) == (True, NOT_LOOKED_AT)


def test_lost_vectors_are_made_anew_by_reading(filled: Workbench, tmp_path: Path) -> None:
    """Also where others that no passage needs are left over, so that the numbers agree."""
    [lost] = filled.library.embedded_chunk_ids()
    filled.vectors.add([lost + 1], [9], filled.embedder.embed_passages(["left over"]))
    filled.vectors.remove_chunks([lost])
    found = vectors_finding(filled, tmp_path)
    assert not found.ok
    assert "`pincite ingest`" in found.message
    assert "Remove" not in found.message
    assert filled.library.embedded_chunk_ids() == {lost}  # it looked, and changed nothing
    filled.read()
    assert vectors_finding(filled, tmp_path).ok


def test_a_damaged_index_is_told(filled: Workbench, tmp_path: Path) -> None:
    filled.vectors.fault = StorageError("The index is damaged.")
    assert vectors_finding(filled, tmp_path) == Finding("vectors", False, "The index is damaged.")
