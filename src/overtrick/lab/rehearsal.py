"""A whole event played through the director's own functions, from a seed, with things going wrong if asked."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from overtrick.core.draws.rules import Odd
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    BoardFouled,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    FormatChosen,
    LotDrawn,
    MatchForfeited,
    PenaltyGiven,
    Posting,
    ResultConfirmed,
    ResultCorrected,
    ResultPosted,
    RoundClosed,
    RulingGiven,
    ScoreAwarded,
    SeedsSet,
    StageClosed,
    StageStarted,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.drafting import rounds_of
from overtrick.core.event.plan import Contest, Entrants, Stage, SwissPlay
from overtrick.core.event.rounds import CLOSED, OPEN
from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import PlanFor, Tournament
from overtrick.core.model.contestants import Player
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Single
from overtrick.core.provenance import VPS
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.director.decide import decide
from overtrick.director.draws import draft
from overtrick.director.entries import stage_fields
from overtrick.lab.deals import DealtBoard, deal_board, play_board
from overtrick.ledger.book import Draft
from overtrick.ledger.memory import MemoryBook


@dataclass(frozen=True, slots=True)
class Faults:
    """How often things go wrong: chances per board, per match or per round."""

    correction: float = 0.0
    adjusted: float = 0.0
    penalty: float = 0.0
    fouled: float = 0.0
    forfeit: float = 0.0
    substitute: float = 0.0
    withdrawal: float = 0.0


NO_FAULTS = Faults()
USUAL_FAULTS = Faults(0.01, 0.01, 0.05, 0.02, 0.01, 0.03, 0.02)


@dataclass(slots=True)
class Rehearsal:
    """An event being played: its book, its state, the dice, and how strong everybody is."""

    plan_for: PlanFor
    event: str
    dice: Random
    faults: Faults = NO_FAULTS
    choices: tuple[str, ...] = ()
    rules: str = ""
    program: str = ""
    book: MemoryBook = field(default_factory=MemoryBook)
    state: Tournament = field(init=False)
    strength: dict[str, float] = field(default_factory=dict)
    boards: dict[tuple[str, int, int], DealtBoard] = field(default_factory=dict)
    clock: int = 0

    def __post_init__(self) -> None:
        self.state = Tournament(self.plan_for)

    def do(self, act: Act) -> None:
        """Decide on an act, post what comes of it, and fold it."""
        self.clock += 1
        at = f"2026-07-04T{9 + self.clock // 3600 % 12:02}:{self.clock // 60 % 60:02}:{self.clock % 60:02}+10:00"
        drafts = [
            Draft(done, "rehearsal", at, f"{self.clock}-{n}") for n, done in enumerate(decide(self.state, act).acts)
        ]
        for posting in self.book.append(drafts):
            self.state.post(posting)

    def _may(self, act: Act) -> bool:
        """Whether the director would allow an act now."""
        try:
            decide(self.state, act)
        except DirectorError:
            return False
        return True

    def _can_spare(self, entries: int) -> bool:
        """Whether one contestant more of so many entries may be there without contending."""
        out = sum(not entry.contending for entry in self.state.entries.values()) + 1
        try:
            self.plan_for(Entrants(entries, entries - out), self.state.choices, self.state.readings)
        except DirectorError:
            return False
        return True

    def play(self, entries: int) -> list[Posting]:
        """Play the event from its first entry to its last placing."""
        self._enter(entries)
        for stage in self.state.planned().stages:
            self._stage(stage)
        return list(self.book.postings())

    def _enter(self, entries: int) -> None:
        planned = self.plan_for(Entrants(entries), frozenset(self.choices), {})
        self.do(EventOpened(self.event, planned.name, self.rules, self.program))
        for choice in self.choices:
            self.do(FormatChosen(choice))
        size = 6 if planned.contest is Contest.TEAMS else 2
        for number in range(1, entries + 1):
            name = str(number)
            self.strength[name] = self.dice.gauss(0, 1)
            players = tuple(Player(f"Player {number}{letter}") for letter in "ABCDEF"[:size])
            contending = self.dice.random() > (0.05 if self.faults.withdrawal else 0) or not self._can_spare(entries)
            self.do(EntryTaken(name, players=players, contending=contending))
        if entries % 2 and any(_wants_house(stage) for stage in planned.stages[:1]):
            self.strength["house"] = 0.0
            self.do(EntryTaken("house", players=(Player("House A"), Player("House B")), contending=False, house=True))
        self.do(EntriesClosed())

    def _stage(self, plan: Stage) -> None:
        self.do(LotDrawn(plan.name, seed=f"{self.dice.random():.12f}"))
        if plan.source is None:
            ranked = sorted(self.state.entries, key=lambda name: -self.strength[name] - self.dice.gauss(0, 0.3))
            self.do(SeedsSet(plan.name, tuple(ranked)))
        self.do(StageStarted(plan.name, stage_fields(self.state, plan.name)))
        state = self.state.stage(plan.name)
        for _ in range(rounds_of(state)):
            self._round(state)
        self.do(StageClosed(plan.name))

    def _round(self, state: StageState) -> None:
        name = state.plan.name
        self.do(draft(self.state, name, seed=f"{self.dice.random():.12f}"))
        number = state.last_round
        self._before_play(state, number)
        for act in self._results(state, number):
            self.do(act)
        self._unplayed(state, number)
        self._after_play(state, number)
        self.do(RoundClosed(name, number))

    def _results(self, state: StageState, number: int) -> Iterator[Act]:
        drawn = state.round(number)
        name = state.plan.name
        teams = isinstance(state.plan.scoring.board, TeamsRule)
        for share in drawn.shares:
            one, two, three = share.teams
            for table, (ns, ew) in zip(share.tables, ((one, two), (two, three), (three, one)), strict=True):
                for board in share.boards:
                    yield ResultPosted(name, number, table, board, self._played(state, number, board, ns, ew))
        for table, seating in drawn.seatings.items():
            if table in drawn.forfeits or {seating.ns, seating.ew} & set(state.withdrawn):
                continue
            for board in seating.boards:
                ns, ew = (seating.ew, seating.ns) if board in seating.switched else (seating.ns, seating.ew)
                rooms = ((OPEN, ns, ew), (CLOSED, ew, ns)) if teams else (("", ns, ew),)
                for room, north, east in rooms:
                    yield ResultPosted(
                        name, number, table, board, self._played(state, number, board, north, east), room
                    )
                    if self.dice.random() < 0.5:
                        yield ResultConfirmed(name, number, table, board, room)

    def _played(self, state: StageState, number: int, board: int, ns: str, ew: str) -> Single:
        key = (state.plan.name, state.scope(number), board)
        if key not in self.boards:
            self.boards[key] = deal_board(self.dice)
        return play_board(self.boards[key], self.strength[ns], self.strength[ew], self.dice)

    def _unplayed(self, state: StageState, number: int) -> None:
        """Whoever has no match, and no score for it by rule, is given one by the director."""
        if state.plan.bye is None:
            average = 10 if state.unit == VPS else 0
            for name in state.round(number).draw.sits_out:
                act = ScoreAwarded(name, state.plan.name, number, average, state.plan.clause.cite, "sat out")
                self.do(act)
        for seating in state.round(number).seatings.values():
            gone = [side for side in (seating.ns, seating.ew) if side in state.withdrawn]
            if len(gone) == 1 and not state.withdrawn[gone[0]].expunged:
                other = seating.ew if gone[0] == seating.ns else seating.ns
                clause = str(state.plan.clause.cite)
                self.do(ScoreAwarded(other, state.plan.name, number, 0, clause, "opponents withdrew"))

    def _before_play(self, state: StageState, number: int) -> None:
        name, drawn = state.plan.name, state.round(number)
        for table, seating in list(drawn.seatings.items()):
            if state.plan.forfeit and self.dice.random() < self.faults.forfeit:
                self.do(
                    MatchForfeited(name, number, table, self.dice.choice((seating.ns, seating.ew)), "did not arrive")
                )
            if self.dice.random() < self.faults.substitute:
                self.do(SubstituteUsed(seating.ns, name, (number,), f"Player {seating.ns}A", "a substitute", "illness"))

    def _after_play(self, state: StageState, number: int) -> None:
        name, drawn = state.plan.name, state.round(number)
        places = sorted(drawn.results)
        for table, room, board in places:
            if self.dice.random() < self.faults.correction:
                right = self._played(state, number, board, *self._sides(state, number, table, room))
                self.do(ResultCorrected(name, number, table, board, right, "wrong declarer", room))
            elif self.dice.random() < self.faults.adjusted and not drawn.shares:
                ruled = self.dice.choice(
                    ("AV+ AV+", "AV+ AV-", "AV AV", "60% 4S N =, 40% 4S N -1", "NS 3NT N -1 | EW 3NT N =")
                )
                act = RulingGiven(name, number, table, board, read_result(ruled), "Law 12C", "misinformation", room)
                if self._may(act):
                    self.do(act)
        for contestant in state.playing:
            if self.dice.random() < self.faults.penalty:
                amount = self.dice.choice((1, 2, 3))
                clause = state.plan.clause.cite
                self.do(
                    PenaltyGiven(contestant, "late", name, number, amount, state.unit.many, clause, "late to the table")
                )
        self._foul(state, number)
        if number > 1 and self.dice.random() < self.faults.withdrawal and len(state.playing) > 6:
            gone = self.dice.choice(state.playing)
            self.do(Withdrawn(gone, name, number, expunged=False, reason="illness"))

    def _sides(self, state: StageState, number: int, table: int, room: str) -> tuple[str, str]:
        drawn = state.round(number)
        for share in drawn.shares:
            if table in share.tables:
                one, two, three = share.teams
                return ((one, two), (two, three), (three, one))[share.tables.index(table)]
        seating = drawn.seatings[table]
        return (seating.ew, seating.ns) if room == CLOSED else (seating.ns, seating.ew)

    def _foul(self, state: StageState, number: int) -> None:
        drawn = state.round(number)
        if isinstance(state.plan.scoring.board, TeamsRule) or not drawn.seatings:
            return
        if self.dice.random() >= self.faults.fouled or len(drawn.seatings) < 12:
            return
        tables = sorted(drawn.seatings)
        board = drawn.seatings[tables[0]].boards[0]
        playing = [table for table in tables if board in drawn.seatings[table].boards]
        if len(playing) >= 8:
            half = len(playing) // 2
            self.do(
                BoardFouled(state.plan.name, number, board, (tuple(playing[:half]), tuple(playing[half:])), "two forms")
            )


def _wants_house(stage: Stage) -> bool:
    return isinstance(stage.play, SwissPlay) and stage.play.rule.odd is Odd.HOUSE
