"""The live stream: numbers, never backwards, paced, to those who may see them."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from overtrick.web.live import channel
from overtrick.web.live import hub as hubs
from overtrick.web.live.hub import Hub, HubEntry
from overtrick.web.live.stream import Stream
from overtrick.web.live.tickets import LASTS, admits, ticket

SECRET = "only for tests"  # noqa: S105 - a test's own


class Reader:
    """A reader of the stream: what it was sent, and a way to leave."""

    def __init__(self, stream: Stream, path: str, query: str = "") -> None:
        self.sent: list[dict[str, Any]] = []
        self.gone = asyncio.Event()
        self.stuck = False
        scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": []}
        self.task = asyncio.ensure_future(stream(scope, self.receive, self.send))

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if self.stuck:
            await asyncio.sleep(60)
        self.sent.append(message)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def numbers(self) -> list[int]:
        bodies = [message.get("body", b"").decode() for message in self.sent[1:]]
        return [json.loads(line[6:])["number"] for body in bodies for line in body.split("\n") if "data: " in line]


def play(story: Callable[[Hub, Stream], Awaitable[None]]) -> None:
    async def run() -> None:
        hub = Hub()
        hub.handle_poll({"open": HubEntry(3, shown=True), "hidden": HubEntry(5, shown=False)})
        await story(hub, Stream(hub, SECRET))

    asyncio.run(run())


def test_a_reader_hears_the_number_at_once_and_each_new_one() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        reader = Reader(stream, "/live/open")
        await asyncio.sleep(0.01)
        assert reader.numbers == [3]
        hub.handle_notice("open", 4)
        await asyncio.sleep(0.05)
        assert reader.numbers == [3, 4]
        assert b"id: 4\n" in reader.sent[-1]["body"]

    play(story)


def test_many_postings_in_a_moment_are_one_message_and_the_last_arrives() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        reader = Reader(stream, "/live/open")
        await asyncio.sleep(0.01)
        for number in range(4, 104):
            hub.handle_notice("open", number)
            await asyncio.sleep(0.001)
        await asyncio.sleep(hubs.PACE + 0.1)
        assert reader.numbers[-1] == 103
        assert len(reader.numbers) <= 5
        assert reader.numbers == sorted(set(reader.numbers))

    play(story)


def test_a_number_never_goes_back() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        reader = Reader(stream, "/live/open")
        hub.handle_notice("open", 9)
        hub.handle_notice("open", 7)
        hub.handle_poll({"open": HubEntry(8, shown=True)})
        await asyncio.sleep(0.05)
        assert reader.numbers == [9]

    play(story)


def test_a_number_goes_back_with_a_book_that_went_back() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        moved: list[tuple[str, int]] = []
        hub.on_move.append(lambda event, last: moved.append((event, last)))
        hub.handle_notice("open", 9)
        hub.handle_poll({"open": HubEntry(8, shown=True)})  # it may have begun before the notice
        hub.handle_notice("open", 10)
        hub.handle_poll({"open": HubEntry(9, shown=True)})
        assert hub.events["open"].last == 10
        hub.handle_poll({"open": HubEntry(6, shown=True)})
        assert hub.events["open"].last == 6
        hub.handle_notice("open", 7)
        assert moved == [("open", 9), ("open", 10), ("open", 6), ("open", 7)]

    play(story)


def test_a_hidden_event_is_streamed_to_those_with_a_ticket_only() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        stranger = Reader(stream, "/live/hidden")
        forged = Reader(stream, "/live/hidden", "ticket=" + ticket("open", SECRET))
        official = Reader(stream, "/live/hidden", "ticket=" + ticket("hidden", SECRET))
        await asyncio.sleep(0.05)
        assert (stranger.status, forged.status, official.status) == (404, 404, 200)
        assert official.numbers == [5]

    play(story)


def test_an_event_hidden_while_it_is_read_is_read_no_longer() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        reader = Reader(stream, "/live/open")
        await asyncio.sleep(0.01)
        hub.handle_poll({"open": HubEntry(4, shown=False)})
        await asyncio.sleep(0.05)
        assert reader.numbers == [3]
        assert reader.task.done()

    play(story)


def test_an_event_nobody_holds_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        reader = Reader(stream, "/live/nowhere")
        await asyncio.sleep(0.01)
        hub.handle_poll(dict(hub.events))
        await asyncio.sleep(0.01)
        assert reader.status == 404

    play(story)


def test_an_event_made_just_now_is_found_at_the_next_look() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        reader = Reader(stream, "/live/new")
        await asyncio.sleep(0.01)
        hub.handle_poll({"new": HubEntry(0, shown=True)})
        await asyncio.sleep(0.01)
        assert (reader.status, reader.numbers) == (200, [0])

    play(story)


def test_who_leaves_is_counted_no_longer() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        readers = [Reader(stream, "/live/open") for _ in range(3)]
        await asyncio.sleep(0.01)
        assert hub.readers == 3
        readers[0].gone.set()
        await asyncio.sleep(0.01)
        assert hub.readers == 2

    play(story)


def test_a_reader_that_takes_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel, "PATIENCE", 0.05)
    monkeypatch.setattr(hubs, "HEARTBEAT", 0.06)

    async def story(hub: Hub, stream: Stream) -> None:
        beating = asyncio.ensure_future(hub.beat())
        slow, quick = Reader(stream, "/live/open"), Reader(stream, "/live/open")
        await asyncio.sleep(0.01)
        slow.stuck = True
        hub.handle_notice("open", 4)
        await asyncio.sleep(0.15)
        assert slow.task.done()
        assert quick.numbers == [3, 4]
        assert hub.readers == 1
        beating.cancel()

    play(story)


def test_everybody_is_let_go_when_the_process_ends() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        quick, slow = Reader(stream, "/live/open"), Reader(stream, "/live/open")
        await asyncio.sleep(0.01)
        slow.stuck = True
        hub.handle_notice("open", 4)
        await asyncio.sleep(0.25)
        hub.end()
        late = Reader(stream, "/live/open")
        await asyncio.sleep(0.05)
        assert all(reader.task.done() for reader in (quick, slow, late))
        assert quick.sent[-1]["more_body"] is False
        assert hub.readers == 0

    play(story)


def test_a_quiet_line_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "HEARTBEAT", 0.03)

    async def story(hub: Hub, stream: Stream) -> None:
        beating = asyncio.ensure_future(hub.beat())
        reader = Reader(stream, "/live/open")
        await asyncio.sleep(0.1)
        assert {message["body"] for message in reader.sent[2:]} == {b":\n\n"}
        beating.cancel()

    play(story)


def test_a_ticket_expires_and_cannot_be_lengthened() -> None:
    given = ticket("hidden", SECRET, now=1000)
    assert admits(given, "hidden", SECRET, now=1000 + LASTS - 1)
    assert not admits(given, "hidden", SECRET, now=1000 + LASTS + 1)
    until, _, signature = given.partition("-")
    assert not admits(f"{int(until) + 1}-{signature}", "hidden", SECRET, now=1000)
    assert not admits(given, "hidden", "another secret", now=1000)
    assert not any(admits(nonsense, "hidden", SECRET) for nonsense in ("", "-", "9" * 30, "x-y", "²-é"))


def told(reader: Reader) -> list[dict[str, Any]]:
    """Everything a reader was told, in order."""
    bodies = "".join(message.get("body", b"").decode() for message in reader.sent[1:])
    return [json.loads(line[6:]) for line in bodies.split("\n") if line.startswith("data: ")]


def test_one_line_carries_several_events_and_says_which_are_not_for_its_reader() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        hub.handle_poll({**hub.events, "other": HubEntry(7, shown=True)})
        reader = Reader(stream, "/live/open,hidden,other,open")
        official = Reader(
            stream, "/live/open,hidden", f"ticket={ticket('x', SECRET)}&ticket={ticket('hidden', SECRET)}"
        )
        await asyncio.sleep(0.01)
        assert told(reader) == [
            {"event": "open", "number": 3}, {"event": "hidden", "gone": True}, {"event": "other", "number": 7},
        ]  # fmt: skip
        assert told(official) == [{"event": "open", "number": 3}, {"event": "hidden", "number": 5}]
        assert hub.readers == 2
        for number in range(8, 30):
            hub.handle_notice("other", number)
            await asyncio.sleep(hubs.PACE / 20)
        hub.handle_notice("open", 4)
        hub.handle_notice("hidden", 6)
        await asyncio.sleep(2 * hubs.PACE)
        assert {"event": "open", "number": 4} in told(reader)
        assert told(reader)[-1]["number"] in (4, 29)
        assert {"event": "other", "number": 29} in told(reader)
        assert not any(each["event"] == "hidden" for each in told(reader)[3:])
        assert {"event": "hidden", "number": 6} in told(official)
        assert all(len(topic.waiting) <= 2 for topic in hub.topics.values()), "nobody waits twice"

    play(story)


def test_an_event_hidden_while_others_are_read_is_struck_off() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        hub.handle_poll({**hub.events, "other": HubEntry(7, shown=True)})
        reader = Reader(stream, "/live/open,other")
        await asyncio.sleep(0.01)
        hub.handle_poll({"open": HubEntry(4, shown=False), "other": HubEntry(7, shown=True)})
        await asyncio.sleep(0.05)
        assert told(reader)[-1] == {"event": "open", "gone": True}
        hub.handle_notice("open", 5)
        hub.handle_notice("other", 8)
        await asyncio.sleep(2 * hubs.PACE)
        assert told(reader)[-1] == {"event": "other", "number": 8}
        assert not reader.task.done()

    play(story)


def test_a_line_with_more_events_than_anybody_reads_has_the_first_of_them() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        hub.handle_poll({f"e{number}": HubEntry(number, shown=True) for number in range(60)})
        reader = Reader(stream, "/live/" + ",".join(hub.events))
        await asyncio.sleep(0.01)
        assert sum("number" in each for each in told(reader)) == 50
        assert sum("gone" in each for each in told(reader)) == 10

    play(story)


def test_a_look_at_some_events_leaves_the_others_and_finds_who_is_asked_for() -> None:
    async def story(hub: Hub, stream: Stream) -> None:
        hub.handle_notice("told", 4)  # by a notice: nobody knows yet who may see it
        reader = Reader(stream, "/live/told")
        await asyncio.sleep(0.01)
        assert hub.watched_events() == {"told"}
        assert not reader.sent
        hub.handle_poll({"told": HubEntry(4, shown=True)}, hub.watched_events())
        await asyncio.sleep(0.01)
        assert (reader.status, reader.numbers) == (200, [4])
        assert hub.events["open"] == HubEntry(3, shown=True)
        assert hub.watched_events() == {"told"}, "while it is read"
        hub.handle_poll({}, hub.watched_events())
        await asyncio.sleep(0.01)
        assert set(hub.events) == {"open", "hidden"}

    play(story)
