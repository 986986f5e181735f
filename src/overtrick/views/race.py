"""The race: the place of each contestant after each round or session, as lines of a chart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.event.acts import Field
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.progress import session_over, settled_state, stood_after
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, mean
from overtrick.core.ranking.standings import Standing
from overtrick.views.addresses import PlaceAfter, TotalAfter
from overtrick.views.names import Who, who
from overtrick.views.running import counts_by_session
from overtrick.views.whys import Number, figure_number, stage_slug

WIDE, ROW, GAP = 1000, 24, 90
"""The measures of the chart: its width, the height of a row of names, and the gap from the last round to a name."""
MOST = 60
"""How many lines are drawn, from the leader down: more cannot be told apart."""


@dataclass(frozen=True, slots=True)
class Runner:
    """One contestant's line: its places and totals round by round, and the points of the line by either."""

    who: Who
    places: tuple[Number, ...]
    totals: tuple[Number, ...]
    by_place: str
    by_total: str


@dataclass(frozen=True, slots=True)
class RaceField:
    """The race of one field: its rounds, each with its horizontal position in per cent, and the contestants in order.

    A picture is as *wide* and as *high* as its points are given; the names are beside it, each as high as its share.
    """

    field: str
    rounds: tuple[tuple[int, str], ...]
    runners: tuple[Runner, ...]
    left_out: int
    wide: int
    high: int


@dataclass(frozen=True, slots=True)
class RacePage:
    """The race of a stage: the standings after each round, by the current results.

    A match in play is not included. *by* is the step: rounds, or sessions where only a whole session has a score.
    """

    stage: str
    slug: str
    unit: str
    by: str
    fields: tuple[RaceField, ...]

    @property
    def by_session(self) -> bool:
        """Whether a step is a session."""
        return self.by == "session"


def race_page(event: Tournament, state: StageState) -> RacePage:
    """The race of a stage, up to its last match that counts."""
    after = settled_state(state)
    return RacePage(
        state.plan.name,
        stage_slug(state.plan.name),
        state.unit.many,
        "session" if counts_by_session(state) else "round",
        tuple(_field(event, after, each) for each in state.fields),
    )


def _field(event: Tournament, state: StageState, field: Field) -> RaceField:
    slug = stage_slug(state.plan.name)
    names = [row.contestant for row in state.standings(field.name).rows]
    drawn = names[:MOST]
    steps = _steps(state, field)
    stood = {number: stood_after(state, number).standings(field.name).rows for number in steps.values()}
    places: dict[str, list[Exact]] = {name: [] for name in drawn}
    totals: dict[str, list[Exact]] = {name: [] for name in drawn}
    told: dict[str, list[tuple[Number, Number]]] = {name: [] for name in drawn}
    for number, rows in stood.items():
        for row in rows:
            if row.contestant in told:
                places[row.contestant].append(row.place if row.placed else len(names))
                totals[row.contestant].append(row.total.value)
                told[row.contestant].append(_numbers(row, slug, number))
    across = [(WIDE - GAP) * at // max(1, len(steps) - 1) for at in range(len(steps))]
    by_place = _heights({name: [-place for place in own] for name, own in places.items()}, len(drawn))
    by_total = _heights(_beside_the_mean(totals), len(drawn))
    runners = tuple(
        Runner(
            who(event, name),
            tuple(place for place, _ in told[name]),
            tuple(total for _, total in told[name]),
            _points(across, by_place[name], ROW * order + ROW // 2),
            _points(across, by_total[name], ROW * order + ROW // 2),
        )
        for order, name in enumerate(drawn)
    )
    return RaceField(
        field.name if len(state.fields) > 1 else "",
        tuple((number, f"{100 * x / WIDE:.4g}%") for number, x in zip(steps, across, strict=True)),
        runners if steps else (),
        len(names) - len(drawn),
        WIDE,
        ROW * len(drawn),
    )


def _steps(state: StageState, field: Field) -> dict[int, int]:
    """The rounds that count, or the complete sessions, each with the round after which it is shown."""
    if not counts_by_session(state):
        return {n: n for n in sorted(state.rounds) if any(state.match_line(name, n) for name in field.contestants)}
    last = {state.session_of(number): number for number in sorted(state.rounds)}
    return {session: number for session, number in last.items() if session_over(state, number)}


def _numbers(row: Standing, slug: str, number: int) -> tuple[Number, Number]:
    """A place and a total after a round, with their addresses; empty for a contestant without a place at that time."""
    total = figure_number(row.total, TotalAfter(slug, number, row.contestant))
    if not row.placed:
        return Number(row.place_text), total
    return Number(row.place_text, PlaceAfter(slug, number, row.contestant).path(), value=str(row.place)), total


def _beside_the_mean(totals: Mapping[str, list[Exact]]) -> dict[str, list[Exact]]:
    """Totals as differences from the mean of all after the same round, so that not all lines rise."""
    middles = [mean(after) for after in zip(*totals.values(), strict=True)]
    return {name: [value - middle for value, middle in zip(own, middles, strict=True)] for name, own in totals.items()}


def _heights(values: Mapping[str, Sequence[Exact]], rows: int) -> dict[str, list[int]]:
    """Values as heights in the chart, the highest at the top and the lowest at the bottom."""
    every = [value for own in values.values() for value in own]
    low, high = min(every, default=0), max(every, default=0)
    room = ROW * (rows - 1)
    span = high - low or 1
    return {name: [ROW // 2 + int(room * (high - value) / span) for value in own] for name, own in values.items()}


def _points(across: Sequence[int], heights: Sequence[int], end: int) -> str:
    """A line through these heights that ends at its name."""
    return " ".join(f"{x},{y}" for x, y in (*zip(across, heights, strict=True), (WIDE, end)))
