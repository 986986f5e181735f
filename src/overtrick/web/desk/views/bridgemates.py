"""Bridgemates at the desk: export of their file, and import with a preview before anything is posted."""

from collections.abc import Callable, Mapping
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
from overtrick.core.wording import Phrase, phrase
from overtrick.director.device_people import introduce, introductions
from overtrick.director.devices import ReportVerdict, count_verdicts, take, weigh
from overtrick.formats.bridgemate.bws import UNTRIED, BwsFile, write_bws
from overtrick.views.bridgemates import device_plan, session_guid
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.devices import ServerDesk
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.carried_file import handed_in, pack_file
from overtrick.web.desk.views.shared import key_of, page, post_as, show_refusal, stage_named, whole
from overtrick.web.translation import plain

REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY
TOO_LARGE = phrase("Import the file on the command line with `overtrick bridgemate read … --post`.")
MEANS = {
    ReportVerdict.NEW: phrase("first result for the board; will be posted"),
    ReportVerdict.SAME: phrase("already posted; no change"),
    ReportVerdict.AGREES: phrase("same as entered by phone; will be confirmed"),
    ReportVerdict.CORRECTS: phrase("changed on the device; will be corrected"),
    ReportVerdict.DIFFERENT: phrase(
        "differs from the result entered by phone or at the desk; you choose the right one"
    ),
    ReportVerdict.UNKNOWN_PAIR: phrase("wrong pair at the table; will not be posted, and the director will be called"),
    ReportVerdict.REVERSED: phrase(
        "pairs sat the wrong way round; will not be posted, and the director will be called"
    ),
    ReportVerdict.IMPOSSIBLE: phrase(
        "unknown table, board or contract, or closed round; will be noted in the history but not posted, and the "
        "director will be called if the table is known"
    ),
    ReportVerdict.DIRECTOR: phrase(
        "marked as not played, adjusted or deleted on the device; will not be posted, and the director will be called"
    ),
}
"""What posting does with a device's result, for each verdict."""
COUNTED: Mapping[ReportVerdict, Callable[[int], Phrase]] = {
    ReportVerdict.NEW: lambda n: phrase("{n} new", n=n),
    ReportVerdict.SAME: lambda n: phrase("{n} already posted", n=n),
    ReportVerdict.AGREES: lambda n: phrase("{n} confirmed", n=n),
    ReportVerdict.CORRECTS: lambda n: phrase("{n} corrected", n=n),
    ReportVerdict.DIFFERENT: lambda n: phrase("{n} conflicting", n=n),
    ReportVerdict.UNKNOWN_PAIR: lambda n: phrase("{n} with the wrong pair", n=n),
    ReportVerdict.REVERSED: lambda n: phrase("{n} with the pairs the wrong way round", n=n),
    ReportVerdict.IMPOSSIBLE: lambda n: phrase("{n} not valid", n=n),
    ReportVerdict.DIRECTOR: lambda n: phrase("{n} for the director", n=n),
}
"""How many results have each verdict, in words."""


@official(Action.SCORE)
@require_http_methods(["GET", "HEAD", "POST"])
def bridgemates(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page that exports the file for a stage's devices, and compares an imported one with the book and posts it."""
    now = event_projection(event)
    with now.lock:
        asked = request.POST if request.method == "POST" else request.GET
        stage = stage_named(now.event, asked.get("stage"))
    context: dict[str, object] = {"shown_stage": stage, "tab": "results", "untried": plain(UNTRIED)}
    status = HTTPStatus.OK
    if request.method == "POST" and stage:
        try:
            data, name = handed_in(request)
            bws = BwsFile(data, name)
            if "post" in request.POST:
                _post(request, event, stage, bws)
                return redirect(f"{event.desk}bridgemates/?{urlencode({'stage': stage})}")
            with now.lock:
                context |= _comparison(now.event, stage, bws)
            context |= {"name": name, "packed": pack_file(data, name, TOO_LARGE)}
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
                raise DirectorError(
                    "No stage has started", remedy="You can make a Bridgemate file once a round has been drawn."
                )
            plan = device_plan(now.event, stage, (number,) if number else ())
        data = write_bws(plan, datetime.now())  # noqa: DTZ005 - a .bws has the venue's local time
    except OvertrickError as refused:
        show_refusal(request, refused)
        return redirect("desk-bridgemates", event=event.slug)
    part = f"-round-{number}" if number else ""
    disposition = {"Content-Disposition": f'attachment; filename="{event.slug}{part}.bws"'}
    return HttpResponse(data, content_type="application/octet-stream", headers=disposition)


def _comparison(event: Tournament, stage: str, bws: BwsFile) -> dict[str, object]:
    """What posting would do with each result of a file, as things stand. Nothing is posted."""
    said = bws.reports()
    found = weigh(event, stage, said.words)
    counts = count_verdicts(found)
    return {
        "found": found,
        "told": [each for each in found if each.verdict is not ReportVerdict.SAME],
        "counts": [
            (COUNTED[verdict](counts[verdict]), MEANS[verdict]) for verdict in ReportVerdict if verdict in counts
        ],
        "people": introductions(event, stage, said.sat),
        "unaccepted": len(said.unaccepted),
        "own": bws.plan().guid in ("", session_guid(event, stage)),
    }


def _post(request: HttpRequest, record: BookRecord, stage: str, bws: BwsFile) -> None:
    """Post the results of a file. Sent again, it posts nothing twice. The history says who imported it."""
    desk, said = ServerDesk(record), bws.reports()
    introduce(desk, stage, said.sat)
    found = take(desk, stage, said.words)
    counts = count_verdicts(found)
    parts = tuple(COUNTED[verdict](counts[verdict]) for verdict in ReportVerdict if verdict in counts)
    told = phrase("{results:#result} in {file}[: {parts:,}].", results=len(found), file=bws.name, parts=parts)
    note = NoteMade(plain(phrase("Bridgemate file imported. {told}", told=told)))
    post_as(request, record, note, key_of(request))
    messages.success(request, plain(phrase("File imported. {told}", told=told)))
