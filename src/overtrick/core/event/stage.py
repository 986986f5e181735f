"""A stage as it stands, and the numbers that follow from it.

The numbers are made when somebody asks and kept until a posting touches what they rest on: a result makes
its own board be scored again across the field, the matches on it, and the totals of those who played them.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Field, PenaltyGiven, Seating, Withdrawn
from overtrick.core.event.boards import BoardField, board_field
from overtrick.core.event.cards import MatchCard, ShareCard, pairs_card, share_card, teams_card
from overtrick.core.event.plan import SessionPlay, Stage
from overtrick.core.event.rounds import Recorded, RoundState
from overtrick.core.exact import Exact, plain
from overtrick.core.laws.lines import Line
from overtrick.core.laws.table_score import TableScore
from overtrick.core.provenance import Clause, Fact, Figure, Unit
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import Kind, MatchLine, Measure, StageRecord
from overtrick.core.ranking.standings import Purpose, Standings, standings
from overtrick.core.scoring.rounds import TeamsRule, percent_side
from overtrick.core.scoring.session import BoardCredit
from overtrick.core.scoring.unplayed import against, forfeit, forfeited, score_bye

Scope = int
"""Within which a board is compared: a round, or a session where tables play it in different rounds."""

_NONE = TableScore(None, None, None)


@dataclass(slots=True)
class StageState:
    """A stage: who plays in it, its rounds, its penalties, and what follows. Only the fold writes in it."""

    plan: Stage
    fields: tuple[Field, ...]
    started: int
    carried: Mapping[str, Figure[Exact]] = field(default_factory=dict)
    rounds: dict[int, RoundState] = field(default_factory=dict)
    penalties: dict[int, PenaltyGiven] = field(default_factory=dict)
    withdrawn: dict[str, Withdrawn] = field(default_factory=dict)
    closed: bool = False
    lot: Lot | None = None
    non_contending: frozenset[str] = frozenset()
    _boards: dict[tuple[Scope, int], BoardField] = field(default_factory=dict)
    _lines: dict[tuple[Scope, int], dict[tuple[int, int], Line]] = field(default_factory=dict)
    _cards: dict[tuple[int, int], MatchCard] = field(default_factory=dict)
    _match_lines: dict[tuple[str, int], MatchLine | None] = field(default_factory=dict)
    _records: dict[str, StageRecord] = field(default_factory=dict)
    _standings: dict[tuple[str, Purpose], Standings] = field(default_factory=dict)
    _players: dict[tuple[Scope, int], list[tuple[int, int]]] = field(default_factory=dict)

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
        return self.plan.session_of(number) if self.plan.by_session else number

    def players(self, scope: Scope, board: int) -> list[tuple[int, int]]:
        """The rounds and tables at which a board is played within a scope, in the order of the draw."""
        key = (scope, board)
        if key not in self._players:
            self._players[key] = [
                (number, table)
                for number in sorted(self.rounds)
                if self.scope(number) == scope
                for table, seating in sorted(self.rounds[number].seatings.items())
                if board in seating.boards and not self._expunged(seating)
            ]
        return self._players[key]

    def _expunged(self, seating: Seating) -> bool:
        return any(name in self.withdrawn and self.withdrawn[name].expunged for name in (seating.ns, seating.ew))

    def board_field(self, scope: Scope, board: int) -> BoardField:
        """A board scored over all the tables that play it."""
        key = (scope, board)
        if key not in self._boards:
            self._boards[key] = self._score_board(scope, board)
        return self._boards[key]

    def _score_board(self, scope: Scope, board: int) -> BoardField:
        at = self.players(scope, board)
        scores = [self._score(number, table, board) for number, table in at]
        fouled = [drawn.fouled[board] for drawn in self.rounds.values() if board in drawn.fouled]
        here = next((act for act in fouled if self.scope(act.round) == scope), None)
        return board_field(self.plan, at, scores, here, 1 if self.plan.by_session else scope)

    def _score(self, number: int, table: int, board: int) -> TableScore:
        recorded = self.rounds[number].results.get((table, "", board))
        return recorded.score if recorded else _NONE

    def lines(self, scope: Scope, board: int) -> dict[tuple[int, int], Line]:
        """Every table's line on a board, by round and table."""
        key = (scope, board)
        if key not in self._lines:
            whole = self.board_field(scope, board)
            self._lines[key] = dict(zip(whole.tables, whole.scored.lines, strict=True))
        return self._lines[key]

    def card(self, number: int, table: int) -> MatchCard:
        """The match at a table, as far as it has been played."""
        key = (number, table)
        if key not in self._cards:
            self._cards[key] = self._make_card(self.round(number), table)
        return self._cards[key]

    def _make_card(self, state: RoundState, table: int) -> MatchCard:
        seating = state.seatings[table]
        if isinstance(self.plan.scoring.board, TeamsRule):
            return teams_card(seating, state, self.plan)
        scope = self.scope(state.number)
        at = (state.number, table)
        lines = {board: self.lines(scope, board)[at] for board in seating.boards} if not self._expunged(seating) else {}
        tops = {board: self.board_field(scope, board).top for board in lines}
        recorded = sum((table, "", board) in state.results for board in seating.boards)
        return pairs_card(seating, lines, tops, self.plan, recorded)

    def share(self, number: int, contestant: str) -> ShareCard | None:
        """The three-team match of a contestant in a round."""
        found = self.round(number).share_of(contestant)
        return share_card(found, self.round(number), self.plan) if found else None

    def record(self, contestant: str) -> StageRecord:
        """Everything a contestant brings to the ranking."""
        if contestant not in self._records:
            self._records[contestant] = self._make_record(contestant)
        return self._records[contestant]

    def _make_record(self, contestant: str) -> StageRecord:
        lines = {number: self.match_line(contestant, number) for number in sorted(self.rounds)}
        matches = [line for line in lines.values() if line is not None]
        boards: list[Exact] = []
        if self._ranks_by_boards:
            boards = [
                value for number, line in lines.items() if line for value in self._board_values(contestant, number)
            ]
        if isinstance(self.plan.play, SessionPlay) and self.plan.scoring.percent is not None:
            matches = self._session_lines(contestant)
        penalties = tuple(
            Figure(
                given.amount,
                self.unit,
                Clause.parse(given.clause),
                (Fact(given.offence, f"posting {number}"),),
                "penalty",
            )
            for number, given in self.penalties.items()
            if given.contestant == contestant
        )
        return StageRecord(contestant, tuple(matches), self.carried.get(contestant), penalties, tuple(boards))

    @property
    def unit(self) -> Unit:
        """What the stage counts in."""
        return self.plan.standings.unit

    @property
    def _ranks_by_boards(self) -> bool:
        chains = (self.plan.standings.prize, self.plan.standings.draw)
        wanted = {step.by for chain in chains if chain is not None for step in chain.steps}
        return bool(wanted & {Measure.PLUS_BOARDS, Measure.MINUS_BOARDS})

    def match_line(self, contestant: str, number: int) -> MatchLine | None:
        """A contestant's match in a round, if it counts yet."""
        key = (contestant, number)
        if key not in self._match_lines:
            self._match_lines[key] = self._match_line(contestant, self.rounds[number])
        return self._match_lines[key]

    def _match_line(self, contestant: str, state: RoundState) -> MatchLine | None:
        if contestant in state.awarded:
            given = state.awarded[contestant]
            figure = Figure(
                given.score, self.unit, Clause.parse(given.clause), (Fact(given.reason),), "given by the director"
            )
            return MatchLine((), figure, kind=Kind.GIVEN)
        if (share := self.share(state.number, contestant)) is not None:
            return self._share_line(contestant, share)
        seating = state.seating_of(contestant)
        if seating is None:
            return self._bye_line(contestant, state)
        if self._expunged(seating):
            return None
        opponent = seating.ew if seating.ns == contestant else seating.ns
        if seating.table in state.forfeits:
            return self._forfeit_line(contestant, opponent, state.forfeits[seating.table].offender)
        card = self.card(state.number, seating.table)
        if not card.complete:
            return None
        own, other = card.side(contestant), card.other(contestant)
        return MatchLine((opponent,), own.credited, other.credited.value, own.net.value)

    def _share_line(self, contestant: str, share: ShareCard) -> MatchLine | None:
        if not share.complete:
            return None
        place = share.share.teams.index(contestant)
        others = tuple(team for team in share.share.teams if team != contestant)
        score = share.scores[place]
        return MatchLine(others, score.credited, None, score.net.value)

    def _bye_line(self, contestant: str, state: RoundState) -> MatchLine | None:
        if contestant not in state.draw.sits_out or self.plan.bye is None:
            return None
        score = score_bye(self.plan.bye)
        return MatchLine((), score.credited, None, score.net.value, Kind.BYE)

    def _forfeit_line(self, contestant: str, opponent: str, offender: str) -> MatchLine | None:
        """A forfeited match: provisional until the last round, then settled, because its averages move."""
        rule = self.plan.forfeit
        if rule is None:
            return None
        if contestant == offender:
            return MatchLine((opponent,), forfeited(rule), None, 0, Kind.FORFEIT)
        own = self._played(contestant)
        theirs = against(self._played(opponent), rule) if opponent == offender else ()
        return MatchLine((opponent,), forfeit(own, theirs, rule), rule.offender, 0, Kind.FORFEIT)

    def _played(self, contestant: str) -> list[Exact]:
        """The scores of the matches a contestant really played, before penalties."""
        scores = []
        for number in sorted(self.rounds):
            state = self.rounds[number]
            seating = state.seating_of(contestant)
            if seating is None or seating.table in state.forfeits or self._expunged(seating):
                continue
            card = self.card(number, seating.table)
            if card.complete:
                scores.append(card.side(contestant).credited.value)
        return scores

    def _board_values(self, contestant: str, number: int) -> list[Exact]:
        state = self.rounds[number]
        seating = state.seating_of(contestant)
        if seating is None or seating.table in state.forfeits:
            return []
        credits = self.card(state.number, seating.table).board_credits(contestant)
        worth = self.plan.scoring.match.artificial.worth
        return [
            plain(credit.value if isinstance(credit, Figure) else worth(credit))
            for credit in credits
            if credit is not None
        ]

    def _session_lines(self, contestant: str) -> list[MatchLine]:
        """A contestant's sessions, each one percentage over all its boards."""
        percent = self.plan.scoring.percent
        if percent is None:
            return []
        by_session: defaultdict[int, list[BoardCredit]] = defaultdict(list)
        met: defaultdict[int, list[str]] = defaultdict(list)
        for number in sorted(self.rounds):
            seating = self.rounds[number].seating_of(contestant)
            if seating is None:
                continue
            session = self.plan.session_of(number)
            met[session].append(seating.ew if seating.ns == contestant else seating.ns)
            for board, credit in zip(
                seating.boards, self.card(number, seating.table).board_credits(contestant), strict=True
            ):
                by_session[session].append(BoardCredit(credit, self.board_field(self.scope(number), board).top))
        return [
            MatchLine(
                tuple(met[session]), percent_side(credits, len(credits), percent, self.plan.scoring.match).credited
            )
            for session, credits in by_session.items()
            if any(each.credit is not None for each in credits)
        ]

    def standings(self, name: str, purpose: Purpose = Purpose.PRIZE) -> Standings:
        """The standings of one field of the stage."""
        key = (name, purpose)
        if key not in self._standings:
            chosen = next(each for each in self.fields if each.name == name)
            ranked = [who for who in chosen.contestants if not self._gone(who)]
            about = f"{self.plan.name}, {name}, after round {self.last_round}"
            self._standings[key] = standings(
                [self.record(who) for who in self.contestants if not self._gone(who)],
                self.plan.standings,
                self.lot,
                purpose=purpose,
                about=about,
                among=frozenset(ranked),
            )
        return self._standings[key]

    def _gone(self, contestant: str) -> bool:
        return contestant in self.withdrawn and self.withdrawn[contestant].expunged

    def touch_result(self, number: int, table: int, board: int) -> None:
        """A result changed: forget what rests on it."""
        if isinstance(self.plan.scoring.board, TeamsRule):
            if (number, table) in self._cards:
                self._forget_matches([(number, table)])
            return
        key = (self.scope(number), board)
        self._lines.pop(key, None)
        if self._boards.pop(key, None) is not None:  # nothing rests on a board that nobody asked for
            self._forget_matches(self.players(*key))

    def touch_round(self, number: int) -> None:
        """A draw, a forfeit, a bye or an award of a round changed: forget what rests on it."""
        self._players.clear()
        scope = self.scope(number)
        for key in [key for key in self._boards if key[0] == scope]:
            del self._boards[key]
            self._lines.pop(key, None)
        self._cards.clear()
        self.touch_totals()

    def touch_totals(self, contestants: Iterable[str] = ()) -> None:
        """A penalty or a carry-over changed: forget the totals of these, or of everybody."""
        named = list(contestants)
        if not named or any(state.forfeits for state in self.rounds.values()):
            self._records.clear()
            self._match_lines.clear()
        for name in named:
            self._records.pop(name, None)
        self._standings.clear()

    def touch_all(self) -> None:
        """Everything may have changed."""
        self._boards.clear()
        self._lines.clear()
        self._cards.clear()
        self._players.clear()
        self.touch_totals()

    def _forget_matches(self, at: Iterable[tuple[int, int]]) -> None:
        touched = []
        for number, table in at:
            self._cards.pop((number, table), None)
            seating = self.rounds[number].seatings.get(table)
            if seating is not None:
                touched += [seating.ns, seating.ew]
                self._match_lines.pop((seating.ns, number), None)
                self._match_lines.pop((seating.ew, number), None)
        self.touch_totals(touched)

    def missing(self, number: int) -> list[tuple[int, str, int]]:
        """The results a round still lacks: table, room and board."""
        state = self.round(number)
        rooms = ("open", "closed") if isinstance(self.plan.scoring.board, TeamsRule) else ("",)
        wanted = [
            (table, room, board)
            for table, seating in sorted(state.seatings.items())
            if table not in state.forfeits
            for board in seating.boards
            for room in rooms
        ]
        wanted += [(table, "", board) for share in state.shares for table in share.tables for board in share.boards]
        return [place for place in wanted if place not in state.results]

    def recorded(self, number: int, table: int, room: str, board: int) -> Recorded | None:
        """A result as it stands, if there is one."""
        return self.round(number).results.get((table, room, board))
