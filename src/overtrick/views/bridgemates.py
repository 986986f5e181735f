"""A stage as table devices need it: who sits where in which round, with names and hands."""

import hashlib
from collections.abc import Iterable

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.scoring.cross_imps import CrossImpsRule
from overtrick.director.devices import numbers_of, tables_of
from overtrick.formats.bridgemate.plan import CLOSED_ROOM, Plan, Play, PlayerName, Scoring

SECTION = "A"
"""The section of all tables of a stage; table numbers are unique in the venue."""


def device_plan(event: Tournament, stage: str, rounds: Iterable[int] = ()) -> Plan:
    """The plan of a stage: of these rounds, or of all that are drawn."""
    state = event.stage(stage)
    wanted = tuple(rounds) or tuple(sorted(state.rounds))
    if not wanted:
        raise DirectorError("{stage} has no draw yet", remedy="Publish the draw of a round first.", stage=stage)
    numbers = numbers_of(event, state)
    plays = tuple(play for number in wanted for play in _plays(state, number, numbers))
    if state.plan.scoring.in_rooms and any(play.table > 2 * CLOSED_ROOM for play in plays):
        raise DirectorError(
            "{stage} has more than {most:#table}",
            remedy="Enter this stage’s results in another way, because Bridgemates support at most {most:#table} for "
            "team matches.",


            stage=stage, most=CLOSED_ROOM,
        )  # fmt: skip
    people = {
        player.number: PlayerName(player.number, player.name)
        for entry in event.entries.values()
        for player in entry.players
        if player.number
    }
    deals = {
        board: deal for play in plays for board in play.boards if (deal := state.deal(play.round, board)) is not None
    }
    several = not state.plan.play.by_session and len(wanted) > 1
    return Plan(
        f"{event.current_plan().name} {stage}"[:40].strip(),
        session_guid(event, stage),
        _scoring(state),
        _winners(plays) if state.plan.play.at_once else 1,
        plays,
        tuple(people.values()),
        {} if several else deals,
        state.plan.play.at_once,
    )


def session_guid(event: Tournament, stage: str) -> str:
    """A number of 32 digits that identifies a stage of a book, the same whenever it is sent to devices."""
    started = event.stage(stage).started
    first = next(iter(event.postings()))
    said = f"{first.at} {first.key} {stage} {started}"
    return hashlib.sha256(said.encode()).hexdigest()[:32].upper()


def _plays(state: StageState, number: int, numbers: dict[str, int]) -> Iterable[Play]:
    drawn = state.round(number)
    for table, _, seating in tables_of(state, drawn):
        yield Play(
            SECTION, table, number, numbers.get(seating.ns, 0), numbers.get(seating.ew, 0), drawn.boards_of(seating),
            numbers.get(seating.south, 0), numbers.get(seating.west, 0),
        )  # fmt: skip


def _scoring(state: StageState) -> Scoring:
    match state.plan.scoring:
        case scoring if scoring.in_rooms:
            return Scoring.TEAMS
        case scoring if isinstance(scoring.board, MatchpointRule):
            return Scoring.MATCHPOINTS
        case scoring if isinstance(scoring.board, CrossImpsRule):
            return Scoring.CROSS_IMPS
        case _:
            return Scoring.BUTLER


def _winners(plays: Iterable[Play]) -> int:
    """The number of winners: two where no one sits both ways."""
    ns = {number for play in plays for number in (play.ns, play.south) if number}
    return 1 if any(number in ns for play in plays for number in (play.ew, play.west)) else 2
