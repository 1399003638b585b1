"""Keeps a written answer in its form: one claim a line, each opened by the marker of a passage.

At the start of a line a tree of tokens allows exactly the markers of the supplied chunks, so that
an id which was not supplied cannot be written (C2). The very start may be the refusal instead.
What must follow anyway is given to the model in one piece. In between the model writes freely:
its own choice is tested, and only a choice that fails costs another look at the logits.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

import numpy as np

from app.core.domain.generation import AnswerForm, StopReason
from app.core.prompting.refusal_trial import RefusalTrial
from app.core.prompting.token_trie import TokenTrie
from app.core.prompting.writing import Logits, PieceDecoder, Step, Vocabulary
from app.core.text.sentences import sentences

MAX_LINES = 24
"""Most claims of an answer: as many as it may have citations (C11)."""

LEAST_CLAIM = 40
"""A line ends with its sentence once it has so many characters; "Yes." is no claim of its own."""

# Everything that ends a line for `str.splitlines`.
_LINE_BREAK = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")

# A marker or a citation block in the middle of a claim, however it is spelt.
_FORBIDDEN = re.compile(r"\[\s*c\s*h\s*u\s*n\s*k|<\s*<\s*<", re.IGNORECASE)
_BRACKETS = str.maketrans("【〔〖〘〚⟦", "[[[[[[")


class LineForm:
    """Writes an answer in the form, token by token.

    Args:
        form: The chunk ids that may be cited, and the refusal. At least one of both.
        vocabulary: Tokens of the model that writes.
    """

    def __init__(self, form: AnswerForm, vocabulary: Vocabulary) -> None:
        markers = [f"[chunk:{chunk_id}]" for chunk_id in dict.fromkeys(form.chunk_ids)]
        self._refusal = form.refusal if form.refusal.strip() else ""
        if not markers and not self._refusal:
            raise ValueError("A form needs a chunk id or a refusal.")
        self._vocabulary = vocabulary
        self._first = TokenTrie.of(markers, vocabulary)
        self._later = TokenTrie.of(markers, vocabulary)
        self._node: TokenTrie | None = self._first
        refusal = vocabulary.tokens(self._refusal)
        self._trial = RefusalTrial(refusal) if refusal else None
        self._opening = -1
        self._opening_score = 0.0
        self._decoder = PieceDecoder()
        self._claim = ""
        self._lines = 0

    def next(self, logits: Logits) -> Step:
        """The next step; once it says stop, there is no further one."""
        if self._trial is not None:
            return self._refuse_or_open(self._trial, logits)
        if self._node is not None:
            return self._open_line(self._node, logits)
        return self._write_claim(logits)

    # --- the start of the answer and of a line ----------------------------------------------

    def _refuse_or_open(self, trial: RefusalTrial, logits: Logits) -> Step:
        if not self._first.children:
            return Step(trial.rest, self._refusal, StopReason.END)
        if trial.tried == 0:
            self._opening = _likeliest(self._first, logits)
            self._opening_score = float(logits[self._opening])
        if not trial.is_likely(logits, self._opening_score):
            self._trial = None
            return replace(self._walk(self._first, self._opening), taken_back=trial.tried)
        token = trial.take()
        if trial.passed:
            return Step((token, *trial.rest), self._refusal, StopReason.END)
        return Step((token,), "")

    def _open_line(self, node: TokenTrie, logits: Logits) -> Step:
        chosen = _likeliest(node, logits)
        if node is self._later:
            end_of_turn = float(np.max(logits[self._vocabulary.ends]))
            if end_of_turn >= logits[chosen]:
                return Step((), "", StopReason.END)
        return self._walk(node, chosen)

    def _walk(self, node: TokenTrie, chosen: int) -> Step:
        """Take this token of a marker, and all that must follow it."""
        tokens = [chosen]
        node = node.children[chosen]
        while node.text is None and len(node.children) == 1:
            ((token, node),) = node.children.items()
            tokens.append(token)
        if node.text is None:
            self._node = node
            return Step(tuple(tokens), "")
        self._node = None
        self._claim = ""
        self._decoder = PieceDecoder()
        return Step(tuple(tokens), f"\n{node.text}" if self._lines else node.text)

    # --- the claim after the marker ---------------------------------------------------------

    def _write_claim(self, logits: Logits) -> Step:
        while True:
            token = int(np.argmax(logits))
            if not np.isfinite(logits[token]):
                return Step((), "", StopReason.END)  # nothing is allowed any more
            step = self._try(token)
            if step is not None:
                return step
            logits[token] = -np.inf

    def _try(self, token: int) -> Step | None:
        """The step that this token makes, or None where it may not stand here."""
        if self._vocabulary.is_end(token):
            return Step((), "", StopReason.END) if self._claim.strip() else None
        piece = self._vocabulary.piece(token)
        if not piece:
            return None
        text = self._decoder.peek(piece)
        if self._begins_sentence(text):
            return self._end_line((), "")
        line_break = _LINE_BREAK.search(text)
        text_of_line = text[: line_break.start()] if line_break else text
        claim = self._claim + text_of_line
        if not _may_stand(claim, whole=line_break is not None):
            return None
        tokens: tuple[int, ...] = (token,)
        if line_break and text != f"{text_of_line}\n" and not self._decoder.waiting:
            # The rest of the piece is left out, so the model must not read it either.
            tokens = tuple(self._vocabulary.tokens(f"{text_of_line}\n"))
        self._decoder.take(piece)
        self._claim = claim
        if line_break is None:
            return Step(tokens, text_of_line)
        return self._end_line(tokens, text_of_line)

    def _begins_sentence(self, text: str) -> bool:
        """Whether this text would begin another sentence in the same line. Small models copy whole
        passages under one marker; each sentence has to be checked, and shown, by itself."""
        claim = self._claim
        if len(claim) < LEAST_CLAIM or claim[-1:].isalnum():
            return False
        return len(sentences(claim)) < len(sentences(claim + text))

    def _end_line(self, tokens: tuple[int, ...], text: str) -> Step:
        """The line is over; another marker may follow."""
        self._lines += 1
        self._node = self._later
        stop = StopReason.LENGTH if self._lines >= MAX_LINES else None
        return Step(tokens or tuple(self._vocabulary.tokens("\n")), text, stop)


def _likeliest(node: TokenTrie, logits: Logits) -> int:
    return max(node.children, key=lambda token: float(logits[token]))


def _may_stand(claim: str, *, whole: bool) -> bool:
    """Whether a claim, or its beginning, has something to say and nothing that reads as a
    marker. A claim that begins with a bracket would become another marker."""
    folded = _folded(claim)
    visible = folded.strip()
    if not visible:
        return not whole
    return not visible.startswith("[") and _FORBIDDEN.search(folded) is None


def _folded(text: str) -> str:
    """Text with full-width letters and brackets in their plain form, and without characters that
    take up no room."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKC", text).translate(_BRACKETS)
    return "".join(c for c in plain if unicodedata.category(c) != "Cf")
