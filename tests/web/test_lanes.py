"""Lanes and the bodies of requests: who is served first, who is told to come again, and what is not waited for."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest

from overtrick.web import limits
from overtrick.web.live.stream import Message
from overtrick.web.priority import PriorityLock, reading
from overtrick.web.server.lanes import LONGEST_REST, Job, Lane, Lanes
from overtrick.web.server.wsgi_in_threads import Environ, WsgiInThreads
from web.servers import wait_until

Asked = tuple[int, bytes]


@pytest.mark.parametrize(
    ("method", "path", "lane"),
    [
        ("GET", "/health", "watchers"),
        ("GET", "/metrics", "watchers"),
        ("POST", "/t/abc.def/message", "workers"),
        ("GET", "/t/abc.def/", "workers"),
        ("GET", "/desk/e/x/room/", "workers"),
        ("POST", "/api/events/x/acts", "workers"),
        ("GET", "/api/events/x/standings", "readers"),
        ("GET", "/e/x/", "readers"),
        ("GET", "/", "readers"),
        ("GET", "/static/overtrick/table.js", "readers"),
        ("POST", "/e/x/", "workers"),
    ],
)
def test_phones_and_desks_work_and_the_others_read(method: str, path: str, lane: str) -> None:
    lanes = Lanes(1)
    assert lanes.lane_of(method, path).name == lane
    lanes.close(1)


def test_readers_never_have_every_thread_and_who_works_goes_before_them() -> None:
    lanes = Lanes(4)
    go, order = Event(), list[str]()

    def work(name: str) -> Callable[[], bool]:
        def done() -> bool:
            go.wait(10)
            order.append(name)
            return False

        return done

    def work_now() -> bool:
        order.append("worker")
        return True

    reading = [lanes.submit(lanes.readers, work(f"reader {n}")) for n in range(10)]
    lanes.submit(lanes.workers, work_now).result(5)
    assert lanes.submit(lanes.watchers, lambda: True).result(5)
    assert (order, lanes.readers.running) == (["worker"], 2)
    assert lanes.longest() > 0
    go.set()
    for each in reading:
        each.result(5)
    assert order[0] == "worker"
    assert len(order) == 11
    lanes.close(1)
    assert lanes.longest() == 0


def test_beside_those_who_work_one_reader_is_served_at_a_time() -> None:
    lanes = Lanes(4)
    done, read, began = Event(), Event(), Event()

    def work() -> bool:
        began.set()
        return done.wait(10)

    working = lanes.submit(lanes.workers, work)
    assert began.wait(5)
    reading = [lanes.submit(lanes.readers, lambda: read.wait(10)) for _ in range(4)]
    assert lanes.submit(lanes.watchers, lambda: True).result(5)
    assert lanes.readers.running == 1
    done.set()
    assert working.result(5)
    wait_until(lambda: lanes.readers.running == 2, 5)
    read.set()
    assert all(each.result(5) for each in reading)
    lanes.close(1)


@pytest.mark.parametrize("threads", [3, 4, 8])
@pytest.mark.parametrize("first", ["readers", "workers"])
def test_with_three_threads_or_more_one_is_kept_for_monitoring_and_one_for_the_other_lanes(
    first: str, threads: int
) -> None:
    lanes, done = Lanes(threads), Event()
    kinds = [lanes.readers, lanes.frames, lanes.workers]
    if first == "workers":
        kinds.reverse()
    jobs = [lanes.submit(lane, lambda: done.wait(10)) for lane in kinds for _ in range(threads)]
    wait_until(lambda: sum(lane.running for lane in kinds) == threads - 1, 5)
    assert lanes.workers.running
    assert lanes.readers.running + lanes.frames.running
    assert lanes.submit(lanes.watchers, lambda: True).result(5)
    done.set()
    assert all(job.result(5) for job in jobs)
    lanes.close(1)


def test_with_two_threads_readers_and_frames_leave_one_to_phones_and_desks() -> None:
    lanes, done = Lanes(2), Event()
    jobs = [lanes.submit(lane, lambda: done.wait(10)) for lane in (lanes.readers, lanes.frames)]
    assert lanes.submit(lanes.workers, lambda: True).result(5)
    done.set()
    assert all(job.result(5) for job in jobs)
    lanes.close(1)


@pytest.mark.parametrize("busy", [0, 2])
def test_while_phones_and_desks_are_busy_whoever_makes_frames_rests_as_long_as_one_took(
    busy: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lanes, done, rested = Lanes(4), Event(), list[float]()

    def takes(seconds: float) -> bool:
        sleep(seconds)
        return True

    monkeypatch.setattr("overtrick.web.server.lanes.sleep", rested.append)
    working = [lanes.submit(lanes.workers, lambda: done.wait(10)) for _ in range(busy)]
    wait_until(lambda: lanes.workers.running == busy, 5)
    for took in (0.1, LONGEST_REST + 0.05):
        assert lanes.submit(lanes.frames, partial(takes, took)).result(5)
    assert lanes.submit(lanes.frames, lambda: True).result(5), "the rest after the one before is over"
    done.set()
    assert all(each.result(5) for each in working)
    lanes.close(1)
    if not busy:
        assert not rested
    else:
        assert 0.1 <= rested[0] <= rested[1] == LONGEST_REST, "as long as it took, and no longer than that"


@pytest.mark.parametrize("lane", ["workers", "readers"])
def test_an_organisation_that_asks_for_very_much_waits_behind_itself_and_nobody_behind_it(lane: str) -> None:
    lanes = Lanes(1)
    go, order = Event(), list[str]()

    def work(name: str) -> Callable[[], bool]:
        def done() -> bool:
            order.append(name)
            return go.wait(10)

        return done

    asked = [lanes.submit(getattr(lanes, lane), work("noisy"), "noisy") for _ in range(50)]
    wait_until(lambda: order == ["noisy"], 5)
    asked += [lanes.submit(getattr(lanes, lane), work(name), name) for name in ("quiet", "quiet", "")]
    go.set()
    assert all(each.result(5) for each in asked)
    assert order[:7] == ["noisy", "noisy", "quiet", "", "noisy", "quiet", "noisy"]
    assert order[7:] == ["noisy"] * 46
    lanes.close(1)


def test_a_lane_that_one_has_filled_has_room_for_the_others() -> None:
    lane = Lane("workers", most_waiting=10, most_running=1)
    for _ in range(10):
        assert not lane.full("noisy")
        lane.waiting.put("noisy", Job(lambda: True))
    assert lane.full("noisy")
    for _ in range(9):
        assert not lane.full("quiet")
        lane.waiting.put("quiet", Job(lambda: True))
    assert not lane.full("quiet")
    assert lane.full("noisy")
    lane.waiting.put("quiet", Job(lambda: True))
    assert lane.full("quiet")
    assert lane.full("a third"), "twice as many is the end of it"


def test_what_is_held_is_handed_to_those_who_work_first() -> None:
    lock, order, waiting = PriorityLock(), list[str](), Event()

    def take(name: str) -> None:
        with lock:
            order.append(name)

    def read() -> None:
        with reading():
            waiting.set()
            take("reader")

    with lock, lock:  # whoever has it may take it again
        threads = [Thread(target=read), Thread(target=take, args=("worker",))]
        threads[0].start()
        assert waiting.wait(5)
        threads[1].start()
        wait_until(lambda: lock._workers == 1, 5)
        assert order == []
    for each in threads:
        each.join(5)
    assert order == ["worker", "reader"]


def application(environ: Environ, start: Callable[..., object]) -> Iterable[bytes]:
    """Answers with the size of what was sent; a path may say that it takes its time."""
    if environ["PATH_INFO"] == "/slow":
        environ["go"] = _GO.wait(10)
    start("200 OK", [("content-type", "text/plain")])
    return [str(len(environ["wsgi.input"].read())).encode()]


_GO = Event()


async def ask(
    pages: WsgiInThreads, pieces: list[bytes], *, ends: bool = True, path: str = "/", length: int | None = None
) -> Asked:
    """One request over ASGI; where it does not end, its sender stays silent."""
    messages = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    if ends:
        messages.append({"type": "http.request", "body": b"", "more_body": False})
    answered: list[Message] = []

    async def receive() -> Message:
        if messages:
            return messages.pop(0)
        await asyncio.sleep(3600)
        raise AssertionError

    async def send(message: Message) -> None:
        answered.append(message)

    headers = [] if length is None else [(b"content-length", str(length).encode())]
    scope = {
        "type": "http", "method": "POST", "path": path, "query_string": b"", "http_version": "1.1", "headers": headers,
    }  # fmt: skip
    await pages(scope, receive, send)
    return answered[0]["status"], answered[-1]["body"]


def run(talk: Callable[[WsgiInThreads], Coroutine[Any, Any, None]], threads: int = 2) -> None:
    pages = WsgiInThreads(application, threads)
    asyncio.run(talk(pages))
    assert pages.bodies == 0, "a body is still held"
    pages.lanes.close(1)


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_PAUSE", 0.1)

    async def talk(pages: WsgiInThreads) -> None:
        began = monotonic()
        status, _ = await ask(pages, [b"x"], ends=False)
        assert status == 408
        assert monotonic() - began < 3
        assert await ask(pages, [b"x", b"yz"]) == (200, b"3")

    run(talk)


def test_a_body_that_trickles_is_not_waited_for_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY", 0.1)

    async def talk(pages: WsgiInThreads) -> None:
        assert (await ask(pages, [b"x"] * 5, ends=False))[0] == 408

    run(talk)


def test_a_body_too_large_is_refused_by_what_it_says_of_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_BYTES", 100)

    async def talk(pages: WsgiInThreads) -> None:
        assert (await ask(pages, [], ends=False, length=101))[0] == 413
        assert (await ask(pages, [], ends=False, length=10**30))[0] == 413
        assert (await ask(pages, [b"x" * 60, b"x" * 60]))[0] == 413
        assert await ask(pages, [b"x" * 60, b"x" * 40], length=100) == (200, b"100")

    run(talk)


def test_bodies_together_are_bounded_and_a_small_one_is_not_refused_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODIES_BYTES", 250)
    monkeypatch.setattr(limits, "BODY_PAUSE", 0.3)

    async def talk(pages: WsgiInThreads) -> None:
        unfinished = [asyncio.ensure_future(ask(pages, [b"x" * 100], ends=False)) for _ in range(6)]
        await asyncio.sleep(0.1)
        assert pages.bodies <= 300
        answers = sorted(status for status, _ in await asyncio.gather(*unfinished))
        assert answers == [408, 408, 503, 503, 503, 503]
        assert await ask(pages, [b"x" * 100]) == (200, b"100")

    run(talk)


def test_a_page_that_takes_too_long_is_answered_and_leaves_its_thread_when_it_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "REQUEST", 0.2)
    _GO.clear()

    async def talk(pages: WsgiInThreads) -> None:
        slow = [asyncio.ensure_future(ask(pages, [], path="/slow")) for _ in range(3)]
        answers = await asyncio.gather(*slow)
        assert [status for status, _ in answers] == [503] * 3
        _GO.set()
        await asyncio.sleep(0.1)
        assert pages.lanes.workers.running == 0
        assert await ask(pages, [b"x"]) == (200, b"1")

    run(talk)


def test_a_full_lane_says_so_and_the_other_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WORKERS", 1)
    _GO.clear()

    async def talk(pages: WsgiInThreads) -> None:
        lane, slow = pages.lanes.workers, []
        for running, waiting in ((1, 0), (1, 1)):
            slow.append(asyncio.ensure_future(ask(pages, [], path="/slow")))
            while (lane.running, len(lane.waiting)) != (running, waiting):
                await asyncio.sleep(0.01)
        assert (await ask(pages, [b"x"]))[0] == 503
        _GO.set()
        assert [status for status, _ in await asyncio.gather(*slow)] == [200, 200]

    run(talk)


def test_who_waits_when_the_process_ends_is_told_at_once_and_what_is_being_made_soon() -> None:
    _GO.clear()

    async def talk(pages: WsgiInThreads) -> None:
        working = [asyncio.ensure_future(ask(pages, [], path="/slow")) for _ in range(20)]
        unfinished = asyncio.ensure_future(ask(pages, [b"x"], ends=False))
        await asyncio.sleep(0.2)
        began = monotonic()
        pages.end()
        assert (await unfinished)[0] == 408
        await asyncio.sleep(0.2)
        assert [each.result()[0] for each in working if each.done()] == [503] * 19, "one is being made"
        assert {status for status, _ in await asyncio.gather(*working)} == {503}, "and is not waited for much longer"
        assert (await ask(pages, []))[0] == 503
        assert monotonic() - began < 3
        _GO.set()

    run(talk)
