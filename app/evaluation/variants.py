"""The one place where a variant of search is chosen, for finding out what each step is worth."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from app.core.errors import InvalidInput

if TYPE_CHECKING:
    from app.bootstrap import Application
    from app.core.settings import Settings
    from app.services.searching import SearchService


class Arms(StrEnum):
    """Which arms of search take part."""

    BOTH = "both"
    LEXICAL = "lexical"
    DENSE = "dense"


@dataclass(frozen=True, slots=True)
class Variant:
    """What differs from search as it is. `changes` are settings as the command line gives them,
    such as "retrieval.rrf_k=30"."""

    arms: Arms = Arms.BOTH
    headings: bool = True
    changes: tuple[str, ...] = ()

    def settings(self, settings: Settings) -> Settings:
        """The settings of a user with those of this variant.

        Raises:
            InvalidInput: there is no such setting, or it cannot have that value.
        """
        from pydantic import ValidationError

        values = settings.model_dump(mode="json")
        for change in self.changes:
            _put(values, change)
        if not self.headings:
            values["retrieval"]["context_in_index"] = False
        try:
            return type(settings).model_validate(values)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
            name = ".".join(str(part) for part in first["loc"])
            raise InvalidInput(
                f"The setting {name} cannot have this value. {first['msg']}."
            ) from error

    def search(self, application: Application) -> SearchService:
        """Search with the arms of this variant; the other arm finds nothing."""
        from app.evaluation.silent_arms import SilentLexicalIndex
        from app.services.searching import SearchService

        if self.arms is Arms.BOTH:
            return application.search
        dense = self.arms is Arms.DENSE
        return SearchService(
            application.library,
            SilentLexicalIndex() if dense else application.lexical,
            application.embedder,
            application.vectors if dense else None,
            application.preferences,
        )

    @property
    def embeds(self) -> bool:
        """Whether questions are embedded."""
        return self.arms is not Arms.LEXICAL

    def record(self) -> dict[str, object]:
        """The variant for the report."""
        return {"arms": self.arms.value, "headings": self.headings, "set": list(self.changes)}


def settings_record(settings: Settings) -> Mapping[str, Any]:
    """The settings that decide what is found and answered, for the report."""
    return settings.model_dump(mode="json", include={"answers", "models", "retrieval"})


def _put(values: dict[str, Any], change: str) -> None:
    """Change one value: "retrieval.rrf_k=30"."""
    name, equals, text = change.partition("=")
    section, _, field = name.strip().partition(".")
    if not equals or not isinstance(values.get(section), dict) or field not in values[section]:
        raise InvalidInput(
            f"There is no setting {name.strip()}. Settings are written like retrieval.rrf_k=30; "
            f"there are: {', '.join(_names(values))}.",
            code="unknown_setting",
        )
    try:
        values[section][field] = json.loads(text)
    except ValueError:
        values[section][field] = text


def _names(values: Mapping[str, Any]) -> Sequence[str]:
    shown = ("answers", "models", "retrieval")
    return [f"{section}.{field}" for section in shown for field in values[section]]
