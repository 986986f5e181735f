"""From a finished event to qualifying points: who was placed where, and who lacks the least play."""

from collections.abc import Iterator

from overtrick.core.conduct.participation import PlayRule
from overtrick.core.errors import DirectorError
from overtrick.core.event.attending import attended
from overtrick.core.event.entry_acts import EntryTaken
from overtrick.core.event.membership import membership
from overtrick.core.event.placing import SharePlacing, may_be_placed
from overtrick.core.event.plan import Contest
from overtrick.core.event.selection_acts import Lacking, PlacingCredited
from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import Tournament
from overtrick.core.selection.events import SelectedEvent

LEAST_PLAY = "minimum play"
"""The condition for points that follows from how much somebody played."""


def placings_of(event: Tournament, selected: SelectedEvent, source: str) -> tuple[PlacingCredited, ...]:
    """Everybody's place in the stage that earns the points, with those who lack the least play.

    Whoever does not contend has no place, and those below move up; whoever may not be placed has none either.
    """
    state = event.stage(selected.stage or list(event.stages)[-1])
    if not state.closed:
        raise DirectorError(
            f"{state.plan.name} of the {selected.name} is not closed",
            remedy="Points follow from what stands: close it.",
        )
    found: list[PlacingCredited] = []
    for field in state.fields:
        rows = [row for row in state.standings(field.name).rows if row.placed]
        rows = [row for row in rows if row.contestant not in state.non_contending]
        for row in rows:
            place = 1 + sum(other.place < row.place for other in rows)
            tied = sum(other.place == row.place for other in rows)
            members = _members(event, row.contestant)
            lacking = tuple(_lacking(event, state, event.entries[row.contestant], selected.play))
            size = len(members) if event.planned().contest is Contest.TEAMS else 0
            found.append(PlacingCredited(selected.id, members, place, source, tied, size, lacking))
    return tuple(found)


def _members(event: Tournament, contestant: str) -> tuple[str, ...]:
    """The players of an entry, by number where they have one."""
    players = event.entries[contestant].players
    if not players:
        raise DirectorError(f"{contestant} has no players named", remedy="Put the entry right with its players.")
    return tuple(player.name for player in players)


def _lacking(event: Tournament, state: StageState, entry: EntryTaken, rule: PlayRule | None) -> Iterator[Lacking]:
    """Players without the least play: in a pair both or neither, in a team each by the boards they played."""
    if rule is None or state.plan.season is not None:
        return  # who is placed in a season has played enough
    if event.planned().contest is Contest.PAIRS:
        own = attended(state, entry.contestant)
        if not may_be_placed(own, SharePlacing(rule, rule.limbs[0].name)).allowed:
            yield from (Lacking(player.name, LEAST_PLAY) for player in entry.players)
        return
    verdicts = membership(event, state.plan.name, entry.contestant, rule, rule)
    yield from (Lacking(name, LEAST_PLAY) for name, verdict in verdicts.items() if not verdict.allowed)
