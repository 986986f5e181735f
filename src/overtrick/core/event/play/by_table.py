"""Where each table is, in a session whose rounds are all published: it goes on by itself as its results come in.

A table plays the first round in which it still wants a result. As long as nothing of that is in, it stays with boards
of the round before that are not agreed: those who must agree to them have not left. A slow table keeps its boards and
its players, and everybody else goes on.
"""

from overtrick.core.event.play.stage import StageState


def round_in_play(state: StageState) -> int:
    """The round that is played: the last that is drawn, or the one that most tables have come to."""
    if not state.plan.play.at_once:
        return state.last_round
    return _median(list(table_rounds(state).values())) or state.last_round


def table_rounds(state: StageState) -> dict[int, int]:
    """The round that each table plays."""
    tables = sorted({table for drawn in state.rounds.values() for table in drawn.seatings})
    return {table: table_round(state, table) for table in tables}


def table_round(state: StageState, table: int) -> int:
    """The round that a table plays, or the last it played; 0 for one at which nobody sits."""
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
    """The round a table goes on to after this one, once all its boards are in; 0 where there is none yet."""
    if not state.plan.play.at_once or owes(state, number, table):
        return 0
    later = (each for each, drawn in sorted(state.rounds.items()) if each > number and table in drawn.seatings)
    return next(later, 0)


def own_round(state: StageState, contestant: str) -> int:
    """The round that a contestant plays or sits out now; the last one when it has played them all."""
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
    """The boards a table has still to bring in a round before it goes on: none that it plays later.

    Nothing is owed where a side left before the round, or where it is closed.
    """
    drawn = state.rounds[number]
    seating = drawn.seatings.get(table)
    if seating is None or drawn.closed or table in drawn.forfeits:
        return ()
    if any(name in state.withdrawn and state.withdrawn[name].after < number for name in seating.names):
        return ()
    places = [(table, "", board) for board in seating.boards]
    return tuple(place[2] for place in places if place not in drawn.results and place not in drawn.put_off)


def owed(state: StageState) -> list[tuple[int, int, int]]:
    """Everything that is still to be brought in: round, table and board."""
    return [
        (number, table, board)
        for number, drawn in sorted(state.rounds.items())
        for table in sorted(drawn.seatings)
        for board in owes(state, number, table)
    ]


def round_of_board(state: StageState, table: int, board: int) -> int:
    """The round in which a table plays a board: the one it is in, else the next one that has it."""
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
    """Whether somebody at the table has still to agree: what the desk entered waits for nobody."""
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
    """The round that at least half have come to."""
    ordered = sorted(rounds, reverse=True)
    return ordered[(len(ordered) - 1) // 2] if ordered else 0
