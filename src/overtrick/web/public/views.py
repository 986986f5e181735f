"""The pages of the room: each asks for what it shows and says how it is laid out, no more."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from overtrick.core.event.after.naming import Naming
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import round_in_play
from overtrick.director.acts import sentence
from overtrick.director.systems import open_register
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.views.addresses import Award, NoSuchNumber
from overtrick.views.boards import board_page
from overtrick.views.conditions import clause_page, conditions_page
from overtrick.views.draws import draw_page, running, seat_of
from overtrick.views.final_ranking import final_ranking_page
from overtrick.views.flow import flow_page
from overtrick.views.honours import announced, awarded, going_through, leading
from overtrick.views.knockouts import ways_out
from overtrick.views.matches import match_page
from overtrick.views.names import everybody, matching, who
from overtrick.views.race import race_page
from overtrick.views.readers import Reader
from overtrick.views.scorecards import scorecard_page
from overtrick.views.standings import standings_page, tabs
from overtrick.views.visible import sealed
from overtrick.views.wall import wall_page
from overtrick.views.why_tree import steps, tree
from overtrick.views.whys import Number, find
from overtrick.web.accounts import first_run
from overtrick.web.congress.heats import heats_of
from overtrick.web.congress.ladders import ladders_of
from overtrick.web.congress.models import Congress, Kind
from overtrick.web.congress.programme import shown_congresses
from overtrick.web.congress.rules import edition_of
from overtrick.web.organisations.models import Organisation
from overtrick.web.public.pages import (
    DECK,
    FOUR,
    YEAR,
    cookie,
    event_page,
    or_404,
    page_preferences,
    record_or_404,
    stage_or_404,
)


@require_safe
def congresses(request: HttpRequest) -> HttpResponse:
    """The congresses of the installation's own organisation that have something to show, and who else is here."""
    context = {
        "congresses": shown_congresses(DEFAULT),
        "others": Organisation.objects.exclude(number=DEFAULT),
        "first_run": first_run.wanted(),
    }
    return render(request, "room/congresses.html", {**context, **page_preferences(request)})


@require_safe
def organisation(request: HttpRequest, organisation: str) -> HttpResponse:
    """The congresses of an organisation that have something to show."""
    found = get_object_or_404(Organisation, slug=organisation)
    context = {"congresses": shown_congresses(found.number), "organisation": found}
    return render(request, "room/congresses.html", {**context, **page_preferences(request)})


@require_safe
def congress(request: HttpRequest, congress: str) -> HttpResponse:
    """A congress and its events."""
    found = get_object_or_404(Congress, slug=congress)
    shown = list(found.events.filter(shown=True))
    if not shown:
        raise Http404("There is nothing here yet.")
    context = {
        "congress": found,
        "events": [each for each in shown if each.kind == Kind.EVENT],
        "years": [each for each in shown if each.kind == Kind.YEAR],
        "heats": heats_of(found),
        "ladders": ladders_of(found),
    }
    return render(request, "room/congress.html", {**context, **page_preferences(request)})


@require_safe
def standings(request: HttpRequest, event: str, stage: str = "") -> HttpResponse:
    """The standings of a stage."""

    def make(now: Tournament, me: str) -> Mapping[str, Any]:
        state = stage_or_404(now, stage)
        return {
            "page": standings_page(now, state, Reader(mine=me)) if state else None,
            "seat": seat_of(now, me) if me in now.entries else None,
            "entries": everybody(now) if state is None else [],
        }

    return event_page(request, event, "room/standings.html", make)


@require_safe
def draw(request: HttpRequest, event: str, stage: str = "", number: int = 0) -> HttpResponse:
    """The draw of a round: by default the last of the stage that is played."""

    def make(now: Tournament, me: str) -> Mapping[str, Any]:
        state = stage_or_404(now, stage)
        if not stage and (playing := running(now)):
            state = playing[-1]
        if state is None or not state.rounds:
            return {"page": None}
        if number and number not in state.rounds:
            raise Http404("That round is not drawn.")
        return {"page": draw_page(now, state, number or round_in_play(state), Reader(mine=me))}

    return event_page(request, event, "room/draw.html", make)


@require_safe
def seat(request: HttpRequest, event: str) -> HttpResponse:
    """Where do I sit: by name or number."""
    asked = request.GET.get("q", "")[:80]

    def make(now: Tournament, me: str) -> Mapping[str, Any]:
        found = [(each, seat_of(now, each.number)) for each in matching(now, asked)[:30]]
        return {"asked": asked, "found": found, "seat": seat_of(now, me) if me in now.entries else None}

    return event_page(request, event, "room/seat.html", make)


@require_safe
def match(request: HttpRequest, event: str, stage: str, number: int, table: int) -> HttpResponse:
    """A match at a table."""

    def make(now: Tournament, me: str) -> Mapping[str, Any]:  # noqa: ARG001 - a match looks the same to everybody
        state = or_404(stage_or_404(now, stage))
        or_404(state.rounds.get(number))
        return {"page": or_404(match_page(now, state, number, table))}

    return event_page(request, event, "room/match.html", make)


@require_safe
def board(request: HttpRequest, event: str, stage: str, number: int, board: int) -> HttpResponse:
    """A board over the field."""

    def make(now: Tournament, me: str) -> Mapping[str, Any]:
        state = or_404(stage_or_404(now, stage))
        or_404(state.rounds.get(number))
        page = or_404(board_page(now, state, number, board, Reader(mine=me)))
        return {"page": page, "pending": page.deal is not None and page.deal.pending}

    return event_page(request, event, "room/board.html", make)


