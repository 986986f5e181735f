"""The pages of an event: a function makes each page's data, and a row of `EVENT_PAGES` registers the page.

A page that needs more than its event and its address is a view of its own.
"""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from overtrick.core.event.after.naming import Naming
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import round_in_play
from overtrick.core.wording import Phrase
from overtrick.director.acts import sentence
from overtrick.director.systems import open_register
from overtrick.ledger.durable.book import DurableBook
from overtrick.views.boards import board_page
from overtrick.views.bracket import bracket_page
from overtrick.views.choosing import choices_due
from overtrick.views.comparison import comparison_page
from overtrick.views.conditions import clause_page, conditions_page
from overtrick.views.cross import cross_page
from overtrick.views.dealing import dealing_page
from overtrick.views.draws import draw_page, running, seat_now
from overtrick.views.event_addresses import Award
from overtrick.views.final_ranking import final_ranking_page
from overtrick.views.flow import flow_page
from overtrick.views.honours import announced_prizes, awarded_prizes, going_through, leading
from overtrick.views.knockouts import ways_out
from overtrick.views.matches import match_page
from overtrick.views.names import everybody, matching, who
from overtrick.views.race import race_page
from overtrick.views.report import last_closed, report_page
from overtrick.views.scorecards import scorecard_page
from overtrick.views.share import times_of
from overtrick.views.stage_names import stage_words
from overtrick.views.standings import standings_page, tabs
from overtrick.views.state_sentence import state_sentence
from overtrick.views.visible import find_open, sealed_results
from overtrick.views.wall import wall_page
from overtrick.views.whys import Number
from overtrick.web.congress.rules import edition_of
from overtrick.web.congress.whys import latest_posting, why_context
from overtrick.web.exchange.lead.venue_silence import venue_silent_since
from overtrick.web.public.pages import (
    BookView,
    Page,
    event_page,
    or_404,
    record_or_404,
    stage_or_404,
)


def standings(now: Tournament, stage: str = "") -> Mapping[str, Any]:
    """The page of a stage's standings."""
    state = stage_or_404(now, stage)
    only = state if state is not None and (stage or not state.plan.play.in_graph) else None
    return {
        "bracket": bracket_page(now, only),
        "stands": state_sentence(now, state if stage else None),
        "page": standings_page(now, state) if state else None,
        "entries": everybody(now) if state is None else [],
    }


def bracket(now: Tournament) -> Mapping[str, Any]:
    """The page of a knockout's bracket: who must choose, and every match with its result."""
    return {"bracket": or_404(bracket_page(now)), "stands": state_sentence(now)}


def cross(now: Tournament, stage: str) -> Mapping[str, Any]:
    """The page of the cross table of a stage whose contestants meet once or twice."""
    state = or_404(stage_or_404(now, stage))
    return {"page": or_404(cross_page(now, state)), "tabs": tabs(now, state)}


def draw(now: Tournament, stage: str = "", number: int = 0) -> Mapping[str, Any]:
    """The page of a round's draw, by default the latest of the stage in play."""
    state = stage_or_404(now, stage)
    if not stage and (playing := running(now)):
        state = playing[-1]
    if state is None or not state.rounds:
        return {"page": None}
    if number and number not in state.rounds:
        raise Http404("That round is not drawn.")
    return {"page": draw_page(now, state, number or round_in_play(state))}


def seat(now: Tournament, q: str = "") -> Mapping[str, Any]:
    """The page that finds a contestant's seat by name or number."""
    found = [(each, seat_now(now, each.number)) for each in matching(now, q)[:30]]
    return {"asked": q, "found": found}


def match(now: Tournament, stage: str, number: int, table: int) -> Mapping[str, Any]:
    """The page of a match at a table."""
    state = or_404(stage_or_404(now, stage))
    or_404(state.rounds.get(number))
    return {"page": or_404(match_page(now, state, number, table))}


def board(now: Tournament, stage: str, number: int, board: int) -> Mapping[str, Any]:
    """The page of a board over the field."""
    state = or_404(stage_or_404(now, stage))
    or_404(state.rounds.get(number))
    page = or_404(board_page(now, state, number, board))
    return {"page": page, "pending": page.deal is not None and page.deal.pending}


def scorecard(now: Tournament, contestant: str) -> Mapping[str, Any]:
    """The page of a contestant's scorecard."""
    or_404(now.entries.get(contestant))
    page = scorecard_page(now, contestant)
    return {
        "page": page,
        "pending": page.pending,
        "seat": seat_now(now, contestant),
        "others": [each for each in everybody(now) if each.number != contestant],
    }


def compare(now: Tournament, one: str = "", two: str = "") -> Mapping[str, Any]:
    """The page that compares two contestants, who are chosen with a plain form."""
    found = one in now.entries and two in now.entries and one != two
    return {
        "page": comparison_page(now, one, two) if found else None,
        "everybody": everybody(now),
        "asked": (one, two),
    }


def race(now: Tournament, stage: str = "") -> Mapping[str, Any]:
    """The page of the race over the rounds of a stage."""
    state = stage_or_404(now, stage)
    if state is None:
        return {"page": None}
    return {"page": race_page(now, state), "tabs": tabs(now, state)}


def qualifiers(now: Tournament) -> Mapping[str, Any]:
    """The page of qualifiers and prizes."""
    won = [
        (
            table,
            [
                (each, Number(str(each.figure), Award(table.number, line, each.who.number).path()))
                for line, each in enumerate(table.awards)
            ],
        )
        for table in awarded_prizes(now)
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
        "announced": announced_prizes(now),
        "leaders": leading(now),
    }


