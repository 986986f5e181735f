"""The simulated director of the demo: closes rounds, draws the next ones, and holds the event again when it is over."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import Event, Thread
from time import monotonic

from django.db import connections
from django.utils import timezone

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    CallAnswered,
    LotDrawn,
    Posting,
    ResultConfirmed,
    RoundClosed,
    RoundEnded,
    RoundStarted,
    ScoreAwarded,
    ScoresShown,
    StageClosed,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.accounts import open_accounts
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import Place, RoundState
from overtrick.core.provenance import VPS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
from overtrick.views.drafts import draft_page, lot_name, needs_lot
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection
from overtrick.web.server.demo.books import DIRECTOR, DemoEvent, sequel
from overtrick.web.server.demo.congress import hold_sequel
from overtrick.web.server.demo.phones import TIMEOUT, UNREACHABLE, Phones, ServerAccess
from overtrick.web.table.links import link, tables

logger = logging.getLogger(__name__)

KEY = "demo director"
"""The prefix of the keys of the simulated director's postings."""

STAND_IN = "stand-in "
"""The prefix of the keys of phones that stand in for the reader."""

AVERAGE = 10
"""The VPs of a pair that had no match: half of the twenty in a match."""


@dataclass(frozen=True, slots=True)
class Waits:
    """How many seconds the simulated director gives the reader before it acts.

    *reader* is how long the reader's tables must have posted nothing before simulated players stand in there. *desk* is
    the time for the reader to settle a dispute, close a round or publish a draw, counted from the last posting. *over*
    is how long final standings stay before the event begins again. After *stalled* seconds without any posting it also
    begins again, whatever the cause.
    """

    reader: float = 180.0
    desk: float = 60.0
    over: float = 180.0
    stalled: float = 1800.0
    retry: float = 30.0


@dataclass(frozen=True, slots=True)
class TableLinks:
    """The tokens of an event's tables: the reader's by table number, and those of all other tables."""

    reader: tuple[tuple[int, str], ...]
    others: tuple[str, ...]


Announce = Callable[[DemoEvent, TableLinks], None]
MakePhones = Callable[[tuple[str, ...], Rehearsal, str], Phones]
"""A function that makes phones for tokens of a rehearsed event; the last argument is the prefix of their keys."""


def table_links(record: BookRecord, event: Tournament, readers: tuple[int, ...]) -> TableLinks:
    """The links of all tables of an event, with those of the *readers* tables separate."""
    made = [(table, link(record, table, room)) for table, room in tables(event)]
    own = tuple(each for each in made if each[0] in readers)
    return TableLinks(own, tuple(token for table, token in made if table not in readers))


