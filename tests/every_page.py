"""Every page of an event or a year, made as the faces make it: what is accepted must leave all of them standing."""

from overtrick.core.errors import OvertrickError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection_year.year import SelectionYear
from overtrick.lab.hostile import look
from overtrick.lab.hostile_starts import State
from overtrick.views import (
    closing,
    draws,
    final_ranking,
    flow,
    matches,
    race,
    results,
    room,
    scorecards,
    season,
    standings,
    wall,
    years,
)
from overtrick.web.desk import appeals, times
from overtrick.web.table.sheet import sheet

AT = "2026-07-04T12:00:00+10:00"


def every_page(state: State) -> None:
    """Make them all."""
    look(state)
    if isinstance(state, SelectionYear):
        _of_a_year(state)
    elif state.stages:
        _of_an_event(state)


def _of_a_year(year: SelectionYear) -> None:
    years.placings_page(year)
    for target in year.rules.targets:
        years.points_page(year, target)
        years.players_page(year, target)
        years.field_page(year, target)
        if target in year.rules.teams:
            years.team_page(year, target)


def _of_an_event(event: Tournament) -> None:
    wall.wall_page(event)
    times.times_of(event, AT)
    closing.can_start(event)
    for name in list(event.entries)[:2]:
        scorecards.scorecard_page(event, name)
        draws.seat_of(event, name)
    for file in event.conducted.appeals.values():
        appeals.appeal_page(event, file, AT)
    if event.planned().graph is not None:
        flow.flow_page(event)
        final_ranking.final_ranking_page(event)
    for name, stage in event.stages.items():
        standings.standings_page(event, stage)
        race.race_page(event, stage)
        season.season_page(event, stage)
        closing.closing_of(event, name)
        for number in sorted(stage.rounds)[-2:]:
            draws.draw_page(event, stage, number)
            room.room_of(event, name, number, stage.last_round, AT)
            results.round_results(event, stage, number)
            for table in list(stage.rounds[number].seatings)[:2]:
                matches.match_page(event, stage, number, table)
                _sheets(event, table)


def _sheets(event: Tournament, table: int) -> None:
    for side in ("", "open"):
        try:
            sheet(event, "An event", table, side)
        except OvertrickError:  # there is no such room, as a phone is told
            continue
