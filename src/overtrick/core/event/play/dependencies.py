"""The cached answers of a stage, each with its dependencies and how far a change in each reaches.

Reaching too far costs time; not far enough would keep a wrong number. So rare changes reach everything.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Protocol

from overtrick.core.event.acts import Withdrawn
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.cache import EVERY, Answer, Basis, Every, Memo, Reach
from overtrick.core.event.play.inputs import (
    ABSENCES,
    AHEAD,
    AWARDED,
    CARRIED,
    CHOICE,
    CLOSED,
    DEALS,
    DECIDED,
    EXCLUDED,
    EXTRA,
    FIELDED,
    FIELDS,
    FORFEITS,
    FOULED,
    FOULING,
    JOINED,
    LATE,
    LATE_CHANGES,
    LEFT,
    LOT,
    MEMBERS,
    NON_CONTENDING,
    OTHER_FIELD,
    OWN_BEFORE,
    PENALTIES,
    PLAN,
    PLAY,
    PLAYED_OFF,
    RESULTS,
    ROUND_CLOSED,
    ROUNDS,
    SOURCES,
    STAND_INS,
    TALLIED,
    WITHDRAWALS,
    WITHDRAWN,
)
from overtrick.core.event.score.rounds import Place, RoundState
from overtrick.core.event.score.top_tables import by_ranking

At = tuple[int, int]
"""A scope and a board, or a round and a table."""

SITTINGS = Answer("sittings")
PLAYERS = Answer("players")
BOARDS = Answer("boards")
BOARD_LINES = Answer("board lines")
CARDS = Answer("cards")
MATCH_LINES = Answer("match lines")
SEASONS = Answer("seasons")
BROUGHT = Answer("what those who join bring")
RECORDS = Answer("records")
STANDINGS = Answer("standings")
SETTLED = Answer("settled")
FINALS = Answer("finals")
MISSING = Answer("missing results")

STATUS = (NON_CONTENDING, WITHDRAWN, EXCLUDED)
"""The parts from which a contestant's status is made."""


class Together(Protocol):
    """The part of a way to play that is read here."""

    @property
    def together(self) -> bool: ...


class DependencyStage(Protocol):
    """The part of a stage that is read here."""

    @property
    def plan(self) -> Stage: ...
    @property
    def play(self) -> Together: ...
    @property
    def rounds(self) -> Mapping[int, RoundState]: ...
    @property
    def fouling(self) -> bool: ...
    @property
    def withdrawn(self) -> Mapping[str, Withdrawn]: ...
    @property
    def memo(self) -> Memo: ...

    def scope(self, number: int) -> int: ...
    def players(self, scope: int, board: int) -> list[At]: ...


def _all_places(_: DependencyStage, __: Collection[Any]) -> Every:
    return EVERY


def _same(_: DependencyStage, places: Collection[Any]) -> Collection[Any]:
    return places


def _all(*bases: Basis) -> dict[Basis, Reach]:
    """Dependencies on these bases in full: any change reaches every answer."""
    return dict.fromkeys(bases, _all_places)


def averaging(state: DependencyStage) -> bool:
    """Whether the score of a match may depend on other matches: averages, for an unplayed match."""
    if state.plan.opposed is not None or state.fouling:
        return True
    if state.withdrawn and state.plan.unmet is not None:
        return True
    return any(drawn.forfeits for drawn in state.rounds.values())


def _sides(state: DependencyStage, cards: Collection[At]) -> Iterable[tuple[str, int]] | Every:
    """The contestants at a table in its round; all where averages count."""
    if averaging(state):
        return EVERY
    seated = ((state.rounds[number].seatings[table], number) for number, table in cards)
    return [(name, number) for seating, number in seated for name in seating.names]


def _who(state: DependencyStage, cards: Collection[At]) -> Iterable[tuple[str]] | Every:
    """The contestants at a table; all where a total depends on the matches of others."""
    if state.play.together:
        return EVERY
    seated = (state.rounds[number].seatings[table] for number, table in cards)
    return [(name,) for seating in seated for name in seating.names]


def _totals(state: DependencyStage, lines: Collection[tuple[str, int]]) -> Iterable[tuple[str]] | Every:
    """The contestant of a line; all where a total depends on the matches of others."""
    return EVERY if state.play.together else [(name,) for name, _ in lines]


def _penalised_names(state: DependencyStage, names: Collection[str]) -> Iterable[tuple[str]] | Every:
    """The penalised contestant; all where a total depends on the matches of others."""
    return EVERY if state.play.together else [(name,) for name in names]


def _own_board(state: DependencyStage, results: Collection[tuple[int, Place]]) -> Iterable[At]:
    """The board of a result, across the field."""
    if state.plan.scoring.in_rooms:
        return ()
    return [(state.scope(number), board) for number, (_, _, board) in results]


def _own_card(state: DependencyStage, results: Collection[tuple[int, Place]]) -> Iterable[At] | Every:
    """The match of a result; every stanza of one match, since later ones depend on awards in earlier ones."""
    if state.plan.play.one_match:
        return EVERY
    return [(number, table) for number, (table, _, _) in results]


def _own_round(_: DependencyStage, results: Collection[tuple[int, Place]]) -> Iterable[tuple[int]]:
    """The round of a result."""
    return [(number,) for number, _ in results]


def _of_three(state: DependencyStage, results: Collection[tuple[int, Place]]) -> Iterable[tuple[str, int]] | Every:
    """The three contestants of a table's share match; all where averages or fouled boards are counted."""
    if state.fouling:
        return EVERY
    three = [
        (name, number)
        for number, (table, _, _) in results
        for share in state.rounds[number].shares
        if table in share.tables
        for name in share.teams
    ]
    return EVERY if three and averaging(state) else three


