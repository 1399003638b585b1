"""Extractors side by side, each in a process of its own that also cuts."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.adapters.cores import usable_cores
from app.adapters.extractor_pool import MOST_PROCESSES, ExtractorPool
from app.adapters.extractor_process import ExtractorProcess
from app.adapters.hf_tokenizer import HfTokenCounter
from app.core.chunking.chunker import chunk_pages
from app.core.domain.cancel import CancelToken
from app.core.domain.page import PageKind, PageText
from app.core.errors import ModelUnavailable
from tests.pdfs import make_pdf

Models = Callable[[str], tuple[Path, ...]]


@pytest.fixture
def pool(model_paths: Models) -> Iterator[ExtractorPool]:
    made = ExtractorPool(model_paths("embedder")[1], processes=2)
    yield made
    made.close()
    assert made.process_ids == ()


def pages_of(extractor: ExtractorProcess, path: Path) -> list[PageText]:
    items = extractor.extract(path, cancel=CancelToken())
    return [item for item in items if isinstance(item, PageText)]


def test_there_is_one_for_each_core_within_bounds(model_paths: Models) -> None:
    pool = ExtractorPool(model_paths("embedder")[1])
    assert len(pool.extractors) == min(usable_cores(), MOST_PROCESSES)
    assert pool.process_ids == ()  # none is started before it is needed


def test_the_child_cuts_as_this_process_would(
    pool: ExtractorPool, model_paths: Models, tmp_path: Path
) -> None:
    text = " ".join(f"Rule {number} says that boats wait at buoy {number}." for number in range(60))
    path = make_pdf(tmp_path / "rules.pdf", [text, text])
    extractor = pool.extractors[0]
    pages = pages_of(extractor, path)
    found = extractor.cut(pages, (), cancel=CancelToken())
    assert found == chunk_pages(pages, (), HfTokenCounter(model_paths("embedder")[1]))
    assert len(found) > 2


def test_a_crash_in_one_does_not_touch_the_other(pool: ExtractorPool, tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "rules.pdf", [f"Sheet {number}." for number in range(40)])
    first, second = pool.extractors
    one = iter(first.extract(path, cancel=CancelToken()))
    other = iter(second.extract(path, cancel=CancelToken()))
    next(one), next(other)
    assert first.process_id is not None
    os.kill(first.process_id, signal.SIGKILL)
    kinds = [page.kind for page in one if isinstance(page, PageText)]
    assert len(kinds) == 40
    assert kinds.count(PageKind.FAILED) <= 1
    assert all(isinstance(page, PageText) and page.kind is PageKind.TEXT for page in other)


def test_a_damaged_tokenizer_is_told(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}")
    pool = ExtractorPool(tmp_path / "tokenizer.json", processes=1)
    pages = pages_of(pool.extractors[0], make_pdf(tmp_path / "a.pdf", ["Text."]))
    with pytest.raises(ModelUnavailable):
        pool.extractors[0].cut(pages, (), cancel=CancelToken())
    pool.close()
