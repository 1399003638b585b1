from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from pathlib import Path

import pymupdf
import pytest

from app.adapters.pymupdf.opening import Bounds, in_words, keep_quiet, opened
from app.core.domain.document import DocumentStatus
from app.core.ports import ExtractionFailed
from tests.pdfs import make_damaged_pdf, make_pdf, make_repairable_pdf


@pytest.fixture(autouse=True)
def _quiet() -> None:
    keep_quiet()


def refusal(
    path: Path, password: str | None = None, bounds: Bounds | None = None
) -> tuple[DocumentStatus, str]:
    with pytest.raises(ExtractionFailed) as caught, opened(path, password, bounds):
        pass
    return caught.value.status, caught.value.message


def write_tree(path: Path, tree: str) -> None:
    """A file whose page tree is as given; MuPDF repairs the rest."""
    path.write_text(
        "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
        f"2 0 obj\n{tree}\nendobj\ntrailer\n<< /Root 1 0 R /Size 3 >>\n%%EOF\n"
    )


def no_pages(path: Path) -> None:
    write_tree(path, "<< /Type /Pages /Kids [] /Count 0 >>")


def wrong_count(path: Path) -> None:
    write_tree(path, "<< /Type /Pages /Kids [ 3 0 R ] /Count -3 >>")


def empty(path: Path) -> None:
    path.write_bytes(b"")


def web_page(path: Path) -> None:
    path.write_bytes(b"<html><body>404</body></html>" * 100)


def nonsense(path: Path) -> None:
    path.write_bytes(b"%PDF-1.7\n" + b"nothing in here " * 800 + b"%%EOF")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (empty, "The file has 0 bytes."),
        (web_page, "The file is not a PDF, although its name says so."),
        (make_damaged_pdf, "The file is damaged and ends after 41 bytes."),
        (nonsense, "The file is damaged and cannot be opened."),
        (no_pages, "The file is damaged: no pages can be found in it."),
        (wrong_count, "The file is damaged: no pages can be found in it."),
    ],
)
def test_damaged_files(tmp_path: Path, make: object, sentence: str) -> None:
    path = tmp_path / "file.pdf"
    assert callable(make)
    make(path)
    status, message = refusal(path)
    assert status is DocumentStatus.DAMAGED
    assert message == f"{sentence} Put a good copy in its place, then have it read again."


def test_repairable_files_are_repaired(tmp_path: Path) -> None:
    path = make_repairable_pdf(tmp_path / "file.pdf", "still here")
    with opened(path) as document:
        assert document[0].get_text().strip() == "still here"


