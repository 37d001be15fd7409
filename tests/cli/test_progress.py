"""The progress line, with a clock that only moves when told to."""

from __future__ import annotations

import io

import pytest

from mixlid.cli.progress import Progress


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setenv("COLUMNS", "80")
    return Clock()


def test_a_log_gets_a_plain_line_every_thirty_seconds_and_the_whole_count(clock: Clock) -> None:
    log = io.StringIO()
    with Progress("scoring", stream=log, clock=clock) as progress:
        progress.at(0, 120)
        for _ in range(6):
            clock.now += 10
            progress.step(20)
        assert log.getvalue().count("\n") == 2
    assert log.getvalue().splitlines() == [  # the last is there already
        "scoring: 60/120 (50 %), 2.0 a second, 0:00:30 left",
        "scoring: 120/120 (100 %), 2.0 a second, 0:00:00 left",
    ]


def test_a_log_ends_with_the_whole_count(clock: Clock) -> None:
    log = io.StringIO()
    with Progress("scoring", stream=log, clock=clock) as progress:
        progress.at(0, 3)
        clock.now += 30
        progress.step(2)
        clock.now += 15
        progress.step()
    assert log.getvalue().splitlines()[1:] == ["scoring: 3/3 (100 %), 15.0 s each, 0:00:00 left"]


def test_a_terminal_gets_one_line_that_is_rewritten_and_never_wraps(clock: Clock) -> None:
    screen = Terminal()
    with Progress("solving", stream=screen, clock=clock) as progress:
        progress.at(0, 4)  # no time has passed: nothing is due
        assert screen.getvalue() == ""
        clock.now += 8
        progress.step(2, note="ilp" * 30)
    first, second = screen.getvalue().split("\r")[1:]
    assert first == f"solving: 2/4 (50 %), 4.0 s each, 0:00:08 left, {'ilp' * 30}"[:79] + "\x1b[K"
    assert second == first + "\n"


def test_short_and_quiet_work_leave_no_trace(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    for stream in (io.StringIO(), Terminal()):
        with Progress("short", stream=stream, clock=clock) as progress:
            progress.step()
        with Progress("quiet", quiet=True, stream=stream, clock=clock) as progress:
            clock.now += 3600
            progress.step()
        assert stream.getvalue() == ""
    assert capsys.readouterr().err == ""


def test_standard_error_is_the_default(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("reading", clock=clock) as progress:
        clock.now += 40
        progress.step(2000)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "reading: 2,000\n"


def test_a_share_and_what_is_done_first_is_not_part_of_the_rate(clock: Clock) -> None:
    """It may have been done by an earlier run."""
    progress = Progress("records", quiet=True, clock=clock)
    clock.now += 20
    progress.at(200, share=0.5)
    assert progress.rate is None
    assert progress.line() == "records: 200 (50 %)"
    clock.now += 1
    progress.at(300, share=0.75, note="a\x1b[2J")
    assert progress.rate == 100
    assert progress.line() == "records: 300 (75 %), 100.0 a second, 0:00:01 left, a␛[2J"


def test_a_failure_still_ends_the_line(clock: Clock) -> None:
    screen = Terminal()

    def work() -> None:
        with Progress("work", stream=screen, clock=clock) as progress:
            clock.now += 1
            progress.step()
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        work()
    assert screen.getvalue().endswith("\n")


def test_what_else_is_printed_does_not_land_on_the_line(clock: Clock) -> None:
    screen, log = Terminal(), io.StringIO()
    for stream in (screen, log):
        with Progress("work", stream=stream, clock=clock) as progress:
            progress.clear()  # there is no line yet
            clock.now += 60
            progress.step()
            progress.clear()
            stream.write("a note\n")
            clock.now += 1
            progress.step()
    assert screen.getvalue().split("\r")[1:3] == ["work: 1\x1b[K", "\x1b[Ka note\n"]
    assert screen.getvalue().count("\r") == 4
    assert "\r" not in log.getvalue()
