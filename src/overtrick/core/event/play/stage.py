"""A stage as it stands, and the numbers that follow from it.

The numbers are made when somebody asks and kept until a posting touches what they rest on: a result makes
its own board be scored again across the field, the matches on it, and the totals of those who played them.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from overtrick.core.draws.choice import Choice
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    AbsenceRecorded,
    BoardFouled,
    Field,
    MatchForfeited,
    OtherFieldScored,
    PenaltyGiven,
    Seating,
    SubstituteUsed,
    Trio,
    Withdrawn,
)
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.leaving import Leaving
from overtrick.core.event.play.memo import Memo
from overtrick.core.event.play.playing import Play
from overtrick.core.event.play.sitting import Sitting
from overtrick.core.event.score.boards import BoardField, board_field
from overtrick.core.event.score.cards import MatchCard, ShareCard, pairs_card, share_card, teams_card
from overtrick.core.event.score.compared import too_few
from overtrick.core.event.score.lines import given_line
from overtrick.core.event.score.played import played
from overtrick.core.event.score.rounds import Recorded, RoundState, rooms_of
from overtrick.core.event.score.top_tables import by_ranking, top_first
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
    """A stage: who plays in it, its rounds, its penalties, and what follows. Only the fold writes in it."""

    plan: Stage
    fields: tuple[Field, ...]
    started: int
    play: "Play[StageState]"
    carried: Mapping[str, Figure[Exact]] = field(default_factory=dict)
    tallied: Mapping[str, StageRecord] = field(default_factory=dict)
    members: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rounds: dict[int, RoundState] = field(default_factory=dict)
    penalties: dict[int, PenaltyGiven] = field(default_factory=dict)
    withdrawn: dict[str, Withdrawn] = field(default_factory=dict)
    closed: bool = False
    fouling: bool = False
    lot: Lot | None = None
    non_contending: frozenset[str] = frozenset()
    joined: dict[int, tuple[str, ...]] = field(default_factory=dict)
    choice: Choice | None = None
    left: Leaving | None = None
    played_off: tuple[str, ...] = ()
    absences: dict[tuple[str, int], tuple[int, AbsenceRecorded]] = field(default_factory=dict)
    stand_ins: dict[int, SubstituteUsed] = field(default_factory=dict)
    other_field: dict[tuple[int, int], tuple[Posted, OtherFieldScored]] = field(default_factory=dict)
    deals: dict[tuple[Scope, int], Deal] = field(default_factory=dict)
    own_before: Mapping[str, int] = field(default_factory=dict)
    memo: "Memo[StageState]" = field(default_factory=Memo)

    @property
    def contestants(self) -> tuple[str, ...]:
        """Everybody in the stage, field by field."""
        return tuple(name for each in self.fields for name in each.contestants)

    @property
    def playing(self) -> tuple[str, ...]:
        """Everybody who has not withdrawn."""
        return tuple(name for name in self.contestants if name not in self.withdrawn)

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
                f"Round {number} of {self.plan.name} is not drawn",
                clause=str(self.plan.clause),
                remedy="Publish its draw first.",
            )
        return self.rounds[number]

    def scope(self, number: int) -> Scope:
        """Within which the boards of a round are compared."""
        return self.session_of(number) if self.plan.play.by_session else number

    @property
    def sittings(self) -> tuple[Sitting, ...]:
        """The sessions of a season, each with its rounds and the pairs in it."""
        if not self.memo.sittings:
            self.memo.sittings = self.play.sittings(self)
        return self.memo.sittings

    def session_of(self, number: int) -> int:
        """The session a round is played in, from 1."""
        return self.play.session_of(self, number)

    def present(self, number: int) -> tuple[str, ...]:
        """Who is to be seated in a round: everybody who plays, less those who stay away from its session."""
        return self.play.present(self, number)

    def season(self, contestant: str) -> Season:
        """A pair's sessions and what each counts for."""
        if contestant not in self.memo.seasons:
            self.memo.seasons[contestant] = self.play.season(self, contestant)
        return self.memo.seasons[contestant]

    def players(self, scope: Scope, board: int) -> list[tuple[int, int]]:
        """The rounds and tables at which a board is played within a scope, in the order of the draw."""
        key = (scope, board)
        if key not in self.memo.players:
            self.memo.players[key] = [
                (number, table)
                for number in sorted(self.rounds)
                if self.scope(number) == scope
                for table, seating in sorted(self.rounds[number].seatings.items())
                if board in seating.boards and not self.expunged(seating)
            ]
        return self.memo.players[key]

    def expunged(self, seating: Seating) -> bool:
        """Whether a match does not count any more, because somebody in it withdrew and was expunged."""
        return bool(self.withdrawn) and any(map(self.wiped, (seating.ns, seating.ew)))

    def board_field(self, scope: Scope, board: int) -> BoardField:
        """A board scored over all the tables that play it."""
        key = (scope, board)
        if key not in self.memo.boards:
            self.memo.boards[key] = self._score_board(scope, board)
        return self.memo.boards[key]

    def _score_board(self, scope: Scope, board: int) -> BoardField:
        at = top_first(self, self.players(scope, board))
        scores = [self._score(number, table, board) for number, table in at]
        match = 1 if self.plan.play.by_session else scope
        fouled = self.fouled(scope, board)
        return board_field(self.plan, at, scores, fouled, match, self.other_field.get((scope, board)))

    def fouled(self, scope: Scope, board: int) -> BoardFouled | None:
        """How a board was fouled, if it was: a board of the same number elsewhere is another board."""
        fouls = (drawn.fouled[board] for drawn in self.rounds.values() if board in drawn.fouled)
        return next((act for act in fouls if self.scope(act.round) == scope), None)

    def _score(self, number: int, table: int, board: int) -> TableScore:
        recorded = self.rounds[number].results.get((table, "", board))
        return recorded.score if recorded else _NONE

    def lines(self, scope: Scope, board: int) -> dict[tuple[int, int], Line]:
        """Every table's line on a board, by round and table."""
        key = (scope, board)
        if key not in self.memo.lines:
            whole = self.board_field(scope, board)
            self.memo.lines[key] = dict(zip(whole.tables, whole.scored.lines, strict=True))
        return self.memo.lines[key]

    def card(self, number: int, table: int) -> MatchCard:
        """The match at a table, as far as it has been played."""
        key = (number, table)
        if key not in self.memo.cards:
            self.memo.cards[key] = self._make_card(self.round(number), table)
        return self.memo.cards[key]

    def _make_card(self, state: RoundState, table: int) -> MatchCard:
        seating = state.seatings[table]
        if self.plan.scoring.in_rooms:
            return teams_card(seating, state, self.plan)
        scope = self.scope(state.number)
        at = (state.number, table)
        lines = {board: self.lines(scope, board)[at] for board in seating.boards} if not self.expunged(seating) else {}
        by_percent = self.plan.scoring.percent is not None
        tops = {board: self.board_field(scope, board).top for board in lines} if by_percent else {}
        return pairs_card(seating, lines, tops, state, self.plan)

    def share(self, number: int, contestant: str) -> ShareCard | None:
        """The three-team match of a contestant in a round."""
        found = self.round(number).share_of(contestant)
        return share_card(found, self.round(number), self.plan) if found else None

    def record(self, contestant: str) -> StageRecord:
        """Everything a contestant brings to the ranking."""
        if contestant not in self.memo.records:
            record = self.play.record(self, contestant)
            self.memo.records[contestant] = with_additions(record, self.plan.adds, self.unit)
        return self.memo.records[contestant]

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

    def match_line(self, contestant: str, number: int) -> MatchLine | None:
        """A contestant's match in a round, if it counts yet."""
        known = self.memo.match_lines[contestant]
        if number not in known:
            drawn = self.rounds[number]
            known[number] = given_line(self, contestant, drawn) or self.play.line(self, contestant, drawn)
        return known[number]

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

    @property
    def _some_unplayed(self) -> bool:
        """Whether the score of a match may rest on the other matches of its sides."""
        return self.fouling or any(state.forfeits for state in self.rounds.values())

    def standings(self, name: str, purpose: Purpose = Purpose.PRIZE) -> Standings:
        """The standings of one field of the stage."""
        key = (name, purpose)
        if key not in self.memo.standings:
            chosen = next(each for each in self.fields if each.name == name)
            ranked = [who for who in chosen.contestants if not self.wiped(who)]
            about = f"{self.plan.name}, {name}, after round {self.last_round}"
            self.memo.standings[key] = self.play.standings(self, ranked, about, purpose)
        return self.memo.standings[key]

    def placed(self, contestant: str) -> bool:
        """Whether a contestant may be placed: it has not been away too often."""
        verdict = self.play.placing(self, contestant)
        return verdict is None or verdict.allowed

    def wiped(self, contestant: str) -> bool:
        """Whether a contestant withdrew and its scores do not count any more."""
        return contestant in self.withdrawn and self.withdrawn[contestant].expunged

    def touch_result(self, number: int, table: int, board: int) -> None:
        """A result changed: forget what rests on it."""
        if self.plan.scoring.in_rooms:
            if (number, table) in self.memo.cards or self.fouling:
                self._forget_matches([(number, table)])
            self._forget_share(number, table)
            return
        if by_ranking(self.plan):  # later datums rest on who was at the top
            self.touch_all()
            return
        key = (self.scope(number), board)
        self.memo.lines.pop(key, None)
        # Nothing rests on a board that nobody asked for, unless how many were fouled is counted.
        if self.memo.boards.pop(key, None) is not None or self.fouling:
            self._forget_matches(self.players(*key))

    def touch_round(self, number: int) -> None:
        """A draw, a forfeit, a bye or an award of a round changed: forget what rests on it."""
        self.memo.sittings = ()
        self.memo.players.clear()
        scope = self.scope(number)
        for key in [key for key in self.memo.boards if key[0] == scope]:
            del self.memo.boards[key]
            self.memo.lines.pop(key, None)
        self.memo.cards.clear()
        self.touch_totals()

    def touch_totals(self, contestants: Iterable[str] = ()) -> None:
        """A penalty or a carry-over changed: forget the totals of these, or of everybody."""
        named = list(contestants)
        together = self.play.together or self._some_unplayed
        # A place or an average rests on the matches of others.
        if not named or together or self.plan.opposed is not None:
            self.memo.forget_totals()
        self.memo.carries.clear()
        for name in named:
            self.memo.records.pop(name, None)
            self.memo.seasons.pop(name, None)
        self.memo.standings.clear()
        self.memo.settled = None

    def replan(self, plan: Stage, play: "Play[StageState]") -> None:
        """Go by another plan from now on: what happened stays, every number is made again."""
        self.plan, self.play = plan, play
        self.memo.carries.clear()
        self.touch_all()

    def touch_all(self) -> None:
        """Everything may have changed."""
        self.memo.forget_boards()
        self.touch_totals()

    def touch_settled(self) -> None:
        """A round was closed: what a match that was not played out is worth may be settled by that."""
        if self._some_unplayed:
            self.touch_totals()

    def _forget_share(self, number: int, table: int) -> None:
        for share in self.rounds[number].shares:
            if table in share.tables:
                for name in share.teams:
                    self.memo.match_lines[name].pop(number, None)
                self.touch_totals(share.teams)

    def _forget_matches(self, at: Collection[tuple[int, int]]) -> None:
        touched = []
        for number, table in at:
            self.memo.cards.pop((number, table), None)
            seating = self.rounds[number].seatings.get(table)
            if seating is not None:
                touched += [seating.ns, seating.ew]
                self.memo.match_lines[seating.ns].pop(number, None)
                self.memo.match_lines[seating.ew].pop(number, None)
        kept = self.memo.settled
        self.touch_totals(touched)
        if kept is not None and all(number > kept[0] for number, _ in at):
            self.memo.settled = kept  # what stood before these matches stands as it did

    def missing(self, number: int) -> list[tuple[int, str, int]]:
        """The results a round still lacks: table, room and board."""
        return self.round(number).missing(rooms_of(self.plan))

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
