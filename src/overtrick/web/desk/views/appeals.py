"""The appeals of an event: the list, one appeal with its possible next steps, and its form for printing."""

from django.http import Http404, HttpRequest, HttpResponse

from overtrick.web.congress.access import Action, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.appeals import appeal_page, heard_here
from overtrick.web.desk.views.shared import page, time_now


@official(Action.SEE)
def appeals(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Every appeal, latest first, with its state and deadlines."""
    now = event_projection(event)
    with now.lock:
        files = reversed(now.event.conducted.appeals.values())
        context = {
            "heard_here": heard_here(now.event),
            "appeals": [appeal_page(now.event, file, time_now()) for file in files],
        }
        return page(request, event, now, "appeals", context)


@official(Action.SEE)
def appeal(request: HttpRequest, event: BookRecord, number: int) -> HttpResponse:
    """One appeal: its clock, its possible next steps, its form and its record."""
    return _one(request, event, number, "appeal")


@official(Action.SEE)
def appeal_form(request: HttpRequest, event: BookRecord, number: int) -> HttpResponse:
    """The regulation's own appeal form, filled in as far as possible, for printing."""
    return _one(request, event, number, "appeal-form")


def _one(request: HttpRequest, record: BookRecord, number: int, tab: str) -> HttpResponse:
    now = event_projection(record)
    with now.lock:
        file = now.event.conducted.appeals.get(number)
        if file is None:
            raise Http404("There is no such appeal.")
        return page(request, record, now, tab, {"page": appeal_page(now.event, file, time_now())})
