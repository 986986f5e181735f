"""An event in a test's own hands: acts decided on, posted and folded, and results by the handful."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from overtrick.core.event.acts import (
    Act,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    LotDrawn,
    ResultPosted,
    RoundClosed,
    StageClosed,
    StageStarted,
)
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED
from overtrick.core.model.notation import read_result
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.director.decide import decide
from overtrick.director.decision import becomes
from overtrick.director.draws import draft
from overtrick.director.entries import stage_fields
from overtrick.director.posting import Poster, decided_on, keep
from overtrick.ledger.memory import MemoryBook
from overtrick.regulations.plan.event_book import plan_for

Scores = Callable[[int, int, str, int], str]
"""A result by round, table, room and board."""

HERE = "2026-07-04T10:00:00+10:00"


def flat(number: int, table: int, room: str, board: int) -> str:
    """The same result everywhere: nobody gains anything."""
    return "1NT N ="


def by_table(result: Callable[[int], str]) -> Scores:
    """Results that depend on the table alone."""
    return lambda number, table, room, board: result(table)  # noqa: ARG005 - the shape of all scores


@dataclass
class Room:
    """An event being directed by a test."""

    name: str
    book: MemoryBook = field(default_factory=MemoryBook)
    event: Tournament = field(init=False)

    def __post_init__(self) -> None:
        self.event = Tournament(plan_for(self.name))

    def do(self, *acts: Act, at: str = "") -> tuple[str, ...]:
        """Post acts through the director, at a time that clocks go by if it is given; the cautions of the last."""
        cautions: tuple[str, ...] = ()
        for act in acts:
            poster = Poster("director", at or HERE, f"k{self.book.last() + 1}")
            intention = decided_on(self.event, act, poster, lambda event, act, _: decide(event, act, at))
            before = self.book.last()
            keep(self.event, self.book, intention)
            sent_again = (becomes(act, each.act) for each in self.book.postings(before))
            assert any(sent_again), f"sent again, {act} would be refused as another act"
            cautions = tuple(map(str, intention.cautions))
        return cautions

    def enter(self, names: Iterable[str], not_contending: Iterable[str] = ()) -> "Room":
        """Open the event, take these entries and close it."""
        out = set(not_contending)
        self.do(EventOpened(self.name, "", "", ""))
        self.do(*(EntryTaken(name, contending=name not in out) for name in names), EntriesClosed())
        return self

    def start(self, stage: str, seed: str = "lot") -> StageState:
        """Start a stage with the contestants the regulation takes."""
        self.do(LotDrawn(stage, seed=seed))
        self.do(StageStarted(stage, stage_fields(self.event, stage)))
        return self.event.stage(stage)

    def draw(self, stage: str, seed: str = "draw") -> int:
        """Publish the next draw as the regulation makes it; its round."""
        self.do(draft(self.event, stage, seed))
        return self.event.stage(stage).last_round

    def results(self, stage: str, number: int, scores: Scores = flat, tables: Iterable[int] | None = None) -> None:
        """Post the results a round still lacks, at these tables or at all."""
        state = self.event.stage(stage)
        wanted = None if tables is None else set(tables)
        for table, room, board in state.missing(number):
            seating = state.round(number).seatings.get(table)
            gone = seating is not None and bool(set(seating.names) & set(state.withdrawn))
            if (wanted is None or table in wanted) and not gone:
                result = read_result(scores(number, table, room, board))
                self.do(ResultPosted(stage, number, table, board, result, room))

    def close_round(self, stage: str, number: int) -> None:
        """Close a round."""
        self.do(RoundClosed(stage, number))

    def play(self, stage: str, scores: Scores = flat, rounds: int | None = None) -> StageState:
        """Draw, play and close rounds of a stage: all of them, or so many more."""
        state = self.event.stage(stage)
        last = rounds_of(state) if rounds is None else state.last_round + rounds
        while state.last_round < last:
            number = self.draw(stage)
            self.results(stage, number, scores)
            self.do(RoundClosed(stage, number))
        return state

    def close(self, stage: str) -> None:
        """Close a stage."""
        self.do(StageClosed(stage))

    def total(self, stage: str, contestant: str) -> object:
        """A contestant's total for the prize."""
        state = self.event.stage(stage)
        return state.standings(state.field_of(contestant)).row(contestant).total.value

    def agrees(self) -> bool:
        """Whether a replay of the book gives the same totals as the fold."""
        again = replay(plan_for(self.name), self.book.postings())
        return all(
            [(row.contestant, row.total.value) for row in state.standings(each.name).rows]
            == [(row.contestant, row.total.value) for row in again.stage(name).standings(each.name).rows]
            for name, state in self.event.stages.items()
            for each in state.fields
        )


def numbers(count: int) -> list[str]:
    """Contestants by number."""
    return [str(number) for number in range(1, count + 1)]


def by_strength(state: StageState, strong: Iterable[str]) -> Scores:
    """Results by which those named first do best: each beats everybody after it, the more the further apart.

    In teams the better side makes its contract in both rooms and the other does not.
    """
    order = {name: place for place, name in enumerate(strong)}
    teams = isinstance(state.plan.scoring.board, TeamsRule)

    def scores(number: int, table: int, room: str, board: int) -> str:
        seating = state.round(number).seatings[table]
        ns, ew = (seating.ew, seating.ns) if board in seating.switched else (seating.ns, seating.ew)
        if room == CLOSED:
            ns, ew = ew, ns
        better = order[ns] < order[ew]
        if teams:
            return "1NT N +1" if better else "1NT N -1"
        tricks = min(6, abs(order[ns] - order[ew]))
        return f"1NT N +{tricks}" if better else f"1NT N -{tricks}"

    return scores
