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
def clock() -> Clock:
    return Clock()


def test_a_log_gets_a_plain_line_every_thirty_seconds(clock: Clock) -> None:
    log = io.StringIO()
    with Progress("scoring", 120, stream=log, clock=clock) as progress:
        for _ in range(120):
            clock.now += 0.5
            progress.step()
    assert log.getvalue().splitlines() == [
        "scoring: 60/120 (50 %), 2.0 a second, 0:30 left",
        "scoring: 120/120 (100 %), 2.0 a second, 0:00 left",
    ]


def test_a_log_ends_with_the_whole_count(clock: Clock) -> None:
    log = io.StringIO()
    with Progress("scoring", 3, stream=log, clock=clock) as progress:
        clock.now += 30
        progress.step(2)
        clock.now += 15
        progress.step()
    assert log.getvalue().splitlines() == [
        "scoring: 2/3 (66 %), 15.0 s each, 0:15 left",
        "scoring: 3/3 (100 %), 15.0 s each, 0:00 left",
    ]


def test_a_terminal_gets_one_line_that_is_rewritten(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    screen = Terminal()
    with Progress("solving", 4, stream=screen, clock=clock) as progress:
        progress.step()  # no time has passed: nothing is due
        assert screen.getvalue() == ""
        clock.now += 8
        progress.step(note="ilp")
    first, second = screen.getvalue().split("\r")[1:]
    assert first == "solving: 2/4 (50 %), 4.0 s each, 0:08 left, ilp\x1b[K"
    assert second == first + "\n"


def test_a_line_never_wraps(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    screen = Terminal()
    with Progress("a long description of the work", 4, stream=screen, clock=clock) as progress:
        clock.now += 1
        progress.step()
    assert screen.getvalue().startswith("\r25 %, 0:03 left\x1b[K")


def test_short_and_quiet_work_leave_no_trace(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    for stream in (io.StringIO(), Terminal()):
        with Progress("short", 1, stream=stream, clock=clock) as progress:
            progress.step()
        with Progress("quiet", 1, quiet=True, stream=stream, clock=clock) as progress:
            clock.now += 3600
            progress.step()
        assert stream.getvalue() == ""
    assert capsys.readouterr().err == ""


def test_standard_error_is_the_default(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("reading", stream=None, clock=clock) as progress:
        clock.now += 40
        progress.step(2000)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "reading: 2,000, 50 a second\n"


def test_what_an_earlier_run_did_is_not_part_of_the_rate(clock: Clock) -> None:
    progress = Progress("resumed", 100, already=80, quiet=True, clock=clock)
    assert progress.line() == "resumed: 80/100 (80 %)"
    clock.now += 5
    progress.step(10)
    assert progress.line() == "resumed: 90/100 (90 %), 2.0 a second, 0:05 left"


def test_hours_and_a_total_that_is_found_out_later(clock: Clock) -> None:
    progress = Progress("points", quiet=True, clock=clock)
    clock.now += 10
    progress.at(1, 722, "cs\x1b[2J")
    assert progress.line() == "points: 1/722 (0 %), 10.0 s each, 2:00:10 left, cs␛[2J"


def test_a_failure_still_ends_the_line(clock: Clock) -> None:
    screen = Terminal()

    def work() -> None:
        with Progress("work", 2, stream=screen, clock=clock) as progress:
            clock.now += 1
            progress.step()
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        work()
    assert screen.getvalue().endswith("\n")


def test_what_else_is_printed_does_not_land_on_the_line(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    screen, log = Terminal(), io.StringIO()
    for stream in (screen, log):
        with Progress("work", 2, stream=stream, clock=clock) as progress:
            progress.make_room()  # there is no line yet
            clock.now += 60
            progress.step()
            progress.make_room()
            progress.make_room()
            stream.write("a note\n")
            clock.now += 1
            progress.step()
    assert screen.getvalue().split("\r")[1:3] == ["work: 1/2 (50 %), 60.0 s each, 1:00 left\x1b[K", "\x1b[Ka note\n"]
    assert screen.getvalue().count("\r") == 4
    assert "\r" not in log.getvalue()


def test_a_share_that_is_known_without_a_total(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    log, screen = io.StringIO(), Terminal()
    for stream in (log, screen):
        with Progress("records", stream=stream, clock=clock) as progress:
            clock.now += 30
            progress.at(600, share=0.25)
    assert log.getvalue() == "records: 600 (25 %), 20 a second, 1:30 left\n"
    assert screen.getvalue().startswith(f"\r{'█' * 5}{'░' * 15} records: 600 (25 %), 20 a second, 1:30 left")


def test_the_share_of_an_earlier_run_is_not_part_of_the_rate(clock: Clock) -> None:
    progress = Progress("records", already=500, quiet=True, clock=clock)
    progress.begin_at(0.5)
    assert progress.line() == "records: 500 (50 %)"
    clock.now += 10
    progress.at(600, share=0.6)
    assert progress.line() == "records: 600 (60 %), 10 a second, 0:40 left"


def test_a_narrow_terminal_keeps_the_time_that_is_left(clock: Clock) -> None:
    progress = Progress("records", quiet=True, clock=clock)
    clock.now += 30
    progress.at(6_000, share=0.25, note="a.jsonl")
    full = "records: 6,000 (25 %), 200 a second, 1:30 left, a.jsonl"
    shown = [progress.line(width) for width in (80, 79, 60, 50, 40, 30, 20, 15)]
    assert shown == [
        f"{'█' * 5}{'░' * 15} {full}",
        f"{'█' * 5}{'░' * 15} {full}",
        full,
        full.removesuffix(", a.jsonl"),
        "6,000 (25 %), 1:30 left",
        "6,000 (25 %), 1:30 left",
        "25 %, 1:30 left",
        "25 %, 1:30 left",
    ]
    for width in range(15, 100):
        assert len(progress.line(width)) <= width
        assert "1:30 left" in progress.line(width)


def test_what_is_loaded_for_the_first_piece_is_not_part_of_the_rate(clock: Clock) -> None:
    progress = Progress("records", already=100, loads=True, quiet=True, clock=clock)
    clock.now += 20
    progress.at(200, share=0.5)
    assert progress.rate is None
    assert progress.line() == "records: 200 (50 %)"
    clock.now += 1
    progress.at(300, share=0.75)
    assert progress.rate == 100
    assert progress.line() == "records: 300 (75 %), 100 a second, 0:01 left"
