"""The model service over fake files."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.domain.cancel import CancelToken
from app.core.domain.model import Manifest, ModelRole, ModelState
from app.core.errors import Cancelled, DownloadFailed, ModelUnavailable, NotFound
from app.services.models import ModelService
from tests.fakes.model_files import FakeModelFiles, model_entry, model_file

CONTENTS = {name: name.encode() * 100 for name in ("small.gguf", "large.gguf", "e.onnx", "e.json")}


MANIFEST = Manifest(
    version=1,
    models=(
        model_entry(
            model_file("e.onnx", CONTENTS["e.onnx"]),
            model_file("e.json", CONTENTS["e.json"]),
            name="embedder",
            role=ModelRole.EMBEDDER,
        ),
        model_entry(model_file("small.gguf", CONTENTS["small.gguf"]), name="small"),
        model_entry(model_file("large.gguf", CONTENTS["large.gguf"]), name="large"),
    ),
)


@pytest.fixture
def service(tmp_path: Path) -> ModelService:
    return ModelService(MANIFEST, FakeModelFiles(tmp_path, CONTENTS))


def _fetch(service: ModelService, *names: str) -> list[str]:
    """Download, and name the model of each "done"."""
    events = list(service.fetch(names, cancel=CancelToken()))
    return [event.model for event in events if event.stage == "done"]


def test_statuses_before_and_after(service: ModelService, tmp_path: Path) -> None:
    before = service.statuses()
    assert [(status.entry.name, status.state, status.path) for status in before] == [
        (name, ModelState.MISSING, None) for name in ("embedder", "small", "large")
    ]
    assert _fetch(service, "small", "embedder") == ["small", "embedder"]
    after = service.statuses()
    assert [(status.state, status.path) for status in after] == [
        (ModelState.INSTALLED, tmp_path / "e.onnx"),
        (ModelState.INSTALLED, tmp_path / "small.gguf"),
        (ModelState.MISSING, None),
    ]


def test_a_damaged_model_has_no_path(service: ModelService, tmp_path: Path) -> None:
    _fetch(service, "small")
    (tmp_path / "small.gguf").write_bytes(b"short")
    status = service.status("small")
    assert (status.state, status.path) == (ModelState.CORRUPT, None)


def test_unknown_names(service: ModelService) -> None:
    for call in (service.entry, service.status, service.path_of):
        with pytest.raises(NotFound, match="The models are: embedder, small, large"):
            call("huge")


def test_unknown_names_stop_a_fetch_before_its_first_byte(service: ModelService) -> None:
    with pytest.raises(NotFound):
        _fetch(service, "small", "huge")
    assert service.status("small").state is ModelState.MISSING


def test_paths(service: ModelService, tmp_path: Path) -> None:
    _fetch(service, "embedder")
    assert service.path_of("embedder") == tmp_path / "e.onnx"
    assert service.path_of("embedder", "e.json") == tmp_path / "e.json"
    with pytest.raises(NotFound):
        service.path_of("embedder", "other")


def test_no_path_without_the_model(service: ModelService, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"not installed.*pincite models fetch small"):
        service.path_of("small")
    (tmp_path / "small.gguf").write_bytes(b"short")
    with pytest.raises(ModelUnavailable, match="damaged"):
        service.path_of("small")
    _fetch(service, "embedder")
    (tmp_path / "e.json").unlink()
    # The window lists no embedder, so it is not named as a way.
    with pytest.raises(ModelUnavailable, match=r"not complete\. Download it with: pincite"):
        service.path_of("embedder")


def test_verify(service: ModelService, tmp_path: Path) -> None:
    _fetch(service, "embedder", "small")
    events = list(service.verify(["embedder", "small"], cancel=CancelToken()))
    assert [event.model for event in events if event.stage == "done"] == ["embedder", "small"]
    (tmp_path / "e.json").write_bytes(CONTENTS["e.json"][::-1])
    with pytest.raises(ModelUnavailable):
        list(service.verify(["embedder"], cancel=CancelToken()))


def test_what_cannot_be_had(tmp_path: Path) -> None:
    service = ModelService(MANIFEST, FakeModelFiles(tmp_path, {}))
    with pytest.raises(DownloadFailed):
        _fetch(service, "small")


def test_cancel_stops_between_models(service: ModelService) -> None:
    cancel = CancelToken()
    events = service.fetch(["small", "large"], cancel=cancel)
    for event in events:
        if event.stage == "done":
            break
    cancel.cancel()
    with pytest.raises(Cancelled):
        list(events)
    assert service.status("small").state is ModelState.INSTALLED
    assert service.status("large").state is ModelState.MISSING
