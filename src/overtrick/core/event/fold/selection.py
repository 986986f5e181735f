"""Acts of a selection year have no place in the book of an event."""

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Posting, SelectionAct
from overtrick.core.event.fold.tournament import Tournament, folds


@folds
def refuse_selection(event: Tournament, act: SelectionAct, _: Posting) -> None:  # noqa: ARG001 - whatever the event
    """Refused: it belongs in another book."""
    raise DirectorError(
        "“{called}” belongs in the book of a selection year", remedy="Post it there.", called=act.called
    )
