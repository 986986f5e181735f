"""Publishing at the desk: the destinations of an event's results, the queue, and past deliveries with their outcome."""

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

from overtrick.core.errors import OvertrickError
from overtrick.core.wording import phrase
from overtrick.web.congress.access import Action, author_name, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.views.shared import page, show_refusal
from overtrick.web.exchange.deliveries.models import Delivery, Following, State
from overtrick.web.exchange.deliveries.queue import enqueue, follow, where_to
from overtrick.web.exchange.deliveries.senders import archive_of
from overtrick.web.translation import plain

SHOWN = 30
"""How many deliveries are on the page."""
ASLEEP = timedelta(minutes=1)
"""After this time, a delivery that is due and has not been tried means that no sender is running."""


@official(Action.DIRECT)
def publishing(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page of destinations. Deliveries are queued, so that no one waits for them."""
    try:
        known = where_to(event)
    except OvertrickError as refused:
        show_refusal(request, refused)
        known = {}
    if request.method == "POST":
        name = request.POST.get("to", "")
        if name not in known:
            raise Http404("There is no such destination.")
        by = author_name(request.user)
        if "follow" in request.POST:
            follow(event, name, by, on=request.POST["follow"] == "1")
        else:
            enqueue(event, name, by)
            messages.success(request, plain(phrase("Queued. Progress is shown on this page.")))
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
def archive(request: HttpRequest, event: BookRecord) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """Download the latest archive of the event's site."""
    path = archive_of(event)
    if not path.is_file():
        raise Http404("This file is not ready yet.")
    disposition = {"Content-Disposition": f'attachment; filename="{path.name}"'}
    return HttpResponse(path.read_bytes(), content_type="application/zip", headers=disposition)
