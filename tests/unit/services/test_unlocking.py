"""Taking a password for a document: it is tried first, and kept only where it is right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentStatus
from app.core.errors import Cancelled, NotFound
from app.core.ports import ExtractionFailed
from app.services.passwords import Passwords
from app.services.unlocking import MOST_LETTERS, UnlockingService, WrongPassword
from tests.fakes.page_renderer import FakePageRenderer, FakeSheets
from tests.fakes.text_extractor import FakePdf
from tests.workbench import Workbench


class Bench(Workbench):
    """Locked files in a library, and the service that takes their passwords."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.renderer = FakePageRenderer()
        self.unlocking = UnlockingService(self.library, self.renderer, self.files, self.passwords)

    def put_locked(self, name: str) -> Path:
        path = self.put(name, FakePdf(pages=("Pay.",), password="right"))
        self.renderer.files[path] = FakeSheets(password="right")
        return path

    def document(self, path: Path) -> Document:
        document = self.library.document_by_path(path)
        assert document is not None
        return document


@pytest.fixture
def locked(library_dir: Path) -> Iterator[Bench]:
    bench = Bench(library_dir)
    yield bench
    bench.close()


def test_the_right_password_is_kept_and_the_file_is_to_be_read(locked: Bench) -> None:
    path = locked.put_locked("pay.pdf")
    locked.put_locked("other.pdf")
    locked.read()
    document = locked.document(path)
    token = CancelToken()
    unlocked = locked.unlocking.unlock(document.id, "right", for_others=False, cancel=token)
    assert (unlocked.document, unlocked.to_read) == (document, (path,))
    locked.read()
    states = {one.path.name: one.status for one in locked.library.documents()}
    assert states == {
        "pay.pdf": DocumentStatus.INDEXED,
        "other.pdf": DocumentStatus.NEEDS_PASSWORD,
    }


def test_a_password_for_others_too(locked: Bench) -> None:
    path = locked.put_locked("pay.pdf")
    other = locked.put_locked("other.pdf")
    locked.put_text("open.pdf", "Free.")
    locked.read()
    number = locked.document(path).id
    unlocked = locked.unlocking.unlock(number, "right", for_others=True, cancel=CancelToken())
    assert unlocked.to_read == (path, other)
    locked.read(*unlocked.to_read)
    assert {one.status for one in locked.library.documents()} == {DocumentStatus.INDEXED}


def test_a_document_that_was_read_already_need_not_be_read(locked: Bench) -> None:
    path = locked.put_locked("pay.pdf")
    locked.passwords.offer("right")
    locked.read()
    again = UnlockingService(locked.library, locked.renderer, locked.files, Passwords())
    number = locked.document(path).id
    assert again.unlock(number, "right", for_others=False, cancel=CancelToken()).to_read == ()


@pytest.mark.parametrize("password", ["", "wrong", "x" * (MOST_LETTERS + 1)])
def test_a_wrong_password_is_said_and_not_kept(locked: Bench, password: str) -> None:
    path = locked.put_locked("pay.pdf")
    locked.read()
    document = locked.document(path)
    with pytest.raises(WrongPassword, match="does not open the file") as raised:
        locked.unlocking.unlock(document.id, password, for_others=True, cancel=CancelToken())
    assert not password or password not in raised.value.message + raised.value.detail
    assert not locked.passwords.may_open(document.sha256)


def test_what_is_gone(locked: Bench) -> None:
    with pytest.raises(NotFound):
        locked.unlocking.unlock(7, "right", for_others=False, cancel=CancelToken())
    path = locked.put_locked("pay.pdf")
    locked.read()
    del locked.files.files[path]
    number = locked.document(path).id
    with pytest.raises(ExtractionFailed, match="not there any more"):
        locked.unlocking.unlock(number, "right", for_others=False, cancel=CancelToken())


def test_a_changed_file_is_opened_as_it_is_now(locked: Bench) -> None:
    path = locked.put_locked("pay.pdf")
    locked.read()
    number = locked.document(path).id
    locked.put("pay.pdf", FakePdf(pages=("New.",), password="right"), mtime_ns=2)
    locked.unlocking.unlock(number, "right", for_others=False, cancel=CancelToken())
    locked.read()
    assert locked.document(path).status is DocumentStatus.INDEXED


def test_a_cancelled_attempt_keeps_nothing(locked: Bench) -> None:
    path = locked.put_locked("pay.pdf")
    locked.read()
    document = locked.document(path)
    token = CancelToken()

    class Late(FakePageRenderer):
        def unlocks(self, path: Path, password: str) -> bool:
            token.cancel()
            return True

    service = UnlockingService(locked.library, Late(), locked.files, locked.passwords)
    with pytest.raises(Cancelled):
        service.unlock(document.id, "right", for_others=True, cancel=token)
    assert not locked.passwords.may_open(document.sha256)
