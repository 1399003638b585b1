"""Measures OCR engines on pages drawn from known text: characters right, time and memory.

Needs an environment of its own, since two of the three engines are no part of Pincite:

    python -m venv ocr-bench
    ocr-bench/bin/pip install pymupdf==1.28.2 onnxruntime==1.32.0 numpy rapidocr==3.10.0 pydantic
    nice -n 19 ocr-bench/bin/python -m tests.benchmarks.ocr --tessdata FOLDER --models FOLDER

Run it in the checkout's folder. FOLDER of `--tessdata` holds the language files of Tesseract
(`eng`, `deu`, `fra`, `rus`, `chi_sim`, `jpn`), as Debian's packages `tesseract-ocr-*` install
them; FOLDER of `--models` is Pincite's models folder after `pincite models fetch ocr`. An engine
whose files are not named is left out. Each engine works in a process of its own with two threads.

A page is 150 or 300 dots an inch; straight, turned by 2 degrees, or as a poor scanner gives it
(grey on grey, blurred, grain and specks). "Right" is 1 - edit distance / length, after runs of
white space have become one space, or nothing in scripts without spaces. Tesseract is told the
language of each page; the others are not. Seconds are those of the processor, all threads added,
so that other work on the machine does not count; with two idle cores, a page takes about half.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unicodedata import normalize

import numpy as np
import pymupdf
from numpy.typing import NDArray

from tests.benchmarks.ocr_texts import SAMPLES, Sample

Picture = NDArray[np.uint8]
"""Height, width, 3: red, green, blue."""

Read = Callable[[Picture, int, Sample], str]
"""Text of a picture, given with its dots an inch."""

THREADS = 2
RESOLUTIONS = (150, 300)
KINDS = ("straight", "turned", "poor")
ENGINES = ("pincite", "rapidocr", "tesseract")
IN_SERIFS = ("English", "French", "Russian")


def page_of(sample: Sample) -> pymupdf.Page:
    """A page of A4 with the text at 11 points."""
    page = pymupdf.open().new_page(width=595, height=842)
    title, *rest = (f"<p>{text}</p>" for text in sample.paragraphs)
    family = "serif" if sample.language in IN_SERIFS else "sans-serif"
    html = (
        f'<div style="font-family: {family}; font-size: 11pt"><b>{title}</b>{"".join(rest)}</div>'
    )
    page.insert_htmlbox((72, 72, 523, 770), html)
    return page


def pictures(sample: Sample) -> Iterator[tuple[int, str, Picture]]:
    """The page in every resolution and kind."""
    page = page_of(sample)
    for dpi in RESOLUTIONS:
        for kind in KINDS:
            matrix = pymupdf.Matrix(dpi / 72, dpi / 72)
            if kind == "turned":
                matrix.prerotate(2)
            drawn = page.get_pixmap(matrix=matrix, alpha=False)
            picture = np.frombuffer(drawn.samples, np.uint8).reshape(drawn.height, drawn.width, 3)
            yield dpi, kind, poor(picture) if kind == "poor" else picture


def poor(picture: Picture) -> Picture:
    """As a poor scanner gives it, the same in every run."""
    chance = np.random.default_rng(7)
    grey = picture[:, :, 0].astype(np.float32)
    blurred: NDArray[Any] = grey.copy()
    for axis in (0, 1):
        blurred = (np.roll(blurred, 1, axis) + 2 * blurred + np.roll(blurred, -1, axis)) / 4
    scanned = 70 + blurred * (220 - 70) / 255 + chance.normal(0, 10, grey.shape)
    specks = chance.random(grey.shape)
    scanned[specks < 0.0003] = 40
    scanned[specks > 0.9997] = 250
    level = scanned.clip(0, 255).astype(np.uint8)
    return np.repeat(level[:, :, None], 3, axis=2)


def right(sample: Sample, text: str) -> float:
    """Share of the characters that were read right, 0 to 1."""
    space = " " if sample.spaced else ""
    known = space.join(normalize("NFKC", " ".join(sample.paragraphs)).split())
    found = space.join(normalize("NFKC", text).split())
    return max(0.0, 1 - edits(known, found) / len(known))


def edits(one: str, other: str) -> int:
    """Levenshtein's distance."""
    before = np.arange(len(other) + 1)
    codes = np.array([ord(character) for character in other], dtype=np.int64)
    steps = np.arange(len(other) + 1)
    for number, character in enumerate(one, 1):
        row = np.empty_like(before)
        row[0] = number
        row[1:] = np.minimum(before[1:] + 1, before[:-1] + (codes != ord(character)))
        before = np.minimum.accumulate(row - steps) + steps  # letters of `other` left over
    return int(before[-1])


