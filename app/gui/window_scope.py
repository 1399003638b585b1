"""Keeps library, conversation and search at the same place: what is chosen in one is looked in by
all."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Slot

from app.core.domain.collection import ALL_DOCUMENTS, Collection, ScopeChoice
from app.core.domain.document import Document
from app.gui.common.scope_choice import ScopeChooser
from app.gui.library.panel import LibraryPanel


class WindowScope(QObject):
    """Carries the choice between the library and the choosers of other panes."""

    def __init__(
        self, library: LibraryPanel, choosers: Sequence[ScopeChooser], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._choosers = tuple(choosers)
        self._choice = ALL_DOCUMENTS
        self._documents: Sequence[Document] | None = None
        self._collections: Sequence[Collection] | None = None
        library.scope_chosen.connect(self._choose)
        library.documents_changed.connect(self._set_documents)
        library.collections_changed.connect(self._set_collections)
        library.marked_changed.connect(self._offer)
        for chooser in self._choosers:
            chooser.changed.connect(self._choose)

    @property
    def choice(self) -> ScopeChoice:
        """Where is looked."""
        return self._choice

    @Slot(object)
    def _choose(self, choice: ScopeChoice) -> None:
        if choice == self._choice:
            return
        self._choice = choice
        for chooser in self._choosers:
            chooser.set_choice(choice)
        self._library.show_scope(choice)

    @Slot(object)
    def _set_documents(self, documents: Sequence[Document]) -> None:
        self._documents = documents
        self._offer()

    @Slot(object)
    def _set_collections(self, collections: Sequence[Collection]) -> None:
        self._collections = collections
        self._offer()

    @Slot()
    def _offer(self) -> None:
        """Tell the choosers what there is, once both are known: what is chosen would be gone."""
        if self._documents is None or self._collections is None:
            return
        for chooser in self._choosers:
            chooser.set_choices(self._collections, self._documents, self._library.list.chosen())
