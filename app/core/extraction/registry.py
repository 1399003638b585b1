"""The schemas of a library by their names: those that are built in, and those that people made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.core.domain.extraction import ExtractionSchema
from app.core.errors import InvalidInput, NotFound
from app.core.extraction.built_in import BUILT_IN
from app.core.extraction.schemas import checked_schema


class SchemaRegistry:
    """Finds schemas by name (E1).

    Args:
        own: Those that the user made. They are checked like new ones.

    Raises:
        InvalidInput: one of them breaks a rule, or has a name that is taken.
    """

    def __init__(self, own: Iterable[ExtractionSchema] = ()) -> None:
        self._schemas = {schema.name: schema for schema in BUILT_IN}
        for schema in own:
            self.register(schema)

    def all(self) -> tuple[ExtractionSchema, ...]:
        """Those that are built in, in their order, then the user's by their titles."""
        return tuple(
            sorted(
                self._schemas.values(),
                key=lambda schema: (
                    not schema.built_in,
                    "" if schema.built_in else schema.title.casefold(),
                ),
            )
        )

    def find(self, name: str) -> ExtractionSchema | None:
        """The schema of that name, None where there is none."""
        return self._schemas.get(name)

    def register(self, schema: ExtractionSchema, *, replacing: bool = False) -> ExtractionSchema:
        """Adds a schema of the user's and gives it back as it is kept.

        Args:
            replacing: It may take the place of another one that the user made.

        Raises:
            InvalidInput: it breaks a rule, or its name is taken.
        """
        kept = replace(checked_schema(schema), built_in=False)
        there = self._schemas.get(kept.name)
        if there is not None and there.built_in:
            raise InvalidInput(
                f"“{kept.name}” is the name of a schema that is part of the program. Choose "
                "another name.",
                code="schema_built_in",
            )
        if there is not None and not replacing:
            raise InvalidInput(
                f"There is a schema named “{kept.name}” already. Choose another name, or replace "
                "that one.",
                code="schema_exists",
            )
        self._schemas[kept.name] = kept
        return kept

    def remove(self, name: str) -> None:
        """Takes a schema of the user's away.

        Raises:
            NotFound: there is none of that name.
            InvalidInput: it is part of the program.
        """
        there = self._schemas.get(name)
        if there is None:
            raise NotFound(
                f"There is no schema named “{name}”. List the schemas to see them.",
                code="unknown_schema",
            )
        if there.built_in:
            raise InvalidInput(
                f"The schema “{name}” is part of the program and stays.", code="schema_built_in"
            )
        del self._schemas[name]
