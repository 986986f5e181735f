"""The wall screen: panels shown in turn, each with as much as can be read from across a room."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Said, phrase
from overtrick.views.clock import RoundClock, clocks_in_play
from overtrick.views.draws import NameLine, running, seating_by_name
from overtrick.views.season import how_far
from overtrick.views.standings import StandingsRow, standings_page
from overtrick.views.texts import Text

SECONDS = 12
"""How long a panel is shown unless the desk says otherwise."""
LINES = 13
"""How many lines a column has, two columns to a panel."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeatingPanel:
    """Names and seats, in two columns."""

    title: Text
    part: Text
    columns: tuple[tuple[NameLine, ...], ...]


@dataclass(frozen=True, slots=True)
class StandingsPanel:
    """Places, in two columns."""

    title: Text
    part: Text
    unit: str
    columns: tuple[tuple[StandingsRow, ...], ...]

    @property
    def open(self) -> bool:
        """Whether a total on it may still change by rule."""
        return any(row.open for column in self.columns for row in column)


@dataclass(frozen=True, slots=True)
class WallPage:
    """The panels in the order they are shown."""

    seating: tuple[SeatingPanel, ...]
    standings: tuple[StandingsPanel, ...]
    clocks: tuple[RoundClock, ...] = ()
    big_clock: bool = False
    seconds: int = SECONDS


def wall_page(event: Tournament) -> WallPage:
    """Seating of the rounds in play, then the standings, or the panels that the desk has chosen; and the clock."""
    chosen = event.conducted.wall
    panels = chosen.panels if chosen is not None else ("seating", "standings")
    stages = running(event)
    seated = [state for state in stages if not state.rounds[state.last_round].closed]
    return WallPage(
        tuple(panel for state in seated for panel in _seating(event, state)) if "seating" in panels else (),
        tuple(panel for state in stages for panel in _standings(event, state)) if "standings" in panels else (),
        clocks_in_play(event),
        "clock" in panels,
        chosen.seconds if chosen is not None else SECONDS,
    )


def _seating(event: Tournament, state: StageState) -> list[SeatingPanel]:
    title = phrase("{name}, {how_far}: find your table", name=state.plan.name, how_far=how_far(state))
    screens = _screens(seating_by_name(event, state))
    return [SeatingPanel(title, _part(place, screens), columns) for place, columns in enumerate(screens, start=1)]


def _standings(event: Tournament, state: StageState) -> list[StandingsPanel]:
    page = standings_page(event, state)
    panels = []
    for table in page.tables:
        after = phrase("final") if page.closed else page.after or how_far(state)
        title = phrase("{name}[, {field}]: standings, {after}", name=state.plan.name, field=table.field, after=after)
        screens = _screens(table.rows)
        panels += [
            StandingsPanel(title, _part(place, screens), table.unit, columns)
            for place, columns in enumerate(screens, start=1)
        ]
    return panels


def _part(place: int, screens: Sequence[object]) -> Said:
    return phrase("page {place} of {screens}", place=place, screens=len(screens)) if len(screens) > 1 else ""


def _screens(lines: Sequence[T]) -> list[tuple[tuple[T, ...], ...]]:
    """Lines divided into screens of two columns; a last screen that is not full is balanced."""
    screens: list[tuple[tuple[T, ...], ...]] = []
    for start in range(0, len(lines), 2 * LINES):
        here = tuple(lines[start : start + 2 * LINES])
        half = (len(here) + 1) // 2
        screens.append((here[:half], here[half:]))
    return screens
