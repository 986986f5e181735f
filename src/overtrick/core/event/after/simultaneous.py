"""A simultaneous: heats in many places on the same boards, each with its own book, scored again over all of them.

Each heat keeps its own result. Across the heats a board is compared over every table that played it (Law 78A,
or cross-IMPs); a board with fewer results than the others is brought to their top, as within one heat.
Boards that were not played are left out, and so are the tables of a heat in which the board was fouled, because they
did not play the same cards.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.laws.matchpoints import top
from overtrick.core.laws.table_score import Credit, Line, TableScore
from overtrick.core.provenance import Figure
from overtrick.core.scoring.boards import BoardRule, score_board
from overtrick.core.scoring.rounds import Scoring, TeamsRule, scored_side

At: TypeAlias = tuple[str, int, int]
"""A heat, a round and a table."""
Dealt: TypeAlias = tuple[int, int]
"""The session or round within which a board is compared, and its number."""
Pair: TypeAlias = tuple[str, str]
"""A heat, and the number of a pair in it."""


Seat: TypeAlias = tuple[Dealt, At, bool]
"""A board, the table where a pair played it, and whether it sat North-South."""
Results: TypeAlias = dict[tuple[int, int], TableScore]
"""The scores of a heat's tables on a board, by round and table."""


@dataclass(frozen=True, slots=True)
class Frequency:
    """A score on a board, how often it occurred in all heats, and its credit: None if only awarded scores have it."""

    score: Exact
    times: int
    line: Line | None


@dataclass(frozen=True, slots=True)
class BoardAcross:
    """A board over every table that played it: each table's line, and the frequencies from the best score down."""

    lines: Mapping[At, Line]
    top: int
    frequencies: tuple[Frequency, ...]


@dataclass(frozen=True, slots=True)
class PlacedAcross:
    """A pair's place over all heats: its score there and in its own heat; *shared* if others have the same score."""

    place: int
    shared: bool
    pair: Pair
    score: Figure[Exact]
    own: Figure[Exact]


class Simultaneous:
    """The heats of one event, scored over all of them; results that a correction does not affect are kept."""

    def __init__(self, heats: Mapping[str, StageState]) -> None:
        self._scoring, self._rule = _same_scoring(heats)
        self.heats: dict[str, StageState] = {}
        self._results: dict[Dealt, dict[str, Results]] = {}
        self._boards: dict[Dealt, BoardAcross] = {}
        self._seats: dict[Pair, list[Seat]] = {}
        self._pairs: dict[Pair, Figure[Exact]] = {}
        self._own: dict[Pair, Figure[Exact]] = {}
        self.expected = 0
        for name, state in heats.items():
            self._take(name, state)
        self._count()

    @property
    def boards(self) -> tuple[Dealt, ...]:
        """The boards that were played in any heat."""
        return tuple(sorted(self._results))

    @property
    def pairs(self) -> Collection[Pair]:
        """The pairs that have played a board that is compared."""
        return self._seats.keys()

    def put(self, name: str, state: StageState) -> None:
        """Add or update a heat: only scores that depend on changed results are calculated again."""
        _same_scoring({**self.heats, name: state})
        changed, expected = self._take(name, state), self.expected
        self._count()
        if self.expected != expected:
            changed = set(self._boards)
        for board in changed:
            self._boards.pop(board, None)
        self._pairs = {
            pair: figure for pair, figure in self._pairs.items()
            if pair[0] != name and changed.isdisjoint(self._boards_played(pair))
        }  # fmt: skip

    def _take(self, name: str, state: StageState) -> set[Dealt]:
        """Replace the results of a heat, and return the boards on which they changed.

        The heat is not read after this, so play can go on meanwhile.
        """
        self.heats[name] = state
        self._own = {pair: figure for pair, figure in self._own.items() if pair[0] != name}
        self._own |= {
            (name, row.contestant): row.total for field in state.fields for row in state.standings(field.name).rows
        }
        found = _results(state)
        self._seats = {pair: seats for pair, seats in self._seats.items() if pair[0] != name}
        self._seats |= _seats(name, state, found)
        changed = set()
        for dealt in [*self._results, *(each for each in found if each not in self._results)]:
            heats = self._results.setdefault(dealt, {})
            if heats.get(name) != found.get(dealt):
                changed.add(dealt)
                heats[name] = found.get(dealt, {})
        return changed

    def _count(self) -> None:
        """Count the results of the board with the most: the top of every board is made for that number."""
        self._results = {dealt: heats for dealt, heats in self._results.items() if any(heats.values())}
        self.expected = max(
            (
                sum(score.field is not None for results in heats.values() for score in results.values())
                for heats in self._results.values()
            ),
            default=0,
        )

    def board(self, dealt: Dealt) -> BoardAcross:
        """A board over every table that played it."""
        if dealt not in self._boards:
            self._boards[dealt] = self._across(dealt, self.expected)
        return self._boards[dealt]

    def score(self, pair: Pair) -> Figure[Exact]:
        """A pair's score over the boards that it played, compared with all heats."""
        if pair not in self._pairs:
            credits, tops = zip(*self._credits(pair), strict=True) if self._boards_played(pair) else ((), ())
            self._pairs[pair] = scored_side(credits, tops, len(credits), self._scoring).credited
        return self._pairs[pair]

    def standings(self) -> tuple[PlacedAcross, ...]:
        """All pairs in one list, whatever the movements of the heats; pairs with equal scores share a place."""
        made = [(self.score(pair), pair) for pair in self._seats if pair in self._own]
        made.sort(key=lambda each: (-each[0].value, each[1]))
        often: dict[Exact, int] = {}
        first: dict[Exact, int] = {}
        for place, (score, _) in enumerate(made, start=1):
            often[score.value] = often.get(score.value, 0) + 1
            first.setdefault(score.value, place)
        return tuple(
            PlacedAcross(first[score.value], often[score.value] > 1, pair, score, self._own[pair])
            for score, pair in made
        )

    def _across(self, dealt: Dealt, expected: int) -> BoardAcross:
        found = [
            ((name, *at), score) for name, results in self._results[dealt].items() for at, score in results.items()
        ]
        at, scores = [place for place, _ in found], [score for _, score in found]
        lines = score_board(scores, self._rule, expected=expected).lines
        often: dict[Exact, int] = {}
        made: dict[Exact, Line] = {}
        for score, line in zip(scores, lines, strict=True):
            if score.field is not None:
                often[score.field.value] = often.get(score.field.value, 0) + 1
                if score.ns == score.ew:  # both sides have the same score
                    made.setdefault(score.field.value, line)
        scale = tuple(Frequency(each, often[each], made.get(each)) for each in sorted(often, reverse=True))
        return BoardAcross(dict(zip(at, lines, strict=True)), top(max(2, expected)), scale)

    def _boards_played(self, pair: Pair) -> list[Dealt]:
        """The boards on which a pair has a result that is compared."""
        return [board for board, _, _ in self._seats.get(pair, ())]

    def _credits(self, pair: Pair) -> Iterator[tuple[Credit | None, int]]:
        for board, at, north_south in self._seats[pair]:
            whole = self.board(board)
            line = whole.lines[at]
            yield (line.ns if north_south else line.ew), whole.top


