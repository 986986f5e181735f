"""Every page of an event or a year, made as the faces make it: what is accepted must leave all of them standing."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import permutations
from typing import Any

from django.http import Http404
from hostile_acts import look
from hostile_starts import State

from overtrick.core.errors import OvertrickError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection_year.year import SelectionYear
from overtrick.views import closing, draws, results, room, season, years
from overtrick.views.whys import stage_slug
from overtrick.views.year_lines import slug_of
from overtrick.web.desk import appeals, times
from overtrick.web.public.event_pages import EVENT_PAGES
from overtrick.web.public.pages import BookView, Page
from overtrick.web.public.years import YEAR_PAGES
from overtrick.web.table.sheet import sheet

AT = "2026-07-04T12:00:00+10:00"
NAMED = re.compile(r"<\w+:(\w+)>")
"""What the path of a page names."""


def every_page(state: State) -> None:
    """Make them all."""
    look(state)
    if isinstance(state, SelectionYear):
        _public(state, YEAR_PAGES, list(_places_of_a_year(state)))
        _of_a_year(state)
    elif state.stages:
        _public(state, EVENT_PAGES, list(_places_of_an_event(state)))
        _of_an_event(state)


def _public(state: State, pages: Sequence[Page], places: Sequence[Mapping[str, Any]]) -> None:
    """The public pages of a book, each at every place that has what its path names."""
    for page in pages:
        for path in page.paths.values():
            if isinstance(page.view, BookView):
                names = {*NAMED.findall(path), *page.view.asked}
                fitting = [{name: place[name] for name in names} for place in places if names <= place.keys()]
                for place in {tuple(each.items()): each for each in fitting}.values():
                    with suppress(Http404):  # there is no such page yet, as a reader is told
                        page.view.make(state, **place)


def _places_of_a_year(year: SelectionYear) -> Iterator[Mapping[str, Any]]:
    yield {}
    for target in year.rules.targets:
        yield {"target": slug_of(target)}
        for pair in list(year.nominated.get(target, ()))[:2]:
            yield {"target": slug_of(target), "pair": pair}


def _of_a_year(year: SelectionYear) -> None:
    years.placings_page(year)


def _places_of_an_event(event: Tournament) -> Iterator[Mapping[str, Any]]:
    yield {}
    entered = list(event.entries)[:2]
    for name in entered:
        yield {"contestant": name, "q": name}
    for one, two in permutations(entered, 2):
        yield {"one": one, "two": two}
    for name, stage in event.stages.items():
        yield {"stage": stage_slug(name)}
        for number in sorted(stage.rounds)[-2:]:
            drawn = stage.rounds[number]
            for table, seating in list(drawn.seatings.items())[:2]:
                for board in list(drawn.boards_of(seating))[:1]:
                    yield {"stage": stage_slug(name), "number": number, "table": table, "board": board}


def _of_an_event(event: Tournament) -> None:
    times.times_of(event, AT)
    closing.can_start(event)
    for name in list(event.entries)[:2]:
        draws.seat_of(event, name)
    for file in event.conducted.appeals.values():
        appeals.appeal_page(event, file, AT)
    for name, stage in event.stages.items():
        season.season_page(event, stage)
        closing.closing_of(event, name)
        for number in sorted(stage.rounds)[-2:]:
            room.room_of(event, name, number, stage.last_round, AT)
            results.round_results(event, stage, number)
            for table in list(stage.rounds[number].seatings)[:2]:
                _sheets(event, table)


def _sheets(event: Tournament, table: int) -> None:
    for side in ("", "open"):
        try:
            sheet(event, "An event", table, side)
        except OvertrickError:  # there is no such room, as a phone is told
            continue
