"""A set of allowed texts as a tree of tokens, to be walked one token at a time."""

from __future__ import annotations

from collections.abc import Iterable

from app.core.prompting.writing import Vocabulary


class TokenTrie:
    """A node: the tokens that may follow, and the text that ends here, if any."""

    def __init__(self) -> None:
        self.children: dict[int, TokenTrie] = {}
        self.text: str | None = None

    @classmethod
    def of(cls, texts: Iterable[str], vocabulary: Vocabulary) -> TokenTrie:
        """The tree of these texts, each in the tokens that the model's tokeniser gives it."""
        root = cls()
        for text in texts:
            node = root
            for token in vocabulary.tokens(text):
                node = node.children.setdefault(token, cls())
            node.text = text
        return root
