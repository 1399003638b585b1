"""The answer worker: order, gathering of text, stop, faults, and one question at a time."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject, QThread, Slot
from pytestqt.qtbot import QtBot

from app.core.domain.answer import AnswerStyle
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import EVERYTHING, Scope
from app.core.errors import PinciteError, WorkerDied
from app.services.events import AnswerEvent, ModelLoading, ReadingPassages, TextDelta
from app.workers.answers import AnswerWorker, gathered


class Clock:
    """A clock that is moved by the events that are read."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def pacing(self, events: Iterable[AnswerEvent], step: float) -> Iterator[AnswerEvent]:
        for event in events:
            yield event
            self.now += step


class Source:
    """Answers with given events, and waits at each `None` until the test lets it go on."""

    def __init__(self, *script: AnswerEvent | Exception | None) -> None:
        self._script = script
        self.waiting = threading.Event()
        self.go_on = threading.Event()
        self.asked: list[tuple[str, Scope, AnswerStyle]] = []

    def ask(
        self, question: str, *, scope: Scope, style: AnswerStyle, cancel: CancelToken
    ) -> Iterator[AnswerEvent]:
        self.asked.append((question, scope, style))
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


def test_text_within_the_interval_is_joined_and_nothing_is_lost() -> None:
    clock = Clock()
    deltas = [TextDelta(f"{n} ") for n in range(100)]
    said = list(gathered(clock.pacing(deltas, 0.01), clock, interval=0.05))
    assert "".join(event.text for event in said if isinstance(event, TextDelta)) == "".join(
        delta.text for delta in deltas
    )
    assert len(said) == pytest.approx(1.0 / 0.05, abs=2)


def test_slow_text_is_passed_on_at_once() -> None:
    clock = Clock()
    deltas = [TextDelta("a"), TextDelta("b"), TextDelta("c")]
    assert list(gathered(clock.pacing(deltas, 0.2), clock, interval=0.05)) == deltas


def test_other_events_push_out_what_waits_and_keep_their_place() -> None:
    events: list[AnswerEvent] = [
        ReadingPassages(1, 9),
        ReadingPassages(2, 9),
        ReadingPassages(9, 9),
        TextDelta("a"),
        TextDelta("b"),
        ModelLoading("m"),
        TextDelta("c"),
    ]
    said = list(gathered(events, lambda: 0.0, interval=0.05))
    assert said == [
        ReadingPassages(1, 9),
        ReadingPassages(9, 9),
        TextDelta("ab"),
        ModelLoading("m"),
        TextDelta("c"),
    ]


@given(
    st.lists(
        st.one_of(
            st.text(max_size=3).map(TextDelta),
            st.integers(0, 9).map(lambda done: ReadingPassages(done, 9)),
            st.just(ModelLoading("m")),
        )
    ),
    st.sampled_from([0.0, 0.004, 0.03, 1.0]),
)
def test_gathering_keeps_text_and_order(events: list[AnswerEvent], step: float) -> None:
    clock = Clock()
    said = list(gathered(clock.pacing(events, step), clock))

    def runs(items: Iterable[AnswerEvent]) -> list[object]:
        """The events with neighbours of one kind joined as far as they can be."""
        joined: list[object] = []
        for item in items:
            if isinstance(item, TextDelta) and joined and isinstance(joined[-1], str):
                joined[-1] += item.text
            elif isinstance(item, TextDelta):
                joined.append(item.text)
            elif (
                isinstance(item, ReadingPassages)
                and joined
                and isinstance(joined[-1], ReadingPassages)
            ):
                joined[-1] = item
            else:
                joined.append(item)
        return joined

    assert runs(said) == runs(events)


def test_events_arrive_in_the_windows_thread_then_the_end(qtbot: QtBot) -> None:
    source = Source(ModelLoading("m"), TextDelta("Ten days."))
    worker = AnswerWorker(source)
    heard = Listener(worker)
    scope = Scope(frozenset({3}))
    with qtbot.waitSignal(worker.finished):
        worker.ask("How many?", scope, AnswerStyle.QUOTES)
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
        worker.ask("How many?", EVERYTHING, AnswerStyle.WRITTEN)
    states = [worker.running]
    with qtbot.waitSignal(worker.finished):
        worker.stop()
    states.append(worker.running)
    assert states == [True, False]
    assert heard.events == [TextDelta("Ten")]
    worker.close()


def test_a_fault_is_reported_instead_of_the_end(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    fault = WorkerDied("The model stopped.")
    worker = AnswerWorker(Source(TextDelta("Ten"), fault))
    heard = Listener(worker)
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(worker.failed):
        worker.ask("How many?", EVERYTHING, AnswerStyle.WRITTEN)
    assert heard.errors == [fault]
    assert heard.ends == 0
    assert not worker.running
    worker.close()


def test_the_next_question_silences_the_one_before(qtbot: QtBot) -> None:
    source = Source(TextDelta("x"), None)
    worker = AnswerWorker(source)
    heard = Listener(worker)
    worker.ask("first", EVERYTHING, AnswerStyle.WRITTEN)
    assert source.waiting.wait(5)
    # What the first one said waits in this thread's queue by now, and must not be heard.
    source.go_on.set()
    with qtbot.waitSignal(worker.finished):
        worker.ask("second", EVERYTHING, AnswerStyle.WRITTEN)
    assert ModelLoading("first") not in heard.events
    assert heard.events == [TextDelta("x"), ModelLoading("second")]
    assert heard.ends == 1
    worker.close()


def test_closing_in_mid_answer_joins_the_thread_and_is_silent(qtbot: QtBot) -> None:
    source = Source(TextDelta("x"), None)
    worker = AnswerWorker(source)
    worker.ask("first", EVERYTHING, AnswerStyle.WRITTEN)
    assert source.waiting.wait(5)
    heard = Listener(worker)
    worker.close()
    qtbot.wait(0)
    assert heard.events == []
    assert heard.ends == 0
    assert not worker.running
