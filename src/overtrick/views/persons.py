"""Persons: what an event says of each of its players once it is settled, and one person's page over many events.

An event tells who was entered as what; a place, a total and an average only of a stage that is closed. Who is the
same person in two events is not decided here: it is asked with the lines that are one person's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, added, decimal_text, exact_text, plain, with_minus
from overtrick.core.model.contestants import Player, entry_order
from overtrick.core.provenance import PERCENT
from overtrick.core.ranking.measures import Kind
from overtrick.views import addresses
from overtrick.views.final_ranking import final_ranking_page
from overtrick.views.names import who
from overtrick.views.whys import Number, figure_number, place_number, stage_slug


@dataclass(frozen=True, slots=True)
class StageResult:
    """What a contestant made of a stage that is closed: its place of so many, its total, and what its matches brought.

    *made* is the sum of its *matches* in *unit*, where each has a score of its own; *top* what two opponents share in
    one, and 0 where they share nothing. *place* and *total* are as the event's own pages have them.
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
    """A player as the book has him: which contestant, with whom, and what that made of the stages that are closed."""

    contestant: str
    called: str
    team: str
    seat: int
    name: str
    number: str
    results: tuple[StageResult, ...]


def played_in(event: Tournament) -> Iterator[PlayedAs]:
    """Every player of an event, and one without a name for an entry that names none; house entries are left out."""
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
    lines = [each for each in state.record(name).matches if each.kind is Kind.PLAYED]
    first = lines[0] if lines else None
    top = first.score.value + first.against if first is not None and first.against is not None else 0
    return StageResult(
        state.plan.name,
        place_number(row, slug),
        len(table.rows),
        figure_number(row.total, addresses.Total(slug, name)),
        state.unit.many,
        exact_text(plain(added(each.score.value for each in lines))) if lines else "",
        len(lines),
        exact_text(plain(top)) if top else "",
    )


@dataclass(frozen=True, slots=True)
class EventPlayed:
    """An event of a person's: where it is, when, as whom, with whom, and what came of it.

    *listed* is the name the book has where the page's own is another. *room* is where the event's pages begin.
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
    """Somebody played with, in how many events; *key* is where his own page is, and empty where he has none."""

    name: str
    key: str
    events: int


@dataclass(frozen=True, slots=True)
class Average:
    """A mean over matches or sessions of like kind; *of* are the stages it is made of, each with its own mean."""

    unit: str
    top: str
    text: str
    matches: int
    of: tuple[tuple[EventPlayed, StageResult, str], ...]

    @property
    def percent(self) -> bool:
        """Whether it is of sessions in per cent."""
        return self.unit == PERCENT.many


@dataclass(frozen=True, slots=True)
class Dot:
    """A place in the picture of results over time: across and down, in hundredths, and what it stands for."""

    x: int
    y: int
    event: EventPlayed
    result: StageResult


@dataclass(frozen=True, slots=True)
class PersonPage:
    """One person over events, the latest first."""

    name: str
    key: str
    number: str
    events: tuple[EventPlayed, ...]
    partners: tuple[Partner, ...]
    averages: tuple[Average, ...]
    dots: tuple[Dot, ...]

    @property
    def line(self) -> str:
        """The dots, joined."""
        return " ".join(f"{each.x},{each.y}" for each in self.dots)


WIDTH, HEIGHT, EDGE = 640, 160, 12
"""The picture of results over time, in its own units, and the room around its dots."""
MOST_DOTS = 40
"""How many results the picture has, the last ones."""
PLACES = 2
"""Decimals of a mean."""


def averages_of(events: Sequence[EventPlayed]) -> tuple[Average, ...]:
    """The means of a person's matches, like with like: by what is counted and what two opponents share."""
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
    made: Exact = added(Fraction(each.made) for each in results)
    return with_minus(decimal_text(Fraction(made) / sum(each.matches for each in results), PLACES))


def dots_of(events: Sequence[EventPlayed]) -> tuple[Dot, ...]:
    """The places of a person over time, the earliest first: the first of a field above, the last below."""
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
    """A person's page from the events that are his, the latest first; he is called as the latest has him."""
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
