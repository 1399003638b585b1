"""How fast answers are written, against llama.cpp's own loop, and how fast Stop takes effect."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from app.bootstrap import Application
from app.core.domain.cancel import CancelToken
from app.core.domain.generation import (
    GeneratedText,
    GenerationEnd,
    GenerationEvent,
    GenerationRequest,
    PromptProgress,
)
from app.core.domain.model import ModelState
from app.core.errors import PinciteError
from app.evaluation.figures import Figure, Target
from app.evaluation.measuring import Plan
from app.evaluation.passages import long_answer_request

if TYPE_CHECKING:
    from app.adapters.inference_process import LlamaChatModel

WRITING_SHARE = 0.9
STOP_SECONDS = 0.2
STOP_AFTER_SECONDS = 0.05
"""Stop is asked for so long after the moment that was waited for, in the middle of a step."""


def model_name(application: Application) -> str:
    """The starter model where it is installed, else the tiny one of the tests."""
    for name in ("starter", "tiny"):
        if application.models.status(name).state is ModelState.INSTALLED:
            return name
    raise PinciteError(
        "No language model is installed. Fetch one with: pincite models fetch starter"
    )


def measure_writing(plan: Plan, folder: Path) -> list[Figure]:
    """Tokens a second of an answer against llama.cpp's own loop on the same prompt, in turns."""
    with closing(Application(folder, writing=True)) as application:
        name = model_name(application)
        model = _opened(application, name)
        request = long_answer_request(plan.output_tokens)
        ours: list[GenerationEnd] = []
        plain = []
        for _ in range(plan.repetitions):
            ours.append(_written(model, request))
            plain.append(model.measure_plain(request, max(2, ours[-1].output_tokens)))
    ours_s, plain_s = sum(e.output_s for e in ours), sum(p.output_s for p in plain)
    ours_rate = sum(e.output_tokens for e in ours) / ours_s
    plain_rate = sum(p.output_tokens for p in plain) / plain_s
    details: dict[str, object] = {
        "model": name,
        "tokens_per_s": round(ours_rate, 2),
        "llama_cpp_tokens_per_s": round(plain_rate, 2),
        "output_tokens": [e.output_tokens for e in ours],
        "prompt_tokens": ours[0].prompt_tokens,
        # Both read the whole prompt each time: the plain loop forgets what was read.
        "prompt_s": [round(e.prompt_s, 2) for e in ours],
        "llama_cpp_prompt_s": [round(p.prompt_s, 2) for p in plain],
    }
    share = ours_rate / plain_rate
    return [
        Figure(
            "answer's tokens a second against llama.cpp's own loop",
            "share",
            Target(at_least=WRITING_SHARE),
            share,
            details,
        )
    ]


def measure_stop(plan: Plan, folder: Path) -> list[Figure]:
    """Seconds from Stop to the end, while the prompt is read and while the answer is written."""
    with closing(Application(folder, writing=True)) as application:
        name = model_name(application)
        model = _opened(application, name)
        request = long_answer_request(plan.output_tokens)
        reading = [_stopped(model, request, _reads) for _ in range(plan.stops)]
        writing = [_stopped(model, request, _writes) for _ in range(plan.stops)]
    return [
        Figure(
            f"Stop takes effect while {what}",
            "s",
            Target(at_most=STOP_SECONDS),
            max(seconds),
            {"model": name, "each": [round(one, 3) for one in seconds]},
        )
        for what, seconds in (("the prompt is read", reading), ("the answer is written", writing))
    ]


def _opened(application: Application, name: str) -> LlamaChatModel:
    model = application.chat_models.open(name)
    if model is None:
        raise PinciteError(f"The model {name} cannot be used.")
    model.load()
    return model  # type: ignore[return-value]


def _written(model: LlamaChatModel, request: GenerationRequest) -> GenerationEnd:
    for event in model.generate(request, cancel=CancelToken()):
        if isinstance(event, GenerationEnd):
            return event
    raise PinciteError("The model stopped without an answer.")


def _stopped(
    model: LlamaChatModel, request: GenerationRequest, reached: Callable[[GenerationEvent], bool]
) -> float:
    """Seconds from the cancel to the end of the events; the cancel comes from another thread,
    shortly after the first event that `reached` accepts."""
    cancel = CancelToken()
    asked: list[float] = []

    def stop() -> None:
        asked.append(time.perf_counter())
        cancel.cancel()

    timer = threading.Timer(STOP_AFTER_SECONDS, stop)
    try:
        for event in model.generate(request, cancel=cancel):
            if not timer.is_alive() and not asked and reached(event):
                timer.start()
    finally:
        ended = time.perf_counter()
        timer.cancel()
    if not asked:
        raise PinciteError("The model ended before it could be stopped.")
    return ended - asked[0]


def _reads(event: GenerationEvent) -> bool:
    return isinstance(event, PromptProgress)


def _writes(event: GenerationEvent) -> bool:
    return isinstance(event, GeneratedText)
