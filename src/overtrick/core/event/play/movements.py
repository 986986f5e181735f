"""Rounds that follow a movement, session by session."""

from collections.abc import Mapping, Sequence

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import DrawPublished, DrawReason, Seating
from overtrick.core.event.play.drafting import MOVEMENT, reason_words
from overtrick.core.event.play.session_movements import Sitting
from overtrick.core.event.play.stage import StageState
from overtrick.core.movements.late import LateSection, add_late_pair, stand_of
from overtrick.core.movements.movement import Movement


def movement_of(state: StageState, number: int, movements: Sequence[Movement]) -> tuple[Movement, int]:
    """The movement to which a round belongs, and the round's number in it, from 0."""
    first = 0
    for movement in movements:
        if number <= first + len(movement.rounds):
            return movement, number - first - 1
        first += len(movement.rounds)
    raise DirectorError("{plan} has no round {number}", clause=state.plan.clause, plan=state.plan.name, number=number)


def draft_movement(
    state: StageState, number: int, movements: Sequence[Movement], sitting: Sitting | None = None,
    order: tuple[str, ...] = (), *, seed: str = "",
) -> DrawPublished:  # fmt: skip
    """The draw of a round by its movement.

    In a *sitting* of a season the pairs are those in *order*, by the lot *seed*.

    If a contestant is missing at a table, the others there sit out.
    """
    movement, place = movement_of(state, number, movements)
    pairs = state.play.contestants_by_number(state, movement)
    pairs = dict(zip(movement.present, order, strict=False)) if sitting is not None else pairs
    seatings, sits_out = [], []
    for seat in movement.rounds[place]:
        there = [pairs.get(pair) for pair in seat.seated]
        present = [name for name in there if name is not None and state.status(name).plays]
        if not seat.played or len(present) < len(seat.seated):
            sits_out += present
            continue
        start = (seat.boards - 1) * movement.boards_a_set + 1
        boards = tuple(range(start, start + movement.boards_a_set))
        if seat.south is not None:
            north, south, east, west = present
            seatings.append(Seating(seat.table, north, east, boards, south=south, west=west))
        else:
            seatings.append(Seating(seat.table, present[0], present[1], boards))
    reason = DrawReason(MOVEMENT, said=movement.name, rounds=() if sitting is None else (sitting.number,))
    return DrawPublished(
        state.plan.name, number, tuple(seatings), tuple(sits_out), (), order, seed, str(reason_words(reason, number)),
        reasons=(reason,),
    )  # fmt: skip


def with_late_pairs(
    state: StageState, movement: Movement, session: int, parts: Mapping[str, LateSection] | None = None
) -> tuple[Movement, Mapping[str, LateSection]]:
    """The movement of a session, from 0, with late pairs from their round on; in later sessions from the first round.

    *parts* are its sections by name; they are returned with the tables and numbers added to them.
    """
    before, now = session * len(movement.rounds), dict(parts or {})
    for act in state.late.values():
        if act.number and act.round <= before + len(movement.rounds):
            part = now.get(act.section)
            stand = stand_of(movement)
            movement = add_late_pair(movement, max(1, act.round - before), part)
            if part is not None:
                new = {stand} if stand_of(movement) > stand else set()
                now[act.section] = LateSection(part.tables | new, part.numbers | {act.number})
    return movement, now
