"""`pincite eval scale`: builds a library of the asked size where it is missing, and measures it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from app.bootstrap import Application
from app.core.settings import Settings
from app.evaluation.machine import machine_record
from app.evaluation.scale.building import build
from app.evaluation.scale.measuring import measure


def report(
    library: Path, chunks: int, questions: int, *, say: Callable[[str], None]
) -> dict[str, object]:
    """The report, ready for JSON. The settings are those of a new user.

    Args:
        library: An empty folder, or one that was filled by this function.
        chunks: What the library is to hold; a multiple of 50.
        questions: Asked in each scope.
        say: Takes a sentence on what is being done.

    Raises:
        InvalidInput: the folder holds another library, or the number does not fit.
        ModelUnavailable: the embedder, which questions need, is missing.
    """
    started = time.monotonic()
    with closing(Application(library, writing=True, settings=Settings())) as application:
        build(application, chunks, say=say)
    built = time.monotonic() - started
    # Opened anew, as a user would find it.
    with closing(Application(library, writing=True, settings=Settings())) as application:
        say("Measuring …")
        found = measure(application, questions)
    return {"machine": machine_record(), "build_seconds": round(built, 1), **found}
