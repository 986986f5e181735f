"""The entry: who is in it, by form or by the federation's file; what format it makes."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from overtrick.core import limits
from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import EntriesClosed, EntryTaken, SeedsSet
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import entry_order
from overtrick.core.wording import count_of
from overtrick.director.taking_back import posting_of
from overtrick.formats.entries_csv import EntryLine, read_entries, seeded
from overtrick.formats.plain_text import plain_text, whole
from overtrick.views.conditions import arranged
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.preview import format_text
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.event_setup import conditions
from overtrick.web.desk.views.shared import key_of, page, post_as, show_refusal
from overtrick.web.translation import plain


@official(Action.SEE)
def entries(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Everybody entered, what the entry makes of the format, and what comes next."""
    now = event_projection(event)
    with now.lock:
        return page(request, event, now, "entries", _entries(now.event))


def _entries(event: Tournament) -> dict[str, object]:
    listed = sorted(event.entries.values(), key=lambda entry: entry_order(entry.contestant))
    try:
        planned: object = event.planned()
        says = f"{count_of(event.entrants.entered, 'entry', 'entries')}: {format_text(event.planned())}."
        refused = ""
    except OvertrickError as fault:
        planned, says, refused = None, "", plain(fault)
    seeds = {name: place for order in event.seeds.values() for place, name in enumerate(order, start=1)}
    return {
        "entries": [(entry, seeds.get(entry.contestant, "")) for entry in listed],
        "named": any(entry.name for entry in listed),
        "entrants": event.entrants,
        "planned": planned,
        "format": says,
        "refused": refused,
        "closed": event.entries_closed,
        "closed_by": posting_of(event, EntriesClosed()),
        "started": bool(event.stages),
    }


@official(Action.ENTER)
def read_file(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The federation's entries file, pasted or uploaded: looked at first, then entered."""
    if request.method != "POST":  # the page was loaded again, or looks for news
        return redirect("desk-entries", event=event.slug)
    now = event_projection(event)
    text = request.POST.get("text", "")
    uploaded = request.FILES.get("file")
    name, notice = "the text", ""
    if uploaded is not None and (uploaded.size or 0) > limits.FILE:
        messages.error(request, "That file is too large to be a list of entries.")
        return redirect("desk-entries", event=event.slug)
    try:
        if uploaded is not None:
            read = plain_text(uploaded.read(), str(uploaded.name))
            text, name, notice = read.text, read.name, read.notice
        with now.lock:
            facts = [fact.name for fact in now.event.any_plan().facts]
        found = read_entries(whole(text, name), name, event.title, facts)
    except OvertrickError as refused:
        with now.lock:
            context = {**_entries(now.event), "text": text, "file_refused": plain(refused)}
            return page(request, event, now, "entries", context, status=400)
    if "post" not in request.POST or uploaded is not None:  # a file is looked at before it is taken
        with now.lock:
            new = [(line, line.number in now.event.entries) for line in found]
            context = {**_entries(now.event), "text": text, "found": new, "notice": notice}
            return page(request, event, now, "entries", context)
    return _enter(request, event, found)


def _enter(request: HttpRequest, record: BookRecord, found: tuple[EntryLine, ...]) -> HttpResponse:
    key = key_of(request)
    taken = 0
    try:
        for line in found:
            act = EntryTaken(
                line.number, line.team, line.players, line.categories, line.contending and not line.house, line.house,
                line.rating,
            )  # fmt: skip
            post_as(request, record, act, f"{key}-{line.number}")
            taken += 1
        _seed(request, record, found, key)
    except OvertrickError as refused:
        show_refusal(request, refused)
    messages.success(request, f"{count_of(taken, 'entry', 'entries')} taken from the file.")
    return redirect("desk-entries", event=record.slug)


def _seed(request: HttpRequest, record: BookRecord, found: tuple[EntryLine, ...], key: str) -> None:
    """Seeds in the file seed the first stage."""
    order = seeded(found)
    if order:
        now = event_projection(record)
        with now.lock:
            first = next(plan.name for plan in now.event.planned().stages if not plan.sources)
        post_as(request, record, SeedsSet(first, order), f"{key}-seeds")


@official(Action.SEE)
def rules(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The conditions of contest as they hold, with the readings they rest on."""
    now = event_projection(event)
    with now.lock:
        found, which = conditions(now.event, event.rules)
        context = {
            "conditions": arranged(found), "which": which, "chosen": now.event.readings,
            "choices": sorted(now.event.choices),
        }  # fmt: skip
        return page(request, event, now, "rules", context)
