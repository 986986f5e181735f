"""The draw of a stage's next round, as its regulation makes it: who sits where, with which boards, and why."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from overtrick.core.draws.bye_rounds import bring_bye_forward, spread_byes
from overtrick.core.draws.drawn import Draw
from overtrick.core.draws.first import draw_first_round
from overtrick.core.draws.meetings import Kind as MeetingKind
from overtrick.core.draws.meetings import Meeting, Meetings, SatOut
from overtrick.core.draws.round_robin import byes_by_round, circle, held_by
from overtrick.core.draws.rules import Odd, Rematch, plan_modified
from overtrick.core.draws.swiss import draw_round
from overtrick.core.errors import DirectorError, EngineError
from overtrick.core.event.acts import DrawPublished, Seating, Share
from overtrick.core.event.finals import bracket_of, draft_finals
from overtrick.core.event.graph_plan import DropInPlay, KnockoutPlay
from overtrick.core.event.plan import (
    FinalsPlay,
    RobinDraw,
    RobinPlay,
    SessionPlay,
    Stage,
    StanzaPlay,
    SwissPlay,
    TallyPlay,
    TwoFieldForm,
    TwoFieldPlay,
)
from overtrick.core.event.season import Sitting, sitting_of, sittings
from overtrick.core.event.session_movements import session_movement
from overtrick.core.event.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.lots import Lots
from overtrick.core.movements.mitchell import barometer_mitchell
from overtrick.core.movements.movement import Movement
from overtrick.core.movements.two_fields import sectioned_sessions, two_field_sessions
from overtrick.core.ranking.chance import lot_order
from overtrick.core.ranking.standings import Purpose, Standings


def draft_draw(
    state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool = False
) -> DrawPublished:
    """The draw of a round, ready to publish.

    *seeds* are the contestants in seeded order, for a first round that goes by it; *seed* is the recorded
    lot that settles everything left to chance. *yielding*, a Swiss that has no lawful draw left is drawn with
    as few rematches as can be, for a committee to allow.
    """
    match state.plan.play:
        case SwissPlay() as play:
            if yielding:
                play = replace(play, rule=replace(play.rule, rematch=Rematch.FEWEST))
            return _swiss(state, number, seeds, seed, play)
        case RobinPlay() as play:
            return _robin(state, number, play)
        case TwoFieldPlay() | SessionPlay():
            return _movement(state, number, seed)
        case StanzaPlay():
            return _stanza(state, number)
        case FinalsPlay():
            return draft_finals(state, number, board_numbers(state.plan, number))
        case TallyPlay():
            raise DirectorError(f"Nothing is played in {state.plan.name}", clause=str(state.plan.clause))
        case KnockoutPlay() | DropInPlay():
            raise EngineError(f"{state.plan.name} is drawn from the whole event")


def rounds_of(state: StageState) -> int:
    """How many rounds the stage has for its field."""
    match state.plan.play:
        case RobinPlay() as play:
            return sum(len(robin.rounds) for robin in robins_of(play, state.plan.boards, len(state.contestants)))
        case TwoFieldPlay() | SessionPlay():
            return sum(len(movement.rounds) for movement in movements_for(state))
        case StanzaPlay(stanzas):
            return stanzas
        case FinalsPlay():
            return bracket_of(state).weeks
        case SwissPlay() | TallyPlay() | KnockoutPlay() | DropInPlay():
            return state.plan.rounds


def board_numbers(plan: Stage, number: int) -> tuple[int, ...]:
    """The boards of a round that everybody plays: they go on through a session."""
    boards = plan.boards_in(number)
    first = (number - plan.first_of_session(number)) * boards + 1
    return tuple(range(first, first + boards))


def meetings_of(state: StageState) -> Meetings:
    """Who has met whom in the stage, and who has sat out."""
    happened: list[Meeting | SatOut] = []
    for number, drawn in sorted(state.rounds.items()):
        happened += [Meeting(seating.ns, seating.ew, number) for seating in drawn.seatings.values()]
        happened += [SatOut(name, number) for name in drawn.draw.sits_out]
        for share in drawn.shares:
            one, two, three = share.teams
            happened += [
                Meeting(a, b, number, kind=MeetingKind.SHARE) for a, b in ((one, two), (two, three), (three, one))
            ]
    return Meetings.of(happened)


def _swiss(state: StageState, number: int, seeds: Sequence[str], seed: str, play: SwissPlay) -> DrawPublished:
    lots = Lots(seed)
    rule = play.rule
    if play.modified is not None:
        modified = plan_modified(state.plan.rounds, len(state.playing), play.modified)
        rule = replace(rule, replay=modified.replay) if modified.triggered else rule
    if len(state.playing) % 2 and rule.odd is Odd.HOUSE:
        rule = replace(rule, odd=Odd.BYE)  # no house pair is there, so somebody sits out
    order: tuple[str, ...]
    if number == 1:
        seeded = dict.fromkeys((*seeds, *state.playing))  # whoever was not seeded comes after those who were
        order = tuple(name for name in seeded if name in state.playing)
        drawn = draw_first_round(order, rule, lots, 1)
    else:
        table = state.standings(state.fields[0].name, Purpose.DRAW)
        order = tuple(name for name in table.order if name in state.playing)
        drawn = draw_round(order, meetings_of(state), rule, number, scores=_drawn_by(state, table))
    return _published(state, number, drawn, order, seed)


def _drawn_by(state: StageState, table: Standings) -> Mapping[str, Exact]:
    """The scores an order for the draw goes by, which may leave penalties out."""
    first = state.plan.standings.chain(Purpose.DRAW).steps[0].by
    return {row.contestant: dict(row.columns).get(first, row.total).value for row in table.rows}


def _published(state: StageState, number: int, drawn: Draw, order: Sequence[str], seed: str) -> DrawPublished:
    boards = board_numbers(state.plan, number)
    seatings = tuple(Seating(pair.table, pair.first, pair.second, boards) for pair in drawn.pairings)
    after = max((pair.table for pair in drawn.pairings), default=0)
    shares: tuple[Share, ...] = ()
    if drawn.share is not None:
        one, two, three = drawn.share.contestants
        shares = (Share((after + 1, after + 2, after + 3), (one, two, three), boards),)
    sits_out = (drawn.bye.contestant,) if drawn.bye is not None else ()
    return DrawPublished(state.plan.name, number, seatings, sits_out, shares, tuple(order), seed, drawn.why())


def robins_of(play: RobinPlay, boards: int, size: int) -> tuple[RobinDraw, ...]:
    """The round robins for a field of this size: as printed, as a balanced final, or by the circle."""
    for printed in play.printed:
        if size in printed.sizes:
            return printed.robins
    for final in play.finals:
        if final.boards == boards and size in (2 * final.tables, 2 * final.tables - 1):
            return (RobinDraw(final.draw),)
    return (RobinDraw(circle(size + size % 2)),) * play.times


def _robin(state: StageState, number: int, play: RobinPlay) -> DrawPublished:
    size = len(state.contestants)
    before = 0
    for robin in robins_of(play, state.plan.boards, size):
        if number <= before + len(robin.rounds):
            break
        before += len(robin.rounds)
    else:
        raise DirectorError(f"{state.plan.name} has no round {number}", clause=str(state.plan.clause))
    holders = _holders(state, before, by_placing=robin.by_placing)
    order = _round_order(state, play, holders, robin, before)
    matches = robin.rounds[order[number - before - 1]]
    boards = board_numbers(state.plan, number)
    patterns = _patterns(play, state.plan, size)
    seatings, sits_out = [], []
    for table, match in enumerate(held_by(matches, holders), start=1):
        seated = [name for name in match if name not in state.withdrawn]
        if len(seated) < 2:
            sits_out += seated
            continue
        pattern = patterns[table - 1] if patterns else robin.pattern(table, len(boards))
        switched = tuple(board for board, way in zip(boards, pattern, strict=False) if way == "E")
        seatings.append(Seating(table, seated[0], seated[1], boards, switched))
    why = f"Round {number}: {state.plan.clause}" + (", drawn by placing" if robin.by_placing else "")
    return DrawPublished(state.plan.name, number, tuple(seatings), tuple(sits_out), (), tuple(holders), "", why)


def _holders(state: StageState, before: int, *, by_placing: bool) -> tuple[str, ...]:
    """Who holds each position: the numbers, or the places when this robin's first round was drawn."""
    if not by_placing:
        return state.contestants
    if before + 1 in state.rounds:
        return state.rounds[before + 1].draw.order
    earlier = [drawn.draw.order for number, drawn in sorted(state.rounds.items()) if number > before]
    return earlier[0] if earlier else state.standings(state.fields[0].name).order


