"""Collections in memory, over a set of documents that tests may change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from app.core.domain.collection import Collection


class MemoryCollections:
    """A `CollectionStore` for the documents whose numbers are in `library`."""

    def __init__(self, library: set[int] | None = None) -> None:
        self.library = library if library is not None else set()
        self.expected: dict[Path, set[int]] = {}
        self._made: dict[int, Collection] = {}
        self._next = 1

    def collections(self) -> list[Collection]:
        stored = [self._seen(collection) for collection in self._made.values()]
        return sorted(stored, key=lambda collection: collection.name.casefold())

    def collection(self, collection_id: int) -> Collection | None:
        found = self._made.get(collection_id)
        return None if found is None else self._seen(found)

    def collection_by_name(self, name: str) -> Collection | None:
        for collection in self.collections():
            if collection.name.casefold() == name.casefold():
                return collection
        return None

    def create_collection(self, name: str) -> Collection | None:
        if self.collection_by_name(name) is not None:
            return None
        made = self._made[self._next] = Collection(self._next, name, frozenset())
        self._next += 1
        return made

    def rename_collection(self, collection_id: int, name: str) -> Collection | None:
        other = self.collection_by_name(name)
        if collection_id not in self._made or (other is not None and other.id != collection_id):
            return None
        self._made[collection_id] = replace(self._made[collection_id], name=name)
        return self.collection(collection_id)

    def delete_collection(self, collection_id: int) -> None:
        self._made.pop(collection_id, None)

    def add_documents(self, collection_id: int, document_ids: Sequence[int]) -> Collection | None:
        return self._change(collection_id, lambda held: held | set(document_ids) & self.library)

    def take_documents(self, collection_id: int, document_ids: Sequence[int]) -> Collection | None:
        return self._change(collection_id, lambda held: held - set(document_ids))

    def inherit(self, document_id: int, heir_id: int) -> None:
        for collection in self.collections():
            if document_id in collection.document_ids:
                self.add_documents(collection.id, [heir_id])

    def expect(self, collection_id: int, paths: Sequence[Path]) -> None:
        for path in paths:
            self.expected.setdefault(path, set()).add(collection_id)

    def settle(self, path: Path, document_id: int | None) -> None:
        for collection_id in self.expected.pop(path, set()):
            if document_id is not None:
                self.add_documents(collection_id, [document_id])

    def expect_nothing(self) -> None:
        self.expected.clear()

    def _seen(self, collection: Collection) -> Collection:
        return replace(collection, document_ids=collection.document_ids & self.library)

    def _change(
        self, collection_id: int, changed: Callable[[frozenset[int]], frozenset[int]]
    ) -> Collection | None:
        found = self.collection(collection_id)
        if found is None:
            return None
        made = replace(found, document_ids=changed(found.document_ids))
        self._made[collection_id] = made
        return made
