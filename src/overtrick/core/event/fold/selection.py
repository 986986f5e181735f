"""Refuse acts of a selection year, which do not belong in the book of an event."""

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Posting, SelectionAct
from overtrick.core.event.fold.tournament import Tournament, folds


@folds
def refuse_selection(event: Tournament, act: SelectionAct, _: Posting) -> None:  # noqa: ARG001 - for every event
    """Refuse the act: it belongs in the book of a selection year."""
    raise DirectorError(
        "“{called}” belongs in the book of a selection year",
        remedy="Post this act in the book of the selection year.",
        called=act.called,
    )
