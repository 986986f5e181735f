"""The state of a rehearsal: its book, the dice, the strengths of contestants, and how an act is tried and posted."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, RulingGiven
from overtrick.core.event.fold.tournament import PlanFor, Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.results import Single
from overtrick.director.decide import decide
from overtrick.director.posting import Poster, decided_on, keep
from overtrick.lab.deals import DealtBoard, deal_board, play_board
from overtrick.lab.fault_rates import NO_FAULTS, Faults
from overtrick.lab.timetable import write_time
from overtrick.ledger.memory import MemoryBook

FIRST_DAY = datetime.fromisoformat("2026-07-04T08:00")
"""When the entries of a rehearsal are taken, in the venue's time."""

Side = tuple[str, ...]
"""The contestants of a side of a table."""


class RehearsalStop(Exception):
    """The rehearsal has reached the point where it was to stop."""


@dataclass(frozen=True, slots=True)
class PendingReview:
    """A review that waits for its decision: the posting that asked for it, and the ruling if it is upheld."""

    posting: int
    ruling: RulingGiven


@dataclass(slots=True)
class RehearsedEvent:
    """An event being played: its book, its state, the dice, and the strengths of the contestants.

    *rosters* are the players of each entry, in seeded order, where they are known; *strengths* how strong each of them
    is, *numbers* the federation's number of each; *titles* the names of the entries. With *until*, it stops before the
    first act for which that is true. *refusals* are the refused acts, each with the fault that led to it and the
    message; *reviews* are those that wait for a decision.
    """

    plan_for: PlanFor
    event: str
    dice: Random
    faults: Faults = NO_FAULTS
    choices: tuple[str, ...] = ()
    rules: str = ""
    program: str = ""
    book: MemoryBook = field(default_factory=MemoryBook)
    state: Tournament = field(init=False)
    rosters: tuple[tuple[str, ...], ...] = ()
    strengths: Mapping[str, float] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    strength: dict[str, float] = field(default_factory=dict)
    boards: dict[tuple[str, int, int], DealtBoard] = field(default_factory=dict)
    clock: int = 0
    readings: dict[str, str] = field(default_factory=dict)
    now: datetime = FIRST_DAY
    pace: timedelta = timedelta(milliseconds=100)
    until: Callable[[Tournament, Act], bool] | None = None
    titles: tuple[str, ...] = ()
    refusals: list[tuple[str, str]] = field(default_factory=list)
    reviews: list[PendingReview] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = Tournament(self.plan_for)

    def do(self, act: Act) -> None:
        """Decide on an act, post the result, and fold it."""
        if self.until is not None and self.until(self.state, act):
            raise RehearsalStop
        self.clock += 1
        self.now += self.pace
        poster = Poster("rehearsal", write_time(self.now), str(self.clock))
        keep(self.state, self.book, decided_on(self.state, act, poster, decide))

    def may(self, act: Act) -> bool:
        """Whether the director would allow an act now."""
        try:
            decide(self.state, act, write_time(self.now))
        except DirectorError:
            return False
        return True

    def allows(self, act: Act, fault: str) -> bool:
        """Whether the director would allow an act now; a refusal is recorded under the fault that led to it."""
        try:
            decide(self.state, act, write_time(self.now))
        except DirectorError as refusal:
            self.refusals.append((fault, str(refusal)))
            return False
        return True

    def attempt(self, act: Act, fault: str) -> bool:
        """Do an act if the director allows it, and say whether it was done; a refusal is recorded."""
        allowed = self.allows(act, fault)
        if allowed:
            self.do(act)
        return allowed

    def strikes(self, chance: float) -> bool:
        """Whether a fault with this chance happens; an impossible one leaves the dice unchanged."""
        return chance > 0 and self.dice.random() < chance

    def seed_order(self, names: Iterable[str]) -> tuple[str, ...]:
        """These contestants in the order of their strength, as the organiser estimates it."""
        return tuple(sorted(names, key=lambda name: -self.strength[name] - self.dice.gauss(0, 0.3)))

    def picks(self, options: Sequence[str]) -> str:
        """The opponent that a team chooses, at random."""
        return self.dice.choice(options)

    def play_round(self, state: StageState) -> None:
        """Draw a round, play it and close it."""
        raise NotImplementedError

    def play_knockout(self, state: StageState) -> None:
        """Play the matches of a knockout stage of a graph until each is decided."""
        raise NotImplementedError

    def result_between(self, state: StageState, number: int, board: int, ns: Side, ew: Side) -> Single:
        """A result between two sides, each as strong as its members are on average."""
        north, east = (sum(self.strength[name] for name in side) / len(side) for side in (ns, ew))
        return self._result(state, number, board, north, east)

    def _result(self, state: StageState, number: int, board: int, ns: float, ew: float) -> Single:
        key = (state.plan.name, state.scope(number), board)
        if key not in self.boards:
            self.boards[key] = deal_board(self.dice)
        return play_board(self.boards[key], ns, ew, self.dice)
