"""Entries: typing, pasting or importing them, their oddities, the format they lead to, and the event's start."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from overtrick.core import limits
from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import EntriesClosed, EntryTaken, Posting, SeedsSet
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import HOMES, Player, entry_order
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.director.taking_back import posting_of
from overtrick.formats.entries_csv import EntryLine, seed_order
from overtrick.formats.name_lists import read_list
from overtrick.formats.plain_text import plain_text, whole
from overtrick.formats.players import players_text
from overtrick.views.conditions import arrange_page
from overtrick.views.entry_groups import homes_text
from overtrick.views.names import label
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.preview import format_text
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.event_setup import conditions
from overtrick.web.desk.first_round import STEPS, entry_acts, next_act, start_of
from overtrick.web.desk.forms.entries import from_list, next_number
from overtrick.web.desk.views.shared import key_of, page, post_as, posted_query, show_refusal
from overtrick.web.desk.views.shared import whole as number
from overtrick.web.organisations.people import beginning, complete_players, remember
from overtrick.web.translation import plain


def oddities(event: Tournament, lines: Sequence[EntryLine]) -> tuple[str, ...]:
    """The oddities to check, in the order of the list."""
    found: list[Phrase] = []
    there = {line.number for line in lines}
    held = {
        key: number
        for number, entry in event.entries.items()
        if number not in there
        for player in entry.players
        for key in _keys(player)
    }
    for line in lines:
        found += _of_line(event, line)
        for player in line.players:
            other = next((held[key] for key in _keys(player) if key in held), "")
            if other == line.number:
                found.append(phrase("Entry {number}: {player} is named twice", number=line.number, player=player.name))
            elif other:
                named = {"number": line.number, "player": player.name, "other": _entry_label(event, other, lines)}
                found.append(phrase("Entry {number}: {player} is also in entry {other}", **named))
            held |= dict.fromkeys(_keys(player), line.number)
    return tuple(map(plain, found))


def _of_line(event: Tournament, line: EntryLine) -> Iterator[Phrase]:
    members = event.any_plan().contest.members
    named = players_text(line.players)
    if members is not None and not line.players:
        yield phrase("Entry {number} has no names", number=line.number)
    elif members is not None and len(line.players) < members:
        yield phrase("Entry {number}: {player} has no partner", number=line.number, player=named)
    for player in line.players:
        if player.name.isdecimal():
            yield phrase(
                "Entry {number}: no one in your player list has the number {player}",
                number=line.number,
                player=player.name,
            )
    known = event.entries.get(line.number)
    if known is not None and known.players and not {p.name for p in known.players} & {p.name for p in line.players}:
        yield phrase(
            "Entry {number}: {players} would be replaced[ by {named}]",
            number=line.number,
            players=players_text(known.players),
            named=line.team or named,
        )


def _entry_label(event: Tournament, number: str, lines: Sequence[EntryLine]) -> str:
    if number in event.entries:
        return label(event, number)
    return next(f"{each.number} {players_text(each.players)}" for each in lines if each.number == number)


def _keys(player: Player) -> tuple[str, ...]:
    """The keys that identify a player: the number if there is one, otherwise the name."""
    return (player.number,) if player.number else (player.name.casefold(),)


@official(Action.SEE)
def entries(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page with all entries, the format they lead to, and the next step."""
    now = event_projection(event)
    with now.lock:
        return page(request, event, now, "entries", _entries(now.event))


def _entries(event: Tournament) -> dict[str, object]:
    listed = sorted(event.entries.values(), key=lambda entry: entry_order(entry.contestant))
    try:
        planned: object = event.current_plan()
        entered, made = event.entrants.entered, format_text(event.current_plan())
        says = plain(phrase("{entered:#entry/entries}: {format}.", entered=entered, format=made))
        refused = ""
    except OvertrickError as fault:
        planned, says, refused = None, "", plain(fault)
    seeds = {name: place for order in event.seeds.values() for place, name in enumerate(order, start=1)}
    return {
        "entries": [(entry, seeds.get(entry.contestant, ""), _origin(entry)) for entry in listed],
        "homes": any(_origin(entry) for entry in listed),
        "named": any(entry.name for entry in listed),
        "contest": event.any_plan().contest,
        "next_number": next_number(event),
        "entrants": event.entrants,
        "planned": planned,
        "format": says,
        "refused": refused,
        "closed": event.entries_closed,
        "closed_by": posting_of(event, EntriesClosed()),
        "started": bool(event.stages),
        "start": start_of(event) if listed and not event.stages else None,
    }


def _origin(entry: EntryTaken) -> str:
    """Where an entry is from: its clubs, states and countries."""
    return "; ".join(filter(None, (homes_text(entry, kind) for kind in HOMES)))


