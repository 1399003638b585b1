"""Collections as a user handles them: made, named, filled, deleted, and looked in (R9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.core.domain.collection import Collection, ScopeChoice
from app.core.domain.evidence import EVERYTHING, Scope
from app.core.errors import InvalidInput, NotFound
from app.core.ports import CollectionStore, LibraryStore
from app.core.text.names import kept_name, shortened_name, tidy_name
from app.services.library import known_document

MAX_NAME_CHARACTERS = 100
"""A longer name is an error, or is cut where a folder has it."""


def checked_name(text: str) -> str:
    """A name as it is kept: in composed form (the file names of a Mac are not), white space and
    what cannot be shown as single spaces.

    Raises:
        InvalidInput: nothing is left, or over 100 characters.
    """
    return kept_name(text, of="collection", noun="name", most=MAX_NAME_CHARACTERS)


def name_of_folder(name: str) -> str:
    """The name of the collection that is made from a folder; "" where the folder has none, as the
    root of a disk."""
    return shortened_name(name, MAX_NAME_CHARACTERS)


def name_fault(name: str, collections: Iterable[Collection], own: Collection | None) -> str:
    """Why this cannot be the name of a collection, or of `own`, beside the others; "" if it can."""
    try:
        checked = checked_name(name)
    except InvalidInput as error:
        return error.message
    others = (collection for collection in collections if own is None or collection.id != own.id)
    if any(checked.casefold() == other.name.casefold() for other in others):
        return _taken(checked).message
    return ""


class CollectionService:
    """Makes, changes and deletes collections, and says what a chosen scope means now. Documents
    are never removed by it."""

    def __init__(self, collections: CollectionStore, library: LibraryStore) -> None:
        self._store = collections
        self._library = library

    def collections(self) -> list[Collection]:
        """All collections by name."""
        return self._store.collections()

    def named(self, name: str) -> Collection:
        """The collection of this name, ignoring case.

        Raises:
            NotFound: there is none.
        """
        found = self._store.collection_by_name(tidy_name(name))
        if found is None:
            raise NotFound(
                f"There is no collection “{name}” in this library. "
                "`pincite collections list` shows the collections.",
                code="collection_not_found",
            )
        return found

    def create(self, name: str, document_ids: Sequence[int] = ()) -> Collection:
        """Make a collection of these documents.

        Raises:
            InvalidInput: the name is empty, too long or taken.
            NotFound: a document is not in the library; nothing is made then.
        """
        checked = checked_name(name)
        self._require_documents(document_ids)
        made = self._store.create_collection(checked)
        if made is None:
            raise _taken(checked)
        return self._there(self._store.add_documents(made.id, document_ids))

    def rename(self, collection_id: int, name: str) -> Collection:
        """Give a collection another name.

        Raises:
            InvalidInput: the name is empty, too long or another's.
            NotFound: the collection is not there any more.
        """
        checked = checked_name(name)
        renamed = self._store.rename_collection(collection_id, checked)
        if renamed is None:
            self._there(self._store.collection(collection_id))
            raise _taken(checked)
        return renamed

    def delete(self, collection_id: int) -> Collection:
        """Delete a collection and return it as it was; its documents stay.

        Raises:
            NotFound: the collection is not there any more.
        """
        found = self._there(self._store.collection(collection_id))
        self._store.delete_collection(collection_id)
        return found

    def add(self, collection_id: int, document_ids: Sequence[int]) -> Collection:
        """Put documents into a collection.

        Raises:
            NotFound: the collection or a document is not there; nothing is changed then.
        """
        self._require_documents(document_ids)
        return self._there(self._store.add_documents(collection_id, document_ids))

    def take(self, collection_id: int, document_ids: Sequence[int]) -> Collection:
        """Take documents out of a collection; they stay in the library.

        Raises:
            NotFound: the collection is not there any more.
        """
        return self._there(self._store.take_documents(collection_id, document_ids))

    def resolve(self, choice: ScopeChoice) -> Scope:
        """The documents that a choice means now. What is gone is never replaced by everything.

        Raises:
            NotFound: the collection is not there any more, or none of the documents.
        """
        if choice.collection_id is not None:
            return Scope(self._there(self._store.collection(choice.collection_id)).document_ids)
        if choice.document_ids is None:
            return EVERYTHING
        held = frozenset(
            document_id
            for document_id in choice.document_ids
            if self._library.document(document_id) is not None
        )
        if not held:
            raise NotFound(
                "The documents that were chosen are not in the library any more. Choose where to "
                "look, then ask again.",
                code="document_not_found",
            )
        return Scope(held)

    def _require_documents(self, document_ids: Sequence[int]) -> None:
        for document_id in document_ids:
            known_document(self._library, document_id)

    @staticmethod
    def _there(collection: Collection | None) -> Collection:
        if collection is None:
            raise NotFound(
                "This collection is not there any more. Choose where to look, then ask again.",
                code="collection_not_found",
            )
        return collection


def _taken(name: str) -> InvalidInput:
    return InvalidInput(
        f"There is a collection “{name}” already. Choose another name.", code="name_taken"
    )
