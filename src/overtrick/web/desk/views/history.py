"""The history: every posting with its author and time, the event after it, how to correct it; and search."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Posting
from overtrick.core.event.fold.replaying import refold
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.acts import sentence
from overtrick.ledger.codec import write_act
from overtrick.views.finding import find_in
from overtrick.views.readers import DESK
from overtrick.views.standings import standings_page
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.book_kinds import begin_event
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.preview import foresee
from overtrick.web.congress.projections import Projection, event_projection
from overtrick.web.desk.forms.act_form import in_play
from overtrick.web.desk.remedies import Remedy, remedy_for, taken_back
from overtrick.web.desk.views.shared import page, whole
from overtrick.web.translation import plain

A_PAGE = 100


@official(Action.SEE)
def history(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page of postings, latest first; it can be searched by act, author or text."""
    now = event_projection(event)
    context = postings_page(now, request.GET.get("q", ""), whole(request.GET.get("before"), now.last + 1))
    with now.lock:
        return page(request, event, now, "history", context)


def postings_page(now: Projection[Any], q: str, before: int) -> dict[str, Any]:
    """A page of the postings before a number that contain the search text."""
    wanted = q.strip().casefold()
    found = []
    last = 0
    start = 0 if wanted else max(0, before - 1 - A_PAGE)
    for posting in now.book.postings(start):
        if posting.number >= before:
            break
        said = plain(sentence(posting.act))
        if not wanted or wanted in f"{posting.act.called} {posting.by} {said}".casefold():
            found.append((posting, said, *_remedies(now.event, posting)))
    found = found[-A_PAGE:]
    last = found[0][0].number if found else 0
    return {"postings": list(reversed(found)), "q": q, "earlier": last if last > 1 else 0}


def _remedies(event: Any, posting: Posting) -> tuple[Remedy | None, Remedy | None, bool]:
    """The form that corrects a posting, the one that undoes it, and whether it is already undone."""
    if not isinstance(event, Tournament):
        return remedy_for(posting), None, False
    gone = posting.number in event.undone
    return None if gone else remedy_for(posting), taken_back(event, posting), gone


@official(Action.SEE)
def posting(request: HttpRequest, event: BookRecord, number: int) -> HttpResponse:
    """The page of one posting: what it says, what it changed, and the event as it stood after it."""
    now = event_projection(event)
    upto = []
    for each in now.book.postings():
        if each.number > number:
            break
        upto.append(each)
    if not upto or upto[-1].number != number:
        raise Http404
    this = upto[-1]
    then = refold(lambda: begin_event(event.rules), upto[:-1])
    try:
        changed = foresee(then, this.act, at=this.at).lines
    except OvertrickError:
        changed = ()
    try:
        then.post(this)
    except Exception:  # noqa: BLE001 - the posting is set aside; half of it may be in this state
        then = refold(lambda: begin_event(event.rules), upto)
    stage, round_ = in_play(then)
    context = {
        "posting": this,
        "said": plain(sentence(this.act)),
        "fields": [(name, value) for name, value in write_act(this.act).items() if name != "act"],
        "changed": changed,
        "standings": standings_page(then, then.stage(stage), DESK) if stage and then.stage(stage).rounds else None,
        "then_stage": stage,
        "then_round": round_,
        "entered": len(then.entries),
    }
    with now.lock:
        right, back, gone = _remedies(now.event, this)
        context |= {"put_right": right, "take_back": back, "undone": gone}
        return page(request, event, now, "posting", context)


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
