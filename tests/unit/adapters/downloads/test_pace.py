"""How progress is told."""

from __future__ import annotations

import pytest

from app.adapters.downloads.pace import Pace, ProgressReport, Stage
from app.core.domain.model import DownloadProgress
from tests.fakes.model_files import model_entry, model_file


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_rate_and_time_left(clock: Clock) -> None:
    pace = Pace(clock)
    for done in (0, 300, 600, 900):
        pace.note(done)
        clock.now += 1.0
    assert pace.bytes_per_second == pytest.approx(300)
    assert pace.seconds_left(1500) == pytest.approx(5)


def test_nothing_is_told_from_too_little(clock: Clock) -> None:
    pace = Pace(clock)
    assert (pace.bytes_per_second, pace.seconds_left(10)) == (0.0, None)
    pace.note(0)
    clock.now += 1.0
    pace.note(500)
    assert pace.bytes_per_second == pytest.approx(500)
    assert pace.seconds_left(1000) is None


def test_the_rate_follows_a_change(clock: Clock) -> None:
    pace = Pace(clock)
    for second in range(100):
        pace.note(second * 1000 if second < 50 else 49_000 + (second - 49))
        clock.now += 1.0
    assert pace.bytes_per_second == pytest.approx(1)


def test_starting_over_is_no_negative_rate(clock: Clock) -> None:
    pace = Pace(clock)
    pace.note(5000)
    clock.now += 3.0
    pace.note(0)
    assert pace.bytes_per_second == 0.0


FIRST, SECOND = model_file("a.bin", bytes(1000)), model_file("b.bin", bytes(500))


@pytest.fixture
def report(clock: Clock) -> ProgressReport:
    return ProgressReport(model_entry(FIRST, SECOND), clock)


def test_bytes_count_over_all_files(report: ProgressReport) -> None:
    (event,) = report.step(FIRST, "downloading", 400, "somewhere")
    assert (event.done_bytes, event.total_bytes) == (400, 1500)
    report.file_over(FIRST)
    (event,) = report.step(SECOND, "downloading", 100, "somewhere")
    assert (event.file, event.done_bytes, event.address) == ("b.bin", 1100, "somewhere")
    report.file_over(SECOND)
    last = report.done()
    assert (last.stage, last.done_bytes, last.seconds_left) == ("done", 1500, 0.0)


def test_at_most_ten_reports_a_second(report: ProgressReport, clock: Clock) -> None:
    events: list[DownloadProgress] = []
    for done in range(1000):
        events += report.step(FIRST, "downloading", done)
        clock.now += 0.01
    assert 90 <= len(events) <= 101


def test_a_change_of_stage_is_told_at_once(report: ProgressReport) -> None:
    stages: tuple[Stage, ...] = ("connecting", "downloading", "checking", "checking")
    counts = [len(list(report.step(FIRST, stage, 0))) for stage in stages]
    assert counts == [1, 1, 1, 0]


def test_checking_says_nothing_of_the_pace_of_a_download(
    report: ProgressReport, clock: Clock
) -> None:
    for done in (0, 300, 600):
        list(report.step(FIRST, "checking", done))
        clock.now += 1.0
    (event,) = report.step(FIRST, "downloading", 600)
    assert event.bytes_per_second == 0.0
