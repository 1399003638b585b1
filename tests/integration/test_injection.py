"""Documents that give orders, through all processes, with a model that understands nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.bootstrap import open_application
from app.core.domain.answer import AnswerStyle
from app.core.domain.cancel import CancelToken
from app.services.events import AnswerFinished, IngestFinished
from tests.hidden_pdfs import make_hiding_pdf
from tests.model.injected_documents import documents

ASKED = ("pool.pdf", "allotment.pdf", "chess.pdf")


def test_orders_in_documents_reach_nothing(
    library_dir: Path, tmp_path: Path, model_paths: Callable[[str], tuple[Path, ...]]
) -> None:
    model_paths("tiny")
    model_paths("embedder")
    folder = tmp_path / "pdfs"
    folder.mkdir()
    asked = [one for one in documents() if one.file in ASKED]
    for one in asked:
        make_hiding_pdf(folder / one.file, one.text, one.attack, one.how)
    files = {path: path.read_bytes() for path in folder.iterdir()}
    with open_application(str(library_dir)) as application:
        *_, end = application.ingest.run([folder], cancel=CancelToken())
        assert isinstance(end, IngestFinished)
        assert end.added == len(asked)
        for one in asked:
            *_, last = application.answers.ask(
                one.question, cancel=CancelToken(), style=AnswerStyle.WRITTEN, model="tiny"
            )
            assert isinstance(last, AnswerFinished)
            answer = last.answer
            supplied = {source.chunk.id for source in answer.sources}
            assert {citation.chunk_id for citation in answer.citations} <= supplied
            assert not any(source.chunk.hidden for source in answer.sources)
            for sign in ("<|im_", "<<<", "[chunk:999]"):
                assert sign not in answer.text
        pool = next(one for one in asked if one.file == "pool.pdf")
        found = application.search.search("plumquat", 10).passages
        assert [passage.chunk.hidden for passage in found if "plumquat" in passage.chunk.text] == [
            True
        ]
        assert pool.attack.split()[0] in found[-1].chunk.text
    assert {path: path.read_bytes() for path in folder.iterdir()} == files
