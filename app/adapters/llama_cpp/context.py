"""A model's working memory: reads tokens, remembers them, and gives the scores of the next."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator, Sequence

import llama_cpp
import numpy as np

from app.adapters.llama_cpp.model import LlamaModel
from app.core.errors import ModelUnavailable
from app.core.prompting.writing import Logits

BATCH_TOKENS = 128
"""Tokens that are read in one go. Progress is told between batches; larger ones read no faster on
a processor without a graphics card (measured with 64 to 512)."""

_ABORTED = 2  # llama_decode: stopped by the abort callback


class Stopped(Exception):
    """Reading was stopped; what was read whole stays."""


class LlamaContext:
    """One sequence of tokens in the model's memory.

    Args:
        model: Has to outlive this.
        tokens: Room for so many; a multiple of 256, as llama.cpp rounds up to that.
        threads: Threads that compute.
    """

    def __init__(self, model: LlamaModel, *, tokens: int, threads: int) -> None:
        parameters = llama_cpp.llama_context_default_params()
        parameters.n_ctx = tokens
        parameters.n_batch = parameters.n_ubatch = BATCH_TOKENS
        parameters.n_threads = parameters.n_threads_batch = threads
        parameters.n_seq_max = 1
        parameters.swa_full = True  # a sliding window would not let a prefix be used again
        self._handle = llama_cpp.llama_init_from_model(model.handle, parameters)
        if not self._handle:
            raise ModelUnavailable(
                "There is not enough memory for this model. Choose a smaller model or a smaller "
                "context in Settings › Models.",
                detail="no context",
            )
        self._memory = llama_cpp.llama_get_memory(self._handle)
        self._row = ctypes.c_float * model.vocabulary.size
        self._tokens: list[int] = []
        self._batched = 0  # how many of them were read as a prompt
        self._install_switch()

    @property
    def tokens(self) -> Sequence[int]:
        """What was read so far."""
        return self._tokens

    def stop(self) -> None:
        """Make reading raise Stopped, now and until `allow`. Any thread may call this; it takes
        effect in the middle of a batch."""
        self._switch[0] = b"\x01"

    def allow(self) -> None:
        """Let reading go on again."""
        self._switch[0] = b"\x00"

    def read_prompt(self, tokens: Sequence[int], *, whole_batches: bool = True) -> Iterator[int]:
        """Read a prompt in the place of all that was read before; yields how many of its tokens
        are read, after each batch.

        A beginning that it shares with the last prompt stays, in whole batches: scores depend a
        little on how tokens were batched, and the same prompt has to give the same answer
        whatever was read before. Without `whole_batches` all of it stays.

        Raises:
            Stopped: by `stop`.
        """
        # The last token is always read anew, for its scores.
        shared = min(_shared(self._tokens, tokens), self._batched, len(tokens) - 1)
        self._forget_from(shared // BATCH_TOKENS * BATCH_TOKENS if whole_batches else shared)
        done = self._batched = len(self._tokens)
        if done:
            yield done
        while done < len(tokens):
            self.read(tokens[done : done + BATCH_TOKENS])
            done = self._batched = len(self._tokens)
            yield done

    def read(self, tokens: Sequence[int]) -> None:
        """Read at most BATCH_TOKENS more.

        Raises:
            Stopped: by `stop`; then none of them is read.
        """
        array = (llama_cpp.llama_token * len(tokens))(*tokens)
        code = llama_cpp.llama_decode(
            self._handle, llama_cpp.llama_batch_get_one(array, len(tokens))
        )
        if code == 0:
            self._tokens += tokens
            return
        self._forget_from(len(self._tokens))
        if code == _ABORTED:
            raise Stopped
        raise RuntimeError(f"llama_decode returned {code}")

    def take_back(self, count: int) -> None:
        """Forget the last tokens. There are no scores until more is read.

        Raises:
            Stopped: by `stop`.
        """
        kept = self._tokens[: len(self._tokens) - count]
        self._forget_from(len(kept))
        # A model that can only forget everything has to read it again.
        for start in range(len(self._tokens), len(kept), BATCH_TOKENS):
            self.read(kept[start : start + BATCH_TOKENS])

    def logits(self) -> Logits:
        """Scores for the token that follows; a view that holds until the next read."""
        pointer = llama_cpp.llama_get_logits_ith(self._handle, -1)
        address = ctypes.cast(pointer, ctypes.c_void_p).value
        if address is None:
            raise RuntimeError("There are no scores.")
        return np.frombuffer(memoryview(self._row.from_address(address)), dtype=np.float32)

    def sample(self, sampler: ctypes.c_void_p) -> int:
        """The next token by one of llama.cpp's own samplers."""
        return int(llama_cpp.llama_sampler_sample(sampler, self._handle, -1))

    def clear(self) -> None:
        """Forget everything."""
        self._forget_from(0)

    def close(self) -> None:
        """Free the memory."""
        if self._handle:
            llama_cpp.llama_free(self._handle)
            self._handle = None

    def _forget_from(self, position: int) -> None:
        """Forget all from this position on. Some kinds of model can only forget everything."""
        if position == 0 or not llama_cpp.llama_memory_seq_rm(self._memory, 0, position, -1):
            llama_cpp.llama_memory_clear(self._memory, True)
            position = 0
        del self._tokens[position:]

    def _install_switch(self) -> None:
        """Let llama.cpp look at a byte between its steps.

        The callback is C's strlen over two bytes, the second of which is zero: it gives the
        first one's truth. A callback in Python would have to wait for the interpreter at every
        one of the hundreds of steps for each token.
        """
        self._switch = ctypes.create_string_buffer(2)
        library = ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(None)
        self._length = ctypes.cast(library.strlen, llama_cpp.llama_cpp.ggml_abort_callback)
        llama_cpp.llama_set_abort_callback(
            self._handle, self._length, ctypes.cast(self._switch, ctypes.c_void_p)
        )


def _shared(left: Sequence[int], right: Sequence[int]) -> int:
    """Length of the beginning that both have."""
    for position, (one, other) in enumerate(zip(left, right, strict=False)):
        if one != other:
            return position
    return min(len(left), len(right))
