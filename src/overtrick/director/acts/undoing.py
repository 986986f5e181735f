"""The row for undoing postings. It needs the rows of the acts that are undone, so it is made from them."""

from functools import partial

from overtrick.core.event import acts
from overtrick.core.wording import Phrase, phrase
from overtrick.director import undoing
from overtrick.director.acts.rows import UNDO, ActRow, Office, Preview, form


def _undone(act: acts.PostingsUndone) -> Phrase:
    first, *more = act.postings or (0,)
    return phrase(
        "Posting {posting} undone[ with {more:#later posting}]{forced:, despite the cautions|}[: {reason}].",
        posting=first, more=len(more), forced=act.forced, reason=act.reason,
    )  # fmt: skip


def undoing_row(rows: undoing.Rows) -> ActRow[acts.PostingsUndone]:
    """The row for undoing postings of acts that have these rows."""
    return ActRow(
        act=acts.PostingsUndone,
        decide=partial(undoing.undo, rows=rows),
        office=Office.DIRECT,
        says=_undone,
        form=form("undo"),
        inverse=UNDO,
        preview=(Preview.UNDONE,),
    )