@dataclass(slots=True)
class SimulatedDirector:
    """Keeps one event of the demo going; each `step` does the next thing that is due, if any.

    It leaves the reader's tables alone while the reader enters results there. *phones* belong to the other tables.
    """

    shown: DemoEvent
    links: TableLinks
    rehearsal: Rehearsal
    phones: Phones
    make_phones: MakePhones
    announce: Announce
    waits: Waits = Waits()
    pace: float = 4.0
    clock: Callable[[], float] = monotonic
    number: int = 1
    stopped: Event = field(default_factory=Event)
    _stand_ins: Phones = field(init=False)
    _seen: int | None = None
    _reader_at: float = 0.0
    _moved_at: float = 0.0
    _thread: Thread | None = None

    def __post_init__(self) -> None:
        self._take_up(self.shown, self.links, self.rehearsal)

    def start(self, line: ServerAccess) -> None:
        """Start in the background, and wait there until the server answers on this line."""
        self._thread = Thread(target=self._run, args=(line,), name="director", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Finish the current step, then stop the director and the phones."""
        self.stopped.set()
        if self._thread is not None:
            self._thread.join(TIMEOUT)
        self.phones.stop()

    def _run(self, line: ServerAccess) -> None:
        # The server's processes fork from this one: until then, no lock and no connection may be held here.
        while not line.answers():
            if self.stopped.wait(self.pace):
                return
        pause = self.pace
        while not self.stopped.wait(pause):
            went_well = self.try_step()
            pause = self.pace if went_well else self.waits.retry
            if not went_well:
                connections.close_all()  # do not reuse a broken connection
        connections.close_all()

    def try_step(self) -> bool:
        """Do the next thing that is due; return whether it succeeded. Failures are logged and tried again later."""
        try:
            self.step()
        except (DirectorError, *UNREACHABLE) as refusal:
            logger.warning("%s: %s", self.shown.slug, refusal)
        except Exception:
            logger.exception("%s: the simulated director tries again", self.shown.slug)
        else:
            return True
        return False

    def step(self) -> None:
        """Do the next thing that is due, if any."""
        with use_organisation(DEFAULT):
            record = BookRecord.objects.get(slug=self.shown.slug)
            now = event_projection(record)
            self._notice(list(now.book.postings(self._seen)) if self._seen is not None else [], now.last)
            with now.lock:
                event = now.event
                over, acts = _is_over(event), list(self._due(event))
            if (over and self._quiet(self.waits.over)) or self._quiet(self.waits.stalled):
                self._begin_again()
            elif not over and not acts and self._may_fill_in(event):
                self._stand_ins.play_once()
            for act in acts:
                self._post(record, act)

    def _take_up(self, shown: DemoEvent, links: TableLinks, rehearsal: Rehearsal) -> None:
        self.shown, self.links, self.rehearsal = shown, links, rehearsal
        self._stand_ins = self.make_phones(tuple(token for _, token in links.reader), rehearsal, STAND_IN)
        self._seen = None
        self._reader_at = self._moved_at = self.clock()

    def _notice(self, postings: list[Posting], last: int) -> None:
        """Record when anything was posted, and when the reader last posted at a table."""
        self._seen = last
        if postings:
            self._moved_at = self.clock()
        if any(map(self._by_reader, postings)):
            self._reader_at = self.clock()

    def _by_reader(self, posting: Posting) -> bool:
        """Whether this was posted by a person at one of the reader's tables, and not by a phone that stands in."""
        word, _, rest = posting.by.partition(" ")
        at_own = word == "table" and rest.split(" ")[0] in {str(table) for table, _ in self.links.reader}
        return at_own and f":{STAND_IN}" not in posting.key

    def _quiet(self, seconds: float) -> bool:
        return self.clock() - self._moved_at >= seconds

    def _reader_quiet(self) -> bool:
        return self.clock() - self._reader_at >= self.waits.reader

    def _post(self, record: BookRecord, act: Act) -> None:
        last = event_projection(record).last
        try:
            post(record, act, DIRECTOR, f"{KEY} {last}")
        except DirectorError:
            # The reader may already have posted the times of a round at the desk; everything else must succeed.
            if not isinstance(act, RoundStarted | RoundEnded | ScoresShown):
                raise

    def _due(self, event: Tournament) -> Iterator[Act]:
        """The acts that the director must post now; none while tables play or while the reader may want to do it."""
        state = next((each for each in event.stages.values() if not each.closed), None)
        if state is None or not self._quiet(self.waits.desk):
            return
        drawn = state.rounds.get(state.last_round)
        if drawn is None or drawn.closed:
            yield from _next_round(event, state)
        elif not self._in_play(state, drawn):
            yield from _settle(state, drawn) or _close(state, drawn)

    def _in_play(self, state: StageState, drawn: RoundState) -> bool:
        """Whether results are still to be entered or confirmed, or a dispute is still the reader's to settle."""
        unsettled = _unsettled_boards(state, drawn)
        own = {table for table, _ in self.links.reader}
        disputed = {place for place in unsettled if _is_disputed(drawn, place)}
        return bool(unsettled - disputed) or (any(place[0] in own for place in disputed) and not self._reader_quiet())

    def _may_fill_in(self, event: Tournament) -> bool:
        """Whether only the reader's tables owe results, and the reader has been away from them for a while."""
        state = next((each for each in event.stages.values() if not each.closed), None)
        drawn = state.rounds.get(state.last_round) if state is not None else None
        if state is None or drawn is None or drawn.closed or not self._reader_quiet():
            return False
        own = {table for table, _ in self.links.reader}
        waiting = {place for place in _unsettled_boards(state, drawn) if not _is_disputed(drawn, place)}
        return bool(waiting) and all(place[0] in own for place in waiting)

    def _begin_again(self) -> None:
        """Hold the same event again under the next number, with the same players."""
        shown = sequel(self.shown, self.number + 1)
        rehearsal = shown.rehearse()
        record = hold_sequel(shown, rehearsal, timezone.localtime())
        links = table_links(record, rehearsal.state, tuple(table for table, _ in self.links.reader))
        self.phones.stop()
        self.number += 1
        self._take_up(shown, links, rehearsal)
        self.phones = self.make_phones(links.others, rehearsal, "")
        self.phones.start()
        self.announce(shown, links)


def _is_over(event: Tournament) -> bool:
    """Whether every stage of an event is closed."""
    names = [stage.name for stage in event.current_plan().stages]
    return all(name in event.stages and event.stages[name].closed for name in names)


def _unsettled_boards(state: StageState, drawn: RoundState) -> set[Place]:
    """The boards of a round without a result, or whose result is not confirmed."""
    gone = {
        table
        for table, seating in drawn.seatings.items()
        if any(state.status(name).left is not None for name in seating.names)
    }
    missing = set(state.missing(drawn.number)) - set(drawn.owed)
    unagreed = {place for place, known in drawn.results.items() if not known.confirmed}
    return {place for place in missing | unagreed if place[0] not in gone}


def _is_disputed(drawn: RoundState, place: Place) -> bool:
    known = drawn.results.get(place)
    return known is not None and known.disputed


def _settle(state: StageState, drawn: RoundState) -> list[Act]:
    """The acts that answer calls and settle disputes: the result that was entered first is confirmed."""
    stage, number = state.plan.name, drawn.number
    calls = [CallAnswered(stage, number, table, room) for table, room in drawn.calls]
    results = [
        ResultConfirmed(stage, number, table, board, room, known.result, known.latest)
        for (table, room, board), known in drawn.results.items()
        if known.disputed
    ]
    return [*calls, *results]


def _close(state: StageState, drawn: RoundState) -> list[Act]:
    """The acts that close a round: a score for each pair without a match, the times, and the closing itself."""
    stage, number = state.plan.name, drawn.number
    average, clause = AVERAGE if state.unit == VPS else 0, str(state.plan.clause.cite)
    awards = [
        ScoreAwarded(each.contestant, stage, number, average, clause, "had no match in this round")
        for each in open_accounts(state, number)
        if not each.board
    ]
    return [*awards, RoundEnded(stage, number), ScoresShown(stage, number), RoundClosed(stage, number)]


def _next_round(event: Tournament, state: StageState) -> list[Act]:
    """The acts that begin the next round, or close the stage after its last one. A lot is drawn before the draw."""
    stage, number = state.plan.name, state.last_round + 1
    if number > rounds_of(state):
        return [StageClosed(stage)]
    if needs_lot(event, stage):
        return [LotDrawn(lot_name(stage, number), seed=timezone.now().isoformat())]
    draw = draft_page(event, stage, reason="the committee allows a rematch: no draw is left without one").act
    return [draw, RoundStarted(stage, number)]