def _board_matches(state: DependencyStage, boards: Collection[At]) -> Iterable[At]:
    """The matches in which a board is played."""
    return [at for board in boards for at in state.players(*board)]


def _otherwise(_: DependencyStage, __: Collection[Any]) -> tuple[()]:
    """None through this dependency: only the board's top is read, which no result changes."""
    return ()


def _in_scope(state: DependencyStage, rounds: Collection[int]) -> Iterable[At] | Every:
    """The boards that are compared with the boards of a round."""
    if state.plan.season is not None:
        return EVERY
    scopes = {state.scope(number) for number in rounds}
    return [at for at in state.memo.tables[PLAYERS] if at[0] in scopes]


def _if_by_ranking(state: DependencyStage, _: Collection[Any]) -> Iterable[Any] | Every:
    """Every board, if the top tables follow from the ranking."""
    return EVERY if by_ranking(state.plan) else ()


def _if_averaging(state: DependencyStage, _: Collection[Any]) -> Iterable[Any] | Every:
    """Every line, if averages count: they are provisional until the last round is closed."""
    return EVERY if averaging(state) else ()


def _if_fouling(state: DependencyStage, _: Collection[Any]) -> Iterable[Any] | Every:
    """Everything, if fouled boards are counted; otherwise a result reaches a line and a record through its card."""
    return EVERY if state.fouling else ()


def _final(state: DependencyStage, results: Collection[tuple[int, Place]]) -> Iterable[tuple[int]]:
    """The settled stages that include a changed round."""
    first = min(number for number, _ in results)
    return [asked for asked in state.memo.tables[SETTLED] if first <= asked[0]]


# Standings come first, then what they depend on: a change that reaches everything then finds most answers dropped.
SETTLED.rests_on({
    **_all(
        PLAN, PLAY, FIELDS, CARRIED, TALLIED, OWN_BEFORE, ROUNDS, PENALTIES, WITHDRAWN, CLOSED, FOULING, LOT,
        NON_CONTENDING, JOINED, ABSENCES, STAND_INS, OTHER_FIELD, FOULED, FORFEITS, DECIDED, FIELDED, AWARDED, SOURCES,
        EXCLUDED, ROUND_CLOSED, CHOICE, DEALS, LEFT, MEMBERS, PLAYED_OFF, AHEAD, LATE, WITHDRAWALS, LATE_CHANGES,
    ),
    RESULTS: _final,
})  # fmt: skip
STANDINGS.rests_on(
    _all(
        PLAN, PLAY, ROUNDS, FIELDS, *STATUS, LOT, STAND_INS, FORFEITS, RECORDS, SEASONS,
        FINALS,
    )
)  # fmt: skip
RECORDS.rests_on({
    **_all(
        PLAN, PLAY, ROUNDS, FIELDS, JOINED, CARRIED, TALLIED, BROUGHT, FORFEITS, DECIDED, AWARDED, SOURCES, SITTINGS,
        *STATUS, FOULING, FOULED, FINALS, AHEAD,
    ),
    MATCH_LINES: _totals, SEASONS: _same, CARDS: _who, BOARDS: _otherwise, PENALTIES: _penalised_names,
    RESULTS: _if_fouling,
})  # fmt: skip
FINALS.rests_on(_all(PLAN, PLAY, ROUNDS, FIELDS, *STATUS, FORFEITS, DECIDED, PENALTIES, AHEAD, CARDS, EXTRA, RESULTS))
BROUGHT.rests_on(_all(PLAN, ROUNDS, FIELDS, JOINED, PENALTIES, ROUND_CLOSED, MATCH_LINES, BROUGHT))
SEASONS.rests_on({
    **_all(PLAN, PLAY, ROUNDS, SITTINGS, *STATUS, ABSENCES, STAND_INS, CARRIED, OWN_BEFORE, FORFEITS, AWARDED),
    CARDS: _who, BOARDS: _otherwise, PENALTIES: _penalised_names,
})  # fmt: skip
MATCH_LINES.rests_on({
    **_all(
        PLAN, PLAY, ROUNDS, FIELDS, *STATUS, WITHDRAWALS, FOULING, FOULED, FORFEITS, AWARDED, SOURCES,
        AHEAD,
    ),
    CARDS: _sides, RESULTS: _of_three, ROUND_CLOSED: _if_averaging, BOARDS: _if_fouling,
})  # fmt: skip
CARDS.rests_on({
    **_all(PLAN, PLAY, ROUNDS, *STATUS, FIELDED, SOURCES, SITTINGS),
    RESULTS: _own_card, BOARDS: _otherwise, BOARD_LINES: _board_matches,
})  # fmt: skip
BOARD_LINES.rests_on({BOARDS: _same})
BOARDS.rests_on({
    **_all(PLAN, PLAY, FOULED, OTHER_FIELD, SITTINGS, FORFEITS, *STATUS, SOURCES),
    PLAYERS: _same, ROUNDS: _in_scope, RESULTS: _own_board,
    MATCH_LINES: _if_by_ranking, FIELDS: _if_by_ranking, PENALTIES: _if_by_ranking,
})  # fmt: skip
PLAYERS.rests_on({**_all(PLAN, PLAY, *STATUS, SITTINGS), ROUNDS: _in_scope})
SITTINGS.rests_on(_all(PLAN, PLAY, FIELDS, *STATUS, ABSENCES, ROUNDS))
MISSING.rests_on({**_all(PLAN, ROUNDS, FORFEITS), RESULTS: _own_round})
