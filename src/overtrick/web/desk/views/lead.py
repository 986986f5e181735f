"""Which server leads an event: who it is, taking it over, and what its leader still had then."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from overtrick.core.errors import OvertrickError
from overtrick.director.acts import sentence
from overtrick.ledger.durable.models import Leadership
from overtrick.web.congress.access import Action, called, may, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.views.shared import page, show_refusal, whole
from overtrick.web.lead.follower import bars, readmit, stand, take_over
from overtrick.web.lead.models import Heard, Proposal, VenueBook
from overtrick.web.lead.proposals import office_of, proposals, refuse_proposal, take_proposal


@official(Action.LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def lead(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Who leads; the event is taken over here, and proposals are decided on."""
    if request.method == "POST":
        _done(request, event)
        return redirect("desk-lead", event=event.slug)
    found = proposals(event)
    context = {
        "stand": stand(event),
        "heard": Heard.objects.filter(record=event).first(),
        "venue": VenueBook.objects.filter(record=event).first(),
        "terms": list(Leadership.objects.filter(event=event.slug).order_by("-term")),
        "proposals": [(each, sentence(each.posting.act)) for each in found],
        "bars": list(bars(event)),
        "waiting": sum(each.waiting for each in found),
    }
    now = event_projection(event)
    with now.lock:
        return page(request, event, now, "lead", context)


def _done(request: HttpRequest, event: BookRecord) -> None:
    by = called(request.user)
    if "take_over" in request.POST:
        if take_over(event, by, whole(request.POST["take_over"], 0)):
            messages.success(request, "This server leads the event now, and takes what is posted.")
        else:
            messages.warning(request, "Nothing was done: the lead has changed meanwhile.")
        return
    if "readmit" in request.POST:
        if readmit(event, whole(request.POST["readmit"], 0), by):
            messages.success(request, "The laptop may lead this event again, once it asks with --again.")
        return
    asked = request.POST.get("take") or request.POST.get("refuse")
    proposal = get_object_or_404(Proposal, record=event, pk=whole(asked, 0))
    if "refuse" in request.POST:
        refuse_proposal(proposal, by)
    elif not may(request.user, office_of(event, proposal), record=event):
        messages.error(request, "Who takes this must be allowed to post it; ask the chief director.")
    else:
        try:
            take_proposal(event, proposal, by)
        except OvertrickError as refused:
            show_refusal(request, refused)
