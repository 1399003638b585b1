"""`pincite models list | fetch NAME… | verify [NAME…]`."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from app.cli.output import Output
    from app.core.domain.cancel import CancelToken
    from app.core.domain.model import DownloadProgress, ModelStatus
    from app.services.models import ModelService

# Without a terminal, a line of progress is written for each of these, whichever comes first.
LINE_SECONDS = 5.0
LINE_SHARE = 0.10
# On a terminal the line is redrawn so often.
REDRAW_SECONDS = 0.2


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command with its actions."""
    parser = commands.add_parser("models", help="list, download and check models")
    actions = parser.add_subparsers(dest="models_action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="show which models there are and are installed")
    fetch = actions.add_parser(
        "fetch", help="download models; goes on where an earlier download stopped"
    )
    fetch.add_argument("names", nargs="+", metavar="NAME", help="as `pincite models list` says")
    verify = actions.add_parser("verify", help="read every byte of models and check it")
    verify.add_argument(
        "names", nargs="*", metavar="NAME", help="by default, all that are not missing"
    )
    for name, action in (("list", listing), ("fetch", fetch), ("verify", verify)):
        action.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )
        action.set_defaults(run=run, models_action=name)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Run the action on the models that the manifest names."""
    from app.bootstrap import open_application

    with open_application(arguments.library, writing=False) as application:
        return run_action(arguments, output, application.models)


def run_action(arguments: argparse.Namespace, output: Output, service: ModelService) -> int:
    """Run the action; returns the exit status. All names are looked up before anything is done.

    Raises:
        NotFound: there is no model of a name.
    """
    from app.core.domain.cancel import CancelToken

    if arguments.models_action == "list":
        return _list(output, service)
    for name in arguments.names:
        service.entry(name)
    if arguments.models_action == "fetch":
        work = _Work(service.fetch, "is installed")
        return _each(arguments.names, work, output, service, CancelToken())
    names = arguments.names or [
        status.entry.name for status in service.statuses() if status.state.value != "missing"
    ]
    if not names:
        output.say("No model is installed. Download one with: pincite models fetch starter")
    return _each(
        names, _Work(service.verify, "is complete and undamaged"), output, service, CancelToken()
    )


@dataclass(frozen=True, slots=True)
class _Work:
    """What is done with each model, and what is said of it when it went well."""

    start: Callable[..., Iterable[DownloadProgress]]
    good: str


def _list(output: Output, service: ModelService) -> int:
    for status in service.statuses():
        entry = status.entry
        output.result(
            _listed(status),
            f"{entry.name:<10} {status.state.value:<10} {_size(entry.download_bytes):>8}  "
            f"{entry.title} ({entry.licence})",
        )
    return 0


def _each(
    names: Sequence[str], work: _Work, output: Output, service: ModelService, cancel: CancelToken
) -> int:
    """One model after another; one that fails does not keep the others from being had."""
    from app.cli.output import report_error
    from app.core.errors import PinciteError

    exit_status = 0
    for name in names:
        line = ProgressLine(sys.stderr)
        try:
            for progress in work.start([name], cancel=cancel):
                if output.as_json:
                    output.result(_progressed(progress))
                line.show(progress)
        except PinciteError as error:
            line.end()
            exit_status = report_error(output, error)
        except KeyboardInterrupt:
            cancel.cancel()
            line.end()
            raise
        else:
            line.end()
            output.say(f"{service.entry(name).title} {work.good}.")
        if output.as_json:
            output.result(_state(service.status(name)))
    return exit_status


class ProgressLine:
    """One line about a download: redrawn in place on a terminal, written now and then elsewhere."""

    def __init__(self, err: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._err = err
        self._clock = clock
        self._in_place = err.isatty()
        self._shown_at: float | None = None
        self._shown_share = 0.0
        self._width = 0

    def show(self, progress: DownloadProgress) -> None:
        """Show progress, if it is time to."""
        share = progress.done_bytes / progress.total_bytes
        if progress.stage == "done" or not self._is_time(share):
            return
        self._shown_at, self._shown_share = self._clock(), share
        text = _sentence(progress, share)
        if self._in_place:
            # A line that wraps cannot be redrawn; blanks cover what a longer one left.
            text = text[: shutil.get_terminal_size().columns - 1]
            print(f"\r{text:<{self._width}}", end="", file=self._err, flush=True)
            self._width = len(text)
        else:
            print(text, file=self._err, flush=True)

    def end(self) -> None:
        """Leave the line, so that what follows begins a new one."""
        if self._in_place and self._width:
            print(file=self._err, flush=True)
            self._width = 0

    def _is_time(self, share: float) -> bool:
        if self._shown_at is None:
            return True
        passed = self._clock() - self._shown_at
        if self._in_place:
            return passed >= REDRAW_SECONDS
        return passed >= LINE_SECONDS or share - self._shown_share >= LINE_SHARE


def _sentence(progress: DownloadProgress, share: float) -> str:
    """As "starter: 34%, 380 MB of 1,117 MB, 12.5 MB/s, 1 min left (package …)"."""
    parts = [
        f"{int(share * 100)}%",
        f"{_size(progress.done_bytes)} of {_size(progress.total_bytes)}",
    ]
    if progress.stage == "connecting":
        parts.append("connecting")
    elif progress.stage == "checking":
        parts.append("checking")
    elif progress.bytes_per_second > 0:
        parts.append(f"{_size(progress.bytes_per_second)}/s")
    if progress.stage == "downloading" and progress.seconds_left is not None:
        parts.append(_time_left(progress.seconds_left))
    source = f" ({progress.address})" if progress.address else ""
    return f"{progress.model}: {', '.join(parts)}{source}"


def _size(count: float) -> str:
    """Bytes as people read them, in powers of ten.

    >>> _size(98_362_432), _size(1_117_320_768), _size(466_247)
    ('98 MB', '1.12 GB', '466 kB')
    """
    if count >= 1e9:
        return f"{count / 1e9:.2f} GB"
    if count >= 1e6:
        return f"{count / 1e6:.0f} MB" if count >= 1e7 else f"{count / 1e6:.1f} MB"
    return f"{count / 1e3:.0f} kB"


def _time_left(seconds: float) -> str:
    """
    >>> _time_left(9.2), _time_left(150)
    ('10 s left', '3 min left')
    """
    if seconds < 90:
        return f"{int(seconds) + 1} s left"
    return f"{round(seconds / 60 + 0.5)} min left"


def _listed(status: ModelStatus) -> dict[str, object]:
    entry = status.entry
    return {
        "name": entry.name,
        "title": entry.title,
        "role": entry.role.value,
        "state": status.state.value,
        "bytes": entry.download_bytes,
        "licence": entry.licence,
        "context": entry.context,
        "path": None if status.path is None else str(status.path),
    }


def _state(status: ModelStatus) -> dict[str, object]:
    return {
        "model": status.entry.name,
        "state": status.state.value,
        "path": None if status.path is None else str(status.path),
    }


def _progressed(progress: DownloadProgress) -> dict[str, object]:
    return {
        "model": progress.model,
        "file": progress.file,
        "stage": progress.stage,
        "done_bytes": progress.done_bytes,
        "total_bytes": progress.total_bytes,
        "address": progress.address,
    }
