"""The demo goes on for hours: the simulated director, and the phones that fill in for the reader."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from overtrick.core.event.acts import Act, DirectorCalled, DrawPublished, ResultDisputed, ResultPosted, Withdrawn
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection
from overtrick.web.server.demo import congress
from overtrick.web.server.demo.books import CONGRESS, EVENTS, DemoEvent
from overtrick.web.server.demo.director import STAND_IN, SimulatedDirector, TableLinks, Waits, table_links
from overtrick.web.server.demo.phones import Phones, ServerAccess
from overtrick.web.server.run import Where

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 14, 15, 3, tzinfo=ZoneInfo("Australia/Sydney"))
TICK = 4.0
READER = (1, 2)


def last_match(event: Tournament, act: Act) -> bool:
    """Whether this would be the first result of match 7, the last one."""
    return isinstance(act, ResultPosted) and act.round == 7 and bool(event.stages)


def last_draw(event: Tournament, act: Act) -> bool:
    """Whether this would be the draw of match 7."""
    return isinstance(act, DrawPublished) and act.round == 7 and bool(event.stages)


SWISS = replace(EVENTS[0], entries=8, until=last_match, faults=NO_FAULTS, goes_on=None)
"""Four tables at the start of the last match: two are the reader's."""


class ClientPhones(Phones):
    """Phones that reach the pages in this process, and post only when they are told."""

    def start(self) -> None:
        self.stopped.clear()

    def stop(self) -> None:
        self.stopped.set()

    def _ask(self, path: str, said: dict[str, Any] | None = None) -> dict[str, Any]:
        client = Client()
        answer = client.get(path) if said is None else client.post(path, json.dumps(said), "application/json")
        body: dict[str, Any] = json.loads(answer.content)
        return body


@dataclass
class Demo:
    """An event of the demo with its director, on a clock that only `tick` moves."""

    shown: DemoEvent
    time: float = 1000.0
    announced: list[tuple[str, TableLinks]] = field(default_factory=list)
    director: SimulatedDirector = field(init=False)

    def __post_init__(self) -> None:
        rehearsal = self.shown.rehearse()
        held = Congress.objects.create(
            slug=CONGRESS, name="Harbour Bridge Congress", starts=NOW.date(), ends=NOW.date()
        )
        record = congress._hold_event(self.shown, rehearsal, held, 0, NOW)
        links = table_links(record, rehearsal.state, READER)
        self.director = SimulatedDirector(
            self.shown, links, rehearsal, self._phones(links.others, rehearsal, ""), self._phones,
            lambda event, made: self.announced.append((event.slug, made)), Waits(), TICK, lambda: self.time,
        )  # fmt: skip

    def _phones(self, tokens: tuple[str, ...], rehearsal: Rehearsal, prefix: str) -> Phones:
        return ClientPhones(ServerAccess(Where()), tokens, rehearsal, TICK, prefix, dice=Random(5))

    def tick(self) -> None:
        self.time += TICK
        if not self.director.phones.stopped.is_set():
            self.director.phones.play_once()
        assert self.director.try_step()

    def tick_until(self, ticks: int, *, true: Callable[[], object]) -> int:
        """Tick until something is so; how many seconds that took."""
        began = self.time
        for _ in range(ticks):
            if true():
                return int(self.time - began)
            self.tick()
        raise AssertionError("it did not happen in time")

    @property
    def record(self) -> BookRecord:
        return BookRecord.objects.get(slug=self.director.shown.slug)

    @property
    def state(self) -> StageState:
        return event_projection(self.record).event.stage("Swiss")

    def missing(self) -> set[int]:
        """The tables that lack results in the round in play."""
        return {table for table, _, _ in self.state.missing(self.state.last_round)}

    def filled_in(self) -> int:
        """How many postings were made in the reader's place."""
        return sum(f":{STAND_IN}" in posting.key for posting in DurableBook(self.record.slug).postings())


@pytest.fixture
def demo() -> Demo:
    return Demo(SWISS)