def _round_order(
    state: StageState, play: RobinPlay, holders: Sequence[str], robin: RobinDraw, before: int
) -> tuple[int, ...]:
    """The rounds of a robin in the order they are played: for the sake of byes it may be another than the draw's."""
    as_drawn = tuple(range(len(robin.rounds)))
    if not robin.by_placing or len(holders) % 2 == 0:
        return as_drawn
    byes = byes_by_round(robin.rounds, len(holders) + 1)
    numbers = [state.contestants.index(name) + 1 for name in holders]
    if play.bye_moved is not None and len(holders) == play.bye_moved.contestants:
        return bring_bye_forward(numbers, byes, 0, play.bye_moved).order
    if play.byes_spread is not None and len(holders) == play.byes_spread.contestants:
        first = before + 1
        sat = {first + place: numbers[bye - 1] for place, bye in enumerate(byes)}
        sat |= {number: state.contestants.index(name) + 1 for number, drawn in state.rounds.items()
                if number < first for name in drawn.draw.sits_out}  # fmt: skip
        spread = spread_byes(sat, _days(state.plan), first, play.byes_spread)
        return tuple(number - first for number in spread.order)
    return as_drawn


def _days(plan: Stage) -> Mapping[str, tuple[int, ...]]:
    """The rounds of each session of a stage."""
    starts = [1 + sum(plan.sessions[:place]) for place in range(len(plan.sessions))]
    return {
        str(place): tuple(range(first, first + length))
        for place, (first, length) in enumerate(zip(starts, plan.sessions, strict=True), start=1)
    }


