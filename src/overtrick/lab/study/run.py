"""One run of an event: draws, rankings, carry-overs and qualification are the core's own; boards are random.

For questions that need actual boards, they are dealt and played at every table (`BoardRun`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

import numpy as np

from overtrick.core.event.acts import (
    Act,
    ExtraBoardsCalled,
    MatchDecided,
    Posting,
    ResultPosted,
    RoundClosed,
    Seating,
    StageStarted,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.finals import level_finals
from overtrick.core.event.play.knockout import outcomes
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.core.laws.imps import LEAST_DIFFERENCE, imps_of
from overtrick.core.model.results import PointsResult
from overtrick.lab.deals import DealtBoard, deal_board, play_board
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.study.strength import Strength, chance
from overtrick.lab.study.totals import StageByTotals, Swings

_PENALTIES = (100, 200, 300, 500, 800, 1100, 1400, 1700, 2000)
SCORES = (0, 90, 110, 120, 130, 140, 150, 170, *_PENALTIES, *(-each for each in _PENALTIES))
"""Scores that are possible whatever the vulnerability."""

IMPS_OF_ONE = 0.9
"""The worth of one more unit of a pair's strength at such a table, in IMPs per board; a test measures it."""


@dataclass(slots=True)
class Run(Rehearsal):
    """An event being played in a study: nothing goes wrong, and acts are not checked before they are posted.

    *seed* determines all randomness: that of each match by its stage and round, so that two formats with the same match
    have the same luck. With *boards_posted* every result is posted at its table, through the whole engine.
    """

    model: Strength = field(default_factory=Strength)
    seed: str = ""
    boards_posted: bool = False

    def __post_init__(self) -> None:
        self.state = Tournament(self.plan_for)

    def do(self, act: Act) -> None:
        """Fold an act. It follows from the rules, so it is not decided on."""
        self.state.post(Posting(self.state.last + 1, act, "", "", ""))
        if isinstance(act, StageStarted) and not self.boards_posted:
            self.state.stages[act.stage] = StageByTotals.of(self.state.stages[act.stage])

    def _strength(self, number: int) -> float:
        return self.strength[str(number)]

    def seed_order(self, names: Iterable[str]) -> tuple[str, ...]:
        """These contestants in the order of their strength, as the organiser estimates it."""
        listed = sorted(names, key=lambda name: (len(name), name))
        error = chance(self.seed, "seeding").normal(0.0, self.model.seeding, len(listed))
        known = {name: self.strength.get(name, 0.0) + slip for name, slip in zip(listed, error, strict=True)}
        return tuple(sorted(listed, key=lambda name: -known[name]))

    def picks(self, options: Sequence[str]) -> str:
        """The opponent that a team chooses: the weakest available."""
        return min(options, key=lambda name: self.strength[name])

    def play_round(self, state: StageState) -> None:
        """Draw a round, play it and close it."""
        number = next((each for each in sorted(state.rounds) if not state.rounds[each].closed), 0)
        if not number:
            number = state.last_round + 1
            self._draw(state.plan.name, f"{self.seed}/{state.plan.name}/{number}")
        self._matches(state, number)
        if state.plan.play.must_be_won:
            self._decide(state, number)
        self.do(RoundClosed(state.plan.name, number))

    def play_knockout(self, state: StageState) -> None:
        """Play the matches of a knockout stage; boards are generated for level ones, since the boards decide them."""
        self._matches(state, state.last_round)
        self._decide(state, state.last_round)

    def swings(self, state: StageState, number: int, seatings: Sequence[Seating], what: str = "") -> list[list[int]]:
        """The IMPs of each board of some matches of a round."""
        ahead = np.array(
            [self._side_strength(seating.sides[0]) - self._side_strength(seating.sides[1]) for seating in seatings]
        )
        boards = max((len(seating.boards) for seating in seatings), default=0)
        luck = chance(self.seed, state.plan.name, number, what)
        drawn: list[list[int]] = self.model.boards(ahead, boards, luck).tolist()
        return [row[: len(seating.boards)] for row, seating in zip(drawn, seatings, strict=True)]

    def _side_strength(self, side: Sequence[str]) -> float:
        return sum(self.strength.get(name, 0.0) for name in side) / len(side)

    def _matches(self, state: StageState, number: int) -> None:
        drawn = state.round(number)
        tables = sorted(drawn.seatings)
        seatings = [drawn.seatings[table] for table in tables]
        found = dict(zip(tables, self.swings(state, number, seatings), strict=True))
        self._shares(state, number)
        if isinstance(state, StageByTotals):
            state.give(number, found)
            if state.plan.play.knockout:
                level = [each.table for each in outcomes(state) if each.imps[0] == each.imps[1]]
                self._at_tables(state, number, {table: found[table] for table in level})
        else:
            self._at_tables(state, number, found)

    def _shares(self, state: StageState, number: int) -> None:
        """Play three-way matches at their tables: each team compares the two at which it sits."""
        for share in state.round(number).shares:
            one, two, three = share.teams
            tables = [
                Seating(table, ns, ew, share.boards)
                for table, (ns, ew) in zip(share.tables, ((one, two), (two, three), (three, one)), strict=True)
            ]
            for seating, swings in zip(tables, self.swings(state, number, tables, "three"), strict=True):
                for board, imps in zip(share.boards, swings, strict=True):
                    self.do(ResultPosted(state.plan.name, number, seating.table, board, PointsResult(_score(imps))))

    def _at_tables(self, state: StageState, number: int, matches: Mapping[int, Swings]) -> None:
        """Post the boards of matches in both rooms."""
        for table, swings in matches.items():
            for board, imps in zip(state.round(number).seatings[table].boards, swings, strict=False):
                self._post(state, number, table, board, imps)

    def _post(self, state: StageState, number: int, table: int, board: int, imps: int) -> None:
        for room, points in zip((OPEN, CLOSED), _rooms(imps), strict=True):
            self.do(ResultPosted(state.plan.name, number, table, board, PointsResult(points), room))

    def _decide(self, state: StageState, number: int) -> None:
        """Decide level matches: by the extra boards of the rule, or by lot where it leaves them to a committee."""
        for table, seating in sorted(state.round(number).seatings.items()):
            while boards := state.play.extra_boards(state, table):
                self.do(ExtraBoardsCalled(state.plan.name, number, table, boards))
                extra = Seating(table, seating.ns, seating.ew, boards)
                (row,) = self.swings(state, number, [extra], f"extra {table} {boards[0]}")
                for board, imps in zip(boards, row, strict=True):
                    self._post(state, number, table, board, imps)
        if not state.plan.play.knockout:
            luck = chance(self.seed, state.plan.name, number, "committee")
            for table, sides in list(level_finals(state)):
                clause = str(state.plan.clause.cite)
                winner = sides[int(luck.integers(2))]
                self.do(MatchDecided(state.plan.name, number, table, winner, clause, "a lot of the committee"))


