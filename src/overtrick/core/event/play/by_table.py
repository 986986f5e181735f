"""The round of each table in a session whose rounds are all published: a table moves on when its results are in.

A table plays the first round in which it still owes a result. Until it has a result in that round, it stays in the
previous round if boards there are not agreed, because the players who must agree have not left. A slow table keeps its
boards and its players, and the others move on.
"""

from overtrick.core.event.play.stage import StageState


def round_in_play(state: StageState) -> int:
    """The current round: the last one drawn, or the one that at least half of the tables have reached."""
    if not state.plan.play.at_once:
        return state.last_round
    return _median(list(table_rounds(state).values())) or state.last_round


def table_rounds(state: StageState) -> dict[int, int]:
    """The round that each table plays."""
    tables = sorted({table for drawn in state.rounds.values() for table in drawn.seatings})
    return {table: table_round(state, table) for table in tables}


def table_round(state: StageState, table: int) -> int:
    """The round that a table is playing, or the last that it played; 0 for an empty table."""
    seated = [
        number for number, drawn in sorted(state.rounds.items())
        if table in drawn.seatings and table not in drawn.forfeits
    ]  # fmt: skip
    if not state.plan.play.at_once:
        return seated[-1] if seated else 0
    wants = next((number for number in seated if owes(state, number, table)), 0)
    if not wants:
        return seated[-1] if seated else 0
    before = [number for number in seated if number < wants]
    begun = any(place[0] == table for place in state.rounds[wants].results)
    return before[-1] if before and not begun and _to_be_agreed(state, before[-1], table) else wants


def next_round(state: StageState, table: int, number: int) -> int:
    """The next round of a table once all its results in this one are in; 0 if there is none yet."""
    if not state.plan.play.at_once or owes(state, number, table):
        return 0
    later = (each for each, drawn in sorted(state.rounds.items()) if each > number and table in drawn.seatings)
    return next(later, 0)


def own_round(state: StageState, contestant: str) -> int:
    """The round that a contestant is playing or sitting out; the last one once it has played all."""
    if not state.plan.play.at_once:
        return state.last_round
    reached = round_in_play(state)
    for number, drawn in sorted(state.rounds.items()):
        seating = drawn.seating_of(contestant)
        if seating is not None and owes(state, number, seating.table):
            return number
        if seating is None and number >= reached and not _played_after(state, contestant, number):
            return number
    return state.last_round


def owes(state: StageState, number: int, table: int) -> tuple[int, ...]:
    """The boards for which a table still owes results before it moves on, without late plays.

    A table owes nothing if a side left before the round, or if the round is closed.
    """
    drawn = state.rounds[number]
    seating = drawn.seatings.get(table)
    if seating is None or drawn.closed or table in drawn.forfeits:
        return ()
    if any(state.status(name).gone_by(number) for name in seating.names):
        return ()
    places = [(table, "", board) for board in seating.boards]
    return tuple(place[2] for place in places if place not in drawn.results and place not in drawn.put_off)


def owed_results(state: StageState) -> list[tuple[int, int, int]]:
    """All results that are still owed: round, table and board."""
    return [
        (number, table, board)
        for number, drawn in sorted(state.rounds.items())
        for table in sorted(drawn.seatings)
        for board in owes(state, number, table)
    ]


def round_of_board(state: StageState, table: int, board: int) -> int:
    """The round in which a table plays a board: its present round, or else the next one with that board."""
    here = table_round(state, table)
    if not state.plan.play.at_once:
        return state.last_round
    having = [
        number for number, drawn in sorted(state.rounds.items())
        if table in drawn.seatings and board in drawn.seatings[table].boards
    ]  # fmt: skip
    if here in having or not having:
        return here
    return next((number for number in having if board in owes(state, number, table)), having[-1])


def _to_be_agreed(state: StageState, number: int, table: int) -> bool:
    """Whether players at the table still have to agree to a result; results entered at the desk need no agreement."""
    drawn = state.rounds[number]
    here = (known for place, known in drawn.results.items() if place[0] == table)
    return not drawn.closed and any(known.disputed or (known.seat and not known.confirmed) for known in here)


def _played_after(state: StageState, contestant: str, number: int) -> bool:
    return any(
        seating is not None and any(place[0] == seating.table for place in drawn.results)
        for later, drawn in state.rounds.items()
        if later > number
        for seating in (drawn.seating_of(contestant),)
    )


def _median(rounds: list[int]) -> int:
    """The round that at least half of the tables have reached."""
    ordered = sorted(rounds, reverse=True)
    return ordered[(len(ordered) - 1) // 2] if ordered else 0