def systems(now: Tournament) -> Mapping[str, Any]:
    """The page of the register of systems, if a clause makes it public."""
    listed = or_404(open_register(now))
    return {"rows": [(who(now, each.system.contestant), each) for each in listed], "settled": _determinations(now)}


def report(now: Tournament, stage: str = "") -> Mapping[str, Any]:
    """The page with the report of a stage, by default the last closed one."""
    state = stage_or_404(now, stage) if stage else last_closed(now)
    return {"page": report_page(now, state) if state is not None else None}


@require_safe
def conditions(request: HttpRequest, event: str) -> HttpResponse:
    """The page of the conditions of contest."""
    rules = record_or_404(event).rules

    def make(now: Tournament) -> Mapping[str, Any]:
        return {
            "page": conditions_page(now, rules, edition_of(now, rules)),
            "register": open_register(now) is not None,
            "settled": _determinations(now),
        }

    return event_page(request, event, "room/conditions.html", make)


def _determinations(event: Tournament) -> list[Phrase]:
    """The determinations and delegations for the event, latest first."""
    return [sentence(act) for act in reversed(event.conducted.determined)]


@require_safe
def clause(request: HttpRequest, event: str, cite: str) -> HttpResponse:
    """The page of a clause that a why cites: what the conditions say under it, and its readings."""
    rules = record_or_404(event).rules

    def make(now: Tournament) -> Mapping[str, Any]:
        return {"page": clause_page(now, rules, edition_of(now, rules), cite[:60])}

    return event_page(request, event, "room/clause.html", make)


@require_safe
def why(request: HttpRequest, event: str, number: str) -> HttpResponse:
    """The page that explains a number."""

    def make(now: Tournament) -> Mapping[str, Any]:
        return why_context(request, lambda: find_open(now, number), sealed=sealed_results(now), names=Naming(now))

    return event_page(request, event, "room/why.html", make)


@require_safe
def now(request: HttpRequest, event: str) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """The number of the last posting, for pages without the live stream, and since when the venue has been silent."""
    record = record_or_404(event)
    silent = venue_silent_since(record) if DurableBook(record.slug).ends().led else None
    return latest_posting(record.slug, **({"silent": silent.isoformat(timespec="seconds")} if silent else {}))


EVENT_PAGES = (
    Page(
        "Standings",
        "places, totals, the last match, carry-over and tie-breaks; the matches of a knockout or final",
        BookView("room/standings.html", standings),
        {"event": "", "stage": "stage/<slug:stage>/"},
    ),
    Page(
        "Bracket",
        "a knockout, round by round",
        BookView("room/bracket.html", bracket),
        {"bracket": "bracket/"},
    ),
    Page(
        "Cross table",
        "the match scores of a stage whose contestants meet once or twice",
        BookView("room/cross.html", cross),
        {"cross": "cross/<slug:stage>/"},
    ),
    Page(
        "Draw",
        "who meets whom, on which boards, and why",
        BookView("room/draw.html", draw),
        {"draw": "draw/", "draw-of": "draw/<slug:stage>/<int:number>/"},
    ),
    Page(
        "My seat",
        "your table, by number or three letters of your name",
        BookView("room/seat.html", seat, ("q",)),
        {"seat": "seat/"},
    ),
    Page(
        "Match",
        "a match board by board",
        BookView("room/match.html", match),
        {"match": "match/<slug:stage>/<int:number>/<int:table>/"},
    ),
    Page(
        "Board",
        "every result in order, the datum, and the spread of scores",
        BookView("room/board.html", board),
        {"board": "board/<slug:stage>/<int:number>/<int:board>/"},
    ),
    Page(
        "Scorecard",
        "a contestant's matches and boards",
        BookView("room/pair.html", scorecard),
        {"pair": "pair/<str:contestant>/"},
    ),
    Page(
        "Compare",
        "two contestants board by board",
        BookView("room/compare.html", compare, ("one", "two")),
        {"compare": "compare/"},
    ),
    Page(
        "Race",
        "places after each round",
        BookView("room/race.html", race),
        {"race": "race/", "race-of": "race/<slug:stage>/"},
    ),
    Page(
        "Stages",
        "how contestants move through the event",
        BookView("room/flow.html", lambda now: {"page": flow_page(now)}),
        {"flow": "flow/"},
    ),
    Page(
        "Qualifiers and awards",
        "who advances, who was passed over, the final ranking, prizes",
        BookView("room/qualifiers.html", qualifiers),
        {"qualifiers": "qualifiers/"},
    ),
    Page(
        "Systems",
        "the register of systems, if a clause makes it public",
        BookView("room/systems.html", systems),
        {"systems": "systems/"},
    ),
    Page(
        "Conditions",
        "the conditions of contest, for this number of entries",
        conditions,
        {"conditions": "conditions/"},
    ),
    Page(
        "Check these deals",
        "[the proof that no one chose the deals](check-the-deals.md)",
        BookView("room/deals.html", lambda now: {"page": or_404(dealing_page(now))}),
        {"deals": "deals/"},
    ),
    Page(
        "Report",
        "a closed stage in words",
        BookView("room/report.html", report),
        {"report": "report/", "report-of": "report/<slug:stage>/"},
    ),
    Page(
        "Share",
        "links, standings for another site, the calendar and the news feed",
        BookView("room/share.html", lambda now: {"timed": bool(times_of(now))}),
        {"share": "share/"},
    ),
    Page(
        "Wall screen",
        "the pages chosen at the desk, in turn: seating by name, standings, clock",
        BookView("room/wall.html", lambda now: {"page": wall_page(now)}),
        {"wall": "wall/"},
    ),
)
"""Every page of an event, in the order of the documentation."""
