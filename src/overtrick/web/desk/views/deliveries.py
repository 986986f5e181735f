"""Publishing at the desk: where the results of an event go, what waits, what went out and what was said of it."""

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

from overtrick.core.errors import OvertrickError
from overtrick.web.congress.access import Action, called, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.deliveries.models import Delivery, Following, State
from overtrick.web.deliveries.queue import enqueue, follow, where_to
from overtrick.web.deliveries.senders import archive_of
from overtrick.web.desk.views.shared import page, show_refusal

SHOWN = 30
"""Deliveries on the page."""
ASLEEP = timedelta(minutes=1)
"""After which a delivery that is due and not tried means that nobody sends."""


@official(Action.DIRECT)
def publishing(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Where the results may go; what is asked for is put into the queue, and nobody waits for it."""
    try:
        known = where_to(event)
    except OvertrickError as refused:
        show_refusal(request, refused)
        known = {}
    if request.method == "POST":
        name = request.POST.get("to", "")
        if name not in known:
            raise Http404("There is no such destination.")
        by = called(request.user)
        if "follow" in request.POST:
            follow(event, name, by, on=request.POST["follow"] == "1")
        else:
            enqueue(event, name, by)
            messages.success(request, "It is in the queue; this page says how far it is.")
        return redirect("desk-publishing", event=event.slug)
    followed = set(Following.objects.filter(record=event).values_list("destination", flat=True))
    deliveries = list(Delivery.objects.filter(record=event)[:SHOWN])
    waiting = [each for each in deliveries if each.state == State.QUEUED]
    context = {
        "destinations": [(each, name in followed) for name, each in known.items()],
        "deliveries": deliveries,
        "asleep": any(each.due < timezone.now() - ASLEEP for each in waiting),
        "archive": archive_of(event).is_file(),
    }
    now = event_projection(event)
    with now.lock:
        return page(request, event, now, "publishing", context)


@official(Action.DIRECT)
@require_safe
def archive(request: HttpRequest, event: BookRecord) -> HttpResponse:  # noqa: ARG001 - every page is asked alike
    """The archive of the event's site, as it was made last."""
    path = archive_of(event)
    if not path.is_file():
        raise Http404("It is not made yet.")
    disposition = {"Content-Disposition": f'attachment; filename="{path.name}"'}
    return HttpResponse(path.read_bytes(), content_type="application/zip", headers=disposition)
