"""The loop that writes one output, and the ways in which it ends."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from app.adapters.llama_cpp.context import LlamaContext, Stopped
from app.core.domain.cancel import CancelToken
from app.core.domain.generation import AnswerForm, FieldsForm, GenerationRequest, StopReason
from app.core.prompting.repetition import RepetitionGuard
from app.core.prompting.writing import Writer


class Output:
    """What one request writes, and why it ended."""

    def __init__(self, request: GenerationRequest, writer: Writer) -> None:
        self.tokens = 0
        self.stop_reason = StopReason.CANCELLED
        self._limit = request.max_tokens
        self._writer = writer
        lines = isinstance(request.form, AnswerForm)
        # A form of fields bounds each value itself, and goes on with the next one.
        bounded = isinstance(request.form, FieldsForm)
        self._guard = (
            None if bounded else RepetitionGuard(max_tokens=request.max_tokens, lines=lines)
        )

    def write(self, context: LlamaContext, cancel: CancelToken) -> Iterator[str]:
        """Write until something ends it; yields text as it may be shown."""
        try:
            self.stop_reason = yield from self._steps(context, cancel)
        except Stopped:
            self.stop_reason = StopReason.CANCELLED
        if self._guard is None:
            return
        if rest := self._guard.finish():
            yield rest
        if self._guard.looping and self.stop_reason is not StopReason.CANCELLED:
            self.stop_reason = StopReason.LOOP

    def _steps(
        self, context: LlamaContext, cancel: CancelToken
    ) -> Generator[str, None, StopReason]:
        while not cancel.cancelled:
            step = self._writer.next(context.logits())
            if step.taken_back:
                self.tokens -= step.taken_back
                if self._guard is not None:
                    self._guard.take_back(step.taken_back)
                context.take_back(step.taken_back)
            if self.tokens + len(step.tokens) > self._limit:
                return StopReason.LENGTH
            self.tokens += len(step.tokens)
            text = step.text if self._guard is None else self._guard.push(step.tokens, step.text)
            if text:
                yield text
            if self._guard is not None and self._guard.looping:
                return StopReason.LOOP
            if step.stop is not None:
                return step.stop
            if self.tokens == self._limit:
                return StopReason.LENGTH
            context.read(step.tokens)
        return StopReason.CANCELLED
