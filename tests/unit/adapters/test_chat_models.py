"""The installed models: one in memory, and out of it when nobody needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.adapters.chat_models import InstalledChatModels
from app.adapters.inference_process import LlamaChatModel
from app.adapters.manifest_file import load_manifest
from app.adapters.model_folder import ModelFolder
from app.core.domain.cancel import CancelToken
from app.core.domain.generation import ChatMessage, GenerationRequest, Segment
from app.core.settings import ModelSettings

REQUEST = GenerationRequest(
    (ChatMessage("user", (Segment("Tell a long story.", trusted=True),)),), 400
)


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def models(
    model_paths: Callable[[str], tuple[Path, ...]], clock: Clock
) -> Iterator[InstalledChatModels]:
    (path,) = model_paths("tiny")
    settings = ModelSettings(context_tokens=2048, threads=1, unload_minutes=5)
    made = InstalledChatModels(load_manifest(), ModelFolder(path.parent), lambda: settings, clock)
    yield made
    made.close()


def opened(models: InstalledChatModels) -> LlamaChatModel:
    model = models.open("tiny")
    assert isinstance(model, LlamaChatModel)
    return model


def test_a_model_that_nobody_needs_leaves_memory(models: InstalledChatModels, clock: Clock) -> None:
    model = opened(models)
    model.load()
    clock.now = 299
    models.unload_idle()
    assert model.process_id is not None
    clock.now = 300
    models.unload_idle()
    assert model.process_id is None


def test_a_model_at_work_stays_however_long_that_takes(
    models: InstalledChatModels, clock: Clock
) -> None:
    model = opened(models)
    events = model.generate(REQUEST, cancel=CancelToken())
    next(events)
    clock.now = 3000
    models.unload_idle()
    assert model.process_id is not None
    list(events)
    clock.now = 3299
    models.unload_idle()
    assert model.process_id is not None
    clock.now = 3300
    models.unload_idle()
    assert model.process_id is None


def test_the_same_model_is_opened_once(models: InstalledChatModels) -> None:
    assert opened(models) is opened(models)
