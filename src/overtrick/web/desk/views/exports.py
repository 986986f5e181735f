"""Results for others: exports to files in every format, and deliveries with their destinations and queue."""

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.wording import phrase
from overtrick.views.exports import FORMATS, export_stage, outgoing
from overtrick.views.session_parts import sections_of
from overtrick.views.sessions import SessionDetails
from overtrick.web.congress.access import Action, author_name, official
from overtrick.web.congress.attachments import download_response
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.views.shared import page, show_refusal, stage_named
from overtrick.web.exchange.deliveries.models import Delivery, Following, State
from overtrick.web.exchange.deliveries.queue import enqueue, follow, where_to
from overtrick.web.exchange.deliveries.senders import archive_of
from overtrick.web.translation import plain


@official(Action.SEE)
@require_safe
def export_page(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page with every export format, for a stage, and for one section if there are several."""
    now = event_projection(event)
    with now.lock:
        stage = stage_named(now.event, request.GET.get("stage"))
        state = now.event.stages.get(stage)
        sections = sections_of(state) if state is not None else ()
        asked = request.GET.get("section", "")
        context = {
            "formats": FORMATS.values(),
            "stages": list(now.event.stages),
            "shown_stage": stage if state is not None else "",
            "sections": sections,
            "shown_section": asked if asked in sections else "",
        }
        return page(request, event, now, "export", context)


@official(Action.SEE)
@require_safe
def export_file(request: HttpRequest, event: BookRecord, format_name: str) -> HttpResponse:
    """Download the results in one format; if the file cannot be made, the page says why."""
    if format_name not in FORMATS:
        raise Http404("There is no such format.")
    now = event_projection(event)
    congress = event.congress
    section = request.GET.get("section", "")
    try:
        with now.lock:
            stage = stage_named(now.event, request.GET.get("stage"))
            if stage not in now.event.stages:
                raise DirectorError("No stage has started", remedy="You can export results once a stage has started.")
            several = f", {stage}" if len(now.event.stages) > 1 else ""
            about = SessionDetails(
                title=f"{event.title}{several}{f', {section}' if section else ''}", club=congress.organisation.name,
                venue=congress.venue, section=section, numbers=True,
            )  # fmt: skip
            going = outgoing(now.event, now.event.stage(stage), about)
        return download_response(
            export_stage(going, FORMATS[format_name], table=request.GET.get("table", ""), called=event.slug)
        )
    except OvertrickError as refused:
        show_refusal(request, refused)
        query = urlencode({"stage": request.GET.get("stage", ""), "section": section})
        return redirect(f"{event.desk}export/?{query}")


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
            messages.success(request, plain(phrase("The delivery is queued. This page shows its progress.")))
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
