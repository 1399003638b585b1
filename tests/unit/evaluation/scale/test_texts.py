from __future__ import annotations

from collections import Counter

import numpy as np

from app.core.text.terms import query_terms, words
from app.evaluation.scale.texts import WORDS_PER_CHUNK, document_texts, question, word_of_rank


def test_the_same_document_has_the_same_texts() -> None:
    assert document_texts(3, 5) == document_texts(3, 5)
    assert document_texts(3, 5) != document_texts(4, 5)


def test_each_rank_has_a_word_of_its_own() -> None:
    assert [word_of_rank(rank) for rank in range(3)] == ["the", "of", "and"]
    made = [word_of_rank(rank) for rank in range(30_000)]
    assert len(set(made)) == len(made)


def test_few_words_make_up_most_of_a_text_and_most_are_rare() -> None:
    texts = [text for number in range(40) for text in document_texts(number, 10)]
    lengths = [len(words(text)) for text in texts]
    assert WORDS_PER_CHUNK[0] <= min(lengths) < max(lengths) <= WORDS_PER_CHUNK[1]
    held = Counter(word for text in texts for word in {one.folded for one in words(text)})
    assert held["the"] > 0.9 * len(texts)
    assert sum(count == 1 for count in held.values()) > len(held) / 3
    # A content word as often met: real text has it in 1.3 to 1.6 % of the passages.
    often = Counter(word for text in texts for word in query_terms(text))
    assert 0.005 < np.median([held[word] for word in often.elements()]) / len(texts) < 0.05


def test_a_document_comes_back_to_its_own_words() -> None:
    one, other = (set(query_terms(" ".join(document_texts(number, 20)))) for number in (1, 2))
    again = set(query_terms(" ".join(document_texts(1, 40)[20:])))
    assert len(one & again) > len(other & again) * 1.1


def test_a_question_is_made_of_words_of_the_text() -> None:
    text = document_texts(1, 1)[0]
    chance = np.random.default_rng(2)
    asked = [question(text, chance) for _ in range(50)]
    assert {len(one.split()) for one in asked} == set(range(3, 13))
    plain = text.replace(".", "").lower()
    assert all(one in plain for one in asked)
