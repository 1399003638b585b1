"""How the inference process makes its handler. The parent imports this, so it loads no engine."""

from __future__ import annotations

from pathlib import Path


def make_engine(path: Path, context_tokens: int, threads: int) -> object:
    """Factory of the handler: loads the model.

    Raises:
        ModelUnavailable: llama.cpp refuses the file.
    """
    from app.adapters.llama_cpp.engine import Engine

    return Engine(path, context_tokens, threads)
