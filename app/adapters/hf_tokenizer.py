"""Counts tokens with the embedder's own tokenizer (Hugging Face `tokenizers`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.core.errors import ModelUnavailable

# all-MiniLM-L6-v2 was trained on at most 256 tokens (its sentence-transformers configuration says
# max_seq_length 256), of which [CLS] and [SEP] take two.
MINILM_LIMIT = 254

UNREADABLE = (
    "A part of the model for search by meaning, which reading needs, is missing or damaged. "
    "Fetch it with `pincite models fetch embedder`, then try again."
)


def load_tokenizer(path: Path) -> Any:
    """The tokenizer of a file, without cutting and without padding, whatever the file says.

    Raises:
        ModelUnavailable: the file is missing or damaged.
    """
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises plain Exception for whatever is wrong
        raise ModelUnavailable(UNREADABLE, detail=type(error).__name__) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def encode(tokenizer: Any, texts: Sequence[str]) -> list[list[int]]:
    """Token ids of each text, without special tokens. Half surrogate pairs, which no tokenizer
    takes, count as question marks."""
    valid = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
    return [one.ids for one in tokenizer.encode_batch_fast(valid, add_special_tokens=False)]


class HfTokenCounter:
    """Implements :class:`~app.core.ports.TokenCounter` for a tokenizer.json file.

    Args:
        path: The tokenizer.json that belongs to the embedder.
        limit: Most tokens of text, without special ones, that the embedder takes.

    Raises:
        ModelUnavailable: the file is missing or damaged.
    """

    def __init__(self, path: Path, limit: int = MINILM_LIMIT) -> None:
        self._tokenizer = load_tokenizer(path)
        self._limit = limit

    @property
    def limit(self) -> int:
        """See the port."""
        return self._limit

    def count(self, texts: Sequence[str]) -> list[int]:
        """See the port."""
        return [len(ids) for ids in encode(self._tokenizer, texts)]
