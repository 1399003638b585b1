"""Plain questions over three small PDFs, with the starter model and everything else real.

Right is: answered, with the expected words in a claim that its citation supports, and that
citation on the right physical page of the right document; or refused, where the documents do not
answer the question.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.bootstrap import Application, open_application
from app.core.domain.answer import Answer, AnswerStatus, AnswerStyle, Claim
from app.core.domain.cancel import CancelToken
from app.services.events import AnswerFinished, IngestFinished
from tests.model import plain_documents, unseen_documents
from tests.model.plain_documents import QUESTIONS, PlainQuestion

LEAST_RIGHT = 10
LEAST_UNSEEN_ANSWERED, LEAST_UNSEEN_REFUSED = 10, 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """A question with its answer."""

    question: PlainQuestion
    answer: Answer

    @property
    def right(self) -> bool:
        """Whether it is as it should be."""
        if not self.question.answerable:
            return self.answer.status is AnswerStatus.REFUSED
        return self.answer.status is AnswerStatus.ANSWERED and any(
            self._bears(claim) for claim in self.answer.claims
        )

    def _bears(self, claim: Claim) -> bool:
        text = claim.text.casefold()
        said = all(any(form in text for form in forms) for forms in self.question.words)
        cited = [self.answer.citations[index] for index in claim.citations]
        return (
            said
            and claim.support.supported
            and any(
                (citation.path.name, citation.page) == (self.question.file, self.question.page)
                for citation in cited
            )
        )

    def row(self) -> str:
        """The outcome as a line for people."""
        places = ", ".join(f"{c.path.name} p. {c.page}" for c in self.answer.citations)
        state = self.answer.reason.value if self.answer.reason else "answered"
        mark = "right" if self.right else "WRONG"
        seconds = self.answer.timings.total_s
        lines = [
            f"{mark}  {self.question.text}  [{state}; {places}; {seconds:.0f} s]",
            f"       shown: {self.answer.text}",
            f"       model: {self.answer.trace.raw_text!r}",
        ]
        return "\n".join(lines)


def _ask(application: Application, question: PlainQuestion) -> Outcome:
    """Ask as the window does: with the settings as they come, and the model that they choose."""
    *_, last = application.answers.ask(question.text, cancel=CancelToken())
    assert isinstance(last, AnswerFinished)
    assert last.answer.style is AnswerStyle.WRITTEN
    return Outcome(question, last.answer)


def _outcomes(
    library: Path,
    folder: Path,
    write: Callable[[Path], None],
    pages: int,
    questions: Sequence[PlainQuestion],
) -> tuple[list[Outcome], str]:
    """Read the three documents and ask; the outcomes with their table."""
    folder.mkdir()
    write(folder)
    with open_application(str(library)) as application:
        ends = []
        # One after another: which passage has which number changes what a model writes.
        for path in sorted(folder.glob("*.pdf")):
            *_, end = application.ingest.run([path], cancel=CancelToken())
            assert isinstance(end, IngestFinished)
            ends.append(end)
        read = sum(end.added for end in ends), sum(end.pages for end in ends)
        assert (*read, {end.degraded for end in ends}) == (3, pages, {""})
        outcomes = [_ask(application, question) for question in questions]
    table = "\n".join(outcome.row() for outcome in outcomes)
    right = sum(outcome.right for outcome in outcomes)
    sys.stdout.write(f"{right} of {len(outcomes)} right\n{table}\n")
    return outcomes, table


@pytest.fixture(autouse=True)
def _fetched(model_paths: Callable[[str], tuple[Path, ...]]) -> None:
    model_paths("embedder")
    model_paths("starter")


@pytest.mark.model
@pytest.mark.timeout(3000)
def test_plain_questions(library_dir: Path, tmp_path: Path) -> None:
    outcomes, table = _outcomes(
        library_dir, tmp_path / "pdfs", plain_documents.write_documents, 13, QUESTIONS
    )
    answered_without_ground = [
        outcome.question.text
        for outcome in outcomes
        if not outcome.question.answerable and not outcome.right
    ]
    assert answered_without_ground == [], table
    assert sum(outcome.right for outcome in outcomes) >= LEAST_RIGHT, table


@pytest.mark.model
@pytest.mark.timeout(3000)
def test_questions_that_nothing_was_mended_for(library_dir: Path, tmp_path: Path) -> None:
    """11 of 12 were answered and 6 of 6 refused when this was written last; the bounds leave one
    for processors that compute otherwise. Raise them with each better check."""
    outcomes, table = _outcomes(
        library_dir,
        tmp_path / "pdfs",
        unseen_documents.write_documents,
        12,
        unseen_documents.QUESTIONS,
    )
    answered = sum(outcome.right for outcome in outcomes if outcome.question.answerable)
    refused = sum(outcome.right for outcome in outcomes if not outcome.question.answerable)
    assert answered >= LEAST_UNSEEN_ANSWERED, table
    assert refused >= LEAST_UNSEEN_REFUSED, table
