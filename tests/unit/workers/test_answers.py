"""The answer worker: order, gathering of text, stop, faults, and one question at a time."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject, QThread, Slot
from pytestqt.qtbot import QtBot

from app.core.domain.answer import AnswerStyle
from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ALL_DOCUMENTS, ScopeChoice
from app.core.errors import PinciteError, WorkerDied
from app.services.events import AnswerEvent, ModelLoading, ReadingPassages, TextDelta
from app.workers.answers import AnswerWorker, Gathering


class Source:
    """Answers with given events, and waits at each `None` until the test lets it go on."""

    def __init__(self, *script: AnswerEvent | Exception | None) -> None:
        self._script = script
        self.waiting = threading.Event()
        self.go_on = threading.Event()
        self.asked: list[tuple[str, ScopeChoice, AnswerStyle]] = []
        self.earlier: list[Sequence[str]] = []
        self.claim_filter: list[bool | None] = []

    def ask(
        self,
        question: str,
        *,
        scope: ScopeChoice,
        style: AnswerStyle,
        cancel: CancelToken,
        earlier: Sequence[str],
        claim_filter: bool | None,
    ) -> Iterator[AnswerEvent]:
        self.asked.append((question, scope, style))
        self.earlier.append(earlier)
        self.claim_filter.append(claim_filter)
        for step in self._script:
            if step is None:
                self.waiting.set()
                while not self.go_on.is_set():
                    cancel.raise_if_cancelled()
                    cancel.wait(0.005)
            elif isinstance(step, Exception):
                raise step
            else:
                yield step
        yield ModelLoading(question)


class Listener(QObject):
    """Keeps what a worker says, and in which thread it says it."""

    def __init__(self, worker: AnswerWorker) -> None:
        super().__init__()
        self.events: list[object] = []
        self.errors: list[PinciteError] = []
        self.ends = 0
        self.threads: set[QThread] = set()
        worker.reported.connect(self._on_reported)
        worker.failed.connect(self._on_failed)
        worker.finished.connect(self._on_finished)

    @Slot(object)
    def _on_reported(self, event: object) -> None:
        self.threads.add(QThread.currentThread())
        self.events.append(event)

    @Slot(object)
    def _on_failed(self, error: PinciteError) -> None:
        self.errors.append(error)

    @Slot()
    def _on_finished(self) -> None:
        self.ends += 1


def gathered(steps: Iterable[tuple[AnswerEvent, bool]]) -> list[object]:
    """What is reported of events, each with whether the last report is too recent."""
    gathering = Gathering()
    said = [ready for event, hold in steps for ready in gathering.take(event, hold=hold)]
    waiting = gathering.release()
    return said if waiting is None else [*said, waiting]


def test_text_is_joined_while_it_is_held() -> None:
    deltas = [TextDelta(letter) for letter in "abcdef"]
    held = [False, True, True, False, True, True]
    assert gathered(zip(deltas, held, strict=True)) == [
        TextDelta("a"),
        TextDelta("bcd"),
        TextDelta("ef"),
    ]


def test_other_events_push_out_what_waits_and_keep_their_place() -> None:
    events: list[AnswerEvent] = [
        ReadingPassages(1, 9),
        ReadingPassages(2, 9),
        ReadingPassages(9, 9),
        TextDelta("a"),
        TextDelta("b"),
        TextDelta("c"),
        ModelLoading("m"),
        TextDelta("d"),
    ]
    assert gathered((event, True) for event in events) == [
        ReadingPassages(1, 9),
        ReadingPassages(9, 9),
        TextDelta("a"),
        TextDelta("bc"),
        ModelLoading("m"),
        TextDelta("d"),
    ]


EVENTS = st.one_of(
    st.text(max_size=3).map(TextDelta),
    st.integers(0, 9).map(lambda done: ReadingPassages(done, 9)),
    st.just(ModelLoading("m")),
)


@given(st.lists(st.tuples(EVENTS, st.booleans())))
def test_gathering_keeps_text_and_order(steps: list[tuple[AnswerEvent, bool]]) -> None:
    def runs(items: Iterable[object]) -> list[object]:
        """The events with neighbours of one kind joined as far as they can be."""
        joined: list[object] = []
        for item in items:
            last = joined[-1] if joined else None
            if isinstance(item, TextDelta) and isinstance(last, str):
                joined[-1] = last + item.text
            elif isinstance(item, TextDelta):
                joined.append(item.text)
            elif isinstance(item, ReadingPassages) and isinstance(last, ReadingPassages):
                joined[-1] = item
            else:
                joined.append(item)
        return joined

    assert runs(gathered(steps)) == runs(event for event, _ in steps)


def test_a_burst_of_text_is_a_few_reports(qtbot: QtBot) -> None:
    worker = AnswerWorker(Source(*[TextDelta("x") for _ in range(500)]), report_ms=60_000)
    heard = Listener(worker)
    with qtbot.waitSignal(worker.finished):
        worker.ask("How many?", ALL_DOCUMENTS, AnswerStyle.WRITTEN)
    assert heard.events == [TextDelta("x"), TextDelta("x" * 499), ModelLoading("How many?")]
    worker.close()


def test_text_that_waits_is_reported_without_another_event(qtbot: QtBot) -> None:
    source = Source(TextDelta("a"), TextDelta("b"), TextDelta("c"), None)
    worker = AnswerWorker(source, report_ms=1)
    heard = Listener(worker)

    def text() -> str:
        return "".join(event.text for event in heard.events if isinstance(event, TextDelta))

    worker.ask("How many?", ALL_DOCUMENTS, AnswerStyle.WRITTEN)
    qtbot.waitUntil(lambda: text() == "abc")
    worker.close()


def test_events_arrive_in_the_windows_thread_then_the_end(qtbot: QtBot) -> None:
    source = Source(ModelLoading("m"), TextDelta("Ten days."))
    worker = AnswerWorker(source)
    heard = Listener(worker)
    scope = ScopeChoice(document_ids=frozenset({3}))
    with qtbot.waitSignal(worker.finished):
        worker.ask("How many?", scope, AnswerStyle.QUOTES, ["Who?", "What?"], False)
    assert source.earlier == [("Who?", "What?")]
    assert source.claim_filter == [False]
    assert source.asked == [("How many?", scope, AnswerStyle.QUOTES)]
    assert heard.events == [ModelLoading("m"), TextDelta("Ten days."), ModelLoading("How many?")]
    assert heard.threads == {QThread.currentThread()}
    assert not worker.running
    worker.close()


def test_stop_ends_the_question(qtbot: QtBot) -> None:
    source = Source(TextDelta("Ten"), None)
    worker = AnswerWorker(source)
    heard = Listener(worker)
    with qtbot.waitSignal(worker.reported):
        worker.ask("How many?", ALL_DOCUMENTS, AnswerStyle.WRITTEN)
    states = [worker.running]
    with qtbot.waitSignal(worker.finished):
        worker.stop()
    states.append(worker.running)
    assert states == [True, False]
    assert source.claim_filter == [None]
    assert heard.events == [TextDelta("Ten")]
    worker.close()


def test_a_fault_is_reported_instead_of_the_end(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    fault = WorkerDied("The model stopped.")
    worker = AnswerWorker(Source(TextDelta("Ten"), fault))
    heard = Listener(worker)
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(worker.failed):
        worker.ask("How many?", ALL_DOCUMENTS, AnswerStyle.WRITTEN)
    assert heard.errors == [fault]
    assert heard.ends == 0
    assert not worker.running
    worker.close()


def test_the_next_question_silences_the_one_before(qtbot: QtBot) -> None:
    source = Source(TextDelta("x"), None)
    worker = AnswerWorker(source)
    heard = Listener(worker)
    worker.ask("first", ALL_DOCUMENTS, AnswerStyle.WRITTEN)
    assert source.waiting.wait(5)
    # What the first one said waits in this thread's queue by now, and must not be heard.
    source.go_on.set()
    with qtbot.waitSignal(worker.finished):
        worker.ask("second", ALL_DOCUMENTS, AnswerStyle.WRITTEN)
    assert ModelLoading("first") not in heard.events
    assert heard.events == [TextDelta("x"), ModelLoading("second")]
    assert heard.ends == 1
    worker.close()


def test_closing_in_mid_answer_joins_the_thread_and_is_silent(qtbot: QtBot) -> None:
    source = Source(TextDelta("x"), None)
    worker = AnswerWorker(source)
    worker.ask("first", ALL_DOCUMENTS, AnswerStyle.WRITTEN)
    assert source.waiting.wait(5)
    heard = Listener(worker)
    worker.close()
    qtbot.wait(0)
    assert heard.events == []
    assert heard.ends == 0
    assert not worker.running
