"""Search of an event from any page of its desk."""

from django.http import HttpRequest, HttpResponse

from overtrick.views.finding import find_in
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.forms.act_form import in_play
from overtrick.web.desk.views.history import postings_page
from overtrick.web.desk.views.shared import page

ASKED = 60
POSTINGS = 8
"""How many postings are listed; the history has the rest."""


@official(Action.SEE)
def search(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page that finds a player, pair, table, board or posting by a few letters or a number."""
    asked = " ".join(request.GET.get("q", "").split())[:ASKED]
    now = event_projection(event)
    postings = postings_page(now, asked, now.last + 1)["postings"] if len(asked) > 1 else []
    with now.lock:
        found = find_in(now.event, in_play(now.event)[0], asked) if asked else None
        context = {"asked": asked, "found": found, "postings": postings[:POSTINGS]}
        return page(request, event, now, "search", context)
