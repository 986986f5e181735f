"""A selection year at the desk: points, players, placings, fields, teams, its rules and its history."""

import secrets
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Act, LotDrawn, ReadingChosen, SelectionOpened
from overtrick.core.event.fold.replaying import refold
from overtrick.core.lots import Lots
from overtrick.core.selection_year.fields import berth_lot
from overtrick.core.selection_year.year import SelectionYear, places_by_club
from overtrick.core.wording import phrase
from overtrick.director.acts import sentence
from overtrick.ledger.codec import write_act
from overtrick.regulations.plan.event_book import edition_for_year
from overtrick.regulations.plan.selection import selection_folders, selection_words
from overtrick.regulations.read.editions import use_edition
from overtrick.regulations.read.library import library
from overtrick.views.year_whys import find_in_year
from overtrick.views.years import (
    field_page,
    offers_told,
    placings_page,
    players_page,
    points_page,
    target_at,
    team_page,
)
from overtrick.web.congress.access import Action, author_name, may, official
from overtrick.web.congress.book_kinds import begin_year
from overtrick.web.congress.creation import free_slug
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.congress.preview_years import foresee_year
from overtrick.web.congress.projections import Projection, year_projection
from overtrick.web.congress.rules import edition_of
from overtrick.web.congress.whys import latest_posting, why_context
from overtrick.web.desk.event_setup import DEFAULT, asked_readings
from overtrick.web.desk.remedies import remedy_for
from overtrick.web.desk.views.acts import FormsOf
from overtrick.web.desk.views.history import postings_page
from overtrick.web.desk.views.shared import key_of, new_key, open_as, post_as, render_book_page, show_refusal, whole
from overtrick.web.form_words import translate_fields
from overtrick.web.translation import plain

TABS = ("points", "players", "placings", "fields", "teams", "history", "rules")


class YearBegun(forms.Form):
    """The form for a new selection year: its regulations, year and name."""

    document = forms.ChoiceField(label="Regulations")
    number = forms.IntegerField(label="Year", min_value=1900, max_value=2999)
    title = forms.CharField(label="Name", max_length=200)
    slug = forms.SlugField(label="End of the web address", max_length=100)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["document"] = forms.ChoiceField(
            label="Regulations", choices=[(folder, _title(folder)) for folder in selection_folders()]
        )
        translate_fields(self)


def _title(folder: str) -> str:
    """The title of a document."""
    return library().documents[folder].title


