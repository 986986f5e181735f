"""How a posting is put right: by which form, with what filled in already. Nothing is ever taken out of a book."""

from dataclasses import dataclass
from urllib.parse import urlencode

from overtrick.core.event.acts import Posting
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.acts import ROWS
from overtrick.director.acts.rows import UNDO, Inverse
from overtrick.director.taking_back import may_be_undone


@dataclass(frozen=True, slots=True)
class Remedy:
    """A form that puts a posting right, and what is filled in."""

    form: str
    says: str
    query: str


def taken_back(event: Tournament, posting: Posting) -> Remedy | None:
    """What takes a posting back as such, if it stands and is of a kind that is taken back."""
    if not may_be_undone(event, posting):
        return None
    return Remedy(UNDO.form, UNDO.says, urlencode(UNDO.fill(posting.act, posting.number)))


def remedy_for(posting: Posting) -> Remedy | None:
    """The form that puts a posting right, if the row of its act names one."""
    row = ROWS.get(type(posting.act))
    if row is None or not isinstance(row.inverse, Inverse) or row.inverse is UNDO:
        return None
    filled = row.inverse.fill(posting.act, posting.number)
    query = urlencode({name: value for name, value in filled.items() if value})
    return Remedy(row.inverse.form, row.inverse.says, query)
