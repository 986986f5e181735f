"""Pages on the stream: everybody is told what a page says, whole, in a few bytes, and never anything older."""

import asyncio
import json
import zlib
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from random import Random
from time import monotonic
from typing import Any

from overtrick.web.live import watched_page
from overtrick.web.live.channel import SLICE
from overtrick.web.live.hub import Hub, HubEntry
from overtrick.web.live.stream import Stream
from overtrick.web.live.watched_page import PageAddress, PageFrame, WatchedPage

ROOM = "/e/open/"


class Pages:
    """Pages of two events, each with a hundred rows of which some change with every posting."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.dice = Random(7)
        self.rows = {path: [1000 + row for row in range(100)] for path in (ROOM, "/e/open/draw/", "/e/other/")}
        self.framed = True
        self.made = 0
        self.held: list[int] = []

    async def make(self, asked: PageAddress, held: int = 0) -> PageFrame | None:
        self.held.append(held)
        await asyncio.sleep(0)
        rows = self.rows.get(asked.address)
        if rows is None or not self.framed:
            return None
        self.made += 1
        for row in self.dice.sample(range(100), 20):
            rows[row] += 1
        event = asked.address.split("/")[2]
        return PageFrame(event, self.hub.events[event].last, json.dumps({"w": "x", "p": rows}))


class Reader:
    """A reader who unpacks what it is sent as a browser does, and may be slow."""

    def __init__(self, stream: Stream, address: str, *, zipped: bool = True) -> None:
        path, _, query = address.partition("?")
        headers = [(b"host", b"hall.example"), *([(b"accept-encoding", b"gzip, br")] if zipped else [])]
        scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": headers}
        self.bodies: list[bytes] = []
        self.headers: dict[bytes, bytes] = {}
        self.free = asyncio.Event()
        self.free.set()
        self.unpack = zlib.decompressobj(16 + zlib.MAX_WBITS) if zipped else None
        self.text = ""
        self.task = asyncio.ensure_future(stream(scope, self.receive, self.send))

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        await self.free.wait()
        self.headers |= dict(message.get("headers", ()))
        if body := message.get("body", b""):
            self.bodies.append(body)
            self.text += (self.unpack.decompress(body) if self.unpack else body).decode()

    @property
    def frames(self) -> list[dict[str, Any]]:
        """The frames it was told, each with its sum as sent."""
        found = []
        for block in self.text.split("\n\n"):
            if block.startswith("event: frame\n"):
                total, _, said = block.partition("data: ")[2].partition(" ")
                assert zlib.adler32(said.encode()) == int(total)
                found.append(json.loads(said))
        return found

    @property
    def numbers(self) -> list[dict[str, Any]]:
        """What it was told in numbers."""
        return [json.loads(each[6:]) for each in self.text.split("\n") if each.startswith('data: {"')]


async def until(so: Callable[[], bool]) -> None:
    """Wait until something is so, a minute at the most."""
    async with asyncio.timeout(60):
        while not so():
            await asyncio.sleep(0.05)


def play(story: Callable[[Hub, Stream, Pages], Awaitable[None]], quickest: float = 0.02) -> None:
    async def run() -> None:
        hub = Hub()
        hub.handle_poll({each: HubEntry(3, shown=each != "hidden") for each in ("open", "other", "hidden")})
        pages = Pages(hub)
        hub.make = pages.make
        await story(hub, Stream(hub, "only for tests"), pages)

    usual, watched_page.QUICKEST = watched_page.QUICKEST, quickest
    try:
        asyncio.run(run())
    finally:
        watched_page.QUICKEST = usual


def test_all_readers_of_a_page_hold_what_it_says_for_a_few_bytes() -> None:
    async def story(hub: Hub, stream: Stream, pages: Pages) -> None:
        readers = [Reader(stream, f"/live/open?view={ROOM}") for _ in range(5)]
        plain = Reader(stream, f"/live/open?view={ROOM}", zipped=False)
        await asyncio.sleep(0.05)
        for number in range(4, 24):
            hub.handle_notice("open", number)
            await asyncio.sleep(0.03)
        await asyncio.sleep(0.1)
        assert (readers[0].headers[b"content-encoding"], plain.headers.get(b"content-encoding")) == (b"gzip", None)
        for reader in (*readers, plain):
            assert reader.frames[-1]["number"] == 23
            assert reader.frames[-1]["frame"]["p"] == pages.rows[ROOM]
            assert [each["number"] for each in reader.frames] == sorted({each["number"] for each in reader.frames})
            assert not reader.numbers
        later = [len(body) for body in readers[0].bodies[1:]]
        assert len(later) >= 15
        assert max(later) * 2 < len(readers[0].bodies[0]), "with the message before as dictionary"
        assert pages.made <= 22, "once for all readers"

    play(story)


def test_a_page_of_a_book_that_went_back_is_made_again() -> None:
    async def story(hub: Hub, stream: Stream, pages: Pages) -> None:
        reader = Reader(stream, f"/live/open?view={ROOM}")
        await asyncio.sleep(0.05)
        hub.handle_notice("open", 9)
        await until(lambda: reader.frames[-1]["number"] == 9)
        for _ in range(2):
            hub.handle_poll({"open": HubEntry(6, shown=True)}, ["open"])
        await until(lambda: reader.frames[-1]["number"] == 6)
        hub.handle_notice("open", 7)
        await until(lambda: reader.frames[-1]["number"] == 7)
        assert pages.made >= 4
        assert pages.held[:3] == [0, 3, 5], "what readers hold, and nothing where nobody does yet"

    play(story)


def test_a_page_is_made_again_when_its_venue_falls_silent_and_when_it_is_heard() -> None:
    async def story(hub: Hub, stream: Stream, pages: Pages) -> None:
        reader = Reader(stream, f"/live/open?view={ROOM}")
        await until(lambda: len(reader.frames) == 1)
        since = datetime(2026, 7, 4, 4, 2, tzinfo=UTC)
        for many, silent in ((2, since), (3, None)):
            for _ in range(3):
                hub.handle_poll({"open": HubEntry(3, shown=True, silent=silent)}, ["open"])
                await asyncio.sleep(0.05)
            await until(lambda many=many: len(reader.frames) == many)  # type: ignore[misc]  # a lambda's default
            hub.handle_notice("open", 2)
            assert hub.events["open"].silent == silent
        assert [each["number"] for each in reader.frames] == [3, 3, 3]
        hub.handle_poll({"open": HubEntry(3, shown=True, silent=since)}, ["open"])
        hub.handle_notice("open", 4)
        assert hub.events["open"] == HubEntry(4, shown=True, silent=since)

    play(story)


def test_who_misses_a_message_is_sent_one_that_stands_alone() -> None:
    async def story(hub: Hub, stream: Stream, pages: Pages) -> None:
        reader = Reader(stream, f"/live/open?view={ROOM}")
        await asyncio.sleep(0.05)
        hub.handle_notice("open", 4)
        await asyncio.sleep(0.01)
        reader.free.clear()
        for number in range(5, 12):
            hub.handle_notice("open", number)
            await asyncio.sleep(0.03)
        reader.free.set()
        await asyncio.sleep(0.1)
        assert reader.frames[-1]["number"] == 11
        assert reader.frames[-1]["frame"]["p"] == pages.rows[ROOM]

    play(story)


def test_one_line_carries_pages_of_several_events_and_numbers_beside_them() -> None:
    async def story(hub: Hub, stream: Stream, pages: Pages) -> None:
        address = f"/live/open,other?view={ROOM}&view=/e/open/draw/&view=/e/other/&numbers=other"
        reader = Reader(stream, address)
        await asyncio.sleep(0.05)
        for number in range(4, 12):
            hub.handle_notice("open", number)
            hub.handle_notice("other", number)
            await asyncio.sleep(0.03)
        await asyncio.sleep(0.3)
        last = {each["view"]: each for each in reader.frames}
        assert set(last) == {ROOM, "/e/open/draw/", "/e/other/"}
        assert all(each["frame"]["p"] == pages.rows[view] and each["number"] == 11 for view, each in last.items())
        assert reader.numbers[-1] == {"event": "other", "number": 11}
        assert not any(each["event"] == "open" for each in reader.numbers)

    play(story)


def test_where_a_page_has_no_frames_its_reader_is_told_numbers() -> None:
    async def story(hub: Hub, stream: Stream, pages: Pages) -> None:
        reader = Reader(stream, "/live/open?view=/e/open/nowhere/")
        stolen = Reader(stream, "/live/open?view=/e/other/")
        await asyncio.sleep(0.05)
        hub.handle_notice("open", 4)
        await asyncio.sleep(0.3)
        for each in (reader, stolen):
            assert each.numbers[-1] == {"event": "open", "number": 4}
            assert not each.frames

    play(story)


def test_a_page_that_cannot_be_cut_any_more_is_fetched() -> None:
    async def story(hub: Hub, stream: Stream, pages: Pages) -> None:
        reader = Reader(stream, f"/live/open?view={ROOM}")
        await asyncio.sleep(0.05)
        pages.framed = False
        hub.handle_notice("open", 4)
        await asyncio.sleep(0.1)
        assert (reader.frames[-1]["number"], reader.frames[-1]["frame"]) == (4, None)

    play(story)


def test_a_page_of_an_event_that_is_hidden_is_told_no_longer() -> None:
    async def story(hub: Hub, stream: Stream, pages: Pages) -> None:
        reader = Reader(stream, f"/live/open?view={ROOM}")
        await asyncio.sleep(0.05)
        hub.handle_poll({"open": HubEntry(4, shown=False)})
        await asyncio.sleep(0.1)
        assert reader.task.done()
        assert [each["number"] for each in reader.frames] == [3]

    play(story)


def test_a_page_never_goes_back() -> None:
    async def story(hub: Hub, stream: Stream, pages: Pages) -> None:
        reader = Reader(stream, f"/live/open?view={ROOM}")
        await asyncio.sleep(0.05)

        async def older(asked: PageAddress, held: int) -> PageFrame | None:
            made = await Pages.make(pages, asked, held)
            return None if made is None else PageFrame(made.event, 2, made.frame)

        page = next(iter(hub.pages.values()))
        page._make = older
        hub.handle_notice("open", 4)
        await asyncio.sleep(0.1)
        assert [each["number"] for each in reader.frames] == [3]

    play(story)


def test_with_many_readers_the_pace_is_slower_and_those_who_ask_are_spread() -> None:
    async def story(hub: Hub, stream: Stream, pages: Pages) -> None:
        readers = [Reader(stream, f"/live/open?view={ROOM}") for _ in range(SLICE + 100)]
        await until(lambda: all(reader.frames for reader in readers))
        assert pages.made == 1, "once for all who come"
        began = monotonic()
        for number in range(4, 40):
            hub.handle_notice("open", number)
            await asyncio.sleep(0.01)
        await until(lambda: all(reader.frames[-1]["number"] == 39 for reader in readers))
        pace = len(readers) / watched_page.READERS_A_SECOND
        assert pages.made <= (monotonic() - began) / pace + 2
        assert {reader.frames[-1]["number"] for reader in readers} == {39}
        assert readers[0].frames[-1]["spread"] == 1024
        again = {int(reader.text.split("\n", 1)[0].removeprefix("retry: ")) for reader in readers}
        assert len(again) > 100, "each comes again after another time"
        assert min(again) >= 1000

    play(story)


def test_a_page_nobody_reads_is_made_no_more() -> None:
    async def story(hub: Hub, stream: Stream, pages: Pages) -> None:
        reader = Reader(stream, f"/live/open?view={ROOM}")
        await asyncio.sleep(0.05)
        page: WatchedPage = next(iter(hub.pages.values()))
        reader.task.cancel()
        await asyncio.sleep(0.01)
        assert page.idle
        again = asyncio.ensure_future(hub.beat())
        await asyncio.sleep(0)
        made = pages.made
        hub.handle_notice("open", 4)
        await asyncio.sleep(0.1)
        again.cancel()
        assert pages.made == made

    play(story)
