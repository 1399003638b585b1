"""The button that says where is looked, and its menu: all documents, a collection, or documents
that are chosen in the list.

The choice is a value that outlives a rename; a service turns it into a scope when a question is
asked or a search is run (:meth:`app.services.collections.CollectionService.resolve`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.core.domain.collection import ALL_DOCUMENTS, Collection, ScopeChoice
from app.core.domain.document import Document
from app.gui.common.buttons import Button, ButtonVariant
from app.gui.common.formats import Formats
from app.gui.common.icons import icon
from app.gui.common.labels import as_tip
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme

EVERYWHERE = "All documents"
NONE_CHOSEN = "Choose documents in the library to look only in them"
MOST_LETTERS = 48
"""Of a name in the menu; its tip shows the whole."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a choice is called. `documents` is how many documents it means; `spoken` says that too
    where the name does not."""

    name: str
    spoken: str
    documents: int
    icon: str


class Places:
    """Everything that can be chosen: the documents and collections of the library, and the
    documents that the user marked in the list."""

    def __init__(
        self,
        collections: Sequence[Collection] = (),
        documents: Sequence[Document] = (),
        marked: Sequence[Document] = (),
    ) -> None:
        self.collections = {collection.id: collection for collection in collections}
        self.documents = {document.id: document for document in documents}
        self.marked = frozenset(document.id for document in marked)

    def kept(self, choice: ScopeChoice) -> ScopeChoice:
        """The choice without what is not there any more; all documents where nothing is left."""
        if choice.collection_id is not None:
            return choice if choice.collection_id in self.collections else ALL_DOCUMENTS
        if choice.document_ids is None:
            return choice
        held = choice.document_ids & self.documents.keys()
        return ScopeChoice(document_ids=held) if held else ALL_DOCUMENTS

    def place(self, choice: ScopeChoice) -> Place:
        """What the choice is called; it must have been `kept`."""
        if choice.collection_id is not None:
            collection = self.collections[choice.collection_id]
            return _counted(collection.name, collection.document_count, "folder")
        if choice.document_ids is None:
            return _counted(EVERYWHERE, len(self.documents), "library")
        count = len(choice.document_ids)
        if count == 1:
            (only,) = choice.document_ids
            name, shown = one_line(self.documents[only].title), "file"
        else:
            name, shown = Formats().count(count, "chosen document"), "files"
        return Place(name, name, count, shown)


def _counted(name: str, documents: int, shown: str) -> Place:
    return Place(name, f"{name}, {Formats().count(documents, 'document')}", documents, shown)


class ScopeChooser(Button):
    """Shows `choice` by its name and lets the user choose another one.

    Signals: `changed` (ScopeChoice) when it is another, whether the user or the program chose it
    or something of it is gone; `renamed` when it may be called otherwise.
    """

    changed = Signal(object)
    renamed = Signal()

    def __init__(
        self,
        theme: Theme,
        *,
        variant: ButtonVariant = ButtonVariant.GHOST,
        compact: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, variant=variant, compact=compact, elide=True, parent=parent)
        self._places = Places()
        self._choice = ALL_DOCUMENTS
        # Made once: engines of icons that Qt copies are kept for as long as the theme.
        names = ("library", "folder", "file", "files", "check")
        self._icons = {name: icon(theme, name) for name in names}
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self._fill_menu)
        self.setMenu(menu)
        self._group: QActionGroup | None = None
        self._show_choice()

    @property
    def choice(self) -> ScopeChoice:
        """Where is looked."""
        return self._choice

    @property
    def place(self) -> Place:
        """What that is called."""
        return self._places.place(self._choice)

    def set_choices(
        self,
        collections: Sequence[Collection],
        documents: Sequence[Document],
        marked: Sequence[Document] = (),
    ) -> None:
        """Tell what there is: all collections and documents, and what is marked in the list."""
        self._places = Places(collections, documents, marked)
        self.set_choice(self._choice)

    def set_choice(self, choice: ScopeChoice) -> None:
        """Choose, of what there is."""
        before, self._choice = self._choice, self._places.kept(choice)
        self._show_choice()
        if self._choice != before:
            self.changed.emit(self._choice)

    def _show_choice(self) -> None:
        place = self.place
        self.setText(place.name.replace("&", "&&"))
        self.set_icon(place.icon)
        self.setAccessibleName(f"Look in: {place.spoken}")
        self.setToolTip(as_tip(place.spoken))
        self.updateGeometry()
        self.renamed.emit()

    @Slot()
    def _fill_menu(self) -> None:
        menu = self.menu()
        menu.clear()
        self._group = QActionGroup(menu)
        self._group.triggered.connect(self._choose_action)
        self._add(ALL_DOCUMENTS)
        if self._places.collections:
            menu.addSeparator()
        for collection_id in self._places.collections:
            self._add(ScopeChoice(collection_id))
        menu.addSeparator()
        if self._choice.document_ids is not None:
            self._add(self._choice)
        marked = ScopeChoice(document_ids=self._places.marked)
        if self._places.marked and marked != self._choice:
            self._add(marked, "Only ")
        elif not self._places.marked and self._choice.document_ids is None:
            menu.addAction(NONE_CHOSEN).setEnabled(False)

    def _add(self, choice: ScopeChoice, before: str = "") -> None:
        place = self._places.place(choice)
        shown = place.name
        if len(shown) > MOST_LETTERS:
            shown = f"{shown[: MOST_LETTERS - 1].rstrip()}…"
        if before:
            shown = f"{before}“{shown}”" if place.documents == 1 else f"{before}the {shown}"
        # Where there is an icon, style sheets leave no room for a tick beside it.
        shown_icon = "check" if choice == self._choice else place.icon
        action = self.menu().addAction(self._icons[shown_icon], shown.replace("&", "&&"))
        action.setToolTip(as_tip(place.spoken))
        action.setData(choice)
        action.setCheckable(True)
        action.setChecked(choice == self._choice)
        assert self._group is not None
        self._group.addAction(action)

    @Slot(QAction)
    def _choose_action(self, action: QAction) -> None:
        choice = action.data()
        if isinstance(choice, ScopeChoice):
            self.set_choice(choice)
