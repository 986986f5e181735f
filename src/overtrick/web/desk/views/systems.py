"""Disclosure at the desk: the register of systems, system cards shown, psychic calls, and determinations."""

from collections import Counter

from django.http import HttpRequest, HttpResponse

from overtrick.core.conduct.cards import GraceUse
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.acts import sentence
from overtrick.director.disclosure import grace_used
from overtrick.director.systems import register
from overtrick.views.names import label
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.forms.act_form import in_play
from overtrick.web.desk.views.shared import page
from overtrick.web.translation import plain


@official(Action.SEE)
def systems(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page of every lodged system, and whether it may be played in the current round."""
    now = event_projection(event)
    with now.lock:
        stage, number = in_play(now.event)
        rows = [(label(now.event, each.system.contestant), each) for each in register(now.event, stage, number)]
        kept = now.event.conducted
        context = {
            "rows": rows,
            "cards": _cards(now.event),
            "psychics": [(label(now.event, act.contestant), act) for act in reversed(kept.psychics)],
            "settled": [plain(sentence(act)) for act in reversed(kept.determined)],
        }
        return page(request, event, now, "systems", context)


def _cards(event: Tournament) -> list[tuple[str, int, GraceUse | None]]:
    """The contestants who used cards, how often, and what is left of their allowance if a rule gives one."""
    shown = Counter((act.contestant, act.stage) for act in event.conducted.cards)
    return [
        (label(event, name), times, uses[-1] if (uses := grace_used(event, name, stage)) else None)
        for (name, stage), times in shown.items()
    ]
