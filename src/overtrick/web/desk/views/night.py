"""A club session: a few questions, the movement with its proof, the names, and play."""

from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Act
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Contest, Entrants
from overtrick.core.wording import phrase
from overtrick.formats.entries_csv import EntryLine
from overtrick.formats.name_lists import read_list, write_names
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.read.editions import use_edition
from overtrick.views.movements import movement_page
from overtrick.web.congress.access import Action, author_name, may, official
from overtrick.web.congress.creation import free_slug, opened_by
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection
from overtrick.web.congress.rules import edition_of
from overtrick.web.desk.first_round import entry_acts, entry_lines, gone_acts
from overtrick.web.desk.forms.entries import from_list
from overtrick.web.desk.night import Night, NightForm, night_of
from overtrick.web.desk.views.entries import fact_names, go_on, with_numbers
from overtrick.web.desk.views.shared import key_of, new_key, open_as, page, post_as, whole
from overtrick.web.organisations.people import remember
from overtrick.web.translation import plain

REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY


@official(Action.ORGANISE)
@require_http_methods(["GET", "HEAD", "POST"])
def night(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The page with the questions, then the movement with its proof; once confirmed, the event is opened."""
    given = request.POST if request.method == "POST" else request.GET
    asked = "name" in given
    form = NightForm(given.dict() if asked else None)
    context: dict[str, object] = {"congress": congress, "who": author_name(request.user), "form": form}
    if not asked or "change" in given or not form.is_valid():
        status = REFUSED if asked and form.errors else HTTPStatus.OK
        return render(request, "desk/night.html", context, status=status)
    try:
        said = form.answers()
        found = night_of(said, given.get("movement", ""), checked=request.method == "POST")
    except OvertrickError as refused:
        return render(request, "desk/night.html", {**context, "refused": refused}, status=REFUSED)
    if request.method == "POST" and (record := _open(request, congress, said["name"], found)) is not None:
        return redirect("desk-names", event=record.slug)
    answers = {key: given.get(key, "") for key in form.fields}
    own = {
        "night": found, "answers": answers, "taken": given.get("movement", ""), "key": new_key(),
        "change": urlencode({**answers, "change": "1"}), "again": urlencode(answers),
    }  # fmt: skip
    return render(request, "desk/night_movement.html", {**context, **own})


def _open(request: HttpRequest, congress: Congress, title: str, found: Night) -> BookRecord | None:
    record = BookRecord(slug=free_slug(congress, title), congress=congress, rules=found.file.name, title=title)
    return open_as(request, record, [opened_by(found.file, title)], found.file.edition)


@official(Action.ENTER)
@require_http_methods(["GET", "HEAD", "POST"])
def names(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page for the names, one entry per line; *play* closes the entries, starts the stage and publishes round 1."""
    now = event_projection(event)
    if request.method != "POST":
        with now.lock:
            lines = entry_lines(now.event) or _numbers(_usual(event, now.event))
            return page(request, event, now, "names", _context(event, now.event, write_names(lines), len(lines)))
    text, wanted = request.POST.get("names", ""), request.POST.get("do", "")
    with now.lock:
        contest, facts = now.event.any_plan().contest, fact_names(now.event)
    try:
        lines = with_numbers(event, read_list(text, contest, facts=facts))
        return _post_names(request, event, lines, wanted)
    except OvertrickError as refused:
        now = event_projection(event)
        with now.lock:
            context = _context(event, now.event, text, whole(request.POST.get("seen"), 0))
            return page(request, event, now, "names", {**context, "refused_names": refused}, status=REFUSED)


def _post_names(request: HttpRequest, record: BookRecord, lines: tuple[EntryLine, ...], wanted: str) -> HttpResponse:
    """Post the names, and start play if that was asked for and the movement shown is for this number."""
    key = key_of(request)
    now = event_projection(record)
    with now.lock:
        taken = (from_list(now.event, record.congress.whose, act) for act in entry_acts(now.event, lines))
        acts: list[Act] = [*taken, *gone_acts(now.event, lines)]
    for place, act in enumerate(acts):
        post_as(request, record, act, f"{key}-{place}")
    remember(record.congress.whose, [player for line in lines for player in line.players])
    seen = whole(request.POST.get("seen"), 0)
    if wanted == "play" and seen == len(lines) and may(request.user, Action.DIRECT, record=record):
        if go_on(request, record, f"{key}-begin"):
            said = phrase(
                "The draw of round 1 is published. Next, print the table codes so that players can score on their "
                "phones."
            )
            messages.success(request, plain(said))
        return redirect("desk-room", event=record.slug)
    if wanted == "play":
        changed = phrase(
            "The list now has {lines:#entry/entries}, not {seen}. Check the new movement, then start.",
            lines=len(lines),
            seen=seen,
        )
        messages.warning(request, plain(changed))
    elif acts:
        messages.success(request, plain(phrase("Saved {saved:#change} to the entries.", saved=len(acts))))
    return redirect("desk-names", event=record.slug)


def _usual(record: BookRecord, event: Tournament) -> int:
    """The usual number of entries."""
    with use_edition(edition_of(event, record.rules)):
        return find_event(record.rules).event.usual


def _numbers(count: int) -> tuple[EntryLine, ...]:
    return tuple(EntryLine(str(number)) for number in range(1, count + 1))


def _context(record: BookRecord, event: Tournament, text: str, size: int) -> dict[str, object]:
    movement, refused, stage = None, "", ""
    try:
        planned = event.plan_for(Entrants(size), event.choices, event.readings)
        movement = movement_page(planned.stages[0], size)
        stage = planned.stages[0].name
    except OvertrickError as fault:
        refused = plain(fault)
    return {
        "text": text, "size": size, "movement": movement, "refused": refused, "first_stage": stage,
        "rows": max(8, min(24, size + 1)), "started": bool(event.stages),
        "pairs": event.any_plan().contest is Contest.PAIRS,
        "alone": event.any_plan().contest is Contest.INDIVIDUALS, "title": record.title,
    }  # fmt: skip
