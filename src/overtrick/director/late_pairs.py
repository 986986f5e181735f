"""Pairs that come late into a movement, and draws that are changed where nobody has begun."""

from collections import Counter
from dataclasses import replace
from itertools import product

from overtrick.core.event.acts import DrawChanged, DrawPublished, LatePairSeated, Seating, Withdrawn
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import draft_draw, rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.seats import Side
from overtrick.core.movements.late import seat_for
from overtrick.director.decision import Decided, allow, refuse, still_open
from overtrick.director.what_if import what_if


def late_pair(event: Tournament, stage: str, contestant: str, number: int, reason: str = "") -> LatePairSeated:
    """A late pair at the seat there is for it from a round on: of a pair that has left, an empty one, or a new one."""
    state = event.stage(stage)
    _may_come(state, number)
    gone = _left(state, number)
    if gone is not None:
        return LatePairSeated(contestant, stage, number, state.field_of(gone), instead=gone, reason=reason)
    movement = next(each for each in state.play.movements(state)[state.session_of(number) - 1 :])
    first = number - (state.session_of(number) - 1) * len(movement.rounds)
    taken, side = seat_for(movement, first)
    field = state.fields[-1 if side is Side.EW else 0].name
    return LatePairSeated(contestant, stage, number, field, taken, reason=reason)


def seat_late(event: Tournament, act: LatePairSeated) -> Decided:
    """A late pair comes in where there is a seat for it; the movement with it is proved, and its draws are changed."""
    state = event.stage(act.stage)
    still_open(state)
    if act.contestant not in event.entries:
        raise refuse(f"There is no entry {act.contestant}", remedy="Enter the pair first.")
    if act.contestant in state.contestants:
        raise refuse(f"{act.contestant} plays in {act.stage} already", remedy="Check the number.")
    if late_pair(event, act.stage, act.contestant, act.round, act.reason) != act:
        raise refuse("There is no such seat for a late pair", remedy="Leave the seat to the program.")
    then = what_if(event, [act]).stage(act.stage)
    changed = [_with(then, number, act) for number in sorted(state.rounds)]
    _proved(then, changed)
    return allow(act, *changed, cautions=(_shared(then, changed),))


def comes_late(state: StageState) -> bool:
    """Whether a pair may come into a stage that is being played: by one movement, all of whose rounds are published."""
    if state.closed or not state.plan.play.at_once or state.plan.in_season:
        return False
    return not any(state.play.section_of(state, name) for name in state.contestants[:1])


def _may_come(state: StageState, number: int) -> None:
    """Refuse where no movement is followed, and a round that is over."""
    if not comes_late(state):
        raise refuse(
            f"{state.plan.name} has no movement that a late pair can come into", clause=state.plan.clause,
            remedy="It can sit in for another as a substitute.",
        )  # fmt: skip
    if not 1 <= number <= rounds_of(state):
        raise refuse(f"{state.plan.name} has no round {number}", remedy=f"Its rounds are 1 to {rounds_of(state)}.")
    if number in state.rounds and state.rounds[number].closed:
        raise refuse(f"Round {number} is closed", remedy="Let the pair come in a later round.")
    if any(act.round > number for act in state.late.values()):
        raise refuse("Another late pair comes in later than that", remedy="Let the pair come in with it, or after it.")


def _left(state: StageState, number: int) -> str | None:
    """A pair that left before a round, and whose number nobody has taken."""
    taken = {act.instead for act in state.late.values()}
    return next((name for name, act in state.withdrawn.items() if act.after < number and name not in taken), None)


def _with(then: StageState, number: int, act: LatePairSeated) -> DrawChanged:
    """A published draw with a late pair in it: at its seat, or sitting out what it has missed.

    Somebody whose seat it takes sits out instead.
    """
    draw = then.rounds[number].draw
    seatings, out = list(draw.seatings), list(draw.sits_out)
    if number < act.round:
        return DrawChanged(act.stage, number, draw.seatings, (*draw.sits_out, act.contestant), act.reason)
    drafted = draft_draw(then, number, (), draw.seed)
    own = next((each for each in drafted.seatings if act.contestant in (each.ns, each.ew)), None)
    if own is None:
        return DrawChanged(act.stage, number, draw.seatings, (*draw.sits_out, act.contestant), act.reason)
    opponent = own.ew if own.ns == act.contestant else own.ns
    there = next((each for each in seatings if each.table == own.table), None)
    if opponent in out and there is None:
        out.remove(opponent)
        seatings.append(own)
    elif there is not None and _begun(then, number, own.table):
        raise refuse(
            f"Table {own.table} has begun round {number}, and keeps its boards and its players",
            remedy="Let the pair come in a later round.",
        )
    elif there is not None and opponent in (there.ns, there.ew) and there.boards == own.boards:
        out.append(there.ns if there.ew == opponent else there.ew)
        seatings[seatings.index(there)] = own
    else:
        raise refuse(
            f"Round {number} was changed by hand, so {act.contestant} has no place in it",
            remedy="Let the pair come in a later round.",
        )
    return DrawChanged(act.stage, number, _by_table(seatings), tuple(out), act.reason)


