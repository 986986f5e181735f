"""Disclosure at the desk: the register of systems, system cards shown, psychic calls, and determinations."""

from collections import Counter
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

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


@dataclass(frozen=True, slots=True)
class CardChecks:
    """How often a contestant's cards were checked, and what is left of its allowance, if a rule gives one.

    *over* counts the missing cards beyond the allowance at all checks.
    """

    name: str
    times: int
    left: int | None = None
    over: int = 0


def _cards(event: Tournament) -> list[CardChecks]:
    """The contestants whose system cards were checked."""
    shown = Counter((act.contestant, act.stage) for act in event.conducted.cards)
    return [_checks(event, name, stage, times) for (name, stage), times in shown.items()]


def _checks(event: Tournament, name: str, stage: str, times: int) -> CardChecks:
    uses = grace_used(event, name, stage)
    if not uses:
        return CardChecks(label(event, name), times)
    return CardChecks(label(event, name), times, uses[-1].left, sum(use.penalised for use in uses))
