"""The permission that each act needs, as its row says, whether it is posted at the desk or by a program."""

from overtrick.core.event.acts import Act, PostingsUndone
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.acts import ROWS
from overtrick.director.acts.rows import Office
from overtrick.director.taking_back import rows_of
from overtrick.web.congress.access import Action


def action_of(act: type[Act]) -> Action:
    """The action a user must be allowed in order to post such an act in the book of an event.

    An act of a selection year needs a director's permission there, and is then refused because it belongs in a year.
    """
    row = ROWS.get(act)
    office = row.office if row is not None and row.office is not Office.SELECT else Office.DIRECT
    return Action[office.name]


def also_of(event: object, act: Act) -> frozenset[Action]:
    """Further actions that an act needs: undoing postings needs the permission for each of those postings."""
    if not isinstance(act, PostingsUndone) or not isinstance(event, Tournament):
        return frozenset()
    return frozenset(action_of(row.act) for row in rows_of(event, act))


def selecting(act: type[Act]) -> Action:
    """The action a user must be allowed in order to post such an act in the book of a selection year."""
    row = ROWS.get(act)
    return Action.ORGANISE if row is not None and row.office is Office.ORGANISE else Action.SELECT