def test_a_loop_in_the_cross_reference_table_is_repaired(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", ["still here"])
    data = path.read_bytes()
    start = data.rindex(b"startxref")
    offset = len(data)
    loop = f"xref\n0 0\ntrailer\n<< /Root 9999 0 R /Size 1 /Prev {offset} >>\n".encode()
    path.write_bytes(
        data[:start]
        + b"startxref\n"
        + data[start + 10 :]
        + loop
        + f"startxref\n{offset}\n%%EOF\n".encode()
    )
    with opened(path) as document:
        assert document[0].get_text().strip() == "still here"


def test_something_before_the_mark_is_allowed(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", ["still here"])
    path.write_bytes(b"HTTP/1.1 200 OK\r\n\r\n" + path.read_bytes())
    with opened(path) as document:
        assert len(document) == 1


def test_a_password_is_needed(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", ["secret"], password="right")
    assert refusal(path) == (DocumentStatus.NEEDS_PASSWORD, "It is protected with a password.")
    status, message = refusal(path, "wrong")
    assert status is DocumentStatus.NEEDS_PASSWORD
    assert "this one does not open it" in message


METHODS = ["PDF_ENCRYPT_RC4_40", "PDF_ENCRYPT_RC4_128", "PDF_ENCRYPT_AES_128"]


def locked(folder: Path, method: str, *, user: str, owner: str) -> Path:
    path = folder / "locked.pdf"
    with pymupdf.open(make_pdf(folder / "file.pdf", ["secret"])) as document:
        document.save(path, encryption=getattr(pymupdf, method), user_pw=user, owner_pw=owner)
    return path


@pytest.mark.parametrize("method", [*METHODS, "PDF_ENCRYPT_AES_256"])
@pytest.mark.parametrize("user", ["right", "Grüße"])
def test_text_of_unlocked_files_can_be_read(tmp_path: Path, method: str, user: str) -> None:
    path = locked(tmp_path, method, user=user, owner="other")
    assert refusal(path, "wrong")[0] is DocumentStatus.NEEDS_PASSWORD
    for password in (user, unicodedata.normalize("NFD", user), "other"):
        with opened(path, password) as document:
            assert document[0].get_text().strip() == "secret"


@pytest.mark.parametrize("method", [*METHODS, "PDF_ENCRYPT_AES_256"])
@pytest.mark.parametrize("given", [None, "any"])
def test_a_password_for_changes_only_is_not_asked(
    tmp_path: Path, method: str, given: str | None
) -> None:
    with opened(locked(tmp_path, method, user="", owner="other"), given) as document:
        assert document[0].get_text().strip() == "secret"


@pytest.mark.parametrize("given", ["\0", "right\ud800", "x" * 5000, "", "Σ"])
@pytest.mark.parametrize("method", [*METHODS, "PDF_ENCRYPT_AES_256"])
def test_odd_passwords_are_only_wrong(tmp_path: Path, method: str, given: str) -> None:
    path = locked(tmp_path, method, user="right", owner="other")
    assert refusal(path, given)[0] is DocumentStatus.NEEDS_PASSWORD


@pytest.mark.parametrize("given", ["I\u00adX", "IX", "Ⅸ"])
def test_passwords_are_tried_as_the_standard_prepares_them(tmp_path: Path, given: str) -> None:
    path = make_pdf(tmp_path / "file.pdf", ["secret"], password="IX")
    with opened(path, given) as document:
        assert document[0].get_text().strip() == "secret"


def test_a_file_without_a_password_takes_any(tmp_path: Path) -> None:
    with opened(make_pdf(tmp_path / "file.pdf", ["open"]), "any") as document:
        assert len(document) == 1


def test_large_files_are_refused(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", ["one", "two", "three"])
    status, message = refusal(path, bounds=Bounds(pages=2))
    assert status is DocumentStatus.TOO_LARGE
    assert message == (
        "It has 3 pages, and Pincite reads at most 2. Split it into smaller files to add it."
    )
    status, message = refusal(path, bounds=Bounds(file_bytes=10))
    assert status is DocumentStatus.TOO_LARGE
    assert "Pincite reads at most 10 bytes" in message


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    status, message = refusal(tmp_path / "file.pdf")
    assert status is DocumentStatus.FAILED
    assert "not there any more" in message


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes.")
def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_pdf(tmp_path / "file.pdf", ["one"])

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError

    if os.geteuid() == 0:  # modes do not bind root
        monkeypatch.setattr(Path, "open", refuse)
    path.chmod(0)
    status, message = refusal(path)
    assert status is DocumentStatus.FAILED
    assert "does not let Pincite read" in message


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (44, "44 bytes"),
        (12_345, "12 kB"),
        (3_400_000, "3 MB"),
        (2_147_483_648, "2.1 GB"),
    ],
)
def test_sizes(size: int, words: str) -> None:
    assert in_words(size) == words


def test_a_name_that_is_no_text_is_no_damage(tmp_path: Path) -> None:
    good = tmp_path / "good.pdf"
    make_pdf(good, ["Unused days expire."])
    odd = tmp_path / os.fsdecode(b"\xff bad \xe4.pdf")
    try:
        shutil.copyfile(good, odd)
    except OSError:
        pytest.skip("This file system takes only names that are text.")
    with opened(odd) as document:
        assert "Unused days" in document[0].get_text()
