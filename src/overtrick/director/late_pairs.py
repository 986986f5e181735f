"""Late pairs in a movement or a Swiss, and changes of published draws at tables where play has not begun."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import product

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import DrawChanged, DrawPublished, LatePairSeated, Seating, Withdrawn
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import draft_draw, rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.boards import boards_phrase
from overtrick.core.model.seats import Side
from overtrick.core.movements.late import LateSection, add_late_pair, seat_for
from overtrick.core.movements.movement import Movement
from overtrick.core.wording import Said, phrase
from overtrick.director.decision import AllowedActs, Caution, allow, refuse, still_open
from overtrick.director.late_in_swiss import against_the_bye, comes_into_swiss, seat_in_swiss
from overtrick.director.missing_scores import odd_cautions
from overtrick.director.what_if import what_if


def late_pair(event: Tournament, stage: str, contestant: str, number: int, reason: str = "") -> LatePairSeated:
    """The seat for a late pair from a round on: that of a pair that has left, an empty one, or a new one."""
    state = event.stage(stage)
    if comes_into_swiss(state):
        return seat_in_swiss(state, contestant, number, reason)
    _may_come(state, number)
    gone = _vacant_number(state, number)
    if gone is not None:
        return LatePairSeated(contestant, stage, number, state.field_of(gone), instead=gone, reason=reason)
    session = state.session_of(number) - 1
    movement = state.play.movements(state)[session]
    if movement.alone:
        raise refuse(
            "An individual movement has no seat for an extra player", clause=state.plan.clause,
            remedy="Let the player substitute for one who withdraws or, before play starts, withdraw the draws and "
            "start again.",
        )  # fmt: skip
    first = number - session * len(movement.rounds)
    parts = state.play.sections(state, session)
    section = _section(movement, first, parts)
    taken, side = seat_for(movement, first, parts.get(section))
    field = _field(state, movement, side, parts.get(section))
    return LatePairSeated(contestant, stage, number, field, taken, reason=reason, section=section)


def _section(movement: Movement, first: int, parts: Mapping[str, LateSection]) -> str:
    """The section that takes a late pair: one with an empty seat, else the smallest; empty without sections."""
    seats = movement.rounds[first - 1]

    def full(name: str) -> tuple[bool, int]:
        own = parts[name].tables_in(seats)
        return all(len(seat.seated) != 1 for seat in own), sum(len(seat.seated) for seat in own)

    refused = None
    for name in sorted(parts, key=full):
        try:
            add_late_pair(movement, first, parts[name])
        except DirectorError as fault:
            refused = refused or fault
        else:
            return name
    if refused is not None:
        raise refused
    return ""


def _field(state: StageState, movement: Movement, side: Side, part: LateSection | None) -> str:
    """The field of the contestants that sit where the late pair will, in its section."""
    if part is None:
        return state.fields[-1 if side is Side.EW else 0].name
    line = movement.lines[-1 if side is Side.EW else 0]
    numbered = state.play.contestants_by_number(state, movement)
    return state.field_of(next(name for number, name in numbered.items() if number in line and number in part.numbers))


def seat_late(event: Tournament, act: LatePairSeated) -> AllowedActs:
    """Seat a late pair where there is room; the new movement is checked, and its draws are changed."""
    state = event.stage(act.stage)
    still_open(state)
    if act.contestant not in event.entries:
        raise refuse("There is no entry {contestant}", remedy="Enter the pair first.", contestant=act.contestant)
    if act.contestant in state.contestants:
        raise refuse(
            "Number {contestant} already plays in {stage}",
            remedy="Check the number.",
            contestant=act.contestant,
            stage=act.stage,
        )
    if late_pair(event, act.stage, act.contestant, act.round, act.reason) != act:
        raise refuse("That seat is not available to a late pair", remedy="Let Overtrick choose the seat.")
    then = what_if(event, [act]).stage(act.stage)
    if comes_into_swiss(state):
        odd = odd_cautions(state, len(then.playing))
        return allow(act, *against_the_bye(then, act), cautions=odd)
    then.play.movements(then)  # refused now if there is no seat in a round that is not yet drawn
    changed = [each for number in sorted(state.rounds) if (each := _add_to_draw(then, number, act)) is not None]
    _refuse_repeats(then, changed)
    return allow(act, *changed, cautions=(_sharing_caution(then, changed),))


def comes_late(state: StageState) -> bool:
    """Whether a pair may join a stage in play: a Swiss, or a movement whose rounds are published."""
    return comes_into_swiss(state) or _by_movement(state)


def _by_movement(state: StageState) -> bool:
    return not state.closed and state.plan.play.at_once and not state.plan.in_season


def _may_come(state: StageState, number: int) -> None:
    """Refuse a late pair where no movement is followed, or in a round that is over."""
    if not _by_movement(state):
        raise refuse(
            "{plan} has no movement that a late pair can join",
            clause=state.plan.clause,
            remedy="The pair can play as substitutes instead.",
            plan=state.plan.name,
        )
    if not 1 <= number <= rounds_of(state):
        raise refuse(
            "{plan} has no round {number}",
            remedy="Rounds are numbered 1 to {rounds_of}.",
            plan=state.plan.name,
            number=number,
            rounds_of=rounds_of(state),
        )
    if number in state.rounds and state.rounds[number].closed:
        raise refuse("Round {number} is closed", remedy="Let the pair join in a later round.", number=number)
    if any(act.round > number for act in state.late.values()):
        raise refuse(
            "Another late pair joins in a later round",
            remedy="Let this pair join in the same round as that pair, or later.",
        )


def _vacant_number(state: StageState, number: int) -> str | None:
    """A pair that left before a round and whose number no one has taken; `None` without one."""
    taken = {act.instead for act in state.late.values()}
    return next((name for name in state.withdrawn if state.status(name).gone_by(number) and name not in taken), None)


def _add_to_draw(then: StageState, number: int, act: LatePairSeated) -> DrawChanged | None:
    """A published draw with a late pair in it: at its seat, or sitting out what it has missed.

    A contestant whose seat it takes sits out instead. A round that its section does not play stays as it is.
    """
    draw = then.rounds[number].draw
    seatings, out = list(draw.seatings), list(draw.sits_out)
    if number < act.round:
        return DrawChanged(act.stage, number, draw.seatings, (*draw.sits_out, act.contestant), act.reason)
    drafted = draft_draw(then, number, (), draw.seed)
    own = next((each for each in drafted.seatings if act.contestant in each.names), None)
    if own is None and act.contestant not in drafted.sits_out:
        return None
    if own is None:
        return DrawChanged(act.stage, number, draw.seatings, (*draw.sits_out, act.contestant), act.reason)
    others = {name for name in own.names if name != act.contestant}
    there = next((each for each in seatings if each.table == own.table), None)
    if there is None and others <= set(out):
        out = [name for name in out if name not in others]
        seatings.append(own)
    elif there is not None and _has_begun(then, number, own.table):
        raise refuse(
            "Table {table} has started round {number} and keeps its boards and players",
            remedy="Let the pair join in a later round.",
            table=own.table,
            number=number,
        )
    elif there is not None and others <= set(there.names) and there.boards == own.boards:
        out += (name for name in there.names if name not in others)
        seatings[seatings.index(there)] = own
    else:
        raise refuse(
            "The draw of round {number} differs from the movement, so number {contestant} has no place in it",
            remedy="Let the pair join in a later round.",
            number=number,
            contestant=act.contestant,
        )
    return DrawChanged(act.stage, number, _by_table(seatings), tuple(out), act.reason)


def remove_from_draws(state: StageState, act: Withdrawn) -> list[DrawChanged]:
    """The published draws after a pair has left, where play has not begun: its opponents sit out."""
    changed = []
    for number, drawn in sorted(state.rounds.items()):
        draw, own = drawn.draw, drawn.seating_of(act.contestant)
        if number <= act.after or drawn.closed or not state.plan.play.at_once:
            continue
        if own is not None and not _has_begun(state, number, own.table):
            others = (name for name in own.names if name != act.contestant)
            seatings = tuple(each for each in draw.seatings if each != own)
            changed.append(DrawChanged(act.stage, number, seatings, (*draw.sits_out, *others), act.reason))
        elif act.contestant in draw.sits_out:
            out = tuple(name for name in draw.sits_out if name != act.contestant)
            changed.append(DrawChanged(act.stage, number, draw.seatings, out, act.reason))
    there = set(state.playing) - {act.contestant}
    return [replace(each, sits_out=tuple(name for name in each.sits_out if name in there)) for each in changed]


def change(event: Tournament, act: DrawChanged) -> AllowedActs:
    """Change a published draw: everyone has one place, and a table that has begun keeps its seating and boards."""
    state = event.stage(act.stage)
    still_open(state)
    drawn = state.round(act.round)
    if drawn.draw.shares or drawn.draw.trios or not (state.play.movements(state) or state.plan.play.swiss):
        raise refuse(
            "This draw of {stage} cannot be changed table by table",
            clause=state.plan.clause,
            remedy="Withdraw the draw and publish another.",
            stage=act.stage,
        )
    begun = {table: seating for table, seating in drawn.seatings.items() if _has_begun(state, act.round, table)}
    now = {seating.table: seating for seating in act.seatings}
    if drawn.closed:
        begun = dict(drawn.seatings)
    if moved := [table for table, seating in begun.items() if now.get(table) != seating]:
        raise refuse(
            "Round {round} is closed, so its draw cannot change"
            if drawn.closed
            else "Table {moved} has started round {round} and keeps its boards and players",
            remedy="Change the draw from the next round on.",
            moved=moved[0],
            round=act.round,
        )
    names = Counter(_everybody(act))
    twice = [name for name, times in names.items() if times > 1]
    tables = Counter(seating.table for seating in act.seatings)
    if twice:
        raise refuse(
            "Number {contestant} would be seated twice in round {round}",
            remedy="Seat everyone exactly once, with one match at each table.",
            contestant=twice[0],
            round=act.round,
        )
    if max(tables.values(), default=0) > 1:
        raise refuse(
            "A table would be used twice in round {round}",
            remedy="Seat everyone exactly once, with one match at each table.",
            round=act.round,
        )
    before = _everybody(drawn.draw)
    strange = [name for name in names if name not in before and name not in state.playing]
    missing = [name for name in state.playing if name not in names]
    if strange:
        raise refuse(
            "Number {contestant} does not play in round {round}",
            remedy="Seat everyone who plays and no one else, or say who sits out.",
            contestant=strange[0],
            round=act.round,
        )
    if missing:
        raise refuse(
            "Number {contestant} has no place in round {round}",
            remedy="Seat everyone who plays and no one else, or say who sits out.",
            contestant=missing[0],
            round=act.round,
        )
    _refuse_repeats(state, [act], phrase("Change the seating or the boards so that no one plays a board twice."))
    return allow() if (act.seatings, act.sits_out) == (drawn.draw.seatings, drawn.draw.sits_out) else allow(act)


def _has_begun(state: StageState, number: int, table: int) -> bool:
    return any(place[0] == table for place in state.rounds[number].results)


def _everybody(act: DrawChanged | DrawPublished) -> list[str]:
    return [*(name for seating in act.seatings for name in seating.names), *act.sits_out]


def _by_table(seatings: list[Seating]) -> tuple[Seating, ...]:
    return tuple(sorted(seatings, key=lambda seating: seating.table))


def _refuse_repeats(
    state: StageState, changed: list[DrawChanged], remedy: Said = "Let the pair join in a later round."
) -> None:
    """Refuse draws by which someone would play a board of a session twice."""
    seatings = {number: drawn.draw.seatings for number, drawn in state.rounds.items()}
    seatings |= {each.round: each.seatings for each in changed}
    first: dict[tuple[str, int, int], int] = {}
    for number, seats in sorted(seatings.items()):
        for seating in seats:
            for name, board in product(seating.names, seating.boards):
                before = first.setdefault((name, state.scope(number), board), number)
                if before != number:
                    raise refuse(
                        "Number {name} would play board {board} in round {number} as well as in round {before}",
                        remedy=remedy,
                        name=name,
                        board=board,
                        number=number,
                        before=before,
                    )


def _sharing_caution(state: StageState, changed: list[DrawChanged]) -> Caution:
    """A caution about boards that are at more tables of a round than before: they must be shared or copied."""
    told: list[Said] = []
    for each in changed:
        was = Counter(seating.boards for seating in state.rounds[each.round].draw.seatings)
        now = Counter(seating.boards for seating in each.seatings)
        more = (boards for boards, tables in now.items() if tables > max(was[boards], 1))
        told += [phrase("{boards} in round {round}", boards=boards_phrase(boards), round=each.round) for boards in more]
    if not told:
        return ""
    return phrase(
        "these boards are now played at more tables than before, so share or copy them: {told:,}", told=tuple(told)
    )
