"""Model files: what the manifest says of them, and how a download goes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class HubSource(_Frozen):
    """A file on the model hub, pinned to a revision."""

    kind: Literal["hub"]
    repo: str
    revision: str
    file: str


class PackagePart(_Frozen):
    """A member of a package of the Python index that holds the file, or a part of it."""

    package: str
    version: str
    member: str


class PackageSource(_Frozen):
    """The file as the concatenation of package members, in order."""

    kind: Literal["packages"]
    parts: tuple[PackagePart, ...]


Source = Annotated[HubSource | PackageSource, Field(discriminator="kind")]


class ModelFile(_Frozen):
    """One file of a model. Bytes are trusted by `sha256`, never by where they came from."""

    name: str
    bytes: Annotated[int, Field(gt=0)]
    sha256: Sha256
    sources: tuple[Source, ...]


class ModelRole(StrEnum):
    """What a model is for."""

    EMBEDDER = "embedder"
    CHAT = "chat"
    OCR = "ocr"
    TEST = "test"


class ModelEntry(_Frozen):
    """A model of the manifest. `name` is how the command line calls it."""

    name: str
    title: str
    role: ModelRole
    description: str
    licence: str
    licence_url: str
    parameters: str
    files: tuple[ModelFile, ...]
    context: Annotated[int, Field(ge=0)] = 0
    """Tokens that the model can take; 0 for one that is not given text."""
    dimensions: int | None = None
    memory_bytes: int | None = None
    scope_margin: float | None = None
    """By how many log-odds a passage must be less fit than the best one for this model to be right
    that it is of another scope. None where it cannot tell, or nobody has measured."""
    fit_floor: float | None = None
    """From how many log-odds on the model is right to say that a passage states an answer. None
    where that was not measured: then it is not asked."""

    @property
    def download_bytes(self) -> int:
        """Size of all files."""
        return sum(file.bytes for file in self.files)

    def may_write(self, chosen: str) -> bool:
        """Whether the model may write answers; one for tests only where it is `chosen` by name."""
        if self.role is ModelRole.TEST:
            return self.name == chosen
        return self.role is ModelRole.CHAT


class Manifest(_Frozen):
    """All models that the program knows."""

    version: Literal[1]
    models: tuple[ModelEntry, ...]

    def find(self, name: str) -> ModelEntry | None:
        """The entry of that name."""
        return next((entry for entry in self.models if entry.name == name), None)


class ModelState(StrEnum):
    """What lies in the models folder for an entry. "partial" can be resumed."""

    INSTALLED = "installed"
    PARTIAL = "partial"
    MISSING = "missing"
    CORRUPT = "corrupt"


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """An entry and what is there of it. `path` is the file to load, where installed."""

    entry: ModelEntry
    state: ModelState
    path: Path | None


@dataclass(frozen=True, slots=True)
class DownloadProgress:
    """How a download goes. `seconds_left` is None until it can be told; `address` is where the
    bytes come from, for the user to see."""

    model: str
    file: str
    done_bytes: int
    total_bytes: int
    bytes_per_second: float
    seconds_left: float | None
    address: str
    stage: Literal["connecting", "downloading", "checking", "done"]


@dataclass(frozen=True, slots=True)
class EmbedderIdentity:
    """Which embedder made the vectors of a library (R4)."""

    name: str
    dimensions: int
    sha256: str

    @property
    def generation(self) -> str:
        """Folder name for vectors of this embedder."""
        return f"{self.name}-{self.dimensions}-{self.sha256[:12]}"
