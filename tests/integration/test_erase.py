"""After erasing, no byte of a document is in any file of the library (I8); killed in the middle of
it, too, once it was gone on with."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.adapters.vector_rows import read_rows
from app.bootstrap import Application
from app.core.domain.answer import AnswerStyle
from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ScopeChoice
from app.core.domain.conversation import AskedQuestion, ScopeWording
from app.core.domain.document import Document
from app.core.domain.extraction import Correction, Extraction, FieldValue
from app.core.ports import Vectors
from app.services.events import AnswerFinished, IngestFinished
from app.services.findings import Finding
from tests.answers import at
from tests.integration.conftest import Shelf
from tests.integration.test_command_line import REPOSITORY, _pincite, _records
from tests.pdfs import PdfPage, make_pdf
from tests.traces import traces

# Each stands in another place of the document, and is a word that nothing else begins like.
TEXT, FOREIGN, HEADING, OUTLINE, TITLE, NAME, LABEL, TWIN, SCANNED, FIELD, CORRECTED = (
    "quizzaciously",
    "zwölfkämpferin",
    "wobblegong",
    "flumadiddle",
    "vortexing",
    "xylophonist",
    "jambalaya",
    "kerfuffled",
    "snollygoster",
    "bumfuzzled",
    "gardyloo",
)
EVERYWHERE = (
    TEXT,
    FOREIGN,
    HEADING,
    TITLE,
    NAME,
    LABEL,
    TWIN,
    SCANNED,
    FIELD,
    CORRECTED,
)
QUESTION = "Who keeps the beacon?"
KEPT_QUESTION = "What do deck hands get?"


@pytest.fixture(scope="module")
def _secret_library(
    tmp_path_factory: pytest.TempPathFactory,
    read_shelf: Shelf,
    models_dir: Path,
    model_paths: Callable[[str], tuple[Path, ...]],
) -> Shelf:
    """The shelf of the other tests with a secret document among the others, which was asked, found
    in copies, and read for a field; one of its pages is a scan."""
    model_paths("ocr")
    folder = tmp_path_factory.mktemp("secret")
    shelf = Shelf(folder / "pdfs", folder / "library")
    shelf.pdfs.mkdir()
    shutil.copytree(read_shelf.library, shelf.library)
    pages = [
        PdfPage(
            f"The beacon is kept by a {TEXT} named {FOREIGN}. Number {number} of the keepers "
            "lives in the tower and lights the lamp each evening at dusk.",
            heading=f"{number} {HEADING}",
        )
        for number in range(1, 9)
    ]
    pages.append(PdfPage(f"The {SCANNED} counts the ships.", scanned=True, font_size=18))
    secret = make_pdf(
        shelf.pdfs / f"{NAME}.pdf",
        pages,
        title=f"The {TITLE} report",
        labels=[f"{LABEL}-{number}" for number in range(1, 10)],
        outline=[(1, OUTLINE, 1)],
    )
    shutil.copy(secret, shelf.pdfs / f"{TWIN}.pdf")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PINCITE_MODELS", str(models_dir))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        with closing(Application(shelf.library, writing=True)) as application:
            *_, end = application.ingest.run([shelf.pdfs], cancel=CancelToken())
            assert isinstance(end, IngestFinished)
            assert (end.added, end.duplicates, end.degraded) == (1, 1, "")
            secret_document = _secret_of(application)
            _extract(application, secret_document)
            for question in (QUESTION, KEPT_QUESTION):
                _ask(application, question, secret_document)
    _leave_a_backup(shelf.library)
    return shelf


@pytest.fixture
def library(_secret_library: Shelf, library_dir: Path) -> Path:
    shutil.copytree(_secret_library.library, library_dir, dirs_exist_ok=True)
    return library_dir


def _secret_of(application: Application) -> Document:
    [found] = [one for one in application.library.documents() if TITLE in one.title]
    return found


def _extract(application: Application, secret: Document) -> None:
    chunk = application.library.document_chunks(secret.id)[0].id
    store, made_at = application.extraction_store, at(0).isoformat()
    value = FieldValue("keeper", f"A {FIELD}", 0.9, chunk, True, f"kept by a {FIELD}", 0, 9)
    assert store.put(Extraction(secret.id, "keepers", (value,), "tiny", made_at, (chunk,)))
    assert store.correct(Correction(secret.id, "keepers", "keeper", CORRECTED, made_at))


def _ask(application: Application, question: str, secret: Document) -> None:
    *_, last = application.answers.ask(question, cancel=CancelToken(), style=AnswerStyle.QUOTES)
    assert isinstance(last, AnswerFinished)
    asked = AskedQuestion(question, at(0))
    application.conversations.begin(asked, last.answer)
    only = replace(
        asked,
        scope=ScopeChoice(document_ids=frozenset([secret.id])),
        wording=ScopeWording(secret.title, False, 1, f"Only {secret.title}"),
    )
    application.conversations.begin(only, last.answer)


def _leave_a_backup(library: Path) -> None:
    backups = library / "backups"
    backups.mkdir(mode=0o700)
    shutil.copy(library / "library.db", backups / "library-form-6.db")
    shutil.copy(library / "library.db", backups / "4711.part")


def _vectors(library: Path, document_id: int) -> list[Vectors]:
    [generation] = (library / "vectors").iterdir()
    places, vectors = read_rows(generation, 384)
    found = np.array(vectors[places["document_id"] == document_id])
    assert len(found)
    return list(found)


@pytest.fixture
def secret_id(library: Path) -> int:
    records = _records(_pincite("list", library=library))
    [found] = [record for record in records if TITLE in record["title"]]
    return int(found["document_id"])


def _wrong(application: Application) -> list[str]:
    found = application.verifying.verify(cancel=CancelToken())
    return [one.message for one in found if isinstance(one, Finding) and not one.ok]


def _words(application: Application) -> set[str]:
    """All words of all full-text indexes, which keep beginnings that they share only once."""
    words: set[str] = set()
    connection = application._database.connection()
    for index in ("chunk_fts", "chunk_bigram_fts", "conversation_fts", "conversation_bigram_fts"):
        connection.execute(f"CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, {index}, row)")
        words |= {word for (word,) in connection.execute("SELECT term FROM temp.v")}
        connection.execute("DROP TABLE temp.v")
    return words


def _assert_nothing_left(library: Path, vectors: list[Vectors]) -> None:
    assert traces(library, EVERYWHERE, vectors) == set()
    with closing(Application(library, writing=True)) as application:
        assert _wrong(application) == []
        assert not {word for word in _words(application) if word.startswith(EVERYWHERE)}
        assert {one.title for one in application.library.documents()} >= {
            "Handbook of the Holm ferries"
        }
        found = application.search.search("jacket of a deck hand", 3)
        assert found.degraded == ()
        assert "jackets" in found.passages[0].chunk.text
        conversations = application.conversations.conversations()
        assert len(conversations) == 4
    assert traces(library, EVERYWHERE, vectors) == set()


def test_no_byte_is_left(library: Path, secret_id: int) -> None:
    vectors = _vectors(library, secret_id)
    numbers = {f"vector {at}" for at in range(len(vectors))}
    assert traces(library, EVERYWHERE, vectors) == {*EVERYWHERE, *numbers}  # so they can be found

    done = _pincite("erase", str(secret_id), "--yes", library=library)

    assert done.returncode == 0, done.stderr
    *documents, end = _records(done)
    assert [(one["document_id"], one["status"]) for one in documents] == [(secret_id, "erased")]
    assert end["summary"]["erased"] == 1
    assert end["summary"]["conversations"] >= 1
    assert "Step 3 of 3" in done.stderr
    _assert_nothing_left(library, vectors)


def test_it_is_not_erased_without_being_confirmed(library: Path, secret_id: int) -> None:
    done = _pincite("erase", str(secret_id), library=library)
    assert done.returncode == 2
    assert _records(done)[0]["reason"] == "not_confirmed"
    assert "--yes" in done.stderr
    assert traces(library, [TEXT]) == {TEXT}


def test_a_number_that_is_not_there(library: Path) -> None:
    done = _pincite("erase", "99", "--yes", library=library)
    assert (done.returncode, _records(done)[0]["reason"]) == (2, "document_not_found")


def test_what_was_removed_before(library: Path, secret_id: int) -> None:
    """Answers that were made from it stay, as after any removal; the rest goes."""
    vectors = _vectors(library, secret_id)
    with closing(Application(library, writing=True)) as application:
        application.library_service.remove([secret_id])
        application.conversations.erase_all()
    assert any(name.startswith("vector") for name in traces(library, (), vectors))
    done = _pincite("erase", "--yes", library=library)
    assert done.returncode == 0, done.stderr
    assert traces(library, EVERYWHERE, vectors) == set()


# --- killed in the middle -------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(
    ("step", "delay"), [(1, 0.0), (1, 0.15), (2, 0.0), (2, 0.4), (2, 0.9), (3, 0.0), (3, 0.05)]
)
def test_killed_in_the_middle_it_is_gone_on_with(
    library: Path, secret_id: int, step: int, delay: float
) -> None:
    vectors = _vectors(library, secret_id)
    command = [sys.executable, "-m", "app", "--library", str(library)]
    with subprocess.Popen(
        [*command, "erase", str(secret_id), "--yes"],
        cwd=REPOSITORY,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stderr is not None
        for line in program.stderr:
            if line.startswith(f"Step {step}"):
                break
        with contextlib.suppress(subprocess.TimeoutExpired):
            program.wait(delay)
        program.kill()
    if step < 3 and program.returncode == -signal.SIGKILL:
        examined = _records(_pincite("doctor", "--verify", library=library))
        assert [one["ok"] for one in examined if one["check"] == "erasing"] == [False]

    done = _pincite("erase", "--yes", library=library)

    assert done.returncode == 0, done.stderr
    _assert_nothing_left(library, vectors)


def test_reading_finishes_it_first(library: Path, secret_id: int, tmp_path: Path) -> None:
    with closing(Application(library, writing=True)) as application:
        steps: Iterator[object] = application.erasing.erase([secret_id], cancel=CancelToken())
        next(iter(steps))
        del steps
    empty = tmp_path / "empty"
    empty.mkdir()
    done = _pincite("ingest", str(empty), library=library)
    assert done.returncode == 0, done.stderr
    assert "Erasing was interrupted" in done.stderr
    assert traces(library, EVERYWHERE) == set()
