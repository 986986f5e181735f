"""The event or selection year as it would stand after an act.

The act is folded on a copy; the original is not changed.
"""

from collections.abc import Iterable
from typing import TypeVar

from overtrick.core.event.acts import Act, Posting
from overtrick.core.event.fold.replaying import copy_mutable
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection_year.year import SelectionYear

State = TypeVar("State", Tournament, SelectionYear)


def what_if(event: State, acts: Iterable[Act], at: str = "") -> State:
    """The event after these acts at this time, without posting them."""
    other = copy_mutable(event)
    for act in acts:
        other.post(Posting(other.last + 1, act, "", at, ""))
    return other
