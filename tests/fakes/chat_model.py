"""A chat model that writes what a test tells it to."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.core.domain.cancel import CancelToken, Deadline
from app.core.domain.generation import (
    ChatMessage,
    FieldsForm,
    GeneratedText,
    GenerationEnd,
    GenerationEvent,
    GenerationRequest,
    PromptProgress,
    StopReason,
)
from app.core.errors import InvalidInput, PinciteError, WorkerTimeout

_WORDS = re.compile(r"\w+|[^\w\s]")
_WORDS_AND_BLANKS = re.compile(r"\w+|[^\w\s]|\s+")


def nothing_told(form: FieldsForm) -> str:
    """The output of a model that finds none of the fields."""
    entry = {"value": None, "confidence": 1.0, "source_chunk_id": None}
    return json.dumps({field.name: entry for field in form.fields})


@dataclass(frozen=True, slots=True)
class Script:
    """One output. Each piece is a token.

    `stalls`: after the pieces it waits until it is cancelled. `fails`: after the pieces this is
    raised. `refuses_to_load`: raised instead of anything else. `stalls_in_loading`: it loads until
    it is cancelled.
    """

    pieces: Sequence[str] = ()
    stop_reason: StopReason = StopReason.END
    stalls: bool = False
    fails: PinciteError | None = None
    refuses_to_load: PinciteError | None = None
    stalls_in_loading: bool = False


class ScriptedChatModel:
    """Implements :class:`app.core.ports.ChatModel`.

    Args:
        scripts: One for each request, in order; the last one serves all later requests. Without
            any, it cites the first chunk of a form, finds no field, or says something without a
            form.
        context_tokens: Words and marks that prompt and output may have together.
        fit_floor: As of the port.
        scope_margin: What `ChatModels.scope_margin` says of it.
        fit: The log-odds that it gives for the last turn of a prompt.

    Attributes:
        requests: All requests so far.
        weighed: The last turns of all prompts that it has weighed.
        limits: The limit in seconds of each call of `weigh`.
        loads: How often it was loaded.
        stalling: Set once a script that stalls has written its pieces, or stalls in loading.
    """

    def __init__(
        self,
        *scripts: Script,
        name: str = "Scripted",
        context_tokens: int = 4096,
        fit_floor: float | None = None,
        scope_margin: float | None = None,
        fit: Callable[[str], float | None] = lambda prompt: 2.0,
    ) -> None:
        self.weighed: list[str] = []
        self.limits: list[float | None] = []
        self._fit_floor = fit_floor
        self.scope_margin = scope_margin
        self._fit = fit
        self.requests: list[GenerationRequest] = []
        self.loads = 0
        self.stalling = threading.Event()
        self._scripts = list(scripts)
        self._name = name
        self._context_tokens = context_tokens
        self._loaded = False

    @property
    def name(self) -> str:
        return self._name

    @property
    def context_tokens(self) -> int:
        return self._context_tokens

    @property
    def fit_floor(self) -> float | None:
        return self._fit_floor

    def weigh(
        self,
        prompts: Sequence[tuple[ChatMessage, ...]],
        *,
        cancel: CancelToken,
        seconds: float | None = None,
    ) -> Iterator[float | None]:
        self.load()
        self.limits.append(seconds)
        limited = cancel if seconds is None else Deadline(cancel, seconds)
        for messages in prompts:
            cancel.raise_if_cancelled()
            if limited.cancelled:
                raise WorkerTimeout("The model took too long.")
            last = "".join(segment.text for segment in messages[-1].segments)
            self.weighed.append(last)
            yield self._fit(last)
        cancel.raise_if_cancelled()

    @property
    def loaded(self) -> bool:
        """Whether it is in memory."""
        return self._loaded

    def load(self, *, cancel: CancelToken | None = None) -> None:
        if self._loaded:
            return
        cancel = cancel or CancelToken()
        cancel.raise_if_cancelled()
        if self._scripts and (error := self._scripts[0].refuses_to_load):
            raise error
        if self._scripts and self._scripts[0].stalls_in_loading:
            self.stalling.set()
            cancel.wait(60)
            cancel.raise_if_cancelled()
        self._loaded = True
        self.loads += 1

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        self.load()
        return [len(_WORDS.findall(text)) for text in texts]

    def generate(
        self, request: GenerationRequest, *, cancel: CancelToken
    ) -> Iterator[GenerationEvent]:
        self.load()
        self.requests.append(request)
        script = self._next_script(request)
        total = sum(
            self.count_tokens([s.text for message in request.messages for s in message.segments])
        )
        if total + request.max_tokens > self._context_tokens:
            raise InvalidInput("The passages and the question are too long for this model.")
        yield PromptProgress(0, total)
        written = 0
        reason = StopReason.CANCELLED
        if not cancel.cancelled:
            yield PromptProgress(total, total)
            for piece in script.pieces[: request.max_tokens]:
                written += 1
                yield GeneratedText(piece)
                if cancel.wait(0):
                    break
            else:
                reason = self._ending(script, request, cancel)
        yield GenerationEnd(reason, total, written, prompt_s=0.0, output_s=0.0)

    def close(self) -> None:
        self._loaded = False

    def _ending(
        self, script: Script, request: GenerationRequest, cancel: CancelToken
    ) -> StopReason:
        if script.fails is not None:
            self._loaded = False
            raise script.fails
        if script.stalls:
            self.stalling.set()
            cancel.wait(60)
        if cancel.cancelled:
            return StopReason.CANCELLED
        if len(script.pieces) >= request.max_tokens:
            return StopReason.LENGTH
        return script.stop_reason

    def _next_script(self, request: GenerationRequest) -> Script:
        if not self._scripts:
            if isinstance(request.form, FieldsForm):
                return Script(_WORDS_AND_BLANKS.findall(nothing_told(request.form)))
            opening = () if request.form is None else (f"[chunk:{request.form.chunk_ids[0]}]",)
            return Script((*opening, " The", " rent", " is", " due", " each", " month", "."))
        return self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]
