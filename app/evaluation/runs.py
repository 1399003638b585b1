"""What measuring retrieval and measuring answers share: a request, what it opens, and the parts of
the report that say what was measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.bootstrap import Application, library_path
from app.core.domain.evidence import Scope, SearchResult
from app.core.domain.model import EmbedderIdentity, Manifest, ModelEntry, ModelRole
from app.core.errors import InvalidInput, PinciteError
from app.core.settings import Settings
from app.evaluation.corpora import Corpus, Say, read_documents, write_documents
from app.evaluation.datasets import read_set, read_texts
from app.evaluation.machine import machine_record, program_fingerprint
from app.evaluation.metrics import Found
from app.evaluation.questions import Place, Question, QuestionSet, Selection
from app.evaluation.variants import Variant, settings_record


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What is to be measured: a set, over which documents, and how.

    `library` is a folder, None for the user's own. `pdfs` are folders or files to read first,
    `texts` is a file of documents that exist as text. Rows are kept in `out`.
    """

    set_path: Path
    library: str | None = None
    pdfs: tuple[Path, ...] = ()
    texts: Path | None = None
    selection: Selection = field(default_factory=Selection)
    variant: Variant = field(default_factory=Variant)
    out: Path | None = None


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A library that is ready to be asked, and the questions that can be asked of it."""

    request: RunRequest
    questions: QuestionSet
    chosen: tuple[tuple[Question, Scope], ...]
    not_askable: int
    application: Application
    corpus: Corpus

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.application.preferences.current

    def header(self, measured: str) -> dict[str, object]:
        """What decides the rows of this run (see RunFile)."""
        return {
            "measured": measured,
            "set": self.questions.sha256,
            "library": self.corpus.fingerprint(),
            "variant": self.request.variant.record(),
            "settings": dict(settings_record(self.settings)),
            "embedder": self.application.embedder.identity.generation,
            "program": program_fingerprint(),
        }

    def record(self, measured: str) -> dict[str, object]:
        """The parts of the report that say what was measured."""
        selection, request = self.request.selection, self.request
        places = {place for one, _ in self.chosen for group in one.needed for place in group}
        return {
            "measured": measured,
            "set": {
                "name": self.questions.path.name,
                "form": self.questions.form.value,
                "sha256": self.questions.sha256,
                "questions": len(self.questions.questions),
                "asked": len(self.chosen),
                "every": selection.every,
                "offset": selection.offset,
                "limit": selection.limit,
                "left_out": self.questions.left_out,
                "without_their_documents": self.not_askable,
                "gold_not_in_library": sum(not self.corpus.names_of(place) for place in places),
            },
            "variant": request.variant.record(),
            "embedder": self.embedder_record(),
            "library": self.corpus.record(),
            "settings": dict(settings_record(self.settings)),
            "machine": machine_record(),
            "out": None if request.out is None else str(request.out),
        }

    def embedder_record(self) -> dict[str, object]:
        """Who makes the vectors, None where nobody is asked to."""
        identity = self.application.embedder.identity
        return {
            "name": identity.name,
            "sha256": identity.sha256,
            "used": self.request.variant.embeds,
            "genuine": is_genuine(identity, self.application.manifest),
        }

    @property
    def searches_genuinely(self) -> bool:
        """Whether what is found says something: no stand-in for an embedder takes part."""
        used = self.request.variant.embeds
        return not used or is_genuine(self.application.embedder.identity, self.application.manifest)


@contextmanager
def opened(request: RunRequest, say: Say) -> Iterator[OpenRun]:
    """Read the set, build or reuse the library, and close it at the end.

    Raises:
        InvalidInput: the set, a folder, a setting or the library cannot be used.
    """
    questions = read_set(request.set_path)
    library = library_path(request.library).absolute()
    folders = [*request.pdfs]
    documents = read_texts(request.texts) if request.texts is not None else ()
    for written in (documents, questions.documents):
        if written:
            beside = library.with_name(library.name + "-documents")
            folders.append(write_documents(written, beside, say))
    settings = request.variant.settings(_own_settings())
    application = Application(library, writing=bool(folders), settings=settings)
    try:
        _check_headings(application)
        corpus = read_documents(application, folders, say, embedded=request.variant.embeds)
        _check_headings(application)
        chosen = request.selection.of(questions.questions)
        scoped = [(question, corpus.scope(question.within)) for question in chosen]
        askable = tuple((question, scope) for question, scope in scoped if scope is not None)
        if not askable:
            raise InvalidInput("No question is left to ask. Choose more of the set.")
        yield OpenRun(request, questions, askable, len(scoped) - len(askable), application, corpus)
    finally:
        application.close()


def is_genuine(identity: EmbedderIdentity, manifest: Manifest) -> bool:
    """Whether an embedder is one that the manifest names, and no stand-in."""
    return any(
        entry.role is ModelRole.EMBEDDER
        and any(file.sha256 == identity.sha256 for file in entry.files)
        for entry in manifest.models
    )


def chat_entry(title: str | None, manifest: Manifest) -> ModelEntry | None:
    """The entry of a model that may answer people; None for stand-ins and models for tests."""
    return next(
        (
            entry
            for entry in manifest.models
            if entry.title == title and entry.role is ModelRole.CHAT
        ),
        None,
    )


def require_whole(*results: SearchResult) -> None:
    """Half a search would be measured as if it were a whole one.

    Raises:
        PinciteError: an arm of search could not take part.
    """
    for result in results:
        if result.degraded:
            raise PinciteError(
                "A part of search failed, so the run was stopped. The rows so far are kept; "
                "`pincite doctor` may say what is wrong.",
                code=result.degraded[0],
            )


# --- which places a list holds -----------------------------------------------------------------


class Needed:
    """The places that a question needs, ready to be looked up in lists of (name, page)."""

    def __init__(self, question: Question, corpus: Corpus) -> None:
        self.count = len(question.needed)
        self._pages: dict[tuple[str, int | None], set[int]] = {}
        self._documents: dict[str, set[int]] = {}
        for number, group in enumerate(question.needed):
            for place in group:
                self._add(number, place, corpus)

    def _add(self, number: int, place: Place, corpus: Corpus) -> None:
        for name in corpus.names_of(place):
            self._pages.setdefault((name, place.page), set()).add(number)
            self._documents.setdefault(name, set()).add(number)

    def pages(self, ranked: Sequence[tuple[str, int]]) -> Found:
        """Which needed places each page holds; where a place names no page, any page does."""
        nothing: set[int] = set()
        return [
            frozenset(
                self._pages.get((name, page), nothing) | self._pages.get((name, None), nothing)
            )
            for name, page in ranked
        ]

    def documents(self, names: Sequence[str]) -> Found:
        """Which needed places each document holds on some page."""
        return [frozenset(self._documents.get(name, ())) for name in names]


# --- settings ----------------------------------------------------------------------------------


def _own_settings() -> Settings:
    from app.adapters.settings_file import SettingsFile, default_settings_file

    return SettingsFile(default_settings_file()).load()


def _check_headings(application: Application) -> None:
    """Titles and headings are in the index of a document or not, whatever is asked for later.

    Raises:
        InvalidInput: some documents were read the other way.
    """
    wanted = application.preferences.current.retrieval.context_in_index
    documents = application.library.documents()
    others = sum(document.context_in_index != wanted for document in documents)
    if others:
        how = "without" if wanted else "with"
        raise InvalidInput(
            f"{others} documents of this library were read {how} titles and headings in the index. "
            "Give another folder with --library.",
            code="library_mismatch",
        )