def is_finished(state: StageState) -> bool:
    """Whether a heat is completely played, so that its scores reveal nothing about boards still to be played."""
    return state.last_round == state.plan.rounds and not any(state.missing(number) for number in state.rounds)


def _seats(name: str, state: StageState, results: Mapping[Dealt, Results]) -> dict[Pair, list[Seat]]:
    """The boards of each pair of a heat with the tables, in the order of play."""
    found: dict[Pair, list[Seat]] = {}
    for dealt, tables in results.items():
        for number, table in tables:
            seating = state.rounds[number].seatings[table]
            turned = dealt[1] in seating.switched
            for pair in seating.names:
                found.setdefault((name, pair), []).append((dealt, (name, number, table), seating.first(pair) != turned))
    for seats in found.values():
        seats.sort(key=lambda seat: (seat[1][1], seat[0]))
    return found


def _results(state: StageState) -> dict[Dealt, Results]:
    """The results of a heat that are compared with those of others, by board."""
    found: dict[Dealt, Results] = {}
    fouled = {(state.scope(number), board) for number, drawn in state.rounds.items() for board in drawn.fouled}
    for number, drawn in state.rounds.items():
        scope = state.scope(number)
        for (table, _, board), recorded in drawn.results.items():
            seating = drawn.seatings.get(table)
            if seating is not None and not state.is_expunged(seating) and (scope, board) not in fouled:
                found.setdefault((scope, board), {})[number, table] = recorded.score
    return found


def _same_scoring(heats: Mapping[str, StageState]) -> tuple[Scoring, BoardRule]:
    """The scoring of the heats; refuse heats that are scored differently."""
    if not heats:
        raise DirectorError("No heats were given", remedy="Name the book of each heat.")
    first = next(iter(heats.values())).plan.scoring
    if isinstance(first.board, TeamsRule):
        raise DirectorError(
            "Teams matches cannot be scored across heats",
            clause=first.clause,
            remedy="Combine only pairs heats.",
        )
    for name, state in heats.items():
        if state.plan.scoring != first:
            raise DirectorError(
                "{name} is scored differently from the heats before it",
                clause=state.plan.scoring.clause,
                remedy="Run every heat under the same event rules.",
                name=name,
            )
    return first, first.board
