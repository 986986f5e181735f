"""The race: everybody's place after each round or session, as lines of a chart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from overtrick.core.event.acts import Field
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.progress import settled
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, mean
from overtrick.views.names import Who, who
from overtrick.views.season import counts_by_session
from overtrick.views.whys import stage_slug

WIDE, ROW, GAP = 1000, 24, 90
"""The picture's own measures: its width, the height of a line of names, and the way from the last round to a name."""
MOST = 60
"""How many lines are drawn, from the leader down: more cannot be told apart."""


@dataclass(frozen=True, slots=True)
class Runner:
    """One contestant's line: its places and totals round by round, and the points of the line by either."""

    who: Who
    places: tuple[int, ...]
    totals: tuple[str, ...]
    by_place: str
    by_total: str


@dataclass(frozen=True, slots=True)
class RaceField:
    """The race of one field: its rounds, each with its way across in per cent, and the runners in their order.

    A picture is as *wide* and as *high* as its points are given; the names stand beside it, each as high as its share.
    """

    field: str
    rounds: tuple[tuple[int, str], ...]
    runners: tuple[Runner, ...]
    left_out: int
    wide: int
    high: int


@dataclass(frozen=True, slots=True)
class RacePage:
    """The race of a stage, by totals alone: ties share the better place. A match in play is not in it.

    *by* is what it goes by: rounds, or sessions where only a whole session has a score.
    """

    stage: str
    slug: str
    unit: str
    by: str
    fields: tuple[RaceField, ...]


def race_page(event: Tournament, state: StageState) -> RacePage:
    """The race of a stage, as it stood after its last match that counts."""
    after = settled(state)
    return RacePage(
        state.plan.name,
        stage_slug(state.plan.name),
        state.unit.many,
        "session" if counts_by_session(state) else "round",
        tuple(_field(event, after, each) for each in state.fields),
    )


def _field(event: Tournament, state: StageState, field: Field) -> RaceField:
    names = [row.contestant for row in state.standings(field.name).rows]
    if counts_by_session(state):
        complete = min((len(state.record(name).matches) for name in names if name in state.playing), default=0)
        rounds = list(range(1, complete + 1))
        totals = {name: _session_totals(state, name, len(rounds)) for name in names}
    else:
        rounds = [n for n in sorted(state.rounds) if any(state.match_line(name, n) for name in field.contestants)]
        totals = {name: _totals(state, name, rounds) for name in names}
    drawn = names[:MOST]
    places = _places(totals, len(rounds))
    across = [(WIDE - GAP) * at // max(1, len(rounds) - 1) for at in range(len(rounds))]
    heights = [(ROW * order + ROW // 2) for order in range(len(drawn))]
    by_place = _heights({name: [-place for place in places[name]] for name in drawn}, len(drawn))
    by_total = _heights(_beside_the_mean({name: totals[name] for name in drawn}), len(drawn))
    runners = tuple(
        Runner(
            who(event, name),
            places[name],
            tuple(state.unit.number(value) for value in totals[name]),
            _points(across, by_place[name], end),
            _points(across, by_total[name], end),
        )
        for name, end in zip(drawn, heights, strict=True)
    )
    return RaceField(
        field.name if len(state.fields) > 1 else "",
        tuple((number, f"{100 * x / WIDE:.4g}%") for number, x in zip(rounds, across, strict=True)),
        runners if rounds else (),
        len(names) - len(drawn),
        WIDE,
        ROW * len(drawn),
    )


def _beside_the_mean(totals: Mapping[str, list[Exact]]) -> dict[str, list[Exact]]:
    """Totals as what they are above or below the mean of all after the same round: so they do not all only rise."""
    middles = [mean(after) for after in zip(*totals.values(), strict=True)]
    return {name: [value - middle for value, middle in zip(own, middles, strict=True)] for name, own in totals.items()}


def _heights(values: Mapping[str, Sequence[Exact]], rows: int) -> dict[str, list[int]]:
    """Values as heights in the picture, the highest on top and the lowest at the foot."""
    every = [value for own in values.values() for value in own]
    low, high = min(every, default=0), max(every, default=0)
    room = ROW * (rows - 1)
    span = high - low or 1
    return {name: [ROW // 2 + int(room * (high - value) / span) for value in own] for name, own in values.items()}


def _points(across: Sequence[int], heights: Sequence[int], end: int) -> str:
    """A line through these heights, led at its end to its name."""
    return " ".join(f"{x},{y}" for x, y in (*zip(across, heights, strict=True), (WIDE, end)))


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
