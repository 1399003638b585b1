"""Schemas as a user handles them: listed, made in a form or read from a file, and given up."""

from __future__ import annotations

import logging

from app.core.domain.extraction import ExtractionSchema
from app.core.errors import InvalidInput, NotFound
from app.core.extraction.registry import SchemaRegistry
from app.core.extraction.schema_rules import shown_name
from app.core.extraction.schemas import schema_from_json, schema_to_json
from app.core.ports import ExtractionStore, StoredSchema

log = logging.getLogger(__name__)


class SchemaService:
    """Which fields can be looked for in the documents of a library (E1)."""

    def __init__(self, store: ExtractionStore) -> None:
        self._store = store

    def schemas(self) -> tuple[ExtractionSchema, ...]:
        """Those that are part of the program in their order, then the user's by their titles."""
        return self._registry().all()

    def named(self, name: str) -> ExtractionSchema:
        """The schema of that name.

        Raises:
            NotFound: there is none (`unknown_schema`).
        """
        return _found(self._registry(), name)

    def add(self, text: str, *, replacing: bool = False) -> ExtractionSchema:
        """Keep a schema that is written as JSON, as `put` does.

        Raises:
            InvalidInput: it is no schema, or its name is taken.
        """
        return self.put(schema_from_json(text), replacing=replacing)

    def put(self, schema: ExtractionSchema, *, replacing: bool = False) -> ExtractionSchema:
        """Keep a schema of the user's, and give it back as it is kept.

        Args:
            replacing: It may take the place of another one that the user made. What was extracted
                by that stays.

        Raises:
            InvalidInput: it breaks a rule, or its name is taken.
        """
        registry = self._registry()
        hidden = {stored.name for stored in self._store.schemas() if not registry.find(stored.name)}
        made = registry.register(schema, replacing=replacing)
        if made.name in hidden and not replacing:
            raise InvalidInput(
                f"There is a schema named “{made.name}” already, which this version of Pincite "
                "cannot read. Choose another name.",
                code="schema_exists",
            )
        self._store.put_schema(StoredSchema(made.name, schema_to_json(made)))
        return made

    def remove(self, name: str) -> ExtractionSchema:
        """Give up a schema that the user made, with all that was extracted by it.

        Raises:
            NotFound: there is none of that name (`unknown_schema`).
            InvalidInput: it is part of the program.
        """
        registry = self._registry()
        gone = _found(registry, name)
        registry.remove(name)
        self._store.remove_schema(name)
        return gone

    def _registry(self) -> SchemaRegistry:
        """Of what is stored now. What a later version has stored and this one cannot read is left
        where it is."""
        registry = SchemaRegistry()
        for stored in self._store.schemas():
            try:
                registry.register(schema_from_json(stored.definition))
            except InvalidInput as error:
                log.warning("a stored schema cannot be used: %s", error.code)
        return registry


def _found(registry: SchemaRegistry, name: str) -> ExtractionSchema:
    found = registry.find(name)
    if found is None:
        known = ", ".join(schema.name for schema in registry.all())
        raise NotFound(
            f"There is no schema named “{shown_name(name)}”. Choose one of these: {known}.",
            code="unknown_schema",
        )
    return found
