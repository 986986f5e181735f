"""A stage as it stands, and the numbers that follow from it.

The numbers are made when somebody asks and kept until something they rest on is written: a result makes its own
board be scored again across the field, the matches on it, and the totals of those who played them. What is `kept`
declares in `rests` what it rests on; the fold writes by `parts`.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from overtrick.core.draws.choice import Choice
from overtrick.core.draws.finals import Opponents
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    AbsenceRecorded,
    BoardFouled,
    Field,
    LatePairSeated,
    MatchForfeited,
    OtherFieldScored,
    PenaltyGiven,
    SanctionGiven,
    Seating,
    SubstituteUsed,
    Trio,
    Withdrawn,
)
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.leaving import Leaving
from overtrick.core.event.play.memo import Memo, kept
from overtrick.core.event.play.playing import Play
from overtrick.core.event.play.rests import (
    BOARD_LINES,
    BOARDS,
    CARDS,
    MATCH_LINES,
    MISSING,
    PLAYERS,
    RECORDS,
    SEASONS,
    SITTINGS,
    STANDINGS,
)
from overtrick.core.event.play.sitting import Sitting
from overtrick.core.event.score.boards import BoardField, board_field
from overtrick.core.event.score.cards import MatchCard, ShareCard, pairs_card, share_card, teams_card
from overtrick.core.event.score.compared import too_few
from overtrick.core.event.score.lines import given_line
from overtrick.core.event.score.played import played
from overtrick.core.event.score.rounds import FOUL, Recorded, RoundState, rooms_of
from overtrick.core.event.score.top_tables import top_first
from overtrick.core.exact import Exact
from overtrick.core.laws.lines import Line
from overtrick.core.laws.table_score import TableScore
from overtrick.core.model.cards import Deal
from overtrick.core.provenance import Clause, Fact, Figure, Posted, Unit
from overtrick.core.ranking.additions import with_additions
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import MatchLine, StageRecord
from overtrick.core.ranking.standings import Purpose, Standings
from overtrick.core.season.record import Season
from overtrick.core.wording import phrase

Scope = int
"""Within which a board is compared: a round, or a session where tables play it in different rounds."""

_NONE = TableScore(None, None, None)


@dataclass(slots=True)
class StageState:
    """A stage: who plays in it, its rounds, its penalties, and what follows. Only the fold writes in it.

    *late_changes* are the postings that changed its scores after it had closed, *withdrawals* those by which somebody
    withdrew.
    """

    plan: Stage
    fields: tuple[Field, ...]
    started: int
    play: "Play[StageState]"
    carried: Mapping[str, Figure[Exact]] = field(default_factory=dict)
    ahead: Opponents = field(default_factory=dict)
    tallied: Mapping[str, StageRecord] = field(default_factory=dict)
    members: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rounds: Mapping[int, RoundState] = field(default_factory=dict)
    penalties: Mapping[int, PenaltyGiven] = field(default_factory=dict)
    withdrawn: Mapping[str, Withdrawn] = field(default_factory=dict)
    excluded: Mapping[int, SanctionGiven] = field(default_factory=dict)
    withdrawals: Mapping[str, Posted] = field(default_factory=dict)
    late: Mapping[str, LatePairSeated] = field(default_factory=dict)
    closed: bool = False
    late_changes: tuple[int, ...] = ()
    fouling: bool = False
    lot: Lot | None = None
    non_contending: frozenset[str] = frozenset()
    joined: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    choice: Choice | None = None
    left: Leaving | None = None
    played_off: tuple[str, ...] = ()
    absences: Mapping[tuple[str, int], tuple[int, AbsenceRecorded]] = field(default_factory=dict)
    stand_ins: Mapping[int, SubstituteUsed] = field(default_factory=dict)
    other_field: Mapping[tuple[int, int], tuple[Posted, OtherFieldScored]] = field(default_factory=dict)
    deals: Mapping[tuple[Scope, int], Deal] = field(default_factory=dict)
    own_before: Mapping[str, int] = field(default_factory=dict)
    memo: Memo = field(default_factory=Memo)

    def __repr__(self) -> str:
        """Its name, who plays in it, and how many rounds are drawn."""
        return f"<StageState {self.plan.name}, {len(self.contestants)} contestants, {len(self.rounds)} rounds>"

    @property
    def contestants(self) -> tuple[str, ...]:
        """Everybody in the stage, field by field."""
        return tuple(name for each in self.fields for name in each.contestants)

    @property
    def playing(self) -> tuple[str, ...]:
        """Everybody who has not withdrawn and is not excluded.

        In a graph of stages those who are excluded stay in the draw, and forfeit: later stages count on their place.
        """
        gone = set(self.withdrawn)
        if not self.plan.play.in_graph:
            gone |= {given.contestant for given in self.excluded.values()}
        return tuple(name for name in self.contestants if name not in gone)

    def exclusion_of(self, contestant: str) -> SanctionGiven | None:
        """The sanction by which a contestant is out of the stage; nothing where it is not."""
        return next((given for given in self.excluded.values() if given.contestant == contestant), None)

    @property
    def last_round(self) -> int:
        """The last round that is drawn."""
        return max(self.rounds, default=0)

    def field_of(self, contestant: str) -> str:
        """The field a contestant plays in."""
        return next(each.name for each in self.fields if contestant in each.contestants)

    def round(self, number: int) -> RoundState:
        """A round that has been drawn."""
        if number not in self.rounds:
            raise DirectorError(
                "Round {number} of {plan} is not drawn",
                clause=str(self.plan.clause),
                remedy="Publish its draw first.",
                number=number,
                plan=self.plan.name,
            )
        return self.rounds[number]

    def scope(self, number: int) -> Scope:
        """Within which the boards of a round are compared."""
        return self.session_of(number) if self.plan.play.by_session else number

    @property
    @kept(SITTINGS)
    def sittings(self) -> tuple[Sitting, ...]:
        """The sessions of a season, each with its rounds and the pairs in it."""
        return self.play.sittings(self)

    def session_of(self, number: int) -> int:
        """The session a round is played in, from 1."""
        return self.play.session_of(self, number)

    def sessions_of(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """The sessions in which rounds are played; one that is gone with those who stay away from it is in none."""
        there = {number for sitting in self.sittings for number in numbers if number in sitting}
        return tuple(sorted({self.session_of(number) for number in (there if self.sittings else numbers)}))

    def present(self, number: int) -> tuple[str, ...]:
        """Who is to be seated in a round: everybody who plays, less those who stay away from its session."""
        return self.play.present(self, number)

    @kept(SEASONS)
    def season(self, contestant: str) -> Season:
        """A pair's sessions and what each counts for."""
        return self.play.season(self, contestant)

    @kept(PLAYERS)
    def players(self, scope: Scope, board: int) -> list[tuple[int, int]]:
        """The rounds and tables at which a board is played within a scope, in the order of the draw."""
        return [
            (number, table)
            for number in sorted(self.rounds)
            if self.scope(number) == scope
            for table, seating in sorted(self.rounds[number].seatings.items())
            if board in seating.boards and not self.expunged(seating)
        ]

    def expunged(self, seating: Seating) -> bool:
        """Whether a match does not count any more, because somebody in it withdrew and was expunged."""
        return bool(self.withdrawn) and any(map(self.wiped, seating.names))

    @kept(BOARDS)
    def board_field(self, scope: Scope, board: int) -> BoardField:
        """A board scored over all the tables that play it."""
        at = top_first(self, self.players(scope, board))
        scores = [self._score(number, table, board) for number, table in at]
        match = 1 if self.plan.play.by_session else scope
        fouled = self.fouled(scope, board)
        foul = None if fouled is None else (self.rounds[fouled.round].sources.get((FOUL, board), ""), fouled)
        return board_field(
            self.plan, at, scores, foul, match, other=self.other_field.get((scope, board)),
            awaited=lambda place: self._awaits(*place, board),
        )  # fmt: skip

    def _awaits(self, number: int, table: int, board: int) -> bool:
        """Whether a result is still to come: nobody forfeited the match, or withdrew before playing it."""
        drawn = self.rounds[number]
        if (table, "", board) in drawn.results or table in drawn.forfeits:
            return False
        return not any(name in self.withdrawn for name in drawn.seatings[table].names)

    def may_have_result(self, number: int, table: int, board: int) -> bool:
        """Whether a board has a bridge result at a table, or may still have one."""
        return self._score(number, table, board).field is not None or self._awaits(number, table, board)

    def fouled(self, scope: Scope, board: int) -> BoardFouled | None:
        """How a board was fouled, if it was: a board of the same number elsewhere is another board."""
        fouls = (drawn.fouled[board] for drawn in self.rounds.values() if board in drawn.fouled)
        return next((act for act in fouls if self.scope(act.round) == scope), None)

    def _score(self, number: int, table: int, board: int) -> TableScore:
        recorded = self.rounds[number].results.get((table, "", board))
        return recorded.score if recorded else _NONE

    @kept(BOARD_LINES)
    def lines(self, scope: Scope, board: int) -> dict[tuple[int, int], Line]:
        """Every table's line on a board, by round and table."""
        whole = self.board_field(scope, board)
        return dict(zip(whole.tables, whole.scored.lines, strict=True))

    @kept(CARDS)
    def card(self, number: int, table: int) -> MatchCard:
        """The match at a table, as far as it has been played."""
        state = self.round(number)
        seating = state.seatings[table]
        if self.plan.scoring.in_rooms:
            return teams_card(seating, state, self.plan)
        scope = self.scope(number)
        at = (number, table)
        lines = {board: self.lines(scope, board)[at] for board in seating.boards} if not self.expunged(seating) else {}
        by_percent = self.plan.scoring.percent is not None
        tops = {board: self.board_field(scope, board).top for board in lines} if by_percent else {}
        unruled = [board for board in lines if self._unruled(scope, board, at)]
        return pairs_card(seating, lines, tops, state, self.plan, unruled=unruled)

    def _unruled(self, scope: Scope, board: int, at: tuple[int, int]) -> bool:
        """Whether a board of a table has a result that cannot be compared, and no rule says what it is worth."""
        few = self.board_field(scope, board).uncompared(at)
        return few is not None and few.awarded is None

    def share(self, number: int, contestant: str) -> ShareCard | None:
        """The three-team match of a contestant in a round."""
        found = self.round(number).share_of(contestant)
        return share_card(found, self.round(number), self.plan) if found else None

    def missed(self, contestant: str, number: int) -> str | None:
        """Whom a contestant should have met in a round by the draw, and who had withdrawn by then; usually nobody."""
        if not self.withdrawn:
            return None
        other = self.play.opponents(self, number).get(contestant)
        left = self.withdrawn.get(other) if other is not None else None
        return other if left is not None and left.after < number else None

    @kept(RECORDS)
    def record(self, contestant: str) -> StageRecord:
        """Everything a contestant brings to the ranking."""
        return with_additions(self.play.record(self, contestant), self.plan.adds, self.unit)

    def given_to(self, contestant: str) -> tuple[PenaltyGiven, ...]:
        """The penalties a contestant was given, in the order of the book."""
        return tuple(given for given in self.penalties.values() if given.contestant == contestant)

    def penalties_of(self, contestant: str) -> tuple[Figure[Exact], ...]:
        """The penalties of a contestant as figures, below zero: as they enter the total."""
        return tuple(
            Figure(
                -given.amount, self.unit, Clause.parse(given.clause),
                (Fact(given.offence, Posted(number, given.round)),), phrase("penalty"),
            )
            for number, given in self.penalties.items()
            if given.contestant == contestant
        )  # fmt: skip

    def carry(self, contestant: str) -> Figure[Exact] | None:
        """What a contestant brought into the stage, when it started or when it joined."""
        return self.play.carry(self, contestant)

    @property
    def unit(self) -> Unit:
        """What the stage counts in."""
        return self.plan.standings.unit

    @kept(MATCH_LINES)
    def match_line(self, contestant: str, number: int) -> MatchLine | None:
        """A contestant's match in a round, if it counts yet."""
        drawn = self.rounds[number]
        return given_line(self, contestant, drawn) or self.play.line(self, contestant, drawn)

    def match_score(self, contestant: str, number: int, table: int) -> Figure[Exact] | None:
        """What the match at a table counts for one of its sides; nothing until it does.

        In a triangle each of its matches has a score of its own.
        """
        if self.round(number).trio_of(contestant) is not None:
            card = self.card(number, table)
            return card.side(contestant).credited if card.complete else None
        line = self.match_line(contestant, number)
        return line.score if line is not None else None

    def same_robin(self, number: int) -> range:
        """The rounds of the round robin a round belongs to."""
        field = len(self.contestants)
        length = field - 1 + field % 2
        first = (number - 1) // length * length + 1
        return range(first, first + length)

    def played(
        self, contestant: str, among: Collection[int] | None = None, *, other: bool = False, but: Collection[str] = ()
    ) -> list[Figure[Exact]]:
        """The scores of the matches a contestant really played; or its opponents' in them."""
        return played(self, contestant, self.rounds if among is None else among, other=other, but=but)

    def unplayed(self, number: int, table: int) -> MatchForfeited | None:
        """How the match at a table came to be scored without its boards, if it was: not played out, or too few left."""
        state = self.round(number)
        return state.forfeits.get(table) or too_few(self, state, state.seatings[table])

    def standings(self, name: str, purpose: Purpose = Purpose.PRIZE) -> Standings:
        """The standings of one field of the stage."""
        return self._standings(name, purpose)

    @kept(STANDINGS)
    def _standings(self, name: str, purpose: Purpose) -> Standings:
        chosen = next(each for each in self.fields if each.name == name)
        ranked = [who for who in chosen.contestants if not self.wiped(who)]
        about = f"{self.plan.name}, {name}, after round {self.last_round}"
        return self.play.standings(self, ranked, about, purpose)

    def placed(self, contestant: str) -> bool:
        """Whether a contestant may be placed: it is not excluded, and has not been away too often."""
        if self.exclusion_of(contestant) is not None:
            return False
        verdict = self.play.placing(self, contestant)
        return verdict is None or verdict.allowed

    def wiped(self, contestant: str) -> bool:
        """Whether a contestant withdrew and its scores do not count any more."""
        return contestant in self.withdrawn and self.withdrawn[contestant].expunged

    @kept(MISSING)
    def missing(self, number: int) -> tuple[tuple[int, str, int], ...]:
        """The results a round still lacks: table, room and board. Every line of a page that is in play asks for it."""
        return tuple(self.round(number).missing(rooms_of(self.plan)))

    def unfinished(self, number: int) -> list[tuple[int, str, int]]:
        """The results still lacking of triangles that began in the round before and end with this one."""
        if number - 1 not in self.rounds:
            return []
        return self.rounds[number - 1].unfinished()

    def playing_on(self, number: int) -> Trio | None:
        """The triangle of the round before that goes on in this one."""
        before = self.rounds.get(number - 1)
        return next((trio for trio in before.draw.trios if trio.rounds > 1), None) if before else None

    def deal(self, number: int, board: int) -> Deal | None:
        """How a board of a round was dealt, if that is known."""
        return self.deals.get((self.scope(number), board))

    def recorded(self, number: int, table: int, room: str, board: int) -> Recorded | None:
        """A result as it stands, if there is one."""
        return self.round(number).results.get((table, room, board))
