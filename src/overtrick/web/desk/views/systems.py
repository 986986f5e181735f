"""The register of systems at the desk."""

from django.http import HttpRequest, HttpResponse

from overtrick.director.systems import register
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.keeper import standing
from overtrick.web.congress.models import Held
from overtrick.web.desk.forms.asking import in_play
from overtrick.web.desk.views.shared import page
from overtrick.web.names import label


@official(Action.SEE)
def systems(request: HttpRequest, event: Held) -> HttpResponse:
    """Every system that was lodged, and whether it may be played in the round in play."""
    now = standing(event)
    with now.lock:
        stage, number = in_play(now.event)
        rows = [(label(now.event, each.system.contestant), each) for each in register(now.event, stage, number)]
        return page(request, event, now, "systems", {"rows": rows})
