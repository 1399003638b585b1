"""What every LexicalIndex does. There is no fake: the index lives in the library's database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.lexical_index import SqliteLexicalIndex
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.evidence import EVERYTHING, Scope
from app.core.ports import LexicalIndex, LibraryStore
from tests.stored_documents import new_document

Find = Callable[..., list[str]]


@pytest.fixture
def database(library_dir: Path) -> Iterator[Database]:
    opened = Database(library_dir / "library.db")
    yield opened
    opened.close()


@pytest.fixture
def store(database: Database) -> LibraryStore:
    return SqliteLibrary(database)


@pytest.fixture
def index(database: Database) -> LexicalIndex:
    return SqliteLexicalIndex(database)


@pytest.fixture
def find(store: LibraryStore, index: LexicalIndex) -> Find:
    """Texts of the chunks that a search finds, best first."""

    def search(*terms: str, k: int = 10, scope: Scope = EVERYTHING) -> list[str]:
        hits = index.search(terms, k, scope)
        chunks = store.chunks([hit.chunk_id for hit in hits])
        return [chunks[hit.chunk_id].text for hit in hits]

    return search


TEXTS = [
    "The tenant pays the rent every month.",
    "The landlord keeps the deposit.",
    "The tenant may keep a cat. The tenant may not keep a tiger.",
]


def test_any_term_finds_and_more_terms_rank_higher(store: LibraryStore, find: Find) -> None:
    store.save_document(new_document("lease.pdf", TEXTS))
    assert find("rent", "tenant")[0] == TEXTS[0]
    assert set(find("rent", "tenant")) == {TEXTS[0], TEXTS[2]}
    assert find("RENT") == [TEXTS[0]]
    assert find("rent deposit") == []  # a phrase
    assert find("keeps the deposit") == [TEXTS[1]]
    assert find("unicorn") == []
    assert find() == find("", "  ", "?!", "\N{GRINNING FACE}") == []


def test_scores_fall_and_ties_go_by_id(store: LibraryStore, index: LexicalIndex) -> None:
    saved = store.save_document(new_document("same.pdf", ["same words"] * 5 + ["words"]))
    ids = [chunk.id for chunk in store.document_chunks(saved.id)]
    hits = index.search(["same"], 3, EVERYTHING)
    assert [hit.chunk_id for hit in hits] == ids[:3]
    scores = [hit.score for hit in index.search(["same", "words"], 10, EVERYTHING)]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 6


def test_never_more_than_k(store: LibraryStore, index: LexicalIndex) -> None:
    store.save_document(new_document("lease.pdf", TEXTS))
    assert len(index.search(["the"], 2, EVERYTHING)) == 2
    with pytest.raises(ValueError, match="k must be"):
        index.search(["the"], 0, EVERYTHING)


def test_scope(store: LibraryStore, find: Find) -> None:
    one = store.save_document(new_document("one.pdf", ["rent one"]))
    two = store.save_document(new_document("two.pdf", ["rent two rent"]))
    assert find("rent", k=1, scope=Scope(frozenset([one.id]))) == ["rent one"]
    assert find("rent", scope=Scope(frozenset([one.id, two.id, 77]))) == find("rent")
    assert find("rent", scope=Scope(frozenset())) == []
    assert len(find("rent", scope=Scope(frozenset(range(100_000))))) == 2


def test_a_scope_of_numbers_that_no_document_can_have(store: LibraryStore, find: Find) -> None:
    saved = store.save_document(new_document("lease.pdf", TEXTS))
    assert find("rent", scope=Scope(frozenset({10**20}))) == []
    assert find("rent", scope=Scope(frozenset({saved.id, 10**20}))) == [TEXTS[0]]


def test_title_and_headings_are_found_and_count_less(store: LibraryStore, find: Find) -> None:
    store.save_document(new_document("1.pdf", ["about dogs"], title="Cats", headings=["Fur"]))
    store.save_document(new_document("2.pdf", ["about cats"], title="Dogs", headings=["Tails"]))
    assert find("cats") == ["about cats", "about dogs"]
    assert find("tails") == ["about cats"]


def test_what_is_removed_or_replaced_is_not_found(store: LibraryStore, find: Find) -> None:
    saved = store.save_document(new_document("a.pdf", ["old words"], title="First"))
    store.save_document(new_document("a.pdf", ["new words"], title="Second"))
    assert find("old", "First") == []
    assert find("new") == find("Second") == ["new words"]
    store.remove_documents([saved.id])
    assert find("new", "words", "Second") == []
    assert store.integrity() == "ok"


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Das Café ist geöffnet.", "cafe"),
        ("Das Cafe ist offen.", "CAFÉ"),
        ("The ﬁnal oﬃce.", "final"),
        ("The final office.", "oﬃce"),
        ("ＦＵＬＬ width", "full"),
        ("trans\u00adport costs", "transport"),
        ("transport costs", "trans\u00adport"),
        ("La Ñandú", "nandu"),
        ("Σίσυφος", "ΣΙΣΥΦΟΣ"),
        ("Straße 5", "STRASSE"),
        ("Всё ещё", "все"),
        ("it costs 1,500.00 euro", "1,500.00"),
        ("see section §4(b)", "§4(b)"),
        ("write to a.b@example.org", "a.b@example.org"),
    ],
)
def test_accents_ligatures_and_signs(store: LibraryStore, find: Find, text: str, term: str) -> None:
    store.save_document(new_document("a.pdf", [text]))
    assert find(term) == [text]


@pytest.mark.parametrize(
    ("text", "term", "found"),
    [
        ("印刷の誤りを修正する。", "誤り", True),
        ("印刷の誤りを修正する。", "り誤", False),
        ("北京是中国的首都", "首都", True),
        ("北京是中国的首都", "首", True),
        ("東京タワーに行く", "タワー", True),
        ("서울에서 만나요", "서울", True),
        ("iPhone手机壳", "手机", True),
        ("iPhone手机壳", "iphone", True),
    ],
)
def test_words_of_two_characters_without_spaces(
    store: LibraryStore, find: Find, text: str, term: str, found: bool
) -> None:
    store.save_document(new_document("a.pdf", [text]))
    assert bool(find(term)) is found


@pytest.mark.parametrize(
    "term",
    [
        '"',
        '""rent',
        'rent" OR "deposit',
        "rent*",
        "^rent",
        "text:rent",
        "{text context} : rent",
        "NEAR(rent tenant)",
        "rent AND deposit",
        "NOT rent",
        "(rent",
        "-rent",
        "rent + deposit",
        "'; DROP TABLE chunk; --",
        "\0",
        "rent\0deposit",
        "\ud83d",
        "%s ?1 :a @b $c",
    ],
)
def test_nothing_in_a_term_is_syntax(store: LibraryStore, find: Find, term: str) -> None:
    store.save_document(new_document("lease.pdf", TEXTS))
    words = term.replace("\0", " ").encode("utf-8", "replace").decode()
    expected = [text for text in TEXTS if "rent" in words and words.strip('"*^-(') in text]
    assert find(term) == expected


def test_a_very_long_question(store: LibraryStore, find: Find) -> None:
    store.save_document(new_document("lease.pdf", TEXTS))
    many = [f"word{number}" for number in range(5000)]
    assert find(*many, "deposit") == [TEXTS[1]]
    assert find(" ".join(many)) == []


@given(terms=st.lists(st.text(max_size=40), max_size=8), k=st.integers(1, 50))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
def test_no_string_raises(
    store: LibraryStore, index: LexicalIndex, terms: list[str], k: int
) -> None:
    if not store.documents():
        store.save_document(new_document("lease.pdf", [*TEXTS, "誤り"]))
    for scope in (EVERYTHING, Scope(frozenset([1]))):
        assert len(index.search(terms, k, scope)) <= min(k, 4)


@given(text=st.text(min_size=1, max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
def test_any_text_can_be_stored_and_taken_out(store: LibraryStore, text: str) -> None:
    saved = store.save_document(new_document("any.pdf", [text], title=text[:20], sha256="5c"))
    store.remove_documents([saved.id])
    assert store.integrity() == "ok"


def test_required_phrases(store: LibraryStore, index: LexicalIndex, find: Find) -> None:
    store.save_document(new_document("lease.pdf", TEXTS))
    store.save_document(
        new_document("jp.pdf", ["家賃は10日に支払う rent", "家賃は月末"], title="契約")
    )

    def texts(terms: list[str], *required: str, k: int = 10) -> list[str]:
        hits = index.search(terms, k, EVERYTHING, required=required)
        chunks = store.chunks([hit.chunk_id for hit in hits])
        return [chunks[hit.chunk_id].text for hit in hits]

    assert texts(["deposit", "tiger"], "the tenant") == [TEXTS[2], TEXTS[0]]
    assert texts([], "the tenant", "keep a cat") == [TEXTS[2]]
    assert texts(["tenant"], "keep the tenant") == []
    assert texts(["tenant"], "?") == find("tenant")  # nothing that could be required
    assert texts(["月末"], "家賃") == ["家賃は月末", "家賃は10日に支払う rent"]
    assert texts([], "家賃", "rent") == ["家賃は10日に支払う rent"]
    assert texts(["rent"], "支払う rent") == ["家賃は10日に支払う rent"]
    assert texts(["家賃"], "rent", "deposit") == []


def test_only_some_chunks(store: LibraryStore, index: LexicalIndex) -> None:
    saved = store.save_document(new_document("lease.pdf", [*TEXTS, "誤り"]))
    ids = [chunk.id for chunk in store.document_chunks(saved.id)]

    def found(*terms: str, within: set[int]) -> set[int]:
        return {hit.chunk_id for hit in index.search(terms, 9, EVERYTHING, within=within)}

    assert found("tenant", "誤り", within={ids[2], ids[3], 999}) == {ids[2], ids[3]}
    assert found("tenant", within=set()) == set()


def test_words_of_both_indexes_count_together(store: LibraryStore, find: Find) -> None:
    both, words, pairs = "ISO 9001 の要求事項", "ISO 9001 in English", "要求事項の一覧"
    store.save_document(new_document("a.pdf", [words, both, pairs, "その他", "other"]))
    assert find("ISO 9001", "要求", "事項")[0] == both
    assert set(find("ISO 9001", "要求")) == {both, words, pairs}
