"""Without the large file of the embedder: PDFs are read and found by words, and a way is told."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.bootstrap import Application
from app.core.domain.cancel import CancelToken
from app.services.events import IngestFinished
from tests.integration.handbook import write_kettle


def test_reading_and_search_by_words_need_the_tokenizer_only(
    library_dir: Path,
    pdfs: Path,
    tmp_path: Path,
    model_paths: Callable[[str], tuple[Path, ...]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    _, tokenizer = model_paths("embedder")
    models = tmp_path / "models"
    models.mkdir()
    shutil.copyfile(tokenizer, models / tokenizer.name)
    monkeypatch.setenv("PINCITE_MODELS", str(models))
    write_kettle(pdfs)
    application = Application(library_dir, writing=True)
    try:
        with caplog.at_level(logging.WARNING):
            *_, end = application.ingest.run([pdfs], cancel=CancelToken())
        [document] = application.library.documents()
        word = application.library.document_chunks(document.id)[0].text.split()[1]
        result = application.search.search(word, 3)
    finally:
        application.close()
    assert isinstance(end, IngestFinished)
    assert (end.added, end.failed) == (1, 0)
    assert "pincite models fetch embedder" in end.degraded
    assert result.passages
