"""The report of a stage in words."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from overtrick.core.event.fold.tournament import Tournament
from overtrick.views.report import last_closed, report_page
from overtrick.web.public.pages import event_page, stage_or_404


@require_safe
def report(request: HttpRequest, event: str, stage: str = "") -> HttpResponse:
    """What happened in a stage, in words; by default in the last that is closed."""

    def make(now: Tournament) -> Mapping[str, Any]:
        state = stage_or_404(now, stage) if stage else last_closed(now)
        return {"page": report_page(now, state) if state is not None else None}

    return event_page(request, event, "room/report.html", make)
