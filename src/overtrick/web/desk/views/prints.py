"""The print centre: every sheet of an event as a PDF, with the progress of a long print.

The count is a small file in this machine's temporary folder, so that any process of the server can read it. It holds
two numbers and nothing about the event; if it cannot be written, the print is made without it.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from overtrick.core.errors import OvertrickError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.prints.layout import Piece
from overtrick.prints.paper import SIZES, SheetSource, Size, can_print, missing
from overtrick.prints.sheets import SHEETS, Job, Sheet
from overtrick.prints.source import Source, source_of, speaker
from overtrick.views.deals import solving
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.addresses import for_others
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import Projection, event_projection
from overtrick.web.desk.views.shared import page, show_refusal, stage_named, whole
from overtrick.web.languages import current
from overtrick.web.private_tempdir import private_folder
from overtrick.web.translation import plain, words

KEY = 32
"""The number of hexadecimal digits in the key that a page gives its print."""
KEPT = 3600.0
"""Seconds after which the count of an abandoned print is deleted."""
STEP = 0.2
"""The least number of seconds between two updates of the count."""


def count_steps(steps: Iterable[int], key: str, of: int) -> Iterator[int]:
    """The steps of a print, counted as they are made; without a valid key nothing is counted."""
    if not _is_key(key):
        yield from steps
        return
    said = 0.0
    for done in steps:
        if time.monotonic() - said > STEP:
            said = time.monotonic()
            with suppress(OSError):
                (_folder() / key).write_text(f"{done} {of}")
        yield done
    with suppress(OSError):
        (_folder() / key).unlink(missing_ok=True)


def progress(key: str) -> tuple[int, int]:
    """How many pieces of a print are made, and out of how many; zeros if it is not known."""
    if not _is_key(key):
        return 0, 0
    try:
        done, of = (_folder() / key).read_text().split()
    except (OSError, ValueError):
        return 0, 0
    return int(done), int(of)


def _is_key(text: str) -> bool:
    return len(text) == KEY and set(text) <= set("0123456789abcdef")


def _folder() -> Path:
    folder = private_folder("prints")
    for each in folder.iterdir():
        if time.time() - each.stat().st_mtime > KEPT:
            each.unlink(missing_ok=True)
    return folder


@official(Action.SEE)
@require_safe
def print_centre(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page with every sheet for a stage and a round, in the chosen paper size."""
    now = event_projection(event)
    with now.lock:
        source = _source(request, now.event)
        rounds = sorted(source.state.rounds) if source.state is not None else []
        context = {
            "sheets": [(sheet, _ready(sheet, source)) for sheet in SHEETS.values()],
            "installed": can_print(),
            "missing": missing(),
            "stages": list(now.event.stages),
            "shown_stage": source.state.plan.name if source.state is not None else "",
            "rounds": rounds,
            "shown_round": source.round,
            "sizes": SIZES,
            "size": _size(request),
            "solving": solving(source.state, source.round) if source.state is not None else None,
        }
        return page(request, event, now, "print", context)


@official(Action.SEE)
@require_safe
def print_sheet(request: HttpRequest, event: BookRecord, sheet: str) -> HttpResponse:
    """Download a sheet as a PDF; if it cannot be made, the print centre says why."""
    if sheet not in SHEETS:
        raise Http404("There is no such sheet.")
    now = event_projection(event)
    home = next(iter(for_others(request).addresses), "")
    try:
        job = Job(_size(request), f"{event.title}: {plain(SHEETS[sheet].title)}", speaker(words, current().grammar))
        with now.lock:
            source = _source(request, now.event)
        steps = job.steps(_pieces(SHEETS[sheet], source, event, now, f"{home}{event.room}" if home else ""))
        for _ in count_steps(steps, request.GET.get("key", ""), SHEETS[sheet].pieces(source)):
            pass
        made = job.pdf()
    except OvertrickError as refused:
        show_refusal(request, refused)
        return redirect("desk-print", event=event.slug)
    answer = HttpResponse(made, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{event.slug}-{sheet}.pdf"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@official(Action.SEE)
@require_safe
def print_progress(request: HttpRequest, event: BookRecord) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """The progress of the print with this key."""
    done, of = progress(request.GET.get("key", ""))
    answer = JsonResponse({"done": done, "of": of})
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _source(request: HttpRequest, event: Tournament) -> Source:
    """The stage and the round that an address names, or those in play."""
    stage = stage_named(event, request.GET.get("stage"))
    number = whole(request.GET.get("round"), 0)
    known = bool(stage) and number in event.stage(stage).rounds
    board = whole(request.GET.get("board"), 0)
    return source_of(event, stage or None, number if known else 0, speaker(words, current().grammar), board)


def _size(request: HttpRequest) -> Size:
    return SIZES.get(request.GET.get("size", ""), SIZES[settings.PAPER])


def _ready(sheet: Sheet, source: Source) -> bool:
    """Whether the stage or round that a sheet needs exists."""
    return {"round": bool(source.round), "stage": source.state is not None}.get(sheet.of, True)


def _pieces(
    sheet: Sheet, source: Source, record: BookRecord, now: Projection[Tournament], home: str
) -> Iterator[tuple[SheetSource, Piece]]:
    """The pieces of a sheet, each with what it was made from. The event is locked for one piece at a time.

    So results that come in while five hundred scorecards are printed wait for one card at most, and each card says
    which posting was the last it includes.
    """
    pieces = iter(sheet.made(source))
    while True:
        with now.lock:
            piece = next(pieces, None)
            made = SheetSource(record.title, record.congress.name, now.last, now.at, home)
        if piece is None:
            return
        yield made, piece
