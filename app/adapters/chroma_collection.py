"""Opens Chroma's one collection in a folder: cosine space, no text, nobody is told of it."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

COLLECTION = "chunks"

# Accuracy of the graph search. Of 370,000 vectors that lie as those of texts do, the true best 10
# were found to 99.2 % and the best 50 to 98.4 %; with 400 to 98.0 and 95.5 %, at 100,000 to 99.8 %.
EF_SEARCH = 800
EF_CONSTRUCTION = 200
_CONFIGURATION: Any = {
    "hnsw": {"space": "cosine", "ef_search": EF_SEARCH, "ef_construction": EF_CONSTRUCTION}
}

ROWS_PER_ADD = 100
"""Chroma holds the interpreter while it adds rows, so few at a time."""


def open_collection(folder: Path, *, make: bool = True) -> tuple[Any, Any]:
    """The client, which must be closed, and the collection. `make` one where there is none."""
    import chromadb
    from chromadb.config import Settings

    settings = Settings(
        anonymized_telemetry=False,
        chroma_otel_granularity="none",  # else an environment variable could turn it on
        _env_file=None,  # type: ignore[call-arg]  # else a .env of the working folder is read
    )
    client: Any = chromadb.PersistentClient(folder, settings=settings)
    try:
        return client, _collection(client, make=make)
    except BaseException:
        client.close()
        raise


def all_ids(collection: Any) -> set[int]:
    """Ids of all chunks that have a vector."""
    # In one piece: a page costs as much as all rows before it.
    return {int(chunk_id) for chunk_id in collection.get(include=[])["ids"]}


def _collection(client: Any, *, make: bool) -> Any:
    if not make:
        collection = client.get_collection(COLLECTION, embedding_function=None)
    else:
        collection = client.get_or_create_collection(
            COLLECTION, embedding_function=None, configuration=_CONFIGURATION
        )
        if collection.configuration_json["hnsw"]["ef_search"] != EF_SEARCH:
            with warnings.catch_warnings():
                # Chroma warns of itself: that there is no embedding function.
                warnings.simplefilter("ignore", DeprecationWarning)
                collection.modify(configuration={"hnsw": {"ef_search": EF_SEARCH}})
    # Chroma reads its files with the first use, so damage shows here and not in a search.
    if probe := collection.get(limit=1, include=["embeddings"])["embeddings"].tolist():
        collection.query(query_embeddings=probe, n_results=1, include=[])
    return collection
