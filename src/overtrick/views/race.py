"""The race: everybody's place after each round or session, as lines of a chart."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from overtrick.core.event.acts import Field
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.views.names import Who, who
from overtrick.views.readers import PUBLIC, Reader
from overtrick.views.season import counts_by_session
from overtrick.views.whys import stage_slug

STEP, ROW, LEFT, TOP, GAP, NAME = 40, 24, 12, 36, 22, 240
MOST = 40
"""How many lines are drawn: the leaders, and the reader's own wherever it is."""


@dataclass(frozen=True, slots=True)
class Runner:
    """One contestant's line: its places round by round, and the points of the line."""

    who: Who
    places: tuple[int, ...]
    totals: tuple[str, ...]
    points: str
    end: tuple[int, int]
    bold: bool


@dataclass(frozen=True, slots=True)
class RaceField:
    """The race of one field."""

    field: str
    rounds: tuple[tuple[int, int], ...]
    runners: tuple[Runner, ...]
    left_out: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class RacePage:
    """The race of a stage, by totals alone: ties share the better place.

    *by* is what it goes by: rounds, or sessions where only a whole session has a score.
    """

    stage: str
    slug: str
    unit: str
    by: str
    fields: tuple[RaceField, ...]


def race_page(event: Tournament, state: StageState, reader: Reader = PUBLIC) -> RacePage:
    """The race of a stage, the reader's own line bold."""
    return RacePage(
        state.plan.name,
        stage_slug(state.plan.name),
        state.unit.many,
        "session" if counts_by_session(state) else "round",
        tuple(_field(event, state, each, reader.mine) for each in state.fields),
    )


def _field(event: Tournament, state: StageState, field: Field, mine: str) -> RaceField:
    names = [row.contestant for row in state.standings(field.name).rows]
    if counts_by_session(state):
        complete = min((len(state.record(name).matches) for name in names if name in state.playing), default=0)
        rounds = list(range(1, complete + 1))
        totals = {name: _session_totals(state, name, len(rounds)) for name in names}
    else:
        rounds = [n for n in sorted(state.rounds) if any(state.match_line(name, n) for name in field.contestants)]
        totals = {name: _totals(state, name, rounds) for name in names}
    places = _places(totals, len(rounds))
    drawn = [name for place, name in enumerate(names) if place < MOST or name == mine]
    drawn.sort(key=lambda name: (places[name][-1:], names.index(name)))
    bold = mine if mine in names else next(iter(names), "")
    lowest = max((place for name in drawn for place in places[name]), default=1)
    runners = tuple(
        Runner(
            who(event, name),
            places[name],
            tuple(state.unit.number(value) for value in totals[name]),
            _points(places[name], ROW * (len(drawn) - 1), lowest, TOP + ROW * order),
            (LEFT + STEP * (len(rounds) - 1) + GAP, TOP + ROW * order),
            name == bold,
        )
        for order, name in enumerate(drawn)
    )
    return RaceField(
        field.name if len(state.fields) > 1 else "",
        tuple((number, LEFT + STEP * place) for place, number in enumerate(rounds)),
        runners if rounds else (),
        len(names) - len(drawn),
        LEFT + STEP * max(0, len(rounds) - 1) + GAP + NAME,
        TOP + ROW * len(drawn),
    )


def _points(places: tuple[int, ...], height: int, lowest: int, end: int) -> str:
    """A line through the places, first on top, led at its end to the height of its name."""
    heights = [TOP + height * (place - 1) // max(1, lowest - 1) for place in places]
    line = [(LEFT + STEP * at, y) for at, y in enumerate(heights)]
    last = LEFT + STEP * (len(places) - 1) + GAP
    return " ".join(f"{x},{y}" for x, y in (*line, (last, end)))


def _totals(state: StageState, name: str, rounds: list[int]) -> list[Exact]:
    """What a contestant had after each round, penalties taken off when they were given."""
    carried = state.carry(name)
    start = carried.value if carried is not None else 0
    gained: list[Exact] = []
    for number in rounds:
        line = state.match_line(name, number)
        fined = sum(act.amount for act in state.penalties.values() if (act.contestant, act.round) == (name, number))
        gained.append((line.score.value if line else 0) - fined)
    return list(accumulate(gained, initial=start))[1:]


def _session_totals(state: StageState, name: str, sessions: int) -> list[Exact]:
    """What a contestant had after each session, as the sessions count now."""
    carried = state.carry(name)
    start = carried.value if carried is not None else 0
    scores = [line.score.value for line in state.record(name).matches[:sessions]]
    return list(accumulate([*scores, *[0] * (sessions - len(scores))], initial=start))[1:]


def _places(totals: Mapping[str, list[Exact]], rounds: int) -> dict[str, tuple[int, ...]]:
    columns = []
    for number in range(rounds):
        order = sorted((values[number] for values in totals.values()), reverse=True)
        first: dict[Exact, int] = {}
        for place, value in enumerate(order, start=1):
            first.setdefault(value, place)
        columns.append(first)
    return {name: tuple(columns[n][values[n]] for n in range(rounds)) for name, values in totals.items()}
