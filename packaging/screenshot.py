"""Makes the program draw itself: the picture of the window in the README.

    QT_QPA_PLATFORM=offscreen .venv/bin/python packaging/screenshot.py OUT.png

In order: write invented PDFs into a temporary folder; open the window on a temporary library; add
the folder; ask; open the first citation; save what the window shows. Nothing in the picture is
painted by hand. The answer is written where the starter model is installed, else it is of quotes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pymupdf

CHECKOUT = Path(__file__).resolve().parent.parent
SIZE = (1440, 900)
MOST_BYTES = 300_000
PATIENCE_MS = 600_000
QUESTION = "How many unused working days can be carried over, and until when are they taken?"

STYLE = """
body { font-family: serif; font-size: 12pt; line-height: 1.4; }
h1 { font-family: sans-serif; font-size: 17pt; margin: 0 0 10pt 0; }
h2 { font-family: sans-serif; font-size: 12.5pt; margin: 14pt 0 4pt 0; }
p { margin: 0 0 8pt 0; text-align: justify; }
.head { font-size: 9pt; color: #777; margin-bottom: 16pt; }
"""
HEAD = "<p class='head'>Marlow Ferries · Employee Handbook 2026</p>"
LEAVE = f"""{HEAD}
<h1>6 Annual leave</h1>
<h2>6.2 Entitlement</h2>
<p>This section applies to full-time and part-time employees of the company. It does not apply to
contractors, agency staff or trainees, whose leave is set out in their own terms.</p>
<p>The leave year is the calendar year. A full year of service gives 27 working days of leave to
shore staff, 30 to deck and engine crew, and 32 to masters and chief engineers.</p>
<h2>6.3 Carry-over of unused leave</h2>
<p>Leave is to be taken in the year in which it is earned. Where this was not possible for
operational reasons, an employee may carry over up to ten unused working days into the following
calendar year. Days carried over are to be taken by 31 March. Unused days expire on that date and
are not paid out.</p>
<p>A request to carry over days is made in writing to the line manager by 30 November and names the
operational reason. The manager replies within ten working days.</p>
<h2>6.4 Sickness during leave</h2>
<p>Days of certified sickness during leave are given back. Where leave could not be taken because
of long-term sickness, the Works Agreement on Leave applies in place of section 6.3.</p>
<h2>6.5 Leave on leaving the company</h2>
<p>Leave that is due on the last day of employment is taken during the notice period.</p>
"""
OTHER_PAGES = (
    "<h1>1 Welcome</h1><p>This handbook says how we work together at Marlow Ferries.</p>",
    "<h1>3 Working time</h1><p>Hours worked at sea are recorded in the ship's log.</p>",
    "<h1>5 Travel</h1><p>Journeys between two ports of call count as working time.</p>",
)
DOCUMENTS = {
    "Works Agreement on Leave": "<h1>4 Long-term sickness</h1><p>Leave that could not be taken "
    "because of long-term sickness stays valid for 15 months after the end of the leave year.</p>",
    "Contractor and Agency Terms": "<h1>5 Pay</h1><p>The hourly rate and any supplement are stated "
    "in each order. Contractors earn no leave.</p>",
    "Trainee Programme Guide": "<h1>2 Year</h1><p>Trainees spend each winter at the school in "
    "Marlow and each summer on board.</p>",
    "Parental Leave Guide": "<h1>1 Before the birth</h1><p>Crew members come ashore no later than "
    "sixteen weeks before the expected day.</p>",
    "Pension Scheme Rules": "<h1>7 Contributions</h1><p>The company pays seven per cent of basic "
    "pay into the scheme each month.</p>",
    "Travel and Expenses 2025": "<h1>3 Time away</h1><p>Overtime on travel days is given back as "
    "time off within two months.</p>",
}


def main() -> int:
    """Draw the window into the file that the command line names; returns the exit status."""
    if len(sys.argv) != 2:
        print(f"Usage: {sys.argv[0]} OUT.png", file=sys.stderr)
        return 2
    target = Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        # The picture shows the program as it comes, not as someone has set it.
        os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
        (folder / "Papers").mkdir()
        write_documents(folder / "Papers")
        draw(folder, target)
    size = target.stat().st_size
    print(f"{target.name}: {size // 1000} kB")
    return 0 if size < MOST_BYTES else 1


def write_documents(folder: Path) -> None:
    """Invented papers of an invented company: six ordinary ones, a scan, and a locked one."""
    write(
        folder / "Employee Handbook 2026.pdf",
        [*(HEAD + page for page in OTHER_PAGES), LEAVE],
        first_label=11,
    )
    for title, text in DOCUMENTS.items():
        write(folder / f"{title}.pdf", [text])
    write(folder / "Salary Bands 2026.pdf", ["<p>Not for everyone.</p>"], password="secret")
    with pymupdf.open() as scan:
        page = scan.new_page()
        page.draw_rect(pymupdf.Rect(72, 72, 500, 700), fill=(0.9, 0.9, 0.88), width=0)
        picture = page.get_pixmap(dpi=50)
        page.insert_image(page.rect, pixmap=picture)
        scan.save(folder / "Works Council Minutes 2019.pdf")


def write(path: Path, pages: list[str], *, first_label: int = 0, password: str = "") -> None:
    """Write a PDF of pages that are given as HTML."""
    with pymupdf.open() as document:
        for text in pages:
            page = document.new_page(width=595, height=842)
            page.insert_htmlbox(pymupdf.Rect(64, 56, 531, 786), text, css=STYLE)
        document.set_metadata({"title": path.stem})
        if first_label:
            style = {"startpage": 0, "prefix": "", "style": "D", "firstpagenum": first_label}
            document.set_page_labels([style])
        if password:
            document.save(
                path,
                encryption=pymupdf.mupdf.PDF_ENCRYPT_AES_256,
                user_pw=password,
                owner_pw=password + " of the owner",
            )
        else:
            document.save(path)


def draw(folder: Path, target: Path) -> None:
    """Open the window on a new library, do what a user would do, and save the picture."""
    sys.path.insert(0, str(CHECKOUT))
    from PySide6.QtWidgets import QApplication

    from app.bootstrap import Application
    from app.core.settings import AppearanceSettings, ColorScheme, ModelSettings, Settings
    from app.gui.common.theme import Theme
    from app.gui.start import WindowSession

    qt = QApplication(sys.argv[:1])
    qt.setApplicationName("Pincite")
    font = qt.font()
    font.setPixelSize(13)
    theme = Theme(qt, system_font=font)
    with closing(Application(folder / "library", writing=True)) as application:
        # Threads that wait for each other crawl where other programs run beside this one.
        light = AppearanceSettings(color_scheme=ColorScheme.LIGHT)
        application.preferences.change(Settings(models=ModelSettings(threads=1), appearance=light))
        session = WindowSession(theme, application, None)
        with closing(session):
            session.window.resize(*SIZE)
            session.window.show()
            use(session, folder / "Papers")
            target.parent.mkdir(parents=True, exist_ok=True)
            session.window.grab().save(str(target))


def use(session: object, papers: Path) -> None:
    """Add the papers, ask, and open the first citation."""
    from app.gui.start import WindowSession

    assert isinstance(session, WindowSession)
    window, workers = session.window, session.workers
    until(lambda: not workers.ingest.busy)
    window.adding.add((papers,))
    until(lambda: not workers.ingest.busy)
    window.chat.composer.asked.emit(QUESTION)
    until(lambda: not workers.answers.running)
    window.chat.next_citation()
    view = window.viewer.frame.view
    until(lambda: view.pages_scene().citation_mark(view.page) is not None)
    pause(1500)


def until(done: Callable[[], bool]) -> None:
    """Let the program work until something is so."""
    from PySide6.QtCore import QDeadlineTimer
    from PySide6.QtWidgets import QApplication

    deadline = QDeadlineTimer(PATIENCE_MS)
    while not done():
        if deadline.hasExpired():
            raise TimeoutError("the program took too long")
        QApplication.processEvents()
        pause(20)


def pause(milliseconds: int) -> None:
    """Let the program work for a while."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


if __name__ == "__main__":
    sys.exit(main())
