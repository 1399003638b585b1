from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.core.domain.evidence import EVERYTHING, Scope
from app.evaluation.corpora import Corpus, absolute, write_documents
from app.evaluation.questions import Place, TextDocument

SHELF = absolute(Path("shelf"))


def _document(
    number: int, name: str, *, status: DocumentStatus = DocumentStatus.INDEXED
) -> Document:
    return Document(
        id=number,
        title=name,
        path=SHELF / name,
        sha256=f"{number:064}",
        stamp=FileStamp(1, 1),
        status=status,
        status_text="",
        pages=2,
        chunks=3,
        embedded=3,
    )


DOCUMENTS = [
    _document(1, "a.pdf"),
    _document(2, "dev/a.pdf"),
    _document(3, "dev/B.pdf"),
    _document(4, "scan.pdf", status=DocumentStatus.NO_TEXT),
]


def _silent(text: str) -> None:
    """Takes what is said."""


@pytest.mark.parametrize(
    ("pdf", "names"),
    [
        ("a.pdf", {"a.pdf", "dev/a.pdf"}),
        ("dev/a.pdf", {"dev/a.pdf", "a.pdf"}),
        ("other/a.pdf", {"a.pdf"}),
        ("b.PDF", {"dev/B.pdf"}),
        ("elsewhere\\dev\\b.pdf", {"dev/B.pdf"}),
        ("c.pdf", set()),
        ("scan.pdf", set()),
    ],
)
def test_which_documents_a_set_means(pdf: str, names: set[str]) -> None:
    assert Corpus(DOCUMENTS, [SHELF]).names_of(Place(pdf, 1)) == names


def test_names_are_paths_below_the_folder_that_was_given() -> None:
    corpus = Corpus(DOCUMENTS, [SHELF])
    assert corpus.name(SHELF / "dev" / "B.pdf") == "dev/B.pdf"
    assert corpus.name(Path("elsewhere/x.pdf")) == "x.pdf"
    assert Corpus(DOCUMENTS).name(SHELF / "dev" / "B.pdf") == "B.pdf"


def test_a_copy_counts_as_the_document_that_was_kept() -> None:
    corpus = Corpus(DOCUMENTS, [SHELF], {SHELF / "copy.pdf": SHELF / "dev" / "B.pdf"})
    assert corpus.name(SHELF / "copy.pdf") == "dev/B.pdf"
    assert corpus.names_of(Place("copy.pdf", 1)) == {"dev/B.pdf"}


def test_questions_of_one_folder_are_asked_there_only() -> None:
    corpus = Corpus(DOCUMENTS, [SHELF])
    assert corpus.scope("") == EVERYTHING
    assert corpus.scope("dev") == Scope(frozenset({2, 3}))
    assert corpus.scope("heldout") is None


def test_the_fingerprint_follows_content_and_chunks() -> None:
    known = Corpus(DOCUMENTS, [SHELF]).fingerprint()
    assert Corpus(list(reversed(DOCUMENTS)), [SHELF]).fingerprint() == known
    assert Corpus(DOCUMENTS[1:], [SHELF]).fingerprint() != known


def test_texts_become_documents_once(tmp_path: Path) -> None:
    documents = [
        TextDocument("one.pdf", "Fish", ("They swim.",)),
        TextDocument("L-1/two.pdf", "Fish", ("They swim.",)),
    ]
    said: list[str] = []
    folder = write_documents(documents, tmp_path, said.append)
    first = (folder / "one.pdf").read_bytes()

    assert write_documents(documents, tmp_path, said.append) == folder
    assert said == ["Writing 2 documents …"]
    assert (folder / "one.pdf").read_bytes() == first
    # The same text under two names stays two documents.
    assert (folder / "L-1" / "two.pdf").read_bytes() != first
    with pymupdf.open(folder / "L-1" / "two.pdf") as written:
        assert written.metadata["title"] == "Fish"
        assert written[0].get_text().split() == ["Fish", "They", "swim."]


def test_other_texts_go_to_another_folder(tmp_path: Path) -> None:
    one = write_documents([TextDocument("a.pdf", "A", ("x",))], tmp_path, _silent)
    other = write_documents([TextDocument("a.pdf", "A", ("y",))], tmp_path, _silent)
    assert one != other
