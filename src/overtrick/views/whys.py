"""Whys: every number on a page with its address (`addresses`), and the figure at that address.

Every interface writes its numbers as `Number`s and finds their whys here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, TypeAlias
from urllib.parse import quote, unquote

from overtrick.core.conduct.participation import least_play
from overtrick.core.errors import DirectorError
from overtrick.core.event.after.also import also_with
from overtrick.core.event.after.ending import ending
from overtrick.core.event.after.honours import no_place_because, place_of
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.finals import final_total, finals_of
from overtrick.core.event.play.knockout import ROUND, side_imps
from overtrick.core.event.play.progress import settled_state
from overtrick.core.event.play.season import rule_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, exact_text, short_text
from overtrick.core.provenance import PERCENT, SESSIONS, Derivation, Figure, Unit
from overtrick.core.ranking.measures import Measure
from overtrick.core.ranking.standings import Standing
from overtrick.core.scoring.match import SideScore
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.views import addresses, board_whys
from overtrick.views.addresses import IN_EVENT, Address, NoSuchNumber, read_address
from overtrick.views.analysis import find_analysis
from overtrick.views.board_whys import FigureAtAddress
from overtrick.views.event_addresses import Award, FinalRank
from overtrick.views.honours import awarded_prizes
from overtrick.views.names import label
from overtrick.views.race_whys import find_place_after, find_total_after
from overtrick.views.running import lead_figure, penalties_figure, rounds_figure, running_figure
from overtrick.views.slugs import slugify
from overtrick.views.stage_names import stage_words
from overtrick.views.texts import Text

FigureFinder: TypeAlias = Callable[[StageState, Any], Figure[Exact] | None]
"""Finds the figure at an address of one kind, whose title is that of the kind."""
Finder: TypeAlias = Callable[[Tournament, StageState, Any], FigureAtAddress]
"""Finds the number at an address of a kind whose title needs more than the address."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number on a page: its text, and the address of its why; without an address it is plain text.

    *provisional* says what it waits for where it may still change; it is empty where it is final. *value* is the exact
    number for programs, as `core.exact` writes it, and empty where there is no number.
    """

    text: str
    why: str = ""
    provisional: Text = ""
    value: str | None = None

    def __str__(self) -> str:
        return self.text

    @property
    def one(self) -> bool:
        """Whether its unit is in the singular.

        >>> Number("+1", value="1").one, Number("−1", value="-1").one, Number("10", value="10").one
        (True, True, False)
        """
        return self.value in ("1", "-1")

    def amount(self, unit: Unit) -> Phrase:
        """The number with its unit.

        >>> from overtrick.core.provenance import IMPS
        >>> print(Number("+1", value="1").amount(IMPS), Number("50.00", value="50").amount(PERCENT))
        +1 IMP 50.00%
        """
        if unit.like(PERCENT):
            return phrase("{number}%", number=self)
        return phrase("{number} {unit}", number=self, unit=Phrase(unit.one if self.one else unit.name))


@lru_cache(maxsize=1024)
def stage_slug(name: str) -> str:
    """A stage as an address names it."""
    return slugify(name) or quote(name, safe="")


def stage_at(event: Tournament, slug: str) -> StageState:
    """The stage that an address names."""
    for name, state in event.stages.items():
        if stage_slug(name) == slug:
            return state
    raise NoSuchNumber("No stage called {slug} has started", remedy="Open a stage from the event’s page.", slug=slug)


def figure_number(figure: Figure[Exact], at: Address, provisional: Said = "") -> Number:
    """A figure as a number in a column, with its address, and why it may still change."""
    text, value = _texts(figure.unit, figure.value)
    return Number(text, at.path(), provisional, value)


@lru_cache(maxsize=8192)
def _texts(unit: Unit, value: Exact) -> tuple[str, str]:
    """A value as a column writes it, and exactly. It is cached: a large field has the same few values many times."""
    return unit.number(value), exact_text(value)


def imps_number(figure: Figure[Exact], at: Address) -> Number:
    """The IMPs of a side of a match, with its address: without a plus sign, as both sides won some."""
    return Number(short_text(figure.value), at.path(), value=exact_text(figure.value))


def place_number(row: Standing, slug: str) -> Number:
    """A place in the standings of a stage, with its address; without a place, the why says why there is none."""
    value = str(row.place) if row.placed else None
    return Number(row.place_text, addresses.Place(slug, row.contestant).path(), value=value)


def find(event: Tournament, path: str) -> FigureAtAddress:
    """The number at an address with percent signs decoded; refused with the reason where there is none."""
    first = path.strip("/").partition("/")[0]
    try:
        if first == Award.kind:
            return _award(event, Award.parse(path))
        if first == FinalRank.kind:
            return _rank(event, FinalRank.parse(path))
        state = stage_at(event, first)
        at = read_address(path, IN_EVENT)
        return _find_figure(event, state, at)
    except NoSuchNumber:
        raise
    except (ValueError, KeyError, StopIteration, IndexError, DirectorError) as fault:  # an unranked contestant, too
        raise NoSuchNumber(
            "There is no figure at {path}",
            remedy="Try again later, because the figure may not have been calculated yet.",
            path=path,
        ) from fault


def _find_figure(event: Tournament, state: StageState, at: Address) -> FigureAtAddress:
    if type(at) in _FINDERS:
        return _FINDERS[type(at)](event, state, at)
    figure = _FIGURE_FINDERS[type(at)](state, at)
    if figure is None:
        raise KeyError(at)
    return FigureAtAddress(title_of(event, state, at), figure)


def title_of(event: Tournament, state: StageState, at: Address, **more: object) -> Phrase:
    """What a number is, by the title of its kind; *more* are values that the address has only as a slug."""
    values = {each.name: getattr(at, each.name) for each in fields(at)}
    if "who" in values:
        values["who"] = label(event, values["who"])
    return phrase(at.title.template, **values | {"stage": stage_words(event, state.plan.name)} | more)


def figure_of(event: Tournament, number: Number) -> Figure[Exact]:
    """The figure behind a number of a view."""
    return find(event, unquote(number.why)).figure


def figure_at(event: Tournament, at: Address) -> Figure[Exact]:
    """The figure at an address."""
    return find(event, unquote(at.path())).figure


def leading_address(state: StageState, who: str) -> Address:
    """The address of what a contestant is ranked by first: its total, or the first column."""
    after, slug = settled_state(state), stage_slug(state.plan.name)
    chain = after.plan.standings.prize
    row = next((row for row in after.standings(after.field_of(who)).rows if row.contestant == who), None)
    if row is None or row.leading(chain) is row.total:
        return addresses.Total(slug, who)
    return addresses.ByMeasure(slug, measure_slug(chain.steps[0].by), who)


def _award(event: Tournament, at: Award) -> FigureAtAddress:
    won = dict(enumerate(dict(enumerate(awarded_prizes(event)))[at.table].awards)).get(at.line)
    if won is None or won.who.number != at.who:
        raise NoSuchNumber(
            "Number {who} has no such award", remedy="Awards are decided when the last stage is closed.", who=at.who
        )
    return FigureAtAddress(phrase("Award to {value}", value=won.player or label(event, at.who)), won.figure)


def _rank(event: Tournament, at: FinalRank) -> FigureAtAddress:
    if event.current_plan().graph is None:
        raise KeyError(at)
    return FigureAtAddress(
        phrase("Final rank of {who}", who=label(event, at.who)), ending(event, event.declined).rank_of(at.who)
    )


def _total(state: StageState, at: addresses.Total) -> Figure[Exact]:
    state = settled_state(state)
    return state.standings(state.field_of(at.who)).row(at.who).total


def _place(event: Tournament, state: StageState, at: addresses.Place) -> FigureAtAddress:
    state = settled_state(state)
    if not state.standings(state.field_of(at.who)).row(at.who).placed and state.plan.in_season:
        reason: Figure[Exact] | None = _attendance_figure(state, at.who)
    else:
        reason = no_place_because(state, at.who)
    if reason is None:
        return FigureAtAddress(title_of(event, state, at), place_of(state, at.who))
    stage = stage_words(event, state.plan.name)
    return FigureAtAddress(phrase("Why {who} has no place, {stage}", who=label(event, at.who), stage=stage), reason)


def _attendance_figure(state: StageState, who: str) -> Figure[Exact]:
    """Why a pair of a season has no place: its attendance compared with the required minimum."""
    own, rule = state.season(who), rule_of(state.plan)
    there = len(state.plan.sessions)
    least = tuple(least_play(rule.eligibility, dict.fromkeys(("represented", "own"), there)).values())
    note = phrase(
        "the pair attended {represented} of {there:#session} and played {itself} of them without a substitute, which "
        "is not enough for a place even with any remaining sessions",
        represented=own.represented,
        itself=own.itself,
        there=there,
    )
    return Figure(own.represented, SESSIONS, rule.eligibility.clause, (*least, own.aggregate), note, Derivation.RANK)


def _measure(event: Tournament, state: StageState, at: addresses.ByMeasure) -> FigureAtAddress:
    state = settled_state(state)
    columns = state.standings(state.field_of(at.who)).row(at.who).columns
    measure, figure = next((measure, figure) for measure, figure in columns if measure_slug(measure) == at.measure)
    return FigureAtAddress(
        phrase(
            "{measure:begun} of {who}, {stage}",
            measure=measure,
            who=label(event, at.who),
            stage=stage_words(event, state.plan.name),
        ),
        figure,
    )


@lru_cache(maxsize=64)
def measure_slug(measure: Measure) -> str:
    """A tie-break column as an address names it."""
    return slugify(str(measure))


def _also(
    event: Tournament, state: StageState, at: addresses.AlsoTotal | addresses.AlsoPlace | addresses.AlsoAdded
) -> FigureAtAddress:
    """A number of a further ranking: the addition, the total with it, or the place by that."""
    name = next(rule.name for rule in state.plan.also if stage_slug(rule.name) == at.also)
    ranked, title = also_with(event, state, name, at.who), title_of(event, state, at, also=name)
    if isinstance(at, addresses.AlsoAdded):
        return FigureAtAddress(title, ranked.added[at.who])
    if isinstance(at, addresses.AlsoTotal):
        return FigureAtAddress(title, ranked.standings.row(at.who).total)
    return FigureAtAddress(title, ranked.standings.place_of(at.who, ranked.rule.clause))


def _penalty(state: StageState, at: addresses.Penalty) -> Figure[Exact]:
    given = [number for number, act in state.penalties.items() if act.contestant == at.who]
    return state.record(at.who).penalties[given.index(at.posting)]


def _match(state: StageState, at: addresses.Match) -> Figure[Exact] | None:
    line = state.match_line(at.who, at.round)
    return None if line is None else line.score


def _side(state: StageState, at: addresses.Table | addresses.Net) -> SideScore:
    """One side of the match at a table, or of the three-way match it is in."""
    share = state.share(at.round, at.who)
    if share is not None:
        return share.scores[share.share.teams.index(at.who)]
    card = state.card(at.round, at.table)
    if at.who not in card.seating.names:
        raise KeyError(at)
    return card.side(at.who)


def _side_imps(state: StageState, at: addresses.SideImps) -> Figure[Exact]:
    seating = state.round(ROUND).seatings[at.table]
    if not state.plan.play.knockout or at.who not in seating.names:
        raise KeyError(at)
    return side_imps(state, at.table, at.who)


def _final_total(event: Tournament, state: StageState, at: addresses.FinalTotal) -> FigureAtAddress:
    final = dict(enumerate(finals_of(state).finals, start=1))[at.match]
    figure = final_total(state, final, at.who)
    if at.who not in final.teams or not figure.of:
        raise KeyError(at)
    title = phrase(
        "{who} – {match}, {stage}",
        who=label(event, at.who),
        match=final.match.title,
        stage=stage_words(event, state.plan.name),
    )
    return FigureAtAddress(title, figure)


_FIGURE_FINDERS: Mapping[type[Address], FigureFinder] = {
    addresses.Total: _total,
    addresses.Lead: lambda state, at: lead_figure(state, at.who),
    addresses.CarryOver: lambda state, at: state.carry(at.who),
    addresses.Penalty: _penalty,
    addresses.Penalties: lambda state, at: penalties_figure(state, at.who),
    addresses.Match: _match,
    addresses.Running: lambda state, at: running_figure(state, at.who, at.round),
    addresses.Rounds: lambda state, at: rounds_figure(state, at.who, at.first, at.last),
    addresses.Table: lambda state, at: _side(state, at).credited,
    addresses.Net: lambda state, at: _side(state, at).net,
    addresses.SideImps: _side_imps,
    addresses.Session: lambda state, at: state.record(at.who).matches[at.session - 1].score,
    addresses.SessionScore: lambda state, at: state.season(at.who).counted[at.session - 1].score,
    addresses.Board: board_whys.find_board,
    addresses.Score: board_whys.find_score,
    addresses.Datum: board_whys.find_datum,
    addresses.BoardShare: board_whys.find_share,
    addresses.Swings: board_whys.find_swings,
    addresses.Par: board_whys.find_par,
}

_FINDERS: Mapping[type[Address], Finder] = {
    addresses.Place: _place,
    addresses.ByMeasure: _measure,
    **dict.fromkeys((addresses.AlsoTotal, addresses.AlsoPlace, addresses.AlsoAdded), _also),
    addresses.TotalAfter: find_total_after,
    addresses.PlaceAfter: find_place_after,
    addresses.FinalTotal: _final_total,
    addresses.BoardOwn: board_whys.find_own,
    addresses.Analysis: find_analysis,
}