def without(state: StageState, act: Withdrawn) -> list[DrawChanged]:
    """The published draws after a pair has left, where it has not begun: whom it should have met sits out."""
    changed = []
    for number, drawn in sorted(state.rounds.items()):
        draw, own = drawn.draw, drawn.seating_of(act.contestant)
        if number <= act.after or drawn.closed or not state.plan.play.at_once:
            continue
        if own is not None and not _begun(state, number, own.table):
            other = own.ew if own.ns == act.contestant else own.ns
            seatings = tuple(each for each in draw.seatings if each != own)
            changed.append(DrawChanged(act.stage, number, seatings, (*draw.sits_out, other), act.reason))
        elif act.contestant in draw.sits_out:
            out = tuple(name for name in draw.sits_out if name != act.contestant)
            changed.append(DrawChanged(act.stage, number, draw.seatings, out, act.reason))
    gone = set(state.withdrawn) | {act.contestant}
    return [replace(each, sits_out=tuple(name for name in each.sits_out if name not in gone)) for each in changed]


def change(event: Tournament, act: DrawChanged) -> Decided:
    """A published draw is changed: everybody has a place, once, and a table that has begun keeps what it has."""
    state = event.stage(act.stage)
    still_open(state)
    drawn = state.round(act.round)
    if drawn.draw.shares or drawn.draw.trios or not state.play.movements(state):
        raise refuse(
            f"{act.stage} is not played by a movement", clause=state.plan.clause,
            remedy="Take the draw back, and publish another.",
        )  # fmt: skip
    begun = {table: seating for table, seating in drawn.seatings.items() if _begun(state, act.round, table)}
    now = {seating.table: seating for seating in act.seatings}
    if drawn.closed:
        begun = dict(drawn.seatings)
    if moved := [table for table, seating in begun.items() if now.get(table) != seating]:
        raise refuse(
            f"Table {moved[0]} has begun round {act.round}, and keeps its boards and its players",
            remedy="Change it from the next round on.",
        )
    names = Counter(_everybody(act))
    twice = [name for name, times in names.items() if times > 1]
    tables = Counter(seating.table for seating in act.seatings)
    if twice or max(tables.values(), default=0) > 1:
        who = f"{twice[0]} would be" if twice else "A table would be"
        raise refuse(f"{who} in round {act.round} twice", remedy="Seat everybody once.")
    before = _everybody(drawn.draw)
    strange = [name for name in names if name not in before and name not in state.playing]
    missing = [name for name in state.playing if name not in names]
    if strange or missing:
        who = f"{strange[0]} does not play" if strange else f"{missing[0]} has no place"
        raise refuse(f"{who} in round {act.round}", remedy="Seat everybody who plays, or say who sits out.")
    _proved(state, [act])
    return allow() if (act.seatings, act.sits_out) == (drawn.draw.seatings, drawn.draw.sits_out) else allow(act)


def _begun(state: StageState, number: int, table: int) -> bool:
    return any(place[0] == table for place in state.rounds[number].results)


def _everybody(act: DrawChanged | DrawPublished) -> list[str]:
    return [*(name for seating in act.seatings for name in (seating.ns, seating.ew)), *act.sits_out]


def _by_table(seatings: list[Seating]) -> tuple[Seating, ...]:
    return tuple(sorted(seatings, key=lambda seating: seating.table))


def _proved(state: StageState, changed: list[DrawChanged]) -> None:
    """Refuse draws by which somebody would have a board of a session twice."""
    seatings = {number: drawn.draw.seatings for number, drawn in state.rounds.items()}
    seatings |= {each.round: each.seatings for each in changed}
    first: dict[tuple[str, int, int], int] = {}
    for number, seats in sorted(seatings.items()):
        for seating in seats:
            for name, board in product((seating.ns, seating.ew), seating.boards):
                before = first.setdefault((name, state.scope(number), board), number)
                if before != number:
                    raise refuse(
                        f"{name} would have board {board} in round {number}, and has it in round {before}",
                        remedy="Let the pair come in a later round.",
                    )


def _shared(state: StageState, changed: list[DrawChanged]) -> str:
    """Which boards are at more tables of a round than before: they are shared, or copied."""
    told = []
    for each in changed:
        was = Counter(seating.boards for seating in state.rounds[each.round].draw.seatings)
        now = Counter(seating.boards for seating in each.seatings)
        more = (boards for boards, tables in now.items() if tables > max(was[boards], 1))
        told += [f"{boards[0]}–{boards[-1]} in round {each.round}" for boards in more]
    return f"boards are at more tables than before: {', '.join(told)}" if told else ""