@require_safe
def scorecard(request: HttpRequest, event: str, contestant: str) -> HttpResponse:
    """What a contestant has made of the event."""

    def make(now: Tournament, me: str) -> Mapping[str, Any]:  # noqa: ARG001 - a scorecard looks the same to everybody
        or_404(now.entries.get(contestant))
        return {"page": scorecard_page(now, contestant), "seat": seat_of(now, contestant)}

    return event_page(request, event, "room/pair.html", make)


@require_safe
def race(request: HttpRequest, event: str, stage: str = "") -> HttpResponse:
    """The race over the rounds of a stage."""

    def make(now: Tournament, me: str) -> Mapping[str, Any]:
        state = stage_or_404(now, stage)
        if state is None:
            return {"page": None}
        return {"page": race_page(now, state, Reader(mine=me)), "tabs": tabs(now, state)}

    return event_page(request, event, "room/race.html", make)


@require_safe
def flow(request: HttpRequest, event: str) -> HttpResponse:
    """The stages of the event."""
    return event_page(request, event, "room/flow.html", lambda now, _: {"page": flow_page(now)})


@require_safe
def qualifiers(request: HttpRequest, event: str) -> HttpResponse:
    """Who goes through, and what is won."""

    def make(now: Tournament, me: str) -> Mapping[str, Any]:  # noqa: ARG001 - the same to everybody
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
        left = [(name, ways) for name, state in now.stages.items() if (ways := ways_out(now, state))]
        ranking = final_ranking_page(now)
        return {
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

    def make(now: Tournament, me: str) -> Mapping[str, Any]:  # noqa: ARG001 - the register is the same to everybody
        listed = or_404(open_register(now))
        return {"rows": [(who(now, each.system.contestant), each) for each in listed], "settled": _settled(now)}

    return event_page(request, event, "room/systems.html", make)


@require_safe
def conditions(request: HttpRequest, event: str) -> HttpResponse:
    """The conditions of contest."""
    rules = record_or_404(event).rules

    def make(now: Tournament, me: str) -> Mapping[str, Any]:  # noqa: ARG001 - conditions are the same to everybody
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
    return event_page(request, event, "room/wall.html", lambda now, _: {"page": wall_page(now)})


@require_safe
def clause(request: HttpRequest, event: str, cite: str) -> HttpResponse:
    """A clause that a why cites: what the conditions say by it, and the readings of it."""
    rules = record_or_404(event).rules
    readings = request.GET.get("readings", "")[:200].split(",")

    def make(now: Tournament, me: str) -> Mapping[str, Any]:  # noqa: ARG001 - the same to everybody
        return {"page": clause_page(now, rules, edition_of(now, rules), cite[:60], readings)}

    return event_page(request, event, "room/clause.html", make)


@require_safe
def why(request: HttpRequest, event: str, number: str) -> HttpResponse:
    """Why a number is what it is."""
    into = request.GET.get("into", "")[:200]

    def make(now: Tournament, me: str) -> Mapping[str, Any]:  # noqa: ARG001 - the same to everybody
        way = or_404(steps(into))
        try:
            found = find(now, number)
        except NoSuchNumber as error:
            raise Http404(str(error)) from error
        node = or_404(tree(found.figure, way, sealed=sealed(now), names=Naming(now)))
        return {"title": found.title, "node": node, "into": into, "here": request.path}

    return event_page(request, event, "room/why.html", make)


@require_safe
def now(request: HttpRequest, event: str) -> HttpResponse:  # noqa: ARG001 - every view is asked with one
    """The number of the last posting, for pages that cannot hear the stream."""
    record = record_or_404(event)
    answer = JsonResponse({"number": DurableBook(record.slug).last()})
    answer.headers["Cache-Control"] = "no-store"
    return answer


@csrf_exempt  # it sets nothing but how this browser is shown the pages
@require_POST
def me(request: HttpRequest, event: str) -> HttpResponse:
    """The reader says who they are, or that they are nobody in particular."""
    record = record_or_404(event)
    answer = HttpResponseRedirect(_back(request, reverse("room:event", args=[record.slug])))
    who = request.POST.get("who", "")[:40]
    if who:
        answer.set_cookie(
            cookie(record),
            who,
            max_age=YEAR // 12,
            samesite="Lax",
            httponly=True,
            secure=settings.SESSION_COOKIE_SECURE,
        )
    else:
        answer.delete_cookie(cookie(record), samesite="Lax")
    return answer


@csrf_exempt  # it sets nothing but how this browser is shown the pages
@require_POST
def deck(request: HttpRequest) -> HttpResponse:
    """Suits in two colours or in four."""
    answer = HttpResponseRedirect(_back(request, reverse("room:congresses")))
    if request.POST.get("colours") == FOUR:
        secure = settings.SESSION_COOKIE_SECURE
        answer.set_cookie(DECK, FOUR, max_age=YEAR, samesite="Lax", httponly=True, secure=secure)
    else:
        answer.delete_cookie(DECK, samesite="Lax")
    return answer


def _back(request: HttpRequest, otherwise: str) -> str:
    asked = request.POST.get("back", "")
    return asked if url_has_allowed_host_and_scheme(asked, allowed_hosts=None) else otherwise
