"""The one door to the book: an act somebody wants to post is decided on, and posted or refused."""

from overtrick.core.event.acts import Act, Unread
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.written import within_bounds
from overtrick.director.acts import ROWS
from overtrick.director.decision import Decided, refuse, settled
from overtrick.director.references import check_references


def decide(event: Tournament, act: Act, at: str = "") -> Decided:
    """What becomes of an act in the event as it stands: the acts to post, or a refusal with its remedy.

    *at* is the time, as the posting will have it; without it no clock is looked at, and that is said. Nothing
    is changed here; post what comes back. Who decides on which act stands in its row (`director.acts`).
    """
    within_bounds(act)
    if isinstance(act, Unread):
        raise refuse(
            "“{called}” cannot be posted: {act_why}",
            remedy="Post it with the program that knows it.",
            called=act.called,
            act_why=act.why,
        )
    decided = settled(ROWS[type(act)].decide(event, act, at))
    for each in decided.acts:
        check_references(event, each)
    return decided
