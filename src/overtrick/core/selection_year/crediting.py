"""From a finished event to qualifying points: the places, and the players who did not play enough."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from overtrick.core.conduct.participation import PlayRule, check_play
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import EntryTaken, Lacking, PlacingCredited, PlacingStruckOut
from overtrick.core.event.after.line_ups import boards_played, boards_told
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.rules import SharePlacing, may_be_placed
from overtrick.core.event.plan.stages import Contest
from overtrick.core.event.play.by_matches import attendance_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.ranking.standings import Standing
from overtrick.core.selection.events import LedgerRule, SelectedEvent
from overtrick.core.selection_year.year import SelectionYear

LEAST_PLAY = "minimum play"
"""The condition for points that depends on how much a player played."""


def credits_of(event: Tournament, ledger: LedgerRule, source: str) -> tuple[PlacingCredited, ...]:
    """The placings that an event in this program earns: those of each closed stage that counts."""
    played = event.opened.event if event.opened is not None else ""
    earning = ledger.played_as(played)
    if not earning:
        raise DirectorError(
            "{played} earns no qualifying points",
            remedy="Give the book of an event that earns qualifying points.",
            played=event.current_plan().name,
        )
    closed = [each for each in earning if (state := _earns(event, each)) is not None and state.closed]
    if not closed:
        raise DirectorError(
            "{name} has no closed stage that earns points",
            remedy="Close the stage first: points are credited on final placings.",
            name=event.current_plan().name,
        )
    return tuple(act for each in closed for act in placings_of(event, each, source))


def credited_anew(
    year: SelectionYear, wanted: Sequence[PlacingCredited]
) -> tuple[PlacingCredited | PlacingStruckOut, ...]:
    """The acts that bring a year up to date with a source: remove placings that no longer hold, and add new ones."""
    sources = {(act.event, act.source) for act in wanted}
    have = {number: act for number, act in year.placings.items() if (act.event, act.source) in sources}
    stale = [number for number, act in have.items() if act not in wanted]
    return (
        *(PlacingStruckOut(number, "it no longer follows from its source") for number in stale),
        *(act for act in wanted if act not in have.values()),
    )


def _earns(event: Tournament, selected: SelectedEvent) -> StageState | None:
    """The stage whose places count, if it has started."""
    return event.stages.get(selected.stage or (list(event.stages) or [""])[-1])


def placings_of(event: Tournament, selected: SelectedEvent, source: str) -> tuple[PlacingCredited, ...]:
    """Every contestant's place in the stage that earns the points, with the players who did not play enough.

    A contestant that does not contend, or left, has no place, and those below move up; those that may not be
    placed have none either.
    """
    state = event.stage(selected.stage or list(event.stages)[-1])
    if not state.closed:
        raise DirectorError(
            "{plan} of the {selected} is not closed",
            remedy="Close the stage first: points are credited on final placings.",
            plan=state.plan.name,
            selected=selected.name,
        )
    found: list[PlacingCredited] = []
    for field in state.fields:
        placed = [row for row in state.standings(field.name).rows if row.placed]
        rows = [row for row in placed if state.wins(row.contestant)]
        for row in rows:
            place, tied = _place(row, rows, placed)
            members = _members(event, row.contestant)
            lacking = tuple(_lacking(event, state, event.entries[row.contestant], selected.play))
            size = len(members) if event.current_plan().contest is Contest.TEAMS else 0
            found.append(PlacingCredited(selected.id, members, place, source, tied, size, lacking))
    return tuple(found)


def _place(row: Standing, rows: Sequence[Standing], placed: Sequence[Standing]) -> tuple[int, int]:
    """The place of a line and how many contestants share it, leaving out those of *placed* that are not in *rows*.

    A place that no contestant has won stays empty: those below it do not move up.
    """

    def moved(place: int) -> int:
        return place - sum(other.place < place for other in placed) + sum(other.place < place for other in rows)

    level = sum(other.place == row.place for other in rows)
    below = min((other.place for other in rows if other.place > row.place), default=None)
    return moved(row.place), level if below is None else min(level, moved(below) - moved(row.place))


def _members(event: Tournament, contestant: str) -> tuple[str, ...]:
    """The players of an entry, by number if they have one."""
    players = event.entries[contestant].players
    if not players:
        raise DirectorError(
            "Entry {contestant} names no players",
            remedy="Edit the entry and name its players.",
            contestant=contestant,
        )
    return tuple(player.name for player in players)


def _lacking(event: Tournament, state: StageState, entry: EntryTaken, rule: PlayRule | None) -> Iterator[Lacking]:
    """Yield the players who did not play enough: in a pair both or neither, in a team each by boards played."""
    if rule is None or state.plan.in_season:
        return  # a pair placed in a season has played enough
    if event.current_plan().contest is Contest.PAIRS:
        own = attendance_of(state, entry.contestant)
        if not may_be_placed(own, SharePlacing(rule)).allowed:
            yield from (Lacking(player.name, LEAST_PLAY) for player in entry.players)
        return
    counted = _Boards(event, entry.contestant, state.plan.name)
    if not counted.there["boards"]:
        return  # without line-ups nobody is counted as lacking
    for player in entry.players:
        if not check_play(rule, counted.there, counted.boards_of(player.name), len(entry.players)).allowed:
            yield Lacking(player.name, LEAST_PLAY)


@dataclass(frozen=True, slots=True)
class _Boards:
    """A team's boards with line-ups: those of the stage that earns points, of the stages before it, and of all.

    A full session is as many boards as a session of the stage has, played in one session or more.
    """

    event: Tournament
    contestant: str
    stage: str

    @property
    def there(self) -> dict[str, int]:
        own, before = self._boards_told(self.stage), sum(map(self._boards_told, self._earlier_stages()))
        return {"boards": own, "qualifying": before, "overall": own + before, "full session": self._session()}

    def boards_of(self, player: str) -> dict[str, int]:
        own, before = (
            self._boards_played(self.stage, player),
            sum(self._boards_played(each, player) for each in self._earlier_stages()),
        )
        return {"boards": own, "qualifying": before, "overall": own + before, "full session": own}

    def _earlier_stages(self) -> list[str]:
        stages = list(self.event.stages)
        return stages[: stages.index(self.stage)]

    def _boards_told(self, stage: str) -> int:
        return boards_told(self.event, stage, self.contestant)

    def _boards_played(self, stage: str, player: str) -> int:
        return boards_played(self.event, stage, self.contestant).get(player, 0)

    def _session(self) -> int:
        plan = self.event.stage(self.stage).plan
        return plan.boards * max(plan.sessions, default=1)
