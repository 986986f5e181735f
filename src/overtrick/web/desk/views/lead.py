"""Which server leads an event: the current leader, taking over, and what the former leader still had to send."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from overtrick.core.errors import OvertrickError
from overtrick.core.wording import phrase
from overtrick.director.acts import sentence
from overtrick.ledger.durable.models import Leadership
from overtrick.web.congress.access import Action, author_name, may, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.views.shared import page, show_refusal, whole
from overtrick.web.exchange.lead.follower import bars, readmit, stand, take_over
from overtrick.web.exchange.lead.models import Heard, Proposal, VenueBook
from overtrick.web.exchange.lead.proposals import office_of, proposals, refuse_proposal, take_proposal
from overtrick.web.translation import plain


@official(Action.LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def lead(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page that shows the leader, takes the event over, and decides on proposals."""
    if request.method == "POST":
        _handle_action(request, event)
        return redirect("desk-lead", event=event.slug)
    found = proposals(event)
    context = {
        "stand": stand(event),
        "heard": Heard.objects.filter(record=event).first(),
        "venue": VenueBook.objects.filter(record=event).first(),
        "terms": list(Leadership.objects.filter(event=event.slug).order_by("-term")),
        "proposals": [(each, plain(sentence(each.posting.act))) for each in found],
        "bars": list(bars(event)),
        "waiting": sum(each.waiting for each in found),
    }
    now = event_projection(event)
    with now.lock:
        return page(request, event, now, "lead", context)


def _handle_action(request: HttpRequest, event: BookRecord) -> None:
    by = author_name(request.user)
    if "take_over" in request.POST:
        if take_over(event, by, whole(request.POST["take_over"], 0)):
            messages.success(request, plain(phrase("This server now runs the event. Enter everything here.")))
        else:
            messages.warning(
                request,
                plain(
                    phrase(
                        "Nothing changed: the event has moved to a different server in the meantime. "
                        "This page shows which server runs it now."
                    )
                ),
            )
        return
    if "readmit" in request.POST:
        if readmit(event, whole(request.POST["readmit"], 0), by):
            said = phrase("The laptop may run this event again. Start `overtrick lead` on the laptop with --again.")
            messages.success(request, plain(said))
        return
    asked = request.POST.get("take") or request.POST.get("refuse")
    proposal = get_object_or_404(Proposal, record=event, pk=whole(asked, 0))
    if "refuse" in request.POST:
        refuse_proposal(proposal, by)
    elif not may(request.user, office_of(event, proposal), record=event):
        said = phrase(
            "You cannot accept this proposal, because you are not allowed to post it yourself. Ask the chief director."
        )
        messages.error(request, plain(said))
    else:
        try:
            take_proposal(event, proposal, by)
        except OvertrickError as refused:
            show_refusal(request, refused)
