"""A service of the report that says what a test wrote down, and notes what is wanted of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.core.domain.reading_report import ReadingReport
from app.core.errors import PinciteError


class ScriptedReport:
    """Gives `now` as the report; raises `fault` once, if there is one."""

    def __init__(self, report: ReadingReport) -> None:
        self.now = report
        self.fault: PinciteError | None = None
        self.made = 0
        self.ignored: list[tuple[tuple[int, ...], bool]] = []
        self.forgotten: list[tuple[int, ...]] = []

    def report(self) -> ReadingReport:
        self._fail()
        self.made += 1
        return self.now

    def ignore(self, document_ids: Sequence[int], *, ignored: bool = True) -> None:
        self._fail()
        self.ignored.append((tuple(document_ids), ignored))

    def forget_reading(self, document_ids: Sequence[int]) -> tuple[Path, ...]:
        self.forgotten.append(tuple(document_ids))
        documents = {one.document.id: one.document.path for one in self.now.documents}
        return tuple(documents[one] for one in document_ids)

    def csv(self) -> bytes:
        return b"csv"

    def _fail(self) -> None:
        fault, self.fault = self.fault, None
        if fault is not None:
            raise fault
