"""The pages of the room: each asks for what it shows and says how it is laid out, no more."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from overtrick.core.event.after.naming import Naming
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import round_in_play
from overtrick.director.acts import sentence
from overtrick.director.systems import open_register
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.tenancy import DEFAULT, EVERYBODY, within
from overtrick.views.addresses import NoSuchNumber
from overtrick.views.boards import board_page
from overtrick.views.bracket import bracket_page
from overtrick.views.choosing import choices_due
from overtrick.views.comparison import comparison_page
from overtrick.views.conditions import clause_page, conditions_page
from overtrick.views.cross import cross_page
from overtrick.views.draws import draw_page, running, seat_now
from overtrick.views.event_addresses import Award
from overtrick.views.final_ranking import final_ranking_page
from overtrick.views.flow import flow_page
from overtrick.views.honours import announced, awarded, going_through, leading
from overtrick.views.knockouts import ways_out
from overtrick.views.matches import match_page
from overtrick.views.names import everybody, matching, who
from overtrick.views.race import race_page
from overtrick.views.scorecards import scorecard_page
from overtrick.views.stage_names import stage_words
from overtrick.views.standings import standings_page, tabs
from overtrick.views.state_sentence import state_sentence
from overtrick.views.visible import find_open, sealed
from overtrick.views.wall import wall_page
from overtrick.views.why_tree import steps, tree
from overtrick.views.whys import Number
from overtrick.web.accounts import first_run
from overtrick.web.congress.glances import glances, lately
from overtrick.web.congress.heats import heats_of
from overtrick.web.congress.ladders import ladders_of
from overtrick.web.congress.models import Congress, Kind
from overtrick.web.congress.programme import shown_congresses
from overtrick.web.congress.rules import edition_of
from overtrick.web.lead.silence import silent_among, venue_silent_since
from overtrick.web.list_page import list_page, page_asked
from overtrick.web.organisations.models import HOME, Organisation, organisations_called
from overtrick.web.public.pages import (
    event_page,
    or_404,
    page_preferences,
    record_or_404,
    stage_or_404,
)

AT_HOME, ON_A_PAGE = 12, 60
"""Lines of a list on the first page of all, and where the list is the page."""


@require_safe
def congresses(request: HttpRequest) -> HttpResponse:
    """What is on at everybody's, the newest congresses of the installation's own organisation, and who else is here."""
    context = {
        **_lately(EVERYBODY),
        "congresses": list_page(shown_congresses(DEFAULT), 1, AT_HOME),
        "others": list_page(organisations_called(""), 1, AT_HOME),
        "own": HOME,
        "first_run": first_run.wanted(),
    }
    return render(request, "room/congresses.html", {**context, **page_preferences(request)})


@require_safe
def organisation(request: HttpRequest, organisation: str) -> HttpResponse:
    """The congresses of an organisation that have something to show, the newest first, a page at a time."""
    found = get_object_or_404(Organisation, slug=organisation, erased=None)
    page = list_page(shown_congresses(found.number), page_asked(request), ON_A_PAGE)
    context = {**(_lately(found.number) if page.number == 1 else {}), "congresses": page, "organisation": found}
    return render(request, "room/congresses.html", {**context, **page_preferences(request)})


@require_safe
def organisations(request: HttpRequest) -> HttpResponse:
    """Who else is here, by name, a page at a time; or those that some words name."""
    asked = request.GET.get("q", "")[:80].strip()
    page = list_page(organisations_called(asked), page_asked(request), ON_A_PAGE)
    context = {"page": page, "asked": asked, "query": f"{urlencode({'q': asked})}&" if asked else ""}
    return render(request, "room/organisations.html", {**context, **page_preferences(request)})


def _lately(organisation: int) -> dict[str, Any]:
    """What is played now, and what else has moved within a day; not what was only taken in, long after its congress."""
    moved, day = lately(organisation), timezone.localdate() - timedelta(days=1)
    now = [(record, seen) for record, seen in moved if seen is not None and seen.live]
    ended = [each for each in moved if each[0].congress.ends is not None and each[0].congress.ends < day]
    with within(organisation):
        silent = silent_among(record for record, _ in now)
    return {"live": now, "today": [each for each in moved if each not in now and each not in ended], "silent": silent}


@require_safe
def congress(request: HttpRequest, congress: str) -> HttpResponse:
    """A congress and its events."""
    found = get_object_or_404(Congress, slug=congress)
    shown = list(found.events.filter(shown=True))
    if not shown:
        raise Http404("There is nothing here yet.")
    context = {
        "congress": found,
        "events": glances([each for each in shown if each.kind == Kind.EVENT]),
        "years": [each for each in shown if each.kind == Kind.YEAR],
        "silent": silent_among(shown),
        "heats": heats_of(found),
        "ladders": ladders_of(found),
    }
    return render(request, "room/congress.html", {**context, **page_preferences(request)})


@require_safe
def standings(request: HttpRequest, event: str, stage: str = "") -> HttpResponse:
    """The standings of a stage."""

    def make(now: Tournament) -> Mapping[str, Any]:
        state = stage_or_404(now, stage)
        only = state if state is not None and (stage or not state.plan.play.in_graph) else None
        return {
            "bracket": bracket_page(now, only),
            "stands": state_sentence(now, state if stage else None),
            "page": standings_page(now, state) if state else None,
            "entries": everybody(now) if state is None else [],
        }

    return event_page(request, event, "room/standings.html", make)


@require_safe
def bracket(request: HttpRequest, event: str) -> HttpResponse:
    """The bracket of a knockout: who must choose, and every match with what it came to."""
    return event_page(request, event, "room/bracket.html", _bracket)


def _bracket(now: Tournament) -> Mapping[str, Any]:
    return {"bracket": or_404(bracket_page(now)), "stands": state_sentence(now)}


@require_safe
def cross(request: HttpRequest, event: str, stage: str) -> HttpResponse:
    """The cross table of a stage whose contestants meet once or twice."""

    def make(now: Tournament) -> Mapping[str, Any]:
        state = or_404(stage_or_404(now, stage))
        return {"page": or_404(cross_page(now, state)), "tabs": tabs(now, state)}

    return event_page(request, event, "room/cross.html", make)


@require_safe
def draw(request: HttpRequest, event: str, stage: str = "", number: int = 0) -> HttpResponse:
    """The draw of a round: by default the last of the stage that is played."""

    def make(now: Tournament) -> Mapping[str, Any]:
        state = stage_or_404(now, stage)
        if not stage and (playing := running(now)):
            state = playing[-1]
        if state is None or not state.rounds:
            return {"page": None}
        if number and number not in state.rounds:
            raise Http404("That round is not drawn.")
        return {"page": draw_page(now, state, number or round_in_play(state))}

    return event_page(request, event, "room/draw.html", make)


@require_safe
def seat(request: HttpRequest, event: str) -> HttpResponse:
    """Where do I sit: by name or number."""
    asked = request.GET.get("q", "")[:80]

    def make(now: Tournament) -> Mapping[str, Any]:
        found = [(each, seat_now(now, each.number)) for each in matching(now, asked)[:30]]
        return {"asked": asked, "found": found}

    return event_page(request, event, "room/seat.html", make)


@require_safe
def match(request: HttpRequest, event: str, stage: str, number: int, table: int) -> HttpResponse:
    """A match at a table."""

    def make(now: Tournament) -> Mapping[str, Any]:
        state = or_404(stage_or_404(now, stage))
        or_404(state.rounds.get(number))
        return {"page": or_404(match_page(now, state, number, table))}

    return event_page(request, event, "room/match.html", make)


@require_safe
def board(request: HttpRequest, event: str, stage: str, number: int, board: int) -> HttpResponse:
    """A board over the field."""

    def make(now: Tournament) -> Mapping[str, Any]:
        state = or_404(stage_or_404(now, stage))
        or_404(state.rounds.get(number))
        page = or_404(board_page(now, state, number, board))
        return {"page": page, "pending": page.deal is not None and page.deal.pending}

    return event_page(request, event, "room/board.html", make)


@require_safe
def scorecard(request: HttpRequest, event: str, contestant: str) -> HttpResponse:
    """What a contestant has made of the event."""

    def make(now: Tournament) -> Mapping[str, Any]:
        or_404(now.entries.get(contestant))
        page = scorecard_page(now, contestant)
        return {
            "page": page,
            "pending": page.pending,
            "seat": seat_now(now, contestant),
            "others": [each for each in everybody(now) if each.number != contestant],
        }

    return event_page(request, event, "room/pair.html", make)


@require_safe
def compare(request: HttpRequest, event: str) -> HttpResponse:
    """Two contestants side by side: who they are is asked by a plain form."""
    one, two = (request.GET.get(asked, "")[:80] for asked in ("one", "two"))

    def make(now: Tournament) -> Mapping[str, Any]:
        found = one in now.entries and two in now.entries and one != two
        return {
            "page": comparison_page(now, one, two) if found else None,
            "everybody": everybody(now),
            "asked": (one, two),
        }

    return event_page(request, event, "room/compare.html", make)


@require_safe
def race(request: HttpRequest, event: str, stage: str = "") -> HttpResponse:
    """The race over the rounds of a stage."""

    def make(now: Tournament) -> Mapping[str, Any]:
        state = stage_or_404(now, stage)
        if state is None:
            return {"page": None}
        return {"page": race_page(now, state), "tabs": tabs(now, state)}

    return event_page(request, event, "room/race.html", make)


@require_safe
def flow(request: HttpRequest, event: str) -> HttpResponse:
    """The stages of the event."""
    return event_page(request, event, "room/flow.html", lambda now: {"page": flow_page(now)})


@require_safe
def qualifiers(request: HttpRequest, event: str) -> HttpResponse:
    """Who goes through, and what is won."""

    def make(now: Tournament) -> Mapping[str, Any]:
        won = [
            (
                table,
                [
                    (each, Number(str(each.figure), Award(table.number, line, each.who.number).path()))
                    for line, each in enumerate(table.awards)
                ],
            )
            for table in awarded(now)
        ]
        through = going_through(now) if now.entries_closed else []
        left = [(stage_words(now, name), ways) for name, state in now.stages.items() if (ways := ways_out(now, state))]
        ranking = final_ranking_page(now)
        return {
            "choices": choices_due(now),
            "ranking": ranking,
            "through": through,
            "left": left,
            "awarded": won,
            "announced": announced(now),
            "leaders": leading(now),
        }

    return event_page(request, event, "room/qualifiers.html", make)


@require_safe
def systems(request: HttpRequest, event: str) -> HttpResponse:
    """The register of systems, where a clause opens it to the players."""

    def make(now: Tournament) -> Mapping[str, Any]:
        listed = or_404(open_register(now))
        return {"rows": [(who(now, each.system.contestant), each) for each in listed], "settled": _settled(now)}

    return event_page(request, event, "room/systems.html", make)


@require_safe
def conditions(request: HttpRequest, event: str) -> HttpResponse:
    """The conditions of contest."""
    rules = record_or_404(event).rules

    def make(now: Tournament) -> Mapping[str, Any]:
        return {
            "page": conditions_page(now, rules, edition_of(now, rules)),
            "register": open_register(now) is not None,
            "settled": _settled(now),
        }

    return event_page(request, event, "room/conditions.html", make)


def _settled(event: Tournament) -> list[str]:
    """What bodies settled for the event, and what they passed on to others, the latest first."""
    return [sentence(act) for act in reversed(event.conducted.determined)]


@require_safe
def wall(request: HttpRequest, event: str) -> HttpResponse:
    """The wall screen: seating by name, then standings, by turns."""
    return event_page(request, event, "room/wall.html", lambda now: {"page": wall_page(now)})


@require_safe
def clause(request: HttpRequest, event: str, cite: str) -> HttpResponse:
    """A clause that a why cites: what the conditions say by it, and the readings of it."""
    rules = record_or_404(event).rules

    def make(now: Tournament) -> Mapping[str, Any]:
        return {"page": clause_page(now, rules, edition_of(now, rules), cite[:60])}

    return event_page(request, event, "room/clause.html", make)


@require_safe
def why(request: HttpRequest, event: str, number: str) -> HttpResponse:
    """Why a number is what it is."""
    into = request.GET.get("into", "")[:200]

    def make(now: Tournament) -> Mapping[str, Any]:
        way = or_404(steps(into))
        try:
            found = find_open(now, number)
        except NoSuchNumber as error:
            raise Http404(str(error)) from error
        node = or_404(tree(found.figure, way, sealed=sealed(now), names=Naming(now)))
        return {"title": found.title, "node": node, "into": into, "here": request.path}

    return event_page(request, event, "room/why.html", make)


@require_safe
def now(request: HttpRequest, event: str) -> HttpResponse:  # noqa: ARG001 - every view is asked with one
    """The number of the last posting, for pages that cannot hear the stream; and since when its venue is silent."""
    record = record_or_404(event)
    ends = DurableBook(record.slug).ends()
    silent = venue_silent_since(record) if ends.led else None
    told = {"silent": silent.isoformat(timespec="seconds")} if silent else {}
    answer = JsonResponse({"number": ends.last, **told})
    answer.headers["Cache-Control"] = "no-store"
    return answer
