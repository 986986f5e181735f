"""A summary of an event for lists of events: its progress, its leader, and the end of the current round."""

from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.views.choosing import choices_due
from overtrick.views.clock import RoundClock, clocks_in_play
from overtrick.views.draws import running
from overtrick.views.names import Who
from overtrick.views.season import how_far
from overtrick.views.stage_names import stage_title
from overtrick.views.standings import current, standings_page
from overtrick.views.texts import Text
from overtrick.views.whys import Number


@dataclass(frozen=True, slots=True)
class Glance:
    """An event in one line: *live* while a round is played; the *leader* is first where the stage is *over*.

    There is no leader while all totals are equal.
    In the current round, *brought* of the *in_play* tables have finished.
    """

    far: Text
    after: Text = ""
    live: bool = False
    over: bool = False
    leader: Who | None = None
    total: Number | None = None
    unit: str = ""
    clock: RoundClock | None = None
    brought: int = 0
    in_play: int = 0


def glance(event: Tournament) -> Glance:
    """The summary of the event now."""
    state = current(event)
    if state is None:
        return Glance(_to_come(event))
    page = standings_page(event, state)
    first = (
        next((table.rows[0] for table in page.tables if len({row.total.value for row in table.rows}) > 1), None)
        if page.played and page.knockout is None
        else None
    )
    clocks = clocks_in_play(event)
    return Glance(
        _far(event, state),
        "" if state.closed or page.in_play else page.after or "",
        any(not each.closed and not each.rounds[each.last_round].closed for each in running(event)),
        state.closed,
        first.who if first else None,
        first.total if first else None,
        page.tables[0].unit if first else "",
        clocks[0] if clocks else None,
        page.brought,
        page.in_play,
    )


def _far(event: Tournament, state: StageState) -> Said:
    stage = stage_title(event, state.plan.name)
    if state.closed:
        return phrase("{stage}: finished", stage=stage)
    if (due := next((each for each in choices_due(event) if each.chooser is not None), None)) is not None:
        return phrase("{who} chooses an opponent", who=due.chooser.called if due.chooser else "")
    return how_far(state) if state.last_round else phrase("{stage}: not drawn yet", stage=stage)


def _to_come(event: Tournament) -> Phrase:
    if not event.entries:
        return phrase("No entries yet")
    return phrase("{entered} entered, but play has not started", entered=len(event.entries))
