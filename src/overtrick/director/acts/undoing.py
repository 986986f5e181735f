"""The row of taking postings back. It asks the rows of what is taken back, and so is made from them."""

from functools import partial

from overtrick.core.event import acts
from overtrick.core.wording import count_of
from overtrick.director import undoing
from overtrick.director.acts.rows import UNDO, Office, Preview, Row, because, form


def _undone(act: acts.PostingsUndone) -> str:
    first = act.postings[0] if act.postings else 0
    more = len(act.postings) - 1
    along = f" with {count_of(more, 'later one')}" if more > 0 else ""
    return f"Posting {first} is taken back{along}{', by force' if act.forced else ''}{because(act.reason)}"


def undoing_row(rows: undoing.Rows) -> Row[acts.PostingsUndone]:
    """The row, for acts that have these rows."""
    return Row(
        act=acts.PostingsUndone,
        decide=partial(undoing.undo, rows=rows),
        office=Office.DIRECT,
        says=_undone,
        form=form("undo"),
        inverse=UNDO,
        preview=(Preview.UNDONE,),
    )
