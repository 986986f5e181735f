"""Whys: the address of every number on a page, and the figure that stands there.

An address is a path of words and numbers over the things of an event, the contestant always last, so that
it stays the same while the event goes on: `swiss/total/7`, `swiss/match/3/7`, `swiss/board/3/2/13/7`
(round, table, board, contestant), `swiss/datum/3/13`. Every face writes its numbers as `Number`s and opens them here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias
from urllib.parse import quote

from django.utils.text import slugify

from overtrick.core.conduct.participation import least_play
from overtrick.core.errors import DirectorError
from overtrick.core.event.honours import place_of
from overtrick.core.event.progress import settled
from overtrick.core.event.season import rule_of
from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import Tournament
from overtrick.core.exact import Exact, exact_text, read_whole
from overtrick.core.laws.adjusted import awards
from overtrick.core.laws.lines import Credit
from overtrick.core.laws.table_score import BridgeScore
from overtrick.core.provenance import SESSIONS, Figure, Made
from overtrick.core.ranking.measures import Measure
from overtrick.core.ranking.standings import Standing
from overtrick.core.scoring.match import SideScore
from overtrick.web.honours import awarded
from overtrick.web.names import label


class NoSuchNumber(DirectorError):
    """No number stands at an address: it may not have been made yet."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number on a page: as it is written there, and where its why is; without one it is plain text.

    *provisional* says what it waits for where it may still move; it is empty where it is final. *value* is the exact
    number for programs, as `core.exact` writes it, and nothing where there is no number.
    """

    text: str
    why: str = ""
    provisional: str = ""
    value: str | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Found:
    """What stands at an address: what it is, and the figure."""

    title: str
    figure: Figure[Exact]


def address(*parts: object) -> str:
    """The address of a number, below the event's own.

    >>> address("swiss", "board", 3, 2, 13, "7 A")
    'swiss/board/3/2/13/7%20A'
    """
    return "/".join([_quoted(part) for part in parts])


@lru_cache(maxsize=8192)
def _quoted(part: object) -> str:
    return quote(str(part), safe="")


@lru_cache(maxsize=1024)
def stage_slug(name: str) -> str:
    """A stage as an address names it."""
    return slugify(name) or quote(name, safe="")


def stage_at(event: Tournament, slug: str) -> StageState:
    """The stage that an address names."""
    for name, state in event.stages.items():
        if stage_slug(name) == slug:
            return state
    raise NoSuchNumber(f"No stage called {slug} has started", remedy="Start from the event's own page.")


def figure_number(figure: Figure[Exact], *parts: object, provisional: str = "") -> Number:
    """A figure as it stands in a column, with its address, and why it may still move."""
    return Number(figure.unit.number(figure.value), address(*parts), provisional, exact_text(figure.value))


def place_number(row: Standing, slug: str) -> Number:
    """A place in the standings of a stage, with its address; who has none is told why not there."""
    value = str(row.place) if row.placed else None
    return Number(row.place_text, address(slug, "place", row.contestant), value=value)


def credit_figure(credit: Credit, state: StageState) -> Figure[Exact]:
    """What a board brought, as a figure; an award for what it is worth alone."""
    if isinstance(credit, Figure):
        return credit
    percent = state.plan.scoring.percent
    return awards([credit], percent.artificial if percent else state.plan.scoring.match.artificial)


def find(event: Tournament, path: str) -> Found:
    """What stands at an address, or why nothing does."""
    first, _, rest = path.strip("/").partition("/")
    try:
        if first == "award":
            return _award(event, rest)
        state = stage_at(event, first)
        kind, _, rest = rest.partition("/")
        finder = _KINDS.get(kind)
        if finder is None:
            raise NoSuchNumber(f"There is no number called {kind}", remedy="Start from a number on a page.")
        return finder(event, state, rest)
    except (ValueError, KeyError, StopIteration, IndexError) as fault:
        raise NoSuchNumber(f"No number stands at {path}", remedy="It may not have been made yet.") from fault


def _award(event: Tournament, rest: str) -> Found:
    """By the table of awards, the line in it, and whose it is."""
    table, line, who = (*rest.split("/", 2), "", "")[:3]
    tables = awarded(event)
    lines = dict(enumerate(tables))[read_whole(table)].awards
    won = dict(enumerate(lines)).get(read_whole(line))
    if won is None or won.who.number != who:
        raise NoSuchNumber(f"{who} has no award there", remedy="Awards are known when the last stage is closed.")
    return Found(f"Award to {won.player or label(event, who)}", won.figure)


def _row_of(event: Tournament, state: StageState, who: str) -> Found:
    state = settled(state)
    row = state.standings(state.field_of(who)).row(who)
    return Found(f"Total of {label(event, who)}, {state.plan.name}", row.total)


def _place(event: Tournament, state: StageState, who: str) -> Found:
    state = settled(state)
    if not state.standings(state.field_of(who)).row(who).placed and state.plan.season is not None:
        return Found(f"No place for {label(event, who)}, {state.plan.name}", _unplaced(state, who))
    return Found(f"Place of {label(event, who)}, {state.plan.name}", place_of(state, who))


def _unplaced(state: StageState, who: str) -> Figure[Exact]:
    """Why a pair of a season has no place: what it was there for, beside the least."""
    own, rule = state.season(who), rule_of(state.plan)
    there = len(state.plan.sessions)
    least = tuple(least_play(rule.eligibility, dict.fromkeys(("represented", "own"), there)).values())
    note = (
        f"the pair was there for {own.represented} and played {own.itself} itself of {there} sessions: "
        "with those that are left it cannot have enough for a place"
    )
    return Figure(own.represented, SESSIONS, rule.eligibility.clause, (*least, own.aggregate), note, Made.RANK)


def _measure(event: Tournament, state: StageState, rest: str) -> Found:
    slug, _, who = rest.partition("/")
    state = settled(state)
    columns = state.standings(state.field_of(who)).row(who).columns
    measure, figure = next((measure, figure) for measure, figure in columns if measure_slug(measure) == slug)
    return Found(f"{str(measure).capitalize()} of {label(event, who)}, {state.plan.name}", figure)


@lru_cache(maxsize=64)
def measure_slug(measure: Measure) -> str:
    """A tie-break column as an address names it."""
    return slugify(str(measure))


def _carried(event: Tournament, state: StageState, who: str) -> Found:
    carried = state.carry(who)
    if carried is None:
        raise KeyError(who)
    return Found(f"Carry-over of {label(event, who)} into {state.plan.name}", carried)


def _penalty(event: Tournament, state: StageState, rest: str) -> Found:
    posting, _, who = rest.partition("/")
    given = [number for number, act in state.penalties.items() if act.contestant == who]
    figure = state.record(who).penalties[given.index(int(posting))]
    return Found(f"Penalty of {label(event, who)}, {state.plan.name}", figure)


def _match(event: Tournament, state: StageState, rest: str) -> Found:
    number, _, who = rest.partition("/")
    line = state.match_line(who, int(number))
    title = f"{label(event, who)} in round {number}, {state.plan.name}"
    if line is not None:
        return Found(title, line.score)
    raise KeyError(rest)


def _table(event: Tournament, state: StageState, rest: str) -> Found:
    number, table, who = rest.split("/", 2)
    title = f"{label(event, who)} at table {table}, round {number} of {state.plan.name}"
    return Found(title, _side(state, int(number), int(table), who).credited)


def _net(event: Tournament, state: StageState, rest: str) -> Found:
    number, table, who = rest.split("/", 2)
    title = f"Net of {label(event, who)} at table {table}, round {number} of {state.plan.name}"
    return Found(title, _side(state, int(number), int(table), who).net)


def _side(state: StageState, number: int, table: int, who: str) -> SideScore:
    """One side of the match at a table, or of the match of three it is in."""
    share = state.share(number, who)
    if share is not None:
        return share.scores[share.share.teams.index(who)]
    card = state.card(number, table)
    if who not in (card.seating.ns, card.seating.ew):
        raise KeyError(who)
    return card.side(who)


def _session(event: Tournament, state: StageState, rest: str) -> Found:
    place, _, who = rest.partition("/")
    figure = state.record(who).matches[int(place) - 1].score
    return Found(f"{label(event, who)} in session {place}, {state.plan.name}", figure)


def _scored(event: Tournament, state: StageState, rest: str) -> Found:
    place, _, who = rest.partition("/")
    score = state.season(who).counted[int(place) - 1].score
    if score is None:
        raise KeyError(rest)
    return Found(f"Scored by {label(event, who)} in session {place}, {state.plan.name}", score)


def _board(event: Tournament, state: StageState, rest: str) -> Found:
    number, table, board, who = rest.split("/", 3)
    seating = state.round(int(number)).seatings[int(table)]
    if who not in (seating.ns, seating.ew):
        raise KeyError(who)
    credit = state.card(int(number), int(table)).credits[int(board)][who != seating.ns]
    if credit is None:
        raise KeyError(board)
    title = f"Board {board} of {label(event, who)}, round {number} of {state.plan.name}"
    return Found(title, credit_figure(credit, state))


def _score(event: Tournament, state: StageState, rest: str) -> Found:  # noqa: ARG001 - every finder is asked alike
    number, board, table, *room = rest.split("/")
    recorded = state.recorded(int(number), int(table), room[0] if room else "", int(board))
    if recorded is None:
        raise KeyError(rest)
    shown = recorded.score.ns
    figure = recorded.score.field or (shown.points if isinstance(shown, BridgeScore) else None)
    if figure is None:
        raise KeyError(rest)
    return Found(f"Score of board {board} at table {table}, round {number} of {state.plan.name}", figure)


def _datum(event: Tournament, state: StageState, rest: str) -> Found:  # noqa: ARG001 - every finder is asked alike
    number, board, *form = rest.split("/")
    comparisons = state.board_field(state.scope(int(number)), int(board)).scored.comparisons
    figure = dict(enumerate(comparisons, start=1))[int(form[0]) if form else 1]
    return Found(f"What board {board} is compared with, round {number} of {state.plan.name}", figure)


Finder: TypeAlias = Callable[[Tournament, StageState, str], Found]

_KINDS: Mapping[str, Finder] = {
    "total": _row_of,
    "place": _place,
    "by": _measure,
    "carry-over": _carried,
    "penalty": _penalty,
    "match": _match,
    "table": _table,
    "net": _net,
    "session": _session,
    "scored": _scored,
    "board": _board,
    "score": _score,
    "datum": _datum,
}
