from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from app.adapters.pymupdf.serving import Drawer, Reader
from app.core.domain.cancel import CancelToken
from tests.pdfs import PdfPage, make_pdf


def test_the_parent_does_not_load_the_engine() -> None:
    code = (
        "import sys, app.adapters.extractor_process; "
        "sys.exit('pymupdf' in sys.modules or 'PySide6' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_pages_follow_their_head(tmp_path: Path) -> None:
    reader, cancel = Reader(), CancelToken()
    one, two = (make_pdf(tmp_path / f"{name}.pdf", [name]) for name in ("one", "two"))
    assert reader.head(cancel, one, None).title == "one"
    assert reader.head(cancel, two, None).title == "two"
    # `one` is not what is kept any more, and is opened again.
    assert [page.text for page in reader.pages(cancel, one, None, 1)] == ["one"]
    assert [page.text for page in reader.pages(cancel, two, None, 1)] == ["two"]
    reader.close()


def test_pages_may_begin_anywhere(tmp_path: Path) -> None:
    reader, cancel = Reader(), CancelToken()
    path = make_pdf(tmp_path / "file.pdf", ["one", "two", "three"])
    reader.head(cancel, path, None)
    assert [page.number for page in reader.pages(cancel, path, None, 2)] == [2, 3]


def test_the_last_document_is_kept_open(tmp_path: Path) -> None:
    drawer, cancel = Drawer(), CancelToken()
    path = make_pdf(tmp_path / "file.pdf", [PdfPage(size=(100, 50)), PdfPage(size=(50, 100))])
    assert drawer.render(cancel, path, 1, 1.0, None).width == 100
    kept = drawer._document
    assert drawer.render(cancel, path, 2, 1.0, None).width == 50
    assert drawer._document is kept
    make_pdf(path, [PdfPage(size=(70, 50))], title="another size")
    assert drawer.render(cancel, path, 1, 1.0, None).width == 70
    drawer.close()
