"""The model hub as a source: one file over https, resumed at the byte where it stopped."""

from __future__ import annotations

import http.client
import ssl
import time
from collections.abc import Callable, Iterator
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit

from app.adapters.downloads.assembling import PartFile
from app.adapters.downloads.block_reader import (
    BlockReader,
    End,
    Head,
    RedirectRefused,
    is_on_this_machine,
)
from app.adapters.downloads.delivery import Delivery, SourceFailed
from app.core.domain.cancel import CancelToken
from app.core.domain.model import HubSource

HUB_ADDRESS = "https://huggingface.co"
LABEL = "the model hub"

# A hub that cannot be reached costs this much in all, the second try included.
CONNECT_SECONDS = 10.0
# A connection on which nothing comes for so long is given up and made anew.
SILENCE_SECONDS = 10.0
# Pauses before going on after a broken connection; one try more than there are pauses.
PAUSES_SECONDS = (0.5, 1.0, 2.0, 4.0)
# A connection that brought as much is not counted as a failed try.
ENOUGH_BYTES = 1 << 20
# After a hub could not be reached, other sources come first for so long.
AVOID_SECONDS = 600.0


class _Interrupted(Exception):
    """The network failed in a way that may pass. `answered` is whether the hub said anything."""

    def __init__(self, reason: str, *, answered: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.answered = answered


_BROKEN = f"the connection to {LABEL} broke off again and again"
_BUSY = f"{LABEL} was too busy"


class Hub:
    """Files of the model hub.

    Args:
        base_address: Where the hub is; https, unless it is on this machine.
        pauses_seconds: See PAUSES_SECONDS.
        silence_seconds: See SILENCE_SECONDS.
        connect_seconds: See CONNECT_SECONDS.
        clock: Seconds of a clock that never goes back.
    """

    def __init__(
        self,
        base_address: str = HUB_ADDRESS,
        *,
        pauses_seconds: tuple[float, ...] = PAUSES_SECONDS,
        silence_seconds: float = SILENCE_SECONDS,
        connect_seconds: float = CONNECT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if urlsplit(base_address).scheme != "https" and not is_on_this_machine(base_address):
            raise ValueError("the hub's address must be https")
        self._base_address = base_address.rstrip("/")
        self._pauses = pauses_seconds
        self._silence_seconds = silence_seconds
        self._connect_seconds = connect_seconds
        self._clock = clock
        self._avoid_until = clock()

    @property
    def avoided(self) -> bool:
        """Whether the hub could not be reached a short while ago."""
        return self._clock() < self._avoid_until

    def address(self, source: HubSource) -> str:
        """The address of a file."""
        path = f"{source.repo}/resolve/{source.revision}/{source.file}"
        return f"{self._base_address}/{quote(path)}"

    def deliver(self, source: HubSource, part: PartFile, cancel: CancelToken) -> Iterator[Delivery]:
        """Fill the part file from where it ends.

        Raises:
            SourceFailed, WrongBytes, Cancelled; OSError for the local disk.
        """
        address = self.address(source)
        for done in part.seek(part.length, cancel):
            yield Delivery("checking", done, address)
        failures, reached = 0, False
        give_up = self._clock() + self._connect_seconds
        while not part.complete:
            yield Delivery("connecting", part.position, address)
            before = part.position
            try:
                for delivery in self._read(address, part, cancel, give_up):
                    reached = True
                    yield delivery
            except _Interrupted as interruption:
                reached = reached or interruption.answered
                failures = 1 if part.position - before >= ENOUGH_BYTES else failures + 1
                self._pause(failures, reached, give_up, interruption, cancel)
                if reached:
                    give_up = self._clock() + self._connect_seconds

    def _pause(
        self,
        failures: int,
        reached: bool,
        give_up: float,
        interruption: _Interrupted,
        cancel: CancelToken,
    ) -> None:
        """Wait before the next try, or raise SourceFailed if there is none."""
        out_of_time = self._clock() >= give_up
        if not reached and (failures > 1 or out_of_time):
            self._avoid_until = self._clock() + AVOID_SECONDS
            raise SourceFailed(f"{LABEL} could not be reached") from interruption
        if failures > len(self._pauses):
            raise SourceFailed(interruption.reason) from interruption
        cancel.wait(self._pauses[failures - 1])
        cancel.raise_if_cancelled()

    def _read(
        self, address: str, part: PartFile, cancel: CancelToken, give_up: float
    ) -> Iterator[Delivery]:
        """One connection, until its end."""
        reader = BlockReader(address, start=part.position, silence_seconds=self._silence_seconds)
        with reader:
            head = _next(reader, cancel, max(0.0, give_up - self._clock()))
            if isinstance(head, Head):
                self._go_to_start(head, part, cancel)
            yield Delivery("downloading", part.position, address)
            while not part.complete:
                block = _next(reader, cancel, None)
                if not isinstance(block, bytes):
                    raise _Interrupted(_BROKEN)
                part.append(block)
                yield Delivery("downloading", part.position, address)

    @staticmethod
    def _go_to_start(head: Head, part: PartFile, cancel: CancelToken) -> None:
        """Put the part file where the server's bytes begin, before any of them is taken."""
        if head.content_encoding != "identity":
            raise SourceFailed(f"{LABEL} sent the file in a form that was not asked for")
        start, total = _extent(head)
        if total is not None and total != part.size:
            raise SourceFailed(f"{LABEL} has a file of another size")
        if start not in {0, part.position}:
            raise SourceFailed(f"{LABEL} sent another piece of the file than was asked for")
        if start != part.position:  # the server cannot resume
            for _ in part.seek(0, cancel):
                pass


def _next(reader: BlockReader, cancel: CancelToken, patience: float | None) -> Head | bytes | End:
    """What the reader brings next, with the network's failures told apart."""
    try:
        return reader.next(cancel, patience=patience)
    except HTTPError as error:
        reason = _refusal(error.code)
        if reason is None:
            raise _Interrupted(_BUSY, answered=True) from error
        raise SourceFailed(reason) from error
    except RedirectRefused as error:
        raise SourceFailed(f"{LABEL} pointed to an address that is not secure") from error
    except (OSError, http.client.HTTPException) as error:
        cause = error.reason if isinstance(error, URLError) else error
        if isinstance(cause, ssl.SSLCertVerificationError):
            raise SourceFailed(
                f"the certificate of {LABEL} is not one that this computer trusts"
            ) from error
        raise _Interrupted(_BROKEN) from error


def _refusal(status: int) -> str | None:
    """Why a status is final, or None where another try may help."""
    if status in {401, 403, 404, 410}:
        return f"{LABEL} does not have the file"
    if 300 <= status < 400:
        return f"{LABEL} kept pointing to other addresses"
    if status in {408, 425, 429} or status >= 500:
        return None
    return f"{LABEL} refused to send the file (status {status})"


def _extent(head: Head) -> tuple[int, int | None]:
    """Offset of the first byte that comes, and the size of the whole file if it is told."""
    if head.status != 206:
        return 0, head.content_length
    # As in "bytes 100-199/200" (RFC 9110 §14.4).
    unit, _, rest = head.content_range.partition(" ")
    span, _, total = rest.partition("/")
    start = span.partition("-")[0]
    if unit != "bytes" or not start.isdigit():
        raise SourceFailed(f"{LABEL} did not say which piece of the file it sent")
    return int(start), int(total) if total.isdigit() else None