@cache
def _rooms(imps: int) -> tuple[int, int]:
    """Two scores to North-South, open room first, that differ by these IMPs and are possible at any vulnerability."""
    return next((one, two) for one in SCORES for two in SCORES if imps_of(one - two) == imps)


@cache
def _score(imps: int) -> int:
    """A score to North-South worth about this many IMPs against zero."""
    least = LEAST_DIFFERENCE[abs(imps) - 1] if imps else 0
    return min(SCORES, key=lambda score: abs(score - (least if imps > 0 else -least)))


@dataclass(slots=True)
class BoardRun(Run):
    """A run through the whole engine: every result is posted, and scored against a datum or the other tables.

    The randomness of a deal depends on its board, and that of a result on its table, so that another reading gets the
    same cards and the same luck.
    """

    def __post_init__(self) -> None:
        Run.__post_init__(self)
        self.boards_posted = True

    def _matches(self, state: StageState, number: int) -> None:
        """Play every board of a round at every table."""
        for _, seating in sorted(state.round(number).seatings.items()):
            rooms = ((OPEN, False), (CLOSED, True)) if state.plan.scoring.in_rooms else (("", False),)
            for board in seating.boards:
                for room, switched in rooms:
                    self._at_table(state, number, seating, board, (room, switched != (board in seating.switched)))

    def _at_table(self, state: StageState, number: int, seating: Seating, board: int, sits: tuple[str, bool]) -> None:
        name, (room, switched) = state.plan.name, sits
        sides: Sequence[Sequence[str]] = seating.sides[::-1] if switched else seating.sides
        pairs = 2 if state.plan.scoring.in_rooms else 1  # both pairs of a team are better, each by half
        ns, ew = (self._side_strength(side) / IMPS_OF_ONE / pairs for side in sides)
        dice = self._dice(name, number, seating.table, board, room)
        result = play_board(self._board(name, state.scope(number), board), ns, ew, dice)
        self.do(ResultPosted(name, number, seating.table, board, result, room))

    def _board(self, stage: str, scope: int, board: int) -> DealtBoard:
        key = (stage, scope, board)
        if key not in self.boards:
            self.boards[key] = deal_board(self._dice("deal", *key))
        return self.boards[key]

    def _dice(self, *of: object) -> Random:
        return Random("\x1f".join(map(str, (self.seed, *of))))  # noqa: S311 - a study, not a lot
