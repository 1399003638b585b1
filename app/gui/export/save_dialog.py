"""Asks where an export is to be saved, and in which form."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.export.file_names import file_name


class ExportForm(Enum):
    """A form that something can be written in: the ending of its files, and what they are
    called."""

    PDF = (".pdf", "PDF document (*.pdf)")
    MARKDOWN = (".md", "Markdown (*.md)")
    JSON = (".json", "JSON (*.json)")
    CSV = (".csv", "CSV (*.csv)")
    XLSX = (".xlsx", "Excel workbook (*.xlsx)")

    def __init__(self, suffix: str, filter_words: str) -> None:
        self.suffix = suffix
        self.filter_words = filter_words


_ALSO = {".markdown": ".md"}
"""Endings that mean the same as one of ours."""


class SaveDialog(QFileDialog):
    """Proposes a name; asks before a file that is there is replaced. Does not block the program.

    `chosen` carries the Path and the ExportForm.
    """

    chosen = Signal(object, object)

    def __init__(
        self,
        title: str,
        folder: Path,
        forms: tuple[ExportForm, ...],
        parent: QWidget | None = None,
    ) -> None:
        """`title` is that of what is exported; the first of the forms is proposed."""
        super().__init__(parent, "Export", str(folder))
        self._title = title
        self._forms = {form.filter_words: form for form in forms}
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setFileMode(QFileDialog.FileMode.AnyFile)
        self.setNameFilters(list(self._forms))
        self.setLabelText(QFileDialog.DialogLabel.Accept, "Export")
        self.filterSelected.connect(self._propose)
        self.fileSelected.connect(self._choose)
        self._propose(forms[0].filter_words)

    def _form(self) -> ExportForm:
        """The form of the filter that is chosen."""
        return self._forms.get(self.selectedNameFilter(), next(iter(self._forms.values())))

    def _propose(self, filter_words: str) -> None:
        form = self._forms.get(filter_words) or self._form()
        self.setDefaultSuffix(form.suffix.removeprefix("."))
        self.selectFile(file_name(self._title, form.suffix))

    def _choose(self, name: str) -> None:
        path = Path(name)
        suffix = path.suffix.lower()
        written = _ALSO.get(suffix, suffix)
        forms = (form for form in self._forms.values() if form.suffix == written)
        self.chosen.emit(path, next(forms, self._form()))
