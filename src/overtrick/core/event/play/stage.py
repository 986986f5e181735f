"""The state of a stage, and the numbers that follow from it.

The numbers are calculated when they are needed and cached until something they depend on is written: after a result,
its board is scored again across the field, then the matches with that board, and the totals of those who played it.
Functions marked `kept` declare their dependencies in `rests`; the fold writes through `parts`.
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
from overtrick.core.event.play.cache import Memo, cache_as
from overtrick.core.event.play.dependencies import (
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
from overtrick.core.event.play.playing import Play
from overtrick.core.event.play.session_movements import Sitting
from overtrick.core.event.play.status import ContestantStatus, Leaving, status_of
from overtrick.core.event.score.boards import BoardField, board_field
from overtrick.core.event.score.cards import MatchCard, ShareCard, pairs_card, share_card, teams_card
from overtrick.core.event.score.lines import given_line
from overtrick.core.event.score.played import match_scores, too_few
from overtrick.core.event.score.rounds import FOUL, RecordedResult, RoundState, rooms_of
from overtrick.core.event.score.top_tables import top_first
from overtrick.core.exact import Exact
from overtrick.core.laws.adjusted import average_pluses
from overtrick.core.laws.table_score import Line, TableScore
from overtrick.core.model.cards import Deal
from overtrick.core.provenance import Clause, Fact, Figure, PostingSource, Unit
from overtrick.core.ranking.additions import with_additions
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import MatchLine, StageRecord
from overtrick.core.ranking.standings import Purpose, Standings
from overtrick.core.season.record import Season
from overtrick.core.wording import phrase

Scope = int
"""The scope in which a board is compared: a round, or a session if tables play it in different rounds."""

_NONE = TableScore(None, None, None)


@dataclass(slots=True)
class StageState:
    """The state of a stage: its contestants, rounds, penalties, and what follows from them. Only the fold changes it.

    *late_changes* are the postings that changed its scores after it had closed, *withdrawals* the postings of
    withdrawals.
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
    withdrawals: Mapping[str, PostingSource] = field(default_factory=dict)
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
    other_field: Mapping[tuple[int, int], tuple[PostingSource, OtherFieldScored]] = field(default_factory=dict)
    deals: Mapping[tuple[Scope, int], Deal] = field(default_factory=dict)
    own_before: Mapping[str, int] = field(default_factory=dict)
    memo: Memo = field(default_factory=Memo)

    def __repr__(self) -> str:
        """The name of the stage, and the numbers of contestants and rounds."""
        return f"<StageState {self.plan.name}, {len(self.contestants)} contestants, {len(self.rounds)} rounds>"

    @property
    def contestants(self) -> tuple[str, ...]:
        """All contestants of the stage, field by field."""
        return tuple(name for each in self.fields for name in each.contestants)

    @property
    def playing(self) -> tuple[str, ...]:
        """The contestants that have not withdrawn and are not excluded.

        In a graph of stages excluded teams stay in the draw and forfeit, because later stages depend on their places.
        """
        return tuple(name for name in self.contestants if self.status(name).plays)

    def status(self, contestant: str, declined: Collection[str] = ()) -> ContestantStatus:
        """A contestant's status in the stage; *declined* are the contestants that decline to go on to another."""
        return status_of(self, contestant, declined)

    def wins(self, contestant: str) -> bool:
        """Whether a contestant may take a title, a prize or a credit for its place."""
        return self.status(contestant).wins(self.play.rounds(self))

    @property
    def beside(self) -> tuple[str, ...]:
        """The contestants that may take none: titles, prizes and credits pass over them."""
        return tuple(name for name in self.contestants if not self.wins(name))

    @property
    def last_round(self) -> int:
        """The last round that is drawn."""
        return max(self.rounds, default=0)

    def field_of(self, contestant: str) -> str:
        """The name of a contestant's field."""
        return next(each.name for each in self.fields if contestant in each.contestants)

    def round(self, number: int) -> RoundState:
        """A round that has been drawn."""
        if number not in self.rounds:
            raise DirectorError(
                "Round {number} of {plan} has not been drawn",
                clause=self.plan.clause,
                remedy="Publish the draw first.",
                number=number,
                plan=self.plan.name,
            )
        return self.rounds[number]

    def scope(self, number: int) -> Scope:
        """The scope in which the boards of a round are compared."""
        return self.session_of(number) if self.plan.play.by_session else number

    @property
    @cache_as(SITTINGS)
    def sittings(self) -> tuple[Sitting, ...]:
        """The sessions of a season, each with its rounds and the pairs in it."""
        return self.play.sittings(self)

    def session_of(self, number: int) -> int:
        """The session in which a round is played, from 1."""
        return self.play.session_of(self, number)

    def sessions_of(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """The sessions to which rounds belong; a round of a session that was dropped, for lack of pairs, has none."""
        there = {number for sitting in self.sittings for number in numbers if number in sitting}
        return tuple(sorted({self.session_of(number) for number in (there if self.sittings else numbers)}))

    def present(self, number: int) -> tuple[str, ...]:
        """The contestants to be seated in a round: those that play, except those absent from its session."""
        return self.play.present(self, number)

    @cache_as(SEASONS)
    def season(self, contestant: str) -> Season:
        """A pair's sessions and the value of each."""
        return self.play.season(self, contestant)

    @cache_as(PLAYERS)
    def players(self, scope: Scope, board: int) -> list[tuple[int, int]]:
        """The rounds and tables at which a board is played within a scope, in the order of the draw."""
        return [
            (number, table)
            for number in sorted(self.rounds)
            if self.scope(number) == scope
            for table, seating in sorted(self.rounds[number].seatings.items())
            if board in seating.boards and not self.is_expunged(seating)
        ]

    def is_expunged(self, seating: Seating) -> bool:
        """Whether a match no longer counts, because a contestant in it withdrew and its scores were cancelled."""
        return bool(self.withdrawn) and any(map(self.has_cancelled_scores, seating.names))

    @cache_as(BOARDS)
    def board_field(self, scope: Scope, board: int) -> BoardField:
        """A board scored over all the tables that play it."""
        at = top_first(self, self.players(scope, board))
        match = 1 if self.plan.play.by_session else scope
        fouled = self.find_foul(scope, board)
        foul = None if fouled is None else (self.rounds[fouled.round].sources.get((FOUL, board), ""), fouled)
        return board_field(
            self.plan, {place: self._score(*place, board) for place in at}, foul, match,
            other=self.other_field.get((scope, board)),
            awaited=lambda place: self._awaits(*place, board),
            idle=sum(table in self.rounds[number].forfeits for number, table in at),
        )  # fmt: skip

    def _awaits(self, number: int, table: int, board: int) -> bool:
        """Whether a result is still to come: the match was not forfeited, and no one withdrew before playing it."""
        drawn = self.rounds[number]
        if (table, "", board) in drawn.results or table in drawn.forfeits:
            return False
        return all(self.status(name).left is None for name in drawn.seatings[table].names)

    def may_have_result(self, number: int, table: int, board: int) -> bool:
        """Whether a board has a bridge result at a table, or may still have one."""
        return self._score(number, table, board).field is not None or self._awaits(number, table, board)

    def find_foul(self, scope: Scope, board: int) -> BoardFouled | None:
        """How a board was fouled, if it was; a board with the same number in another scope is a different board."""
        fouls = (drawn.fouled[board] for drawn in self.rounds.values() if board in drawn.fouled)
        return next((act for act in fouls if self.scope(act.round) == scope), None)

    def _score(self, number: int, table: int, board: int) -> TableScore:
        recorded = self.rounds[number].results.get((table, "", board))
        return recorded.score if recorded else _NONE

    @cache_as(BOARD_LINES)
    def lines(self, scope: Scope, board: int) -> dict[tuple[int, int], Line]:
        """Every table's line on a board, by round and table."""
        whole = self.board_field(scope, board)
        return dict(zip(whole.tables, whole.scored.lines, strict=True))

    @cache_as(CARDS)
    def card(self, number: int, table: int) -> MatchCard:
        """The match at a table, as far as it has been played."""
        state = self.round(number)
        seating = state.seatings[table]
        if self.plan.scoring.in_rooms:
            return teams_card(seating, state, self.plan, self._earlier_pluses(number, seating))
        scope = self.scope(number)
        at = (number, table)
        lines = (
            {board: self.lines(scope, board)[at] for board in seating.boards} if not self.is_expunged(seating) else {}
        )
        by_percent = self.plan.scoring.percent is not None
        tops = {board: self.board_field(scope, board).top for board in lines} if by_percent else {}
        unruled = [board for board in lines if self._lacks_ruling(scope, board, at)]
        return pairs_card(seating, lines, tops, state, self.plan, unruled=unruled)

    def _earlier_pluses(self, number: int, seating: Seating) -> tuple[int, int]:
        """How many average-plus boards the sides had in earlier stanzas of the match; 0 if it has no stanzas."""
        stanzas = range(1, number if self.plan.play.one_match else 1)
        cards = [self.card(each, table) for each in stanzas for table in self.round(each).seatings]
        one, two = (
            sum(average_pluses(card.board_credits(name)) for card in cards) for name in (seating.ns, seating.ew)
        )
        return one, two

    def _lacks_ruling(self, scope: Scope, board: int, at: tuple[int, int]) -> bool:
        """Whether a table has a result on a board that cannot be compared and that no rule scores."""
        few = self.board_field(scope, board).why_uncompared(at)
        return few is not None and few.awarded is None

    def share(self, number: int, contestant: str) -> ShareCard | None:
        """The three-team match of a contestant in a round, if it has one."""
        found = self.round(number).share_of(contestant)
        return share_card(found, self.round(number), self.plan) if found else None

    def withdrawn_opponent(self, contestant: str, number: int) -> str | None:
        """The opponent in a contestant's draw that had withdrawn before the round; None if there is none."""
        if not self.withdrawn:
            return None
        other = self.play.opponents(self, number).get(contestant)
        return other if other is not None and self.status(other).gone_by(number) else None

    @cache_as(RECORDS)
    def record(self, contestant: str) -> StageRecord:
        """A contestant's record for the ranking."""
        return with_additions(self.play.record(self, contestant), self.plan.adds, self.unit)

    def given_to(self, contestant: str) -> tuple[PenaltyGiven, ...]:
        """The penalties given to a contestant, in the order of the book."""
        return tuple(given for given in self.penalties.values() if given.contestant == contestant)

    def penalties_of(self, contestant: str) -> tuple[Figure[Exact], ...]:
        """The penalties of a contestant as negative figures, as they enter the total."""
        return tuple(
            Figure(
                -given.amount, self.unit, Clause.parse(given.clause),
                (Fact(given.offence, PostingSource(number, given.round)),), phrase("penalty"),
            )
            for number, given in self.penalties.items()
            if given.contestant == contestant
        )  # fmt: skip

    def carry(self, contestant: str) -> Figure[Exact] | None:
        """A contestant's carry-over into the stage, at its start or when the contestant joined."""
        return self.play.carry(self, contestant)

    @property
    def unit(self) -> Unit:
        """The unit of the stage."""
        return self.plan.standings.unit

    @cache_as(MATCH_LINES)
    def match_line(self, contestant: str, number: int) -> MatchLine | None:
        """A contestant's match in a round, if it counts yet."""
        drawn = self.rounds[number]
        return given_line(self, contestant, drawn) or self.play.line(self, contestant, drawn)

    def match_score(self, contestant: str, number: int, table: int) -> Figure[Exact] | None:
        """The score of the match at a table for one of its sides; None until it counts.

        Each match of a triangle has its own score.
        """
        if self.round(number).trio_of(contestant) is not None:
            card = self.card(number, table)
            return card.side(contestant).credited if card.complete else None
        line = self.match_line(contestant, number)
        return line.score if line is not None else None

    def same_robin(self, number: int) -> range:
        """The rounds of the round robin to which a round belongs."""
        field = len(self.contestants)
        length = field - 1 + field % 2
        first = (number - 1) // length * length + 1
        return range(first, first + length)

    def match_scores(
        self, contestant: str, among: Collection[int] | None = None, *, other: bool = False, but: Collection[str] = ()
    ) -> list[Figure[Exact]]:
        """The scores of the matches that a contestant actually played; with *other*, its opponents' scores."""
        return match_scores(self, contestant, self.rounds if among is None else among, other=other, but=but)

    def why_unplayed(self, number: int, table: int) -> MatchForfeited | None:
        """Why the match at a table is scored without its boards, if it is: not finished, or too few boards compared."""
        state = self.round(number)
        return state.forfeits.get(table) or too_few(self, state, state.seatings[table])

    def standings(self, name: str, purpose: Purpose = Purpose.PRIZE) -> Standings:
        """The standings of one field of the stage."""
        return self._standings(name, purpose)

    @cache_as(STANDINGS)
    def _standings(self, name: str, purpose: Purpose) -> Standings:
        chosen = next(each for each in self.fields if each.name == name)
        ranked = [who for who in chosen.contestants if not self.has_cancelled_scores(who)]
        about = f"{self.plan.name}, {name}, after round {self.last_round}"
        return self.play.standings(self, ranked, about, purpose)

    def can_be_placed(self, contestant: str) -> bool:
        """Whether a contestant may be placed: it is not excluded, and has not been absent too often."""
        if not self.status(contestant).placed:
            return False
        verdict = self.play.placing(self, contestant)
        return verdict is None or verdict.allowed

    def gone_by(self, contestant: str, number: int) -> bool:
        """Whether a contestant had left before a round began."""
        return self.status(contestant).gone_by(number)

    def sits_out(self, contestant: str, number: int) -> bool:
        """Whether a contestant sits out a round; one that had left does not, although the draw may still list it."""
        return contestant in self.rounds[number].draw.sits_out and not self.gone_by(contestant, number)

    def has_cancelled_scores(self, contestant: str) -> bool:
        """Whether a contestant withdrew and its scores were cancelled."""
        return self.status(contestant).wiped

    @cache_as(MISSING)
    def missing(self, number: int) -> tuple[tuple[int, str, int], ...]:
        """The results that a round still lacks: table, room and board; cached, since every line of a page needs it."""
        return tuple(self.round(number).missing(rooms_of(self.plan)))

    def missing_triangle_results(self, number: int) -> list[tuple[int, str, int]]:
        """The missing results of triangles that began in the previous round and end with this one."""
        if number - 1 not in self.rounds:
            return []
        return self.rounds[number - 1].missing_triangle_results()

    def playing_on(self, number: int) -> Trio | None:
        """The triangle of the previous round that continues in this one."""
        before = self.rounds.get(number - 1)
        return next((trio for trio in before.draw.trios if trio.rounds > 1), None) if before else None

    def deal(self, number: int, board: int) -> Deal | None:
        """The deal of a board in a round, if it is known."""
        return self.deals.get((self.scope(number), board))

    def result_at(self, number: int, table: int, room: str, board: int) -> RecordedResult | None:
        """The present state of a result, if there is one."""
        return self.round(number).results.get((table, room, board))
