"""Export of an event's results to files, in every format."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.views.exports import FORMATS, export_stage, outgoing
from overtrick.views.session_parts import sections_of
from overtrick.views.sessions import About
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.attachments import download_response
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.views.shared import page, show_refusal, stage_named


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
                raise DirectorError("No stage has started", remedy="You can make a file once a stage has started.")
            several = f", {stage}" if len(now.event.stages) > 1 else ""
            about = About(
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
