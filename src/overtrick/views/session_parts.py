"""A stage as files of results describe it: its kind, its method, its two fields, its sections, its day."""

from collections.abc import Mapping
from datetime import date

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.scoring.cross_imps import CrossImpsRule
from overtrick.core.scoring.teams import Method as TeamsMethod
from overtrick.formats.session import EventKind, Method

_OF_TEAMS = {
    TeamsMethod.IMPS: Method.IMPS,
    TeamsMethod.BOARD_A_MATCH: Method.BOARD_A_MATCH,
    TeamsMethod.AGGREGATE: Method.AGGREGATE,
}


def kind_of(state: StageState) -> EventKind:
    """The kind of a stage in the terms of result files."""
    play = state.plan.play
    if play.alone:
        return EventKind.INDIVIDUAL
    if not state.plan.scoring.in_rooms:
        return EventKind.PAIRS if play.by_session else EventKind.SWISS_PAIRS
    if play.knockout or play.head_to_head:
        return EventKind.KNOCKOUT
    return EventKind.SWISS_TEAMS if play.swiss or play.drops_in else EventKind.TEAMS


def method_of(state: StageState) -> Method:
    """How the boards of a stage are scored."""
    scoring = state.plan.scoring
    if scoring.in_rooms:
        return Method.PATTON if scoring.adds_points is not None else _OF_TEAMS[scoring.compared_by.method]
    match scoring.board:
        case MatchpointRule():
            return Method.MATCHPOINTS
        case CrossImpsRule():
            return Method.CROSS_IMPS
        case _:
            return Method.BUTLER


def directions_of(state: StageState) -> Mapping[str, str]:
    """Who plays North-South and who East-West, where each list of places is of one direction; otherwise empty."""
    seatings = [seating for drawn in state.rounds.values() for seating in drawn.seatings.values()]
    if state.plan.scoring.in_rooms or state.plan.play.alone or len(state.fields) < 2:
        return {}
    north, east = {each.ns for each in seatings}, {each.ew for each in seatings}
    if not north.isdisjoint(east) or any(each.switched for each in seatings):
        return {}
    found: dict[str, str] = {}
    for each in state.fields:
        sides = {side for side, seated in (("NS", north), ("EW", east)) if not seated.isdisjoint(each.contestants)}
        if len(sides) != 1:
            return {}
        found |= dict.fromkeys(each.contestants, sides.pop())
    return found


def sections_by_name(state: StageState, directions: Mapping[str, str]) -> dict[str, str]:
    """The section of each contestant: a part of the venue, or its list of places where lists are not by direction."""
    lists = len(state.fields) > 1 and not directions
    return {
        name: state.play.section_of(state, name) or (state.field_of(name) if lists else "")
        for name in state.contestants
    }


def sections_of(state: StageState) -> tuple[str, ...]:
    """The sections of a stage, each of which can be exported as a file of its own; empty where there is one section."""
    return tuple(sorted({*sections_by_name(state, directions_of(state)).values()} - {""}))


def day_of(event: Tournament, state: StageState) -> date | None:
    """The day of the stage's first round: when it started, was to start, or was drawn."""
    first = min(state.rounds, default=0)
    if not first:
        return None
    at, conducted = (state.plan.name, first), event.conducted
    if at in conducted.started:
        return conducted.started[at].date()
    told = event.history
    while told is not None and told.posting.number != state.rounds[first].posting:
        told = told.before
    planned = conducted.scheduled.get(at)
    when = conducted.local(planned.start if planned else told.posting.at if told else "")
    return when.date() if when is not None else None
