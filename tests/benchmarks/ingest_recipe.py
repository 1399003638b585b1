"""The plain recipe that tutorials teach, for comparison: see `tests.benchmarks.ingest`, which runs
this in an environment that has these packages.

    python ingest_recipe.py CORPUS FILES WEIGHTS
"""
# mypy: ignore-errors
# These packages are no part of Pincite's environment.

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

import chromadb
import pymupdf
from langchain_text_splitters import RecursiveCharacterTextSplitter
from sentence_transformers import SentenceTransformer


def main(corpus: Path, files: int, weights: Path) -> None:
    """Read, split, embed and store, one file after the other."""
    model = SentenceTransformer(str(weights), device="cpu")
    model.encode(["warm up"])
    splitter = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=200)
    pages = chunks = 0
    with tempfile.TemporaryDirectory() as folder:
        collection = chromadb.PersistentClient(folder).create_collection("documents")
        started = time.perf_counter()
        for path in sorted(corpus.glob("*.pdf"))[:files]:
            texts, places = [], []
            for page in pymupdf.open(path):
                pages += 1
                parts = splitter.split_text(page.get_text())
                texts += parts
                places += [{"file": path.name, "page": page.number + 1}] * len(parts)
            collection.add(
                ids=[str(chunks + number) for number in range(len(texts))],
                embeddings=model.encode(texts),
                documents=texts,
                metadatas=places,
            )
            chunks += len(texts)
        seconds = time.perf_counter() - started
    found = {"pages": pages, "chunks": chunks, "whole_s": seconds}
    sys.stdout.write(f"{json.dumps(found)}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
