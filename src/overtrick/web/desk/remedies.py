"""How a posting is corrected: by which form, and with which fields filled in. Nothing is ever deleted from a book."""

from dataclasses import dataclass
from urllib.parse import urlencode

from overtrick.core.event.acts import Posting
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.acts import ROWS
from overtrick.director.acts.rows import UNDO, Inverse
from overtrick.director.taking_back import may_be_undone
from overtrick.web.translation import plain


@dataclass(frozen=True, slots=True)
class Remedy:
    """A form that corrects a posting, and the values that are filled in."""

    form: str
    says: str
    query: str


def taken_back(event: Tournament, posting: Posting) -> Remedy | None:
    """The form that undoes a posting; None if it is not in force or cannot be undone."""
    if not may_be_undone(event, posting):
        return None
    return Remedy(UNDO.form, plain(UNDO.says), urlencode(UNDO.fill(posting.act, posting.number)))


def remedy_for(posting: Posting) -> Remedy | None:
    """The form that corrects a posting, if the row of its act names one."""
    row = ROWS.get(type(posting.act))
    if row is None or not isinstance(row.inverse, Inverse) or row.inverse is UNDO:
        return None
    filled = row.inverse.fill(posting.act, posting.number)
    query = urlencode({name: value for name, value in filled.items() if value})
    return Remedy(row.inverse.form, plain(row.inverse.says), query)