@official(Action.ORGANISE)
def new_year(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The page that sets up a selection year with its regulations, readings and name, and opens its book."""
    title = plain(phrase("Selection, {congress}", congress=congress.name))
    initial = {"number": timezone.localdate().year + 1, "title": title, "slug": free_slug(congress, "selection")}
    form = YearBegun(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        made = _open_year(request, congress, form.cleaned_data)
        if made is not None:
            return redirect("desk-year-points", year=made.slug)
    folders = selection_folders()
    document = asked if (asked := form.data.get("document", "")) in folders else folders[0]
    context = {
        "congress": congress, "form": form, "readings": asked_readings(selection_words(document)), "default": DEFAULT,
        "who": author_name(request.user), "key": new_key(),
    }  # fmt: skip
    return render(request, "desk/new_year.html", context, status=400 if form.errors else 200)


def _open_year(request: HttpRequest, congress: Congress, given: Mapping[str, Any]) -> BookRecord | None:
    document = given["document"]
    acts: list[Act] = [
        SelectionOpened(document, given["number"], edition_for_year(document).hash, f"overtrick {version('overtrick')}")
    ]
    for reading in asked_readings(selection_words(document)):
        way = request.POST.get(f"reading {reading.id}", DEFAULT)
        if way != DEFAULT:
            acts.append(ReadingChosen(reading.id, way, request.POST.get("reason", "")[:300]))
    return open_as(
        request,
        BookRecord(slug=given["slug"], congress=congress, kind=Kind.YEAR, rules=document, title=given["title"]),
        acts,
    )


def year_page(
    request: HttpRequest, record: BookRecord, now: Projection[SelectionYear], tab: str, context: Mapping[str, Any],
    *, status: int = 200,
) -> HttpResponse:  # fmt: skip
    """Render a page of a year's desk from the year as it stands. Hold its lock."""
    year = now.event
    nominated = sum(map(len, year.nominated.values()))
    template = {"act": "act", "why": "why", "posting": "posting", "history": "history"}.get(tab, f"year_{tab}")
    own = {
        "tab": tab,
        "tabs": TABS,
        "base": record.desk,
        "public": record.room,
        "in_play": plain(
            phrase("{placings:#placing}, {nominated:#nomination}", placings=len(year.placings), nominated=nominated)
        ),
        "may_mend": may(request.user, Action.SELECT, record=record),
    }
    return render_book_page(request, record, now, f"desk/{template}.html", {**own, **context}, status=status)


YEARS = FormsOf("year", year_projection, foresee_year, year_page, "desk-year")


@official(Action.SEE)
def year_home(request: HttpRequest, year: BookRecord) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """Redirect to the points, the first page of a year."""
    return redirect("desk-year-points", year=year.slug)


@official(Action.ORGANISE)
@require_POST
def show_year(request: HttpRequest, year: BookRecord) -> HttpResponse:
    """Make a year public, or show it only at the desk."""
    year.shown = request.POST.get("shown") == "yes"
    year.save(update_fields=["shown"])
    return redirect("desk-congress", congress=year.congress_id)


def _target(request: HttpRequest, year: SelectionYear) -> str:
    """The team that an address names; otherwise a 404."""
    found = target_at(year, request.GET.get("team", ""))
    if found is None:
        raise Http404("No such team.")
    return found


@official(Action.SEE)
def points(request: HttpRequest, year: BookRecord) -> HttpResponse:
    """The page with the points of all pairs nominated for a team's trials, with every award."""
    now = year_projection(year)
    with now.lock:
        return year_page(request, year, now, "points", {"page": points_page(now.event, _target(request, now.event))})


@official(Action.SEE)
def players(request: HttpRequest, year: BookRecord) -> HttpResponse:
    """The page of players, by their own points."""
    now = year_projection(year)
    with now.lock:
        return year_page(request, year, now, "players", {"page": players_page(now.event, _target(request, now.event))})


@official(Action.SEE)
def placings(request: HttpRequest, year: BookRecord) -> HttpResponse:
    """The page of every credited placing, by event."""
    now = year_projection(year)
    with now.lock:
        return year_page(request, year, now, "placings", {"events": placings_page(now.event)})


@official(Action.SEE)
def fields(request: HttpRequest, year: BookRecord) -> HttpResponse:
    """The page with the fields of the trials."""
    now = year_projection(year)
    with now.lock:
        pages = [field_page(now.event, target) for target in now.event.rules.targets]
        return year_page(request, year, now, "fields", {"pages": pages})


@official(Action.SELECT)
@require_POST
def draw_lot(request: HttpRequest, year: BookRecord) -> HttpResponse:
    """Draw the lot for the last berth, once. It is in the book before anybody sees what it decides."""
    now = year_projection(year)
    with now.lock:
        target = target_at(now.event, request.POST.get("team", "")) or ""
        pairs = sorted(now.event.nominated.get(target, {}))
    seed, about = secrets.token_hex(8), berth_lot(target)
    try:
        if not pairs:
            raise Http404("No one is nominated for that team.")
        post_as(request, year, LotDrawn(about, seed=seed, order=Lots(seed).derive(about).order(pairs)), key_of(request))
    except OvertrickError as refused:
        show_refusal(request, refused)
    return redirect("desk-year-fields", year=year.slug)


@official(Action.SEE)
def teams(request: HttpRequest, year: BookRecord) -> HttpResponse:
    """The page of the teams that are picked, and of places offered elsewhere."""
    now = year_projection(year)
    with now.lock:
        pages = [team_page(now.event, target) for target in now.event.rules.teams]
        context = {
            "pages": pages,
            "closed": tuple(now.event.closed),
            "places": places_by_club(now.event) if now.event.clubs else {},
            "offers": offers_told(now.event),
        }
        return year_page(request, year, now, "teams", context)


@official(Action.SEE)
def rules(request: HttpRequest, year: BookRecord) -> HttpResponse:
    """The page of the year's readings, and how each was chosen."""
    now = year_projection(year)
    with now.lock:
        with use_edition(edition_of(now.event, year.rules)):
            asked = asked_readings(selection_words(year.rules))
        readings = [(each, now.event.readings.get(each.id, DEFAULT)) for each in asked]
        return year_page(
            request, year, now, "rules", {"readings": readings, "default": DEFAULT, "document": _title(year.rules)}
        )


@official(Action.SEE)
def why(request: HttpRequest, year: BookRecord, number: str) -> HttpResponse:
    """The page that explains a number."""
    now = year_projection(year)
    with now.lock:
        context = why_context(request, lambda: find_in_year(now.event, number))
        return year_page(request, year, now, "why", context)


@official(Action.SEE)
def latest(request: HttpRequest, year: BookRecord) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """The number of the last posting, for pages without the live stream."""
    return latest_posting(year.slug)


@official(Action.SEE)
def history(request: HttpRequest, year: BookRecord) -> HttpResponse:
    """The page of postings, latest first."""
    now = year_projection(year)
    context = postings_page(now, request.GET.get("q", ""), whole(request.GET.get("before"), now.last + 1))
    with now.lock:
        return year_page(request, year, now, "history", context)


@official(Action.SEE)
def posting(request: HttpRequest, year: BookRecord, number: int) -> HttpResponse:
    """The page of one posting: what it says, and what it changed."""
    now = year_projection(year)
    upto = [each for each in now.book.postings() if each.number <= number]
    if not upto or upto[-1].number != number:
        raise Http404
    this = upto[-1]
    then = refold(lambda: begin_year(year.rules), upto[:-1])
    try:
        changed = foresee_year(then, this.act, at=this.at).lines
    except OvertrickError:
        changed = ()
    context = {
        "posting": this, "said": plain(sentence(this.act)), "changed": changed, "put_right": remedy_for(this),
        "fields": [(name, value) for name, value in write_act(this.act).items() if name != "act"],
    }  # fmt: skip
    with now.lock:
        return year_page(request, year, now, "posting", context)
