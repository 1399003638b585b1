"""What erasing needs of the database, step by step, so that a program that was ended in the middle
can go on."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol


class ErasureStore(Protocol):
    """Takes all that is known of documents out of the database, and cleans its files. Every step
    may be done again."""

    def begin(self, document_ids: Collection[int]) -> None:
        """Remember, together with those of before, that these are to be erased."""
        ...

    def unfinished(self) -> frozenset[int] | None:
        """The documents that are to be erased, which may be none but those that were taken out
        before; None where nothing is to be erased."""
        ...

    def take_out(self, document_ids: Collection[int]) -> None:
        """Delete documents with all that belongs to them, and what else has their names: files
        that are still to be read, copies that were left out, questions that were asked of them.
        Answers are left to the conversations' own store."""
        ...

    def clean(self) -> None:
        """Leave no byte of what was deleted in the database files.

        Raises:
            LibraryBusy: another program reads the library, so that it has to be done again.
        """
        ...

    def finish(self) -> None:
        """Nothing is to be erased any more."""
        ...
