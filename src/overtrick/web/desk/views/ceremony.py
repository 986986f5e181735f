"""The choice ceremony: one page for the projector, one step at a time."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Act, ChoiceDeclared, ChoiceForfeited, ChoiceMade, ChoosingBegun
from overtrick.core.event.play.knockout_draw import OPPONENT
from overtrick.web.congress.access import Action, forbidden, may, official, speaks_for
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.ceremony import ceremony_page, stages_by_choice
from overtrick.web.desk.views.shared import key_of, page, post_as, show_refusal


@official(Action.CAPTAIN)
def ceremony(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page that shows whose turn it is and which teams it may choose, large enough for the back of the room."""
    now = event_projection(event)
    with now.lock:
        stages = stages_by_choice(now.event)
        asked = request.GET.get("stage", "")
        stage = asked if asked in stages else (stages or ("",))[-1]
        shown = ceremony_page(now.event, stage) if stage else None
        own = speaks_for(request.user, event, shown.chooser) if shown and shown.chooser else False
        return page(request, event, now, "ceremony", {"ceremony": shown, "stages": stages, "own": own})


@official(Action.CAPTAIN)
@require_POST
def ceremony_step(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Post one step: a declaration, the start of choosing, a choice, or a forfeited turn."""
    said = {name: request.POST.get(name, "")[:100] for name in ("step", "stage", "contestant", "choice", "reason")}
    directs = may(request.user, Action.DIRECT, record=event)
    steps: dict[str, tuple[Act, bool]] = {
        "open": (ChoiceDeclared(said["stage"], said["contestant"], available=True), False),
        "refuse": (ChoiceDeclared(said["stage"], said["contestant"], available=False), False),
        "begin": (ChoosingBegun(said["stage"]), True),
        "choose": (ChoiceMade(said["stage"], OPPONENT, said["contestant"], said["choice"]), False),
        "forfeit": (ChoiceForfeited(said["stage"], said["contestant"], said["reason"]), True),
    }
    if said["step"] in steps:
        act, for_director = steps[said["step"]]
        allowed = directs if for_director else speaks_for(request.user, event, said["contestant"])
        if not allowed:
            return forbidden()
        try:
            post_as(request, event, act, key_of(request))
        except OvertrickError as refused:
            show_refusal(request, refused)
    return redirect(f"{reverse('desk-ceremony', args=[event.slug])}?{urlencode({'stage': said['stage']})}")