def test_it_goes_on_past_the_last_match_and_into_the_next_event(demo: Demo) -> None:
    old_end = 4 * 8 * 2
    demo.tick_until(400, true=lambda: demo.state.closed)
    first = demo.state
    assert all(first.round(number).closed for number in range(1, 8))
    assert all(known.confirmed for known in first.round(7).results.values())
    assert demo.filled_in() == 2 * 8 * 2, "each board of the reader's two tables entered and agreed"
    ended = demo.time
    demo.tick_until(100, true=lambda: demo.announced)
    assert demo.time - ended >= Waits().over, "final standings stay for a while"
    ((slug, links),) = demo.announced
    assert slug == "swiss-pairs-2"
    assert demo.record.title == "Swiss Pairs (2)"
    assert [table for table, _ in links.reader] == [1, 2]
    began = event_projection(demo.record).last
    demo.tick_until(700, true=lambda: demo.state.last_round == 3)
    assert demo.state.round(1).closed
    assert demo.state.round(2).closed
    assert event_projection(demo.record).last > began + 2 * old_end
    sheet = json.loads(Client().get(f"/t/{links.reader[0][1]}/now").content)
    assert (sheet["table"], sheet["round"]) == (1, 3), "the reader's link is at the new match"


def test_the_readers_tables_are_left_alone_while_the_reader_posts(demo: Demo) -> None:
    demo.tick_until(200, true=lambda: demo.missing() == {1, 2} and demo.time >= 1000 + Waits().reader - 2 * TICK)
    assert demo.filled_in() == 0
    reader = demo._phones((demo.director.links.reader[0][1],), demo.director.rehearsal, "by hand ")
    reader.play_once()
    quiet = demo.tick_until(100, true=lambda: demo.filled_in() > 0)
    assert Waits().reader <= quiet <= Waits().reader + 3 * TICK
    reader.play_once()
    before = demo.filled_in()
    for _ in range(int(Waits().reader / TICK) - 1):
        demo.tick()
    assert demo.filled_in() == before, "the reader came back"


def test_nobody_fills_in_while_other_tables_play(demo: Demo) -> None:
    demo.time += 10 * Waits().reader
    demo.director._moved_at = demo.time
    demo.tick_until(200, true=lambda: demo.missing() == {1, 2})
    assert demo.filled_in() == 0


def test_calls_and_disputes_are_settled_once_the_boards_are_in(demo: Demo) -> None:
    board = demo.state.round(7).seatings[3].boards[0]
    demo.tick_until(50, true=lambda: (3, "", board) in demo.state.round(7).results)
    known = demo.state.round(7).results[3, "", board]
    assert not known.confirmed
    act = ResultDisputed("Swiss", 7, 3, board, result=known.result, seen=known.latest, seat="East")
    post(demo.record, act, "table 3 East", "test dispute")
    post(demo.record, DirectorCalled("Swiss", 7, 4), "table 4", "test call")
    demo.tick_until(200, true=lambda: demo.missing() == {1, 2})
    assert demo.state.round(7).results[3, "", board].disputed, "the reader at the desk has time to settle it"
    assert demo.state.round(7).calls
    demo.tick_until(300, true=lambda: demo.state.round(7).closed)
    assert not demo.state.round(7).calls
    settled = demo.state.round(7).results[3, "", board]
    assert (settled.result, settled.confirmed, settled.disputed) == (known.result, True, False)


def test_a_pair_without_a_match_gets_its_score_and_the_round_closes() -> None:
    demo = Demo(replace(SWISS, until=last_draw))
    post(demo.record, Withdrawn("8", "Swiss", after=6, expunged=False), "Chief Director One", "test withdrawal")
    demo.tick_until(50, true=lambda: demo.state.last_round == 7)
    (out,) = demo.state.round(7).draw.sits_out
    assert demo.state.match_line(out, 7) is None
    demo.tick_until(400, true=lambda: demo.state.round(7).closed)
    line = demo.state.match_line(out, 7)
    assert line is not None
    assert line.score.value == 10, "half of twenty VPs"


def test_a_fault_is_logged_and_tried_again(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(SimulatedDirector, "_notice", broken)
        assert not demo.director.try_step()
    assert demo.director.try_step()


def test_an_event_that_cannot_go_on_is_held_again(demo: Demo) -> None:
    demo.director.phones.stop()
    demo.tick()
    demo.time += Waits().stalled
    demo.tick()
    assert [slug for slug, _ in demo.announced] == ["swiss-pairs-2"]


def test_a_demo_that_is_started_again_takes_up_the_event_it_had(demo: Demo) -> None:
    demo.director._begin_again()
    known = event_projection(demo.record).last
    demo.director.shown, demo.director.number = SWISS, 1
    demo.director._begin_again()
    assert (demo.record.slug, event_projection(demo.record).last) == ("swiss-pairs-2", known)
