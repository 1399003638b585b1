"""A loaded model file: its vocabulary and its chat template."""

from __future__ import annotations

import ctypes
import logging
import os
from collections.abc import Sequence
from pathlib import Path

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from app.adapters.llama_cpp.template import ChatTemplate
from app.core.domain.generation import ChatMessage
from app.core.errors import ModelUnavailable

# Enough for nearly every token; longer ones get a buffer of their size.
_PIECE_BYTES = 64


class LlamaVocabulary:
    """The tokens of a loaded model. Implements :class:`app.core.prompting.writing.Vocabulary`."""

    def __init__(self, handle: ctypes.c_void_p) -> None:
        self._handle = handle
        self.size: int = llama_cpp.llama_vocab_n_tokens(handle)
        self._ends = np.array(
            [token for token in range(self.size) if llama_cpp.llama_vocab_is_eog(handle, token)],
            dtype=np.intp,
        )
        self._end_set = frozenset(self._ends.tolist())
        self._pieces: dict[int, bytes] = {}
        # Such a tokeniser puts a space before every text that it is given.
        self._adds_space = llama_cpp.llama_vocab_type(handle) == llama_cpp.LLAMA_VOCAB_TYPE_SPM

    @property
    def ends(self) -> NDArray[np.intp]:
        """Ids of all tokens that end a turn."""
        return self._ends

    def is_end(self, token: int) -> bool:
        """Whether a token ends the turn."""
        return token in self._end_set

    def piece(self, token: int) -> bytes:
        """What a token stands for; nothing for control tokens."""
        known = self._pieces.get(token)
        if known is None:
            known = self._pieces[token] = self._read_piece(token)
        return known

    def tokens(self, text: str, *, control: bool = False) -> list[int]:
        """Tokens of a text that goes on where another ended. Control tokens are recognised in it
        only with `control`, which is for trusted text."""
        data = text.encode("utf-8", errors="replace")
        if not self._adds_space:
            return self._tokenised(data, control)
        found = self._tokenised(b"\n" + data, control)
        before = b""
        for position, token in enumerate(found):
            before += self.piece(token)
            if before.endswith(b"\n"):
                return found[position + 1 :]
        return self._tokenised(data, control)

    def beginning(self) -> list[int]:
        """The token that the model wants before every text, if it wants one."""
        if not llama_cpp.llama_vocab_get_add_bos(self._handle):
            return []
        return [int(llama_cpp.llama_vocab_bos(self._handle))]

    def name(self, token: int) -> str:
        """How a control token is written in templates; "" where there is none."""
        if token < 0:
            return ""
        return bytes(llama_cpp.llama_vocab_get_text(self._handle, token)).decode()

    def _tokenised(self, data: bytes, control: bool) -> list[int]:
        room = len(data) + 8
        while True:
            buffer = (llama_cpp.llama_token * room)()
            count = llama_cpp.llama_tokenize(
                self._handle, data, len(data), buffer, room, False, control
            )
            if count >= 0:
                return list(buffer[:count])
            room = -count

    def _read_piece(self, token: int) -> bytes:
        room = _PIECE_BYTES
        while True:
            buffer = ctypes.create_string_buffer(room)
            count = llama_cpp.llama_token_to_piece(self._handle, token, buffer, room, 0, False)
            if count >= 0:
                return buffer.raw[:count]
            room = -count


class LlamaModel:
    """A model file that llama.cpp accepted.

    Raises:
        ModelUnavailable: it did not, or the model is not made for conversation.
    """

    def __init__(self, path: Path) -> None:
        # It writes hundreds of lines for each model otherwise.
        logging.getLogger("llama-cpp-python").setLevel(logging.ERROR)
        llama_cpp.llama_backend_init()
        parameters = llama_cpp.llama_model_default_params()
        self.handle = llama_cpp.llama_model_load_from_file(os.fsencode(path), parameters)
        if not self.handle:
            raise ModelUnavailable(
                f"The model file {path.name} cannot be loaded: it is damaged or of a kind that "
                "Pincite does not know. Download it again or choose another in Settings › Models.",
                detail="refused by llama.cpp",
            )
        try:
            vocab = llama_cpp.llama_model_get_vocab(self.handle)
            self.vocabulary = LlamaVocabulary(vocab)
            self._template = self._read_template(vocab, path)
        except BaseException:
            self.close()
            raise
        self.trained_context = int(llama_cpp.llama_model_n_ctx_train(self.handle))

    def prompt(self, messages: Sequence[ChatMessage]) -> list[int]:
        """The messages as tokens, ready for the model to go on."""
        tokens: list[int] = []
        for segment in self._template.render(messages):
            tokens += self.vocabulary.tokens(segment.text, control=segment.trusted)
        beginning = self.vocabulary.beginning()
        # Many templates write this token themselves; twice would confuse the model.
        return tokens if tokens[: len(beginning)] == beginning else beginning + tokens

    def close(self) -> None:
        """Free the memory."""
        if self.handle:
            llama_cpp.llama_model_free(self.handle)
            self.handle = None

    def _read_template(self, vocab: ctypes.c_void_p, path: Path) -> ChatTemplate:
        source = llama_cpp.llama_model_chat_template(self.handle, None)
        if not source:
            raise ModelUnavailable(
                f"The model {path.name} is not made for conversation. "
                "Choose another in Settings › Models.",
                detail="no chat template",
            )
        return ChatTemplate(
            source.decode("utf-8", errors="replace"),
            bos=self.vocabulary.name(llama_cpp.llama_vocab_bos(vocab)),
            eos=self.vocabulary.name(llama_cpp.llama_vocab_eos(vocab)),
        )
