"""The command line as scripts use it: programs of their own, JSON by DESIGN §6, exit statuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import Application
from tests.integration.conftest import Shelf
from tests.integration.handbook import write_kettle
from tests.pdfs import make_damaged_pdf

REPOSITORY = Path(__file__).resolve().parents[2]
SECONDS = 100

ModelPaths = Callable[[str], tuple[Path, ...]]
Kinds = Mapping[str, Any]

# What a value may be: a type, a tuple of types, a record, or a list of one of these.
NUMBER = (int, float)
MAYBE_NUMBER = (int, float, type(None))
MAYBE_TEXT = (str, type(None))
BOX: Kinds = {"page": int, "x0": NUMBER, "y0": NUMBER, "x1": NUMBER, "y1": NUMBER}
FILE: Kinds = {
    "path": str,
    "status": str,
    "reason": str,
    "document_id": (int, type(None)),
    "pages": (int, type(None)),
    "chunks": (int, type(None)),
    "seconds": NUMBER,
}
DOCUMENT: Kinds = {
    "document_id": int,
    "title": str,
    "path": str,
    "status": str,
    "pages": int,
    "chunks": int,
    "sha256": str,
}
HIT: Kinds = {
    "chunk_id": int,
    "document_id": int,
    "document": str,
    "path": str,
    "page": int,
    "label": str,
    "heading": str,
    "similarity": MAYBE_NUMBER,
    "ranks": {"lexical": (int, type(None)), "dense": (int, type(None))},
    "text": str,
    "hidden": bool,
    "ocr": bool,
    "ocr_confidence": MAYBE_NUMBER,
    "boxes": [BOX],
}
CITATION: Kinds = {
    "chunk_id": int,
    "document_id": int,
    "document": str,
    "path": str,
    "page": int,
    "label": str,
    "quote": str,
    "verified": bool,
    "hidden": bool,
    "ocr": bool,
    "ocr_confidence": MAYBE_NUMBER,
    "boxes": [BOX],
}
ANSWER: Kinds = {
    "status": str,
    "reason": MAYBE_TEXT,
    "answer": str,
    "citations": [CITATION],
    "confidence": NUMBER,
    "citation_score": MAYBE_NUMBER,
    "sources": [HIT],
    "withheld": dict,
    "trace": dict,
    "timings": {"retrieve_s": NUMBER, "first_token_s": MAYBE_NUMBER, "total_s": NUMBER},
    "model": MAYBE_TEXT,
}
ERROR: Kinds = {"status": str, "reason": str, "message": str}


def _pincite(
    *arguments: str, library: Path | None = None, as_json: bool = True
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "app"]
    if library is not None:
        command += ["--library", str(library)]
    if as_json:
        command.append("--json")
    return subprocess.run(
        [*command, *arguments],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def _records(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """Everything on standard output, each line an object."""
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(isinstance(record, dict) for record in records)
    return records


def _is(value: object, kind: Any) -> bool:
    if isinstance(kind, Mapping):
        return isinstance(value, dict) and all(_is(value.get(k, ...), kind[k]) for k in kind)
    if isinstance(kind, list):
        return isinstance(value, list) and all(_is(one, kind[0]) for one in value)
    if kind is not bool and isinstance(value, bool):
        return False
    return isinstance(value, kind)


def _wrong(record: Mapping[str, object], kinds: Kinds) -> list[str]:
    """Names of what is missing or of another type."""
    return [name for name in kinds if not _is(record.get(name, ...), kinds[name])]


# --- JSON -----------------------------------------------------------------------------------


def test_ingest(library_dir: Path, pdfs: Path, model_paths: ModelPaths) -> None:
    model_paths("embedder")
    kettle = write_kettle(pdfs)
    make_damaged_pdf(pdfs / "damaged.pdf")
    (pdfs / "notes.txt").write_text("Not for Pincite.")

    done = _pincite("ingest", str(pdfs), library=library_dir)

    assert done.returncode == 0, done.stderr
    *files, last = _records(done)
    assert [_wrong(record, FILE) for record in files] == [[], [], []]
    states = {Path(record["path"]).name: record["status"] for record in files}
    assert states == {"damaged.pdf": "damaged", "kettle.pdf": "indexed", "notes.txt": "skipped"}
    [read] = [record for record in files if record["path"] == str(kettle)]
    assert (read["pages"], read["chunks"]) == (1, 1)
    assert list(last) == ["summary"]
    assert (last["summary"]["added"], last["summary"]["skipped"]) == (2, 1)
    assert done.stderr


def test_list(shelf: Shelf) -> None:
    done = _pincite("list", library=shelf.library)

    assert done.returncode == 0, done.stderr
    records = _records(done)
    assert [_wrong(record, DOCUMENT) for record in records] == [[], []]
    assert records[0]["title"] == "Handbook of the Holm ferries"
    assert records[0]["path"] == str(shelf.handbook)


def test_search(shelf: Shelf) -> None:
    done = _pincite("search", "unused days of leave", "-k", "2", library=shelf.library)

    assert done.returncode == 0, done.stderr
    records = _records(done)
    assert 1 <= len(records) <= 2
    assert [_wrong(record, HIT) for record in records] == [[]] * len(records)
    assert (records[0]["page"], records[0]["label"]) == (1, "iii")
    assert Path(records[0]["path"]).is_absolute()


def test_ask_for_quotes(shelf: Shelf) -> None:
    done = _pincite(
        "ask", "When do unused days of leave expire?", "--style", "quotes", library=shelf.library
    )

    assert done.returncode == 0, done.stderr
    [record] = _records(done)
    assert _wrong(record, ANSWER) == []
    assert (record["status"], record["reason"], record["model"]) == ("answered", None, None)
    chunk = record["citations"][0]["chunk_id"]
    assert f"[chunk:{chunk}]" in record["answer"]
    assert record["citations"][0]["verified"] is True


def test_ask_a_model(shelf: Shelf, model_paths: ModelPaths) -> None:
    model_paths("tiny")

    done = _pincite(
        "ask", "What does a lost jacket cost?", "--model", "tiny", library=shelf.library
    )

    assert done.returncode == 0, done.stderr
    [record] = _records(done)
    assert _wrong(record, ANSWER) == []
    assert record["model"]
    assert record["timings"]["first_token_s"] <= record["timings"]["total_s"]
    supplied = {source["chunk_id"] for source in record["sources"]}
    assert {citation["chunk_id"] for citation in record["citations"]} <= supplied


COLLECTION: Kinds = {"collection_id": int, "name": str, "documents": int, "document_ids": [int]}


def test_collections_are_made_looked_in_and_deleted(shelf: Shelf) -> None:
    numbers = {
        record["title"]: record["document_id"]
        for record in _records(_pincite("list", library=shelf.library))
    }
    kettle, handbook = numbers["Kettle"], numbers["Handbook of the Holm ferries"]

    def collections(*arguments: str) -> list[dict[str, Any]]:
        done = _pincite("collections", *arguments, library=shelf.library)
        assert done.returncode == 0, done.stderr
        return _records(done)

    def found(*scope: str) -> set[int]:
        done = _pincite("search", "kettle leave water", *scope, library=shelf.library)
        assert done.returncode == 0, done.stderr
        return {record["document_id"] for record in _records(done)}

    assert collections("list") == []
    [made] = collections("create", "At home", str(kettle))
    assert _wrong(made, COLLECTION) == []
    assert found() == {kettle, handbook}
    assert found("--collection", "at HOME") == {kettle}
    collections("add", "At home", str(handbook))
    collections("remove", "At home", str(kettle))
    assert collections("list") == [made | {"document_ids": [handbook]}]
    assert found("--collection", "At home") == {handbook}
    [asked] = _records(
        _pincite(
            *("ask", "What does the kettle need?", "--style", "quotes", "--collection", "At home"),
            library=shelf.library,
        )
    )
    assert {hit["document_id"] for hit in asked["evidence"]} <= {handbook}
    collections("delete", "At home")
    assert collections("list") == []
    assert len(_records(_pincite("list", library=shelf.library))) == 2


def test_schemas_are_shown_changed_imported_and_removed(library_dir: Path, tmp_path: Path) -> None:
    def schemas(*arguments: str) -> list[dict[str, Any]]:
        done = _pincite("schemas", *arguments, library=library_dir)
        assert done.returncode == 0, done.stderr
        return _records(done)

    built_in = schemas("list")
    kinds = {"name": str, "title": str, "built_in": bool, "fields": int}
    assert [_wrong(record, kinds) for record in built_in] == [[]] * len(built_in)
    [invoice] = schemas("show", "invoice")
    file = tmp_path / "bill.json"
    file.write_text(json.dumps(invoice | {"name": "bill"}), encoding="utf-8")
    schemas("import", str(file))
    assert schemas("show", "bill") == [invoice | {"name": "bill"}]
    assert schemas("list")[-1] == built_in[0] | {"name": "bill", "built_in": False}
    schemas("remove", "bill")
    assert schemas("list") == built_in


def test_documents_that_are_not_there_have_no_fields(shelf: Shelf) -> None:
    done = _pincite(
        "extract", "--document", "98", "99", "--schema", "invoice", library=shelf.library
    )

    assert done.returncode == 2, done.stderr
    records = _records(done)
    assert [record["document_id"] for record in records] == [98, 99]
    assert {(record["status"], record["reason"]) for record in records} == {
        ("failed", "document_not_found")
    }


def test_files_that_are_read_again_join_a_collection(shelf: Shelf) -> None:
    done = _pincite("ingest", str(shelf.pdfs), "--collection", "All", library=shelf.library)

    assert done.returncode == 0, done.stderr
    [collection] = _records(_pincite("collections", "list", library=shelf.library))
    assert (collection["name"], collection["documents"]) == ("All", 2)


def test_remove(shelf: Shelf) -> None:
    [kettle] = [
        record["document_id"]
        for record in _records(_pincite("list", library=shelf.library))
        if record["title"] == "Kettle"
    ]

    done = _pincite("remove", str(kettle), library=shelf.library)

    assert done.returncode == 0, done.stderr
    assert len(_records(_pincite("list", library=shelf.library))) == 1


def test_doctor(shelf: Shelf) -> None:
    done = _pincite("doctor", library=shelf.library)

    records = _records(done)
    kinds = {"check": str, "ok": bool, "message": str}
    assert records
    assert [_wrong(record, kinds) for record in records] == [[]] * len(records)
    assert done.returncode == (0 if all(record["ok"] for record in records) else 1)


def test_models_list(library_dir: Path, model_paths: ModelPaths) -> None:
    model_paths("embedder")

    done = _pincite("models", "list", library=library_dir)

    assert done.returncode == 0, done.stderr
    records = _records(done)
    assert {"embedder", "starter", "tiny"} <= {record["name"] for record in records}


# --- exit statuses --------------------------------------------------------------------------


def test_a_refusal_is_a_result(library_dir: Path) -> None:
    done = _pincite("ask", "What does a lost jacket cost?", library=library_dir)

    assert done.returncode == 0, done.stderr
    [record] = _records(done)
    assert (record["status"], record["reason"]) == ("refused", "no_documents")
    assert _wrong(record, ANSWER) == []


def test_an_empty_question_is_refused(shelf: Shelf) -> None:
    done = _pincite("ask", "  ", library=shelf.library)

    assert done.returncode == 0, done.stderr
    [record] = _records(done)
    assert (record["status"], record["reason"]) == ("refused", "empty_query")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("ask", "x" * 4001), "question_too_long"),
        (("search", " "), "empty_query"),
        (("search", "leave", "-k", "0"), "invalid_k"),
        (("search", "leave", "--document", "99"), "document_not_found"),
        (("ask", "leave", "--document", "99"), "document_not_found"),
        (("ask", "leave", "--model", "no-such-model"), "unknown_model"),
        (("remove", "99"), "document_not_found"),
        (("remove", "9" * 20), "document_not_found"),
        (("search", "leave", "--document", "9" * 20), "document_not_found"),
        (("search", "leave", "--collection", "Nothing"), "collection_not_found"),
        (("ask", "leave", "--collection", "Nothing"), "collection_not_found"),
        (("collections", "create", " "), "empty_name"),
        (("collections", "create", "HR", "99"), "document_not_found"),
        (("collections", "add", "Nothing", "1"), "collection_not_found"),
        (("collections", "delete", "Nothing"), "collection_not_found"),
        (("history", "show", "9" * 20), "conversation_not_found"),
        (("history", "delete", "99"), "conversation_not_found"),
        (("history", "erase"), "not_confirmed"),
        (("extract", "--all", "--schema", "nothing"), "unknown_schema"),
        (("extract", "--all", "--schema", "invoice", "--out", "a.pdf"), "unknown_form"),
        (("extract", "--all", "--schema", "invoice", "--model", "none-such"), "unknown_model"),
        (("extract", "--collection", "None", "--schema", "invoice"), "collection_not_found"),
        (("schemas", "show", "nothing"), "unknown_schema"),
        (("schemas", "remove", "invoice"), "schema_built_in"),
        (("schemas", "import", "no-such-file"), "path_not_found"),
        (("ingest", ".", "--collection", "x" * 101), "name_too_long"),
        (("ingest", "no-such-folder"), "path_not_found"),
        (("ingest", "a" * 300), "path_not_found"),
        (("ingest", ""), "path_missing"),
        (("models", "fetch", "no-such-model"), "not_found"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, tuple) else value,
)
def test_bad_input(shelf: Shelf, arguments: tuple[str, ...], reason: str) -> None:
    done = _pincite(*arguments, library=shelf.library)

    assert done.returncode == 2, done.stderr
    [record] = _records(done)
    assert _wrong(record, ERROR) == []
    assert (record["status"], record["reason"]) == ("error", reason)
    assert record["message"] in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("frobnicate",),
        ("ask",),
        ("search", "leave", "-k", "many"),
        ("ask", "x", "--style", "song"),
        ("ask", "x", "--document", "1", "--collection", "HR"),
        ("collections",),
        ("collections", "add", "HR"),
        ("history",),
        ("history", "show"),
        ("schemas",),
        ("schemas", "show"),
        ("extract", "--schema", "invoice"),
        ("extract", "--all"),
        ("extract", "--schema", "invoice", "--all", "--document", "1"),
    ],
    ids=" ".join,
)
def test_bad_usage(library_dir: Path, arguments: tuple[str, ...]) -> None:
    done = _pincite(*arguments, library=library_dir)

    assert done.returncode == 2
    assert done.stdout == ""
    assert "usage: pincite" in done.stderr


@pytest.mark.parametrize("command", [("list",), ("ask", "leave"), ("ingest", ".")], ids=" ".join)
def test_a_library_that_cannot_be_used_is_a_fault(tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "library"
    file.write_text("not a folder")

    done = _pincite(*command, library=file)

    assert done.returncode == 1, done.stderr
    [record] = _records(done)
    assert _wrong(record, ERROR) == []
    assert record["status"] == "error"
    assert "Traceback" not in done.stderr
    assert file.read_text() == "not a folder"


def test_a_model_that_is_not_installed_is_a_fault(
    shelf: Shelf, tmp_path: Path, models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "models").mkdir()
    for path in models_dir.glob("all-MiniLM*"):
        (tmp_path / "models" / path.name).symlink_to(path)
    monkeypatch.setenv("PINCITE_MODELS", str(tmp_path / "models"))

    done = _pincite("ask", "When is leave lost?", "--model", "starter", library=shelf.library)

    assert done.returncode == 1, done.stderr
    [record] = _records(done)
    assert (record["status"], record["reason"]) == ("error", "model_unavailable")
    assert "pincite models fetch starter" in record["message"]


def test_a_file_that_is_no_library_is_a_fault(library_dir: Path) -> None:
    (library_dir / "library.db").write_bytes(b"This is no database at all. " * 100)

    done = _pincite("list", library=library_dir)

    assert done.returncode == 1, done.stderr
    [record] = _records(done)
    assert record["status"] == "error"
    assert "Traceback" not in done.stderr
    assert (library_dir / "library.db").read_bytes().startswith(b"This is no database")


def test_for_people_there_is_no_json(shelf: Shelf) -> None:
    done = _pincite(
        "ask",
        "What does a lost jacket cost?",
        "--style",
        "quotes",
        library=shelf.library,
        as_json=False,
    )

    assert done.returncode == 0, done.stderr
    assert "Whoever loses a jacket pays 45 euros for a new one." in done.stdout
    assert "p. 2 (label iv)" in done.stdout
    assert "{" not in done.stdout


# --- beside a window that is open -----------------------------------------------------------


def test_what_can_be_done_while_another_program_has_the_library(shelf: Shelf) -> None:
    owner = Application(shelf.library, writing=True)
    try:
        listed = _pincite("list", library=shelf.library)
        found = _pincite("search", "unused days of leave", library=shelf.library)
        read = _pincite("ingest", str(shelf.pdfs), library=shelf.library)
        removed = _pincite("remove", "1", library=shelf.library)
        collected = _pincite("collections", "create", "HR", "1", library=shelf.library)
        examined = _pincite("doctor", library=shelf.library)
    finally:
        owner.close()

    assert (listed.returncode, len(_records(listed))) == (0, 2)
    assert collected.returncode == 0, collected.stderr
    # Words are searched; vectors belong to one program at a time, and that is said.
    assert found.returncode == 0, found.stderr
    assert _records(found)[0]["ranks"] == {"lexical": 1, "dense": None}
    assert "embedding_unavailable" in found.stderr
    [vectors] = [one for one in _records(examined) if one["check"] == "vectors"]
    assert vectors["ok"] is True
    assert "was not looked at" in vectors["message"]
    for refused in (read, removed):
        assert refused.returncode == 1, refused.stderr
        [record] = _records(refused)
        assert (record["status"], record["reason"]) == ("error", "library_busy")


# --- what is loaded -------------------------------------------------------------------------

LOADED = """
import sys
from app.__main__ import main
status = main(sys.argv[1:])
names = {name.partition(".")[0] for name in sys.modules}
print("LOADED", status, *sorted(names))
"""


def _loaded_by(*arguments: str) -> set[str]:
    """Top-level names of the modules that a command has loaded in its own process."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    _, status, *names = done.stdout.splitlines()[-1].split()
    assert status == "0", done.stderr
    return set(names)


ENGINES = {"chromadb", "llama_cpp", "onnxruntime", "pymupdf", "tokenizers"}


def test_help_loads_nothing_heavy() -> None:
    assert _loaded_by("--help") & {"numpy", "pydantic", "PySide6", "sqlite3", *ENGINES} == set()


@pytest.mark.parametrize("command", [("list",), ("schemas", "list")], ids=" ".join)
def test_list_loads_no_engine(shelf: Shelf, command: tuple[str, ...]) -> None:
    loaded = _loaded_by("--library", str(shelf.library), *command)

    assert loaded & {"PySide6", *ENGINES} == set()


def test_ask_runs_no_engine_in_its_own_process(shelf: Shelf) -> None:
    """Engines may crash or hang, so they work in child processes."""
    loaded = _loaded_by(
        "--library", str(shelf.library), "ask", "What does a lost jacket cost?", "--style", "quotes"
    )

    assert loaded & {"PySide6", "chromadb", "llama_cpp", "onnxruntime", "pymupdf"} == set()
