"""Check these deals: what was fixed before, what came later, and the files with which anybody deals again."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from overtrick.core.dealing.proof import Dealing
from overtrick.core.event.fold.tournament import Tournament
from overtrick.formats.deals.squaredeal import write_plan
from overtrick.views.dealing import dealing_page, key_file, plan_called
from overtrick.web.congress.projections import event_projection
from overtrick.web.public.pages import event_page, or_404, record_or_404


@require_safe
def deals(request: HttpRequest, event: str) -> HttpResponse:
    """The plans of an event's deals, and whether its boards follow from them."""

    def make(now: Tournament) -> Mapping[str, Any]:
        return {"page": or_404(dealing_page(now))}

    return event_page(request, event, "room/deals.html", make)


@never_cache
@require_safe
def plan(request: HttpRequest, event: str, plan: str) -> HttpResponse:  # noqa: ARG001 - a view is given the request
    """A plan as SquareDeal's file, with its value once that is known."""
    return _file(f"{plan}.sqd", write_plan(_dealing(event, plan).plan))


@never_cache
@require_safe
def keys(request: HttpRequest, event: str, plan: str) -> HttpResponse:  # noqa: ARG001 - a view is given the request
    """The keys of a plan as SquareDeal's file; there are none until they are released."""
    return _file(f"{plan}.sqk", or_404(key_file(_dealing(event, plan))))


def _dealing(event: str, plan: str) -> Dealing:
    now = event_projection(record_or_404(event))
    with now.lock:
        found: Dealing = or_404(plan_called(now.event, plan))
    return found


def _file(name: str, data: bytes) -> HttpResponse:
    answer = HttpResponse(data, content_type="text/plain; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
