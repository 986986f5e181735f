"""New events from an uploaded event file, or as a copy of an earlier event: checked, confirmed and opened."""

from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from overtrick.core import limits
from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.regulations.read.editions import use_edition
from overtrick.regulations.read.event_texts import event_paths
from overtrick.web.congress.access import Action, author_name, may, official
from overtrick.web.congress.creation import free_slug, opened_by, rulebook_event, standing
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.congress.projections import event_projection
from overtrick.web.congress.rules import edition_of
from overtrick.web.desk.event_setup import chosen_acts, confirming
from overtrick.web.desk.views.shared import new_key, open_as, show_refusal
from overtrick.web.organisations.handed_in import EventText, RulesRefused, checked_event, file_name, handed_in

REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY
EARLIER = 60
"""The most earlier events that are listed."""


@dataclass(frozen=True, slots=True)
class EarlierEvent:
    """An event that was held before: its record and state, and the name and text of its own file if it had one."""

    record: BookRecord
    event: Tournament
    name: str
    text: str


@official(Action.ORGANISE)
@require_http_methods(["GET", "HEAD", "POST"])
def from_file(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The page that checks an uploaded event file and shows its event; on confirmation, a book is opened with it."""
    context: dict[str, object] = {"congress": congress, "who": author_name(request.user), "key": new_key()}
    if request.method != "POST":
        return render(request, "desk/from_file.html", context)
    name, text = request.POST.get("name", "")[: limits.NAME], request.POST.get("text", "")
    try:
        name, text = handed_in(request)
        file = checked_event(file_name(name), text)
    except DirectorError as refused:
        faults = refused.faults if isinstance(refused, RulesRefused) else []
        given = {"refused": refused, "faults": faults, "name": name, "text": text[: limits.FILE]}
        return render(request, "desk/from_file.html", {**context, **given}, status=REFUSED)
    if "open" in request.POST and (record := _open(request, congress, file)) is not None:
        return redirect("desk-entries", event=record.slug)
    return _confirm(request, congress, file, context)


def _open(request: HttpRequest, congress: Congress, file: EventText) -> BookRecord | None:
    title = request.POST.get("title", "").strip()[:200] or file.event.event.name
    slug = slugify(request.POST.get("slug", ""))[:100] or free_slug(congress, title)
    acts = [opened_by(file, title), *chosen_acts(file.event, request.POST.dict())]
    return open_as(request, BookRecord(slug=slug, congress=congress, rules=file.name, title=title), acts, file.edition)


def _confirm(
    request: HttpRequest,
    congress: Congress,
    file: EventText,
    context: dict[str, object],
    earlier: EarlierEvent | None = None,
) -> HttpResponse:
    title = earlier.record.title if earlier is not None else file.event.event.name
    given = request.POST.dict() if "open" in request.POST else {}
    own = {
        "slug": free_slug(congress, title), "title": title, "given": given, "file_name": file.name, "text": file.text,
        "warnings": file.warnings, "earlier": earlier,
    }  # fmt: skip
    asked = confirming(file.event, given, earlier.event if earlier is not None else None)
    return render(request, "desk/confirm_event.html", {**context, **asked, **own})


@official(Action.ORGANISE)
@require_safe
def again(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The page that copies an earlier event: by its file as it was, or by the rulebook, with the same choices."""
    context: dict[str, object] = {"congress": congress, "who": author_name(request.user), "key": new_key()}
    wanted = request.GET.get("event", "")
    if not wanted:
        return render(request, "desk/again.html", {**context, "events": _visible_events(request, congress)})
    record = get_object_or_404(BookRecord, slug=wanted, kind=Kind.EVENT, congress__organisation=congress.organisation)
    if not may(request.user, Action.SEE, record=record):
        return redirect("desk-again", congress=congress.slug)
    earlier = _earlier(record)
    try:
        if earlier.text:
            return _confirm(request, congress, checked_event(earlier.name, earlier.text), context, earlier)
        return _of_the_rulebook(request, congress, context, earlier)
    except RulesRefused as refused:  # it was valid by the rules at that time
        given = {"refused": refused, "faults": refused.faults, "name": earlier.name, "text": earlier.text}
        return render(request, "desk/from_file.html", {**context, **given}, status=REFUSED)
    except OvertrickError as refused:
        show_refusal(request, refused)
        return redirect("desk-again", congress=congress.slug)


def _of_the_rulebook(
    request: HttpRequest, congress: Congress, context: dict[str, object], earlier: EarlierEvent
) -> HttpResponse:
    """The page that confirms an event of the current rulebook with the choices of the earlier one."""
    file, title = rulebook_event(earlier.record.rules, congress), earlier.record.title
    own = {"slug": free_slug(congress, title), "title": title, "rules": earlier.record.rules, "earlier": earlier}
    with use_edition(standing(earlier.record.rules, congress)):
        asked = confirming(file, {}, earlier.event)
    return render(request, "desk/confirm_event.html", {**context, **asked, **own})


def _earlier(record: BookRecord) -> EarlierEvent:
    now = event_projection(record)
    with now.lock:
        edition = edition_of(now.event, record.rules)
        text = edition.texts[edition.own] if edition.own and record.rules not in event_paths() else ""
        return EarlierEvent(record, now.event, edition.own, text)


def _visible_events(request: HttpRequest, congress: Congress) -> list[BookRecord]:
    """The events of the organisation that the user may see, latest first."""
    found = BookRecord.objects.filter(kind=Kind.EVENT, congress__organisation=congress.organisation)
    rows = found.select_related("congress").order_by("-congress__starts", "-congress_id", "-place")
    return [each for each in rows[: 5 * EARLIER] if may(request.user, Action.SEE, record=each)][:EARLIER]
