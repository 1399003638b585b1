"""How fast documents become searchable: by words, and by meaning."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from operator import truediv
from pathlib import Path

from app.bootstrap import EMBEDDER, Application
from app.core.chunking.context import ContextBound
from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import Chunk
from app.core.errors import PinciteError
from app.evaluation.documents import made_up_pdfs
from app.evaluation.figures import Figure, Target
from app.evaluation.measuring import Plan
from app.services.events import EmbedProgress, FileFinished, IngestEvent, IngestFinished
from app.services.ingest_embedding import VECTOR_ROWS, calls

LEXICAL_SECONDS = 15.0
LEXICAL_PAGES = 1000
EMBEDDING_SHARE = 0.8


def read_all(application: Application, paths: Sequence[Path]) -> tuple[float, int]:
    """Read files until all can be searched by words; nothing is embedded.

    Returns:
        Seconds from the start to the last file, and the pages that were read.

    Raises:
        PinciteError: a file was not read whole.
    """
    cancel = CancelToken()
    pages = finished = 0
    started = time.perf_counter()
    seconds = 0.0
    for event in application.ingest.run(paths, cancel=cancel):
        if isinstance(event, FileFinished):
            if not event.document.chunks:
                raise PinciteError(f"A made-up document was not read: {event.path.name}.")
            pages += event.document.pages
            seconds = time.perf_counter() - started
            finished += 1
            if finished == event.files:
                cancel.cancel()  # embedding is measured on its own
    return seconds, pages


def measure_lexical(plan: Plan, folder: Path) -> list[Figure]:
    """Seconds until ordinary pages can be found by their words."""
    paths = made_up_pdfs(folder / "pdfs", files=plan.lexical_files, pages=plan.pages_per_file)
    with closing(Application(folder / "library", writing=True)) as application:
        seconds, pages = read_all(application, paths)
        found = application.search.search("harbour inspection certificate", 5)
    scaled = seconds * LEXICAL_PAGES / pages
    return [
        Figure(
            f"text of {LEXICAL_PAGES} pages can be searched by words",
            "s",
            Target(at_most=LEXICAL_SECONDS),
            scaled,
            {
                "pages": pages,
                "files": len(paths),
                "measured_s": round(seconds, 2),
                "pages_per_s": round(pages / seconds, 1),
                "hits": len(found.passages),
            },
        )
    ]


def measure_embedding(plan: Plan, folder: Path) -> list[Figure]:
    """Chunks a second of the ingest against ONNX Runtime alone on the same chunks, in turns."""
    # Ordinary pages make three chunks each, and more.
    pages = plan.chunks // 3 + 2
    paths = made_up_pdfs(folder / "pdfs", files=1, pages=pages)
    with closing(Application(folder / "library", writing=True)) as application:
        read_all(application, paths)
        chunks, ours, alone = _in_turns(application, plan)
    return [
        Figure(
            "embedding against ONNX Runtime alone",
            "share",
            Target(at_least=EMBEDDING_SHARE),
            sum(alone) / sum(ours),
            {
                "chunks": chunks,
                "chunks_per_s": round(chunks / sum(ours), 2),
                "alone_chunks_per_s": round(chunks / sum(alone), 2),
                "median_share": round(statistics.median(map(truediv, alone, ours)), 3),
            },
        )
    ]


def _in_turns(application: Application, plan: Plan) -> tuple[int, list[float], list[float]]:
    """Chunks, and seconds for each batch of them: by the ingest as it is, with all that it does for
    a batch, and by ONNX Runtime alone with the graph of the model's file."""
    from app.adapters.onnx_alone import OnnxAlone

    model, tokenizer = application.models.entry(EMBEDDER).files
    path_of = application.models.path_of
    alone = OnnxAlone(path_of(EMBEDDER, model.name), path_of(EMBEDDER, tokenizer.name))
    # Both are warm before the clock runs.
    application.embedder.embed_query("warm up")
    alone.seconds(["warm up"])
    ours_s: list[float] = []
    alone_s: list[float] = []
    cancel = CancelToken()
    events = application.ingest.run((), cancel=cancel)
    _until_embedded(events)
    chunks = 0
    for _ in range(max(1, plan.chunks // VECTOR_ROWS)):
        for batch in calls(application.library.unembedded(VECTOR_ROWS)):
            began = time.perf_counter()
            _until_embedded(events)
            ours_s.append(time.perf_counter() - began)
            alone_s.append(alone.seconds(_texts(application, batch)))
            chunks += len(batch)
    cancel.cancel()
    for _ in events:
        pass
    alone.close()
    return chunks, ours_s, alone_s


def _until_embedded(events: Iterator[IngestEvent]) -> None:
    """Go on to the next event that tells of embedding."""
    for event in events:
        if isinstance(event, EmbedProgress):
            return
        if isinstance(event, IngestFinished):
            raise PinciteError(event.degraded or "There were too few passages to embed.")


def _texts(application: Application, chunks: Sequence[Chunk]) -> list[str]:
    """The chunks as ingest embeds them."""
    titles = {document.id: document.title for document in application.library.documents()}
    context = ContextBound(application.counter)
    return [
        context.embedding_text(titles[chunk.document_id], chunk.heading_path, chunk.text)
        for chunk in chunks
    ]