def _patterns(play: RobinPlay, plan: Stage, size: int) -> tuple[str, ...]:
    for final in play.finals:
        if final.boards == plan.boards and size in (2 * final.tables, 2 * final.tables - 1):
            return final.patterns
    return ()


def movements_for(state: StageState) -> tuple[Movement, ...]:
    """The movement of each session of a stage, for its field."""
    plan, play = state.plan, state.plan.play
    match play:
        case TwoFieldPlay(form, sections):
            tables = max(len(each.contestants) for each in state.fields)
            return _two_fields(form, sections, tables, plan.sessions, plan.boards)
        case SessionPlay() if plan.season is not None:
            return tuple(_sat(play, len(sitting.order)) for sitting in sittings(state))
        case SessionPlay():
            return (_sat(play, len(state.contestants)),) * len(plan.sessions)
        case _:
            return ()


@lru_cache(maxsize=64)
def _two_fields(
    form: TwoFieldForm, sections: int, tables: int, sessions: tuple[int, ...], boards: int
) -> tuple[Movement, ...]:
    rounds = sessions[0]
    match form:
        case TwoFieldForm.PLANNED:
            return two_field_sessions(tables, rounds, len(sessions), boards)
        case TwoFieldForm.SECTIONS:
            return sectioned_sessions(sections, rounds, len(sessions), boards)
        case TwoFieldForm.ROTATING:
            played = [sum(sessions[:place]) for place in range(len(sessions))]
            return tuple(
                barometer_mitchell(tables, length, boards, first=before)
                for length, before in zip(sessions, played, strict=True)
            )


def _sat(play: SessionPlay, pairs: int) -> Movement:
    return session_movement(play, (pairs + 1) // 2)


def _movement(state: StageState, number: int, seed: str) -> DrawPublished:
    first = 0
    for movement in movements_for(state):
        if number <= first + len(movement.rounds):
            break
        first += len(movement.rounds)
    else:
        raise DirectorError(f"{state.plan.name} has no round {number}", clause=str(state.plan.clause))
    sitting = sitting_of(state, number) if state.plan.season is not None else None
    order = _session_order(state, sitting, seed) if sitting is not None else ()
    pairs = dict(_from(1, order)) if sitting is not None else _numbered(state, movement)
    seatings, sits_out = [], []
    for seat in movement.rounds[number - first - 1]:
        there = [pairs.get(pair) for pair in (seat.ns, seat.ew) if pair is not None]
        present = [name for name in there if name is not None and name not in state.withdrawn]
        if len(present) < 2:
            sits_out += present
            continue
        start = (seat.boards - 1) * movement.boards_a_set + 1
        boards = tuple(range(start, start + movement.boards_a_set))
        seatings.append(Seating(seat.table, present[0], present[1], boards))
    return DrawPublished(
        state.plan.name, number, tuple(seatings), tuple(sits_out), (), order, seed if sitting is not None else "",
        f"Round {number} of {movement.name}" + (f", session {sitting.number}" if sitting is not None else ""),
    )  # fmt: skip


def _session_order(state: StageState, sitting: Sitting, seed: str) -> tuple[str, ...]:
    """Who plays a session as which pair of its movement: by lot for its first round, then as that was drawn."""
    if sitting.first in state.rounds:
        return sitting.order
    return lot_order(sitting.order, Lots(seed), f"seats of {state.plan.name}, session {sitting.number}")


def _numbered(state: StageState, movement: Movement) -> Mapping[int, str]:
    """Who plays as which pair of the movement: East-West follow on from North-South in two fields."""
    if len(state.fields) == 2:
        half = movement.contestants // 2
        ns, ew = state.fields
        return dict(_from(1, ns.contestants)) | dict(_from(half + 1, ew.contestants))
    return dict(_from(1, state.contestants))


def _from(first: int, names: Iterable[str]) -> Iterable[tuple[int, str]]:
    return enumerate(names, start=first)


def _stanza(state: StageState, number: int) -> DrawPublished:
    one, two = state.contestants[:2]
    boards = board_numbers(state.plan, number)
    return DrawPublished(
        state.plan.name, number, (Seating(1, one, two, boards),), (), (), (one, two), "", f"Stanza {number}"
    )
