"""Persons: what an event says of each of its players once it is decided, and one person's page over many events.

An event says how each player was entered; it gives a place, a total and an average only for closed stages. Whether two
players in different events are the same person is not decided here: the caller passes the lines of one person.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, decimal_text, exact_sum, exact_text, plain, with_minus
from overtrick.core.model.contestants import Player, entry_order
from overtrick.core.provenance import PERCENT
from overtrick.core.ranking.measures import ScoreOrigin
from overtrick.views import addresses
from overtrick.views.final_ranking import final_ranking_page
from overtrick.views.names import who
from overtrick.views.whys import Number, figure_number, place_number, stage_slug


@dataclass(frozen=True, slots=True)
class StageResult:
    """A contestant's result in a closed stage: its place out of how many, its total, and the scores of its matches.

    *made* is the sum of its *matches* in *unit*, where each has a score of its own; *top* is what two opponents share
    in a match, and 0 where they share nothing. *place* and *total* are as on the event's own pages.
    """

    stage: str
    place: Number
    of: int
    total: Number
    unit: str
    made: str = ""
    matches: int = 0
    top: str = ""


@dataclass(frozen=True, slots=True)
class PlayedAs:
    """A player as the book has them: which contestant, with which partners, and its results in closed stages."""

    contestant: str
    called: str
    team: str
    seat: int
    name: str
    number: str
    results: tuple[StageResult, ...]


def played_in(event: Tournament) -> Iterator[PlayedAs]:
    """Every player of an event, and an unnamed one for an entry that names none; house entries are left out."""
    for number in sorted(event.entries, key=entry_order):
        entry = event.entries[number]
        if entry.house:
            continue
        results = tuple(_results(event, number))
        called = who(event, number).name
        for seat, player in enumerate(entry.players or (Player(""),)):
            yield PlayedAs(number, called, entry.name, seat, player.name, player.number.strip(), results)


def _results(event: Tournament, name: str) -> Iterator[StageResult]:
    closed = [state for state in event.stages.values() if state.closed and name in state.contestants]
    yield from (found for state in closed if not state.plan.play.knockout and (found := _result(state, name)))
    ranking = final_ranking_page(event)
    for line in ranking.lines if ranking is not None else ():
        if line.who.number == name:
            yield StageResult("", line.rank, len(event.entries), Number(""), "")


def _result(state: StageState, name: str) -> StageResult | None:
    table = state.standings(state.field_of(name))
    row = next((each for each in table.rows if each.contestant == name), None)
    if row is None or not row.placed:
        return None
    slug = stage_slug(state.plan.name)
    lines = [each for each in state.record(name).matches if each.kind is ScoreOrigin.PLAYED]
    first = lines[0] if lines else None
    top = first.score.value + first.against if first is not None and first.against is not None else 0
    return StageResult(
        state.plan.name,
        place_number(row, slug),
        len(table.rows),
        figure_number(row.total, addresses.Total(slug, name)),
        state.unit.many,
        exact_text(plain(exact_sum(each.score.value for each in lines))) if lines else "",
        len(lines),
        exact_text(plain(top)) if top else "",
    )


@dataclass(frozen=True, slots=True)
class EventPlayed:
    """An event that a person played in: its page, its date, the contestant, the partners, and the results.

    *listed* is the name in the book where it differs from the page's. *room* is the address of the event's pages.
    """

    title: str
    congress: str
    day: str
    room: str
    contestant: str
    called: str
    listed: str
    results: tuple[StageResult, ...]


@dataclass(frozen=True, slots=True)
class Partner:
    """Someone played with, in how many events; *key* leads to their own page, empty where they have none."""

    name: str
    key: str
    events: int


@dataclass(frozen=True, slots=True)
class Average:
    """A mean over matches or sessions of the same kind; *of* are the stages it covers, each with its own mean."""

    unit: str
    top: str
    text: str
    matches: int
    of: tuple[tuple[EventPlayed, StageResult, str], ...]

    @property
    def percent(self) -> bool:
        """Whether it is a mean of sessions in per cent."""
        return self.unit == PERCENT.many


@dataclass(frozen=True, slots=True)
class Dot:
    """A place in the chart of results over time: its coordinates in hundredths, and its meaning."""

    x: int
    y: int
    event: EventPlayed
    result: StageResult


@dataclass(frozen=True, slots=True)
class PersonPage:
    """One person's page over many events, the latest first."""

    name: str
    key: str
    number: str
    events: tuple[EventPlayed, ...]
    partners: tuple[Partner, ...]
    averages: tuple[Average, ...]
    dots: tuple[Dot, ...]

    @property
    def line(self) -> str:
        """The line that joins the dots."""
        return " ".join(f"{each.x},{each.y}" for each in self.dots)


WIDTH, HEIGHT, EDGE = 640, 160, 12
"""The size of the chart of results over time, in its own units, and the margin around its dots."""
MOST_DOTS = 40
"""The maximum number of results in the chart; it shows the latest."""
PLACES = 2
"""Decimals of a mean."""


def averages_of(events: Sequence[EventPlayed]) -> tuple[Average, ...]:
    """The means of a person's matches, grouped by unit and by what two opponents share."""
    found: dict[tuple[str, str], list[tuple[EventPlayed, StageResult]]] = {}
    for event in events:
        for result in event.results:
            if result.matches:
                found.setdefault((result.unit, result.top), []).append((event, result))
    return tuple(
        Average(
            unit,
            top,
            _mean([result for _, result in of]),
            sum(result.matches for _, result in of),
            tuple((event, result, _mean([result])) for event, result in of),
        )
        for (unit, top), of in found.items()
    )


def _mean(results: Sequence[StageResult]) -> str:
    made: Exact = exact_sum(Fraction(each.made) for each in results)
    return with_minus(decimal_text(Fraction(made) / sum(each.matches for each in results), PLACES))


def dots_of(events: Sequence[EventPlayed]) -> tuple[Dot, ...]:
    """The places of a person over time, earliest first; the winner of a field is at the top, the last at the bottom."""
    placed = [(event, result) for event in reversed(events) for result in event.results if result.place.value]
    placed = placed[-MOST_DOTS:]
    across = (WIDTH - 2 * EDGE) / max(len(placed) - 1, 1)
    return tuple(
        Dot(
            round(EDGE + across * place) if len(placed) > 1 else WIDTH // 2,
            round(EDGE + (HEIGHT - 2 * EDGE) * (int(result.place.value or 1) - 1) / max(result.of - 1, 1)),
            event,
            result,
        )
        for place, (event, result) in enumerate(placed)
    )


def person_page(key: str, number: str, events: Sequence[EventPlayed], partners: Sequence[Partner]) -> PersonPage:
    """A person's page from their events, the latest first; the name is that of the latest."""
    name = events[0].listed
    told = tuple(
        EventPlayed(
            each.title,
            each.congress,
            each.day,
            each.room,
            each.contestant,
            each.called,
            each.listed if each.listed != name else "",
            each.results,
        )
        for each in events
    )
    return PersonPage(name, key, number, told, tuple(partners), averages_of(told), dots_of(told))
