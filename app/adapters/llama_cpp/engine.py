"""The handler in the inference process: counts tokens and writes, with one loaded model."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import llama_cpp

from app.adapters.llama_cpp.context import LlamaContext, Stopped
from app.adapters.llama_cpp.cores import physical_cores
from app.adapters.llama_cpp.facts import ModelFacts, PlainSpeed
from app.adapters.llama_cpp.model import LlamaModel
from app.adapters.llama_cpp.output import Output
from app.adapters.process.watched_token import WatchedToken
from app.core.domain.generation import (
    AnswerForm,
    ChatMessage,
    FieldsForm,
    GeneratedText,
    GenerationEnd,
    GenerationEvent,
    GenerationRequest,
    PromptProgress,
    StopReason,
)
from app.core.errors import InvalidInput
from app.core.prompting.json_form import JsonForm
from app.core.prompting.line_form import LineForm
from app.core.prompting.writing import FreeWriter, Writer
from app.core.prompting.yes_no import YesNo

# llama.cpp rounds a context up to a multiple of this.
_CONTEXT_STEP = 256
WEIGHING_TOKENS = 2048
"""Room for one question with one passage and the fixed examples before it."""


class Engine:
    """A loaded model and its context. Methods are called by the process's server.

    Args:
        path: A GGUF file.
        context_tokens: Tokens that prompt and output share; cut to what the model was made for.
        threads: Threads that compute; 0 for one a physical core.

    Raises:
        ModelUnavailable: the file or the context cannot be had.
    """

    def __init__(self, path: Path, context_tokens: int, threads: int) -> None:
        self._model = LlamaModel(path)
        self._vocabulary = self._model.vocabulary
        most = max(self._model.trained_context // _CONTEXT_STEP, 1) * _CONTEXT_STEP
        self._context_tokens = min(context_tokens, most)
        self._threads = threads or physical_cores()
        self._context = LlamaContext(
            self._model, tokens=self._context_tokens, threads=self._threads
        )
        self._weighing: LlamaContext | None = None

    def facts(self, _cancel: WatchedToken) -> ModelFacts:
        """What was loaded, and with what."""
        info = llama_cpp.llama_print_system_info().decode(errors="replace")
        return ModelFacts(self._context_tokens, self._threads, info)

    def count_tokens(self, cancel: WatchedToken, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, control tokens not recognised."""
        counts = []
        for text in texts:
            cancel.raise_if_cancelled()
            counts.append(len(self._vocabulary.tokens(text)))
        return counts

    def generate(
        self, cancel: WatchedToken, request: GenerationRequest
    ) -> Iterator[GenerationEvent]:
        """As :meth:`app.core.ports.ChatModel.generate`."""
        prompt = self._fitting_prompt(request)
        yield PromptProgress(0, len(prompt))
        self._context.allow()
        cancel.on_cancel(self._context.stop)
        started = time.perf_counter()
        try:
            for done in self._context.read_prompt(prompt):
                yield PromptProgress(done, len(prompt))
        except Stopped:
            elapsed = time.perf_counter() - started
            yield GenerationEnd(StopReason.CANCELLED, len(prompt), 0, elapsed, 0.0)
            return
        begun = time.perf_counter()
        output = Output(request, self._writer(request))
        for text in output.write(self._context, cancel):
            yield GeneratedText(text)
        yield GenerationEnd(
            output.stop_reason,
            len(prompt),
            output.tokens,
            prompt_s=begun - started,
            output_s=time.perf_counter() - begun,
        )

    def weigh(
        self, cancel: WatchedToken, prompts: Sequence[tuple[ChatMessage, ...]]
    ) -> Iterator[float | None]:
        """As :meth:`app.core.ports.ChatModel.weigh`; stops early after a cancel.

        A memory of its own keeps what the prompts have in common, and leaves that of the answers
        alone.
        """
        if self._weighing is None:
            self._weighing = LlamaContext(
                self._model, tokens=WEIGHING_TOKENS, threads=self._threads
            )
        words = YesNo(self._vocabulary)
        self._weighing.allow()
        cancel.on_cancel(self._weighing.stop)
        begun = False
        for messages in prompts:
            prompt = self._model.prompt(messages)
            if len(prompt) > WEIGHING_TOKENS or not words.usable:
                yield None
                continue
            try:
                # Each call begins alike, whatever was weighed before it.
                for _ in self._weighing.read_prompt(prompt, whole_batches=not begun):
                    pass
            except Stopped:
                return
            begun = True
            yield words.log_odds(self._weighing.logits())

    def measure_plain(
        self, cancel: WatchedToken, request: GenerationRequest, max_tokens: int
    ) -> PlainSpeed:
        """Read the prompt anew and write `max_tokens` with llama.cpp's greedy sampler and nothing
        else, past the end of the turn, so that the number of tokens is the same each time.
        Forgets it all, so that the next request reads its whole prompt too."""
        prompt = self._fitting_prompt(request)
        self._context.clear()
        self._context.allow()
        sampler = llama_cpp.llama_sampler_chain_init(llama_cpp.llama_sampler_chain_default_params())
        llama_cpp.llama_sampler_chain_add(sampler, llama_cpp.llama_sampler_init_greedy())
        try:
            started = time.perf_counter()
            for _ in self._context.read_prompt(prompt):
                cancel.raise_if_cancelled()
            begun = time.perf_counter()
            token = self._context.sample(sampler)
            for _ in range(max_tokens - 1):
                cancel.raise_if_cancelled()
                self._context.read((token,))
                token = self._context.sample(sampler)
            ended = time.perf_counter()
        finally:
            self._context.clear()
            llama_cpp.llama_sampler_free(sampler)
        return PlainSpeed(len(prompt), max_tokens, begun - started, ended - begun)

    def close(self) -> None:
        """Free everything."""
        if self._weighing is not None:
            self._weighing.close()
        self._context.close()
        self._model.close()

    def _writer(self, request: GenerationRequest) -> Writer:
        match request.form:
            case None:
                return FreeWriter(self._vocabulary)
            case FieldsForm():
                return JsonForm(request.form, self._vocabulary)
            case AnswerForm():
                return LineForm(request.form, self._vocabulary)

    def _fitting_prompt(self, request: GenerationRequest) -> list[int]:
        prompt = self._model.prompt(request.messages)
        if len(prompt) + request.max_tokens > self._context_tokens:
            raise InvalidInput(
                "The passages and the question are too long for this model. Ask with fewer "
                "passages, or choose a larger context in Settings › Models.",
                code="prompt_too_long",
                detail=f"{len(prompt)} + {request.max_tokens} of {self._context_tokens} tokens",
            )
        return prompt