def pincite_engine(models: Path) -> Read:
    """The networks of RapidOCR in Pincite's own hands."""
    from app.adapters.ocr_onnx.engine import OnnxOcr
    from app.core.domain.page import PageSize
    from app.core.ports import RenderedPage

    engine = OnnxOcr(
        models / "PP-OCRv6_det_small.onnx", models / "PP-OCRv6_rec_small.onnx", threads=THREADS
    )

    def read(picture: Picture, dpi: int, sample: Sample) -> str:
        height, width, _ = picture.shape
        page = RenderedPage(1, width, height, picture.tobytes(), dpi / 72)
        return engine.read(page, PageSize(width * 72 / dpi, height * 72 / dpi, 0)).page.text

    return read


def rapidocr_engine() -> Read:
    """RapidOCR as it comes."""
    made: Any = importlib.import_module("rapidocr").RapidOCR(
        params={
            "Global.log_level": "critical",
            "EngineConfig.onnxruntime.intra_op_num_threads": THREADS,
        }
    )

    def read(picture: Picture, dpi: int, sample: Sample) -> str:
        lines = made(np.ascontiguousarray(picture[:, :, ::-1]), return_word_box=True).txts
        return "\n".join(lines or ())

    return read


def tesseract_engine(tessdata: Path) -> Read:
    """Tesseract as PyMuPDF carries it."""
    os.environ["OMP_THREAD_LIMIT"] = str(THREADS)

    def read(picture: Picture, dpi: int, sample: Sample) -> str:
        height, width, _ = picture.shape
        document = pymupdf.open()
        page = document.new_page(width=width * 72 / dpi, height=height * 72 / dpi)
        drawn = pymupdf.Pixmap(pymupdf.csRGB, width, height, picture.tobytes(), False)
        page.insert_image(page.rect, pixmap=drawn)
        found = page.get_textpage_ocr(
            dpi=dpi, full=True, language=sample.tesseract, tessdata=str(tessdata)
        )
        return str(found.extractTEXT())

    return read


def measure(engine: str, arguments: argparse.Namespace) -> dict[str, object]:
    """Read every page with one engine, in this process."""
    makers: dict[str, Callable[[], Read]] = {
        "pincite": lambda: pincite_engine(arguments.models),
        "rapidocr": rapidocr_engine,
        "tesseract": lambda: tesseract_engine(arguments.tessdata),
    }
    read = makers[engine]()
    rows = []
    for sample in SAMPLES:
        if arguments.language not in (None, sample.language):
            continue
        for dpi, kind, picture in pictures(sample):
            started = time.process_time()
            text = read(picture, dpi, sample)
            seconds = time.process_time() - started
            rows.append((sample.language, dpi, kind, right(sample, text), seconds))
            if arguments.show:
                sys.stdout.write(f"--- {engine} {sample.language} {dpi} {kind}\n{text}\n")
    return {"rows": rows, "peak": peak_bytes()}


def peak_bytes() -> int:
    """Most memory that this process has held; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def table(results: dict[str, dict[str, Any]]) -> str:
    """Markdown: one row for each language and kind of page, one column for each engine."""
    engines = list(results)
    lines = [f"| page | {' | '.join(engines)} |", "|---" * (len(engines) + 1) + "|"]
    for rows in zip(*(result["rows"] for result in results.values()), strict=True):
        language, dpi, kind = rows[0][:3]
        shares = " | ".join(f"{row[3]:.1%}, {row[4]:.1f} s" for row in rows)
        lines.append(f"| {language}, {dpi} dpi, {kind} | {shares} |")
    for dpi in RESOLUTIONS:
        means = []
        for result in results.values():
            at = [row for row in result["rows"] if row[1] == dpi]
            means.append(f"{np.mean([r[3] for r in at]):.1%}, {np.mean([r[4] for r in at]):.1f} s")
        lines.append(f"| all, {dpi} dpi | {' | '.join(means)} |")
    peaks = " | ".join(f"{result['peak'] / 1e6:.0f} MB" for result in results.values())
    return "\n".join([*lines, f"| peak memory | {peaks} |"])


def main() -> None:
    """Run each engine in a process of its own and print the table."""
    parser = argparse.ArgumentParser(description="Measures OCR engines.")
    parser.add_argument("--tessdata", type=Path)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--engine", choices=ENGINES, action="append")
    parser.add_argument("--language", choices=[sample.language for sample in SAMPLES])
    parser.add_argument("--show", action="store_true", help="print what was read")
    parser.add_argument("--alone", choices=ENGINES, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        result = measure(arguments.alone, arguments)
        sys.stdout.write("\n" + json.dumps(result) + "\n")
        return
    results = {}
    for engine in arguments.engine or ENGINES:
        needs = {"pincite": arguments.models, "tesseract": arguments.tessdata}
        if engine in needs and needs[engine] is None:
            continue
        command = [sys.executable, "-m", "tests.benchmarks.ocr", *sys.argv[1:], "--alone", engine]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        *shown, last = said.strip().splitlines()
        sys.stdout.write("\n".join(shown) + "\n" if arguments.show else "")
        results[engine] = json.loads(last)
    sys.stdout.write(table(results) + "\n")


if __name__ == "__main__":
    main()