@official(Action.ENTER)
def read_file(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Enter a pair, a list or a file at once, or show it first if something in it is odd."""
    if request.method != "POST":  # the page was reloaded, or polls for changes
        return redirect("desk-entries", event=event.slug)
    now = event_projection(event)
    text = request.POST.get("text", "")
    uploaded = request.FILES.get("file")
    name = plain(phrase("the list"))
    notice: Said = ""
    if uploaded is not None and (uploaded.size or 0) > limits.FILE:
        messages.error(request, plain(phrase("That file is too large for an entry list. Choose another file.")))
        return redirect("desk-entries", event=event.slug)
    try:
        if uploaded is not None:
            read = plain_text(uploaded.read(), str(uploaded.name))
            text, name, notice = read.text, read.name, read.notice
        with now.lock:
            contest, facts, taken = now.event.any_plan().contest, fact_names(now.event), set(now.event.entries)
        lines = read_list(whole(text, name), contest, name, event.title, facts=facts, taken=taken)
        found = with_numbers(event, lines)
    except OvertrickError as refused:
        with now.lock:
            context = {**_entries(now.event), "text": text, "file_refused": plain(refused)}
            return page(request, event, now, "entries", context, status=400)
    with now.lock:
        odd = oddities(now.event, found)
        if (odd or notice) and "anyway" not in request.POST:
            new = [
                (line, line.number in now.event.entries, _origin(act))
                for line in found
                for act in [EntryTaken(line.number, players=line.players, stated=line.stated)]
            ]
            context = {**_entries(now.event), "text": text, "found": new, "notice": notice, "odd": odd}
            return page(request, event, now, "entries", context)
        acts = [from_list(now.event, event.congress.whose, act) for act in entry_acts(now.event, found)]
    return _enter(request, event, acts, seed_order(found))


def fact_names(event: Tournament) -> list[str]:
    """The facts about players that may be columns of a list."""
    return [fact.name for fact in event.any_plan().facts]


def with_numbers(record: BookRecord, lines: tuple[EntryLine, ...]) -> tuple[EntryLine, ...]:
    """Lines completed from the organisation's list of people: names for numbers, and numbers for names."""
    players = iter(complete_players(record.congress.whose, [player for line in lines for player in line.players]))
    return tuple(replace(line, players=tuple(next(players) for _ in line.players)) for line in lines)


def _enter(
    request: HttpRequest, record: BookRecord, acts: Sequence[EntryTaken], seeds: tuple[str, ...]
) -> HttpResponse:
    key = key_of(request)
    posted: list[Posting] = []
    try:
        for act in acts:
            posted += post_as(request, record, act, f"{key}-{act.contestant}").postings
        posted += _seed(request, record, seeds, key)
    except OvertrickError as refused:
        show_refusal(request, refused)
    remember(record.congress.whose, [player for act in acts for player in act.players])
    if not acts:
        messages.success(request, plain(phrase("Everything in this list is already entered.")))
    return redirect(reverse("desk-entries", kwargs={"event": record.slug}) + posted_query(posted))


def _seed(request: HttpRequest, record: BookRecord, order: tuple[str, ...], key: str) -> tuple[Posting, ...]:
    """Seed the first stage in the order of the file."""
    if not order:
        return ()
    now = event_projection(record)
    with now.lock:
        first = next(plan.name for plan in now.event.current_plan().stages if not plan.sources)
    return post_as(request, record, SeedsSet(first, order), f"{key}-seeds").postings


@official(Action.ENTER)
@require_safe
def known_people(request: HttpRequest, event: BookRecord) -> JsonResponse:
    """A few people of the organisation's list whose names match the typed text, as a line would name them."""
    words = request.GET.get("q", "").strip()[:80]
    found = beginning(event.congress.whose, words) if len(words) > 1 else ()
    people = [{"line": players_text([Player(each.name, each.number)]), "club": each.club} for each in found]
    answer = JsonResponse({"people": people})
    answer.headers["Cache-Control"] = "no-store"
    return answer


@official(Action.DIRECT)
@require_POST
def start(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Close the entries, start the first stage and publish its first draw, as far as no decision is needed."""
    now = event_projection(event)
    with now.lock:
        there, begun = len(now.event.entries), bool(now.event.stages)
    if begun or there != number(request.POST.get("seen"), 0):
        started = phrase("The event has already started. Check the draw.")
        changed = phrase("The entries changed after you opened the page. Check the list, then start.")
        messages.warning(request, plain(started if begun else changed))
        return redirect("desk-draw" if begun else "desk-entries", event=event.slug)
    posted: list[Posting] = []
    try:
        go_on(request, event, key_of(request), posted)
    except OvertrickError as refused:
        show_refusal(request, refused)
    with now.lock:
        begun = bool(event_projection(event).event.stages)
    where = "desk-draw" if begun else "desk-entries"
    return redirect(reverse(where, kwargs={"event": event.slug}) + posted_query(posted))


def go_on(request: HttpRequest, record: BookRecord, key: str, posted: list[Posting] | None = None) -> bool:
    """Post the acts between the entries and the first draw, one after the other; each is added to *posted*.

    Return whether the draw is published; someone may have to make a choice first.
    """
    for place in range(STEPS):
        now = event_projection(record)
        with now.lock:
            act = next_act(now.event)
            drawn = any(state.last_round for state in now.event.stages.values())
        if act is None:
            return drawn
        postings = post_as(request, record, act, f"{key}-{place}").postings
        if posted is not None:
            posted += postings
    return False


@official(Action.SEE)
def rules(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page of the conditions of contest in force, with the readings they depend on."""
    now = event_projection(event)
    with now.lock:
        found, which = conditions(now.event, event.rules)
        context = {
            "conditions": arrange_page(found), "which": which, "chosen": now.event.readings,
            "choices": sorted(now.event.choices),
        }  # fmt: skip
        return page(request, event, now, "rules", context)
