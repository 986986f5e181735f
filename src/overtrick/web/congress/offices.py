"""Which office an act is for: as its row says, whether it is posted at the desk or by a program."""

from overtrick.core.event.acts import Act, PostingsUndone
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.acts import ROWS
from overtrick.director.acts.rows import Office
from overtrick.director.taking_back import rows_of
from overtrick.web.congress.access import Action


def action_of(act: type[Act]) -> Action:
    """What somebody must be allowed to do to post such an act in the book of an event.

    An act of a selection year is the director's there, who is told that it belongs elsewhere.
    """
    row = ROWS.get(act)
    office = row.office if row is not None and row.office is not Office.SELECT else Office.DIRECT
    return Action[office.name]


def also_of(event: object, act: Act) -> frozenset[Action]:
    """What somebody must be allowed beside the office of an act: taking postings back, the offices of those."""
    if not isinstance(act, PostingsUndone) or not isinstance(event, Tournament):
        return frozenset()
    return frozenset(action_of(row.act) for row in rows_of(event, act))


def selecting(act: type[Act]) -> Action:
    """What somebody must be allowed to do to post an act in the book of a selection year: set it up, or keep it."""
    row = ROWS.get(act)
    return Action.ORGANISE if row is not None and row.office is Office.ORGANISE else Action.SELECT
