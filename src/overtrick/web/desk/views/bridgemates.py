"""Bridgemates at the desk: their file to take away, and one that comes back, looked at before it is posted."""

from datetime import datetime
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.event.acts import NoteMade
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import count_of
from overtrick.director.device_people import introduce, introduced
from overtrick.director.devices import Verdict, counted, take, weigh
from overtrick.formats.bridgemate.bws import UNTRIED, BwsFile, write_bws
from overtrick.views.bridgemates import device_plan, session_guid
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.devices import ServerDesk
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.carried_file import carried, handed_in
from overtrick.web.desk.views.shared import key_of, page, post_as, show_refusal, stage_named, whole
from overtrick.web.translation import plain

REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY
TOO_LARGE = "Read it at the prompt with `overtrick bridgemate read`."
MEANS = {
    Verdict.NEW: "the first word on these boards; they become the results",
    Verdict.SAME: "the book has them already; nothing happens",
    Verdict.AGREES: "a phone entered the same; the results are agreed",
    Verdict.CORRECTS: "the device itself said otherwise before; the results are put right",
    Verdict.DIFFERENT: "a phone or the desk says otherwise; you are asked which is right",
    Verdict.UNKNOWN_PAIR: "other pairs than are seated there; not scored, you are called",
    Verdict.REVERSED: "the pairs sat the other way round; not scored, you are called",
    Verdict.IMPOSSIBLE: "no such table or board, a closed round or no such contract; not scored, you are told",
    Verdict.DIRECTOR: "not played, awarded at the device or taken back; not scored, you are called",
}
"""What becomes of a device's word when it is posted, in a few words."""


@official(Action.SCORE)
@require_http_methods(["GET", "HEAD", "POST"])
def bridgemates(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The file for the devices of a stage; one of theirs is compared with the book, then posted."""
    now = event_projection(event)
    with now.lock:
        asked = request.POST if request.method == "POST" else request.GET
        stage = stage_named(now.event, asked.get("stage"))
    context: dict[str, object] = {"shown_stage": stage, "tab": "results", "untried": UNTRIED}
    status = HTTPStatus.OK
    if request.method == "POST" and stage:
        try:
            data, name = handed_in(request)
            bws = BwsFile(data, name)
            if "post" in request.POST:
                _post(request, event, stage, bws)
                return redirect(f"{event.desk}bridgemates/?{urlencode({'stage': stage})}")
            with now.lock:
                context |= _compared(now.event, stage, bws)
            context |= {"name": name, "packed": carried(data, name, TOO_LARGE)}
        except OvertrickError as refused:
            context["refused"] = plain(refused)
            status = REFUSED
    with now.lock:
        context |= {
            "stages": list(now.event.stages),
            "rounds": sorted(now.event.stage(stage).rounds) if stage in now.event.stages else (),
        }
        return page(request, event, now, "bridgemates", context, status=status)


@official(Action.SCORE)
@require_safe
def bridgemate_file(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The .bws of a stage, or of one of its rounds."""
    now = event_projection(event)
    number = whole(request.GET.get("round"), 0)
    try:
        with now.lock:
            stage = stage_named(now.event, request.GET.get("stage"))
            if stage not in now.event.stages:
                raise DirectorError("No stage has started", remedy="A file can be made when a round is drawn.")
            plan = device_plan(now.event, stage, (number,) if number else ())
        data = write_bws(plan, datetime.now())  # noqa: DTZ005 - a .bws has the room's own time
    except OvertrickError as refused:
        show_refusal(request, refused)
        return redirect("desk-bridgemates", event=event.slug)
    part = f"-round-{number}" if number else ""
    disposition = {"Content-Disposition": f'attachment; filename="{event.slug}{part}.bws"'}
    return HttpResponse(data, content_type="application/octet-stream", headers=disposition)


def _compared(event: Tournament, stage: str, bws: BwsFile) -> dict[str, object]:
    """What each result of a file would come to, as things stand; nothing is posted."""
    said = bws.received()
    found = weigh(event, stage, said.words)
    counts = counted(found)
    return {
        "found": found,
        "told": [each for each in found if each.verdict is not Verdict.SAME],
        "counts": [(verdict, counts[verdict], MEANS[verdict]) for verdict in Verdict if verdict in counts],
        "people": introduced(event, stage, said.sat),
        "unaccepted": len(said.unaccepted),
        "own": bws.plan().guid in ("", session_guid(event, stage)),
    }


def _post(request: HttpRequest, record: BookRecord, stage: str, bws: BwsFile) -> None:
    """Post what follows of a file, once however often it is sent; the history says who handed it in."""
    desk, said = ServerDesk(record), bws.received()
    introduce(desk, stage, said.sat)
    found = take(desk, stage, said.words)
    counts = counted(found)
    parts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if verdict in counts)
    told = f"{count_of(len(found), 'result')} in {bws.name}{f': {parts}' if parts else ''}."
    post_as(request, record, NoteMade(f"A Bridgemate's file was read. {told}"), key_of(request))
    messages.success(request, f"Posted. {told}")
