"""Congresses: a user's own list of them, and setting up events from the rulebook."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.wording import phrase
from overtrick.ledger.durable.tenancy import DEFAULT, EVERYBODY, use_organisation
from overtrick.regulations.read.editions import use_edition
from overtrick.web.congress.access import Action, author_name, may, official, rights
from overtrick.web.congress.addresses import check_slug, own_words
from overtrick.web.congress.creation import free_slug, give_offices, opening_act, rulebook_event, standing
from overtrick.web.congress.models import BookRecord, Congress, Kind, Official, Role
from overtrick.web.desk.event_setup import chosen_acts, confirming, listed_events, rulebook_events
from overtrick.web.desk.views.shared import new_key, open_as, show_refusal
from overtrick.web.form_words import translate_fields
from overtrick.web.list_page import ListPage, list_page, page_asked
from overtrick.web.organisations.models import Organisation, home_number
from overtrick.web.organisations.rule_files import current_rules
from overtrick.web.organisations.rule_folders import current_folders, events_of, is_hidden
from overtrick.web.translation import plain

SIZE = 20
"""How many congresses of an organisation are on a page."""


@dataclass(frozen=True, slots=True)
class MyCongresses:
    """A user's congresses in an organisation, the contestants they captain, and the names of their rights there."""

    organisation: Organisation
    congresses: ListPage[Congress]
    captain: tuple[Official, ...]
    may: dict[str, bool]


def works_for(person: User) -> list[Organisation]:
    """The organisations a user works for; the installation's own if they work for none yet."""
    home_number()
    with use_organisation(EVERYBODY):
        own = Q(members__user=person) | Q(officials__user=person)
        if person.is_superuser:
            own |= Q(number=DEFAULT)
        found = list(Organisation.objects.filter(own).distinct().order_by("number"))
    return found or list(Organisation.objects.filter(number=DEFAULT))


def my_congresses(person: User, organisation: Organisation, page: int = 1) -> MyCongresses:
    """A user's congresses in an organisation, newest first, one page at a time."""
    with use_organisation(organisation.number):
        allowed = rights(person, organisation=organisation.number)
        listed = Congress.objects.filter(organisation=organisation)
        if Action.SEE not in allowed:
            listed = listed.filter(officials__user=person).distinct()
        captain = Official.objects.filter(user=person, role=Role.CAPTAIN, organisation=organisation)
        return MyCongresses(
            organisation,
            list_page(listed.order_by("-starts", "slug").prefetch_related("events"), page, SIZE),
            tuple(captain.select_related("event")),
            {action.name: True for action in allowed},
        )


class CongressForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    """The name, the venue and the dates of a congress."""

    class Meta:
        """The fields and labels of the form."""

        model = Congress
        fields: ClassVar[tuple[str, ...]] = ("name", "venue", "starts", "ends")
        labels: ClassVar = {"starts": "First day", "ends": "Last day"}
        widgets: ClassVar = {
            "name": forms.TextInput(attrs={"autofocus": True}),
            "starts": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "ends": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # passed on unchanged
        translate_fields(self)

    def clean(self) -> dict[str, Any] | None:
        """Refuse a last day before the first."""
        cleaned = super().clean() or self.cleaned_data
        starts, ends = cleaned.get("starts"), cleaned.get("ends")
        if starts and ends and ends < starts:
            self.add_error("ends", plain(phrase("The last day is before the first day.")))
        return cleaned


class NewCongressForm(CongressForm):
    """A new congress, which also needs an address. If that is left blank, it is made from the name."""

    slug = forms.SlugField(
        label="End of the web address", max_length=50, required=False, help_text="Leave blank to use the name."
    )

    class Meta(CongressForm.Meta):
        """The fields of a congress and its address."""

        fields: ClassVar[tuple[str, ...]] = ("name", "venue", "starts", "ends", "slug")

    def __init__(self, *args: object, organisation: Organisation, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.instance.organisation = organisation

    def clean_slug(self) -> str:
        """Refuse an address that a page or another congress of the organisation has."""
        slug = str(self.cleaned_data["slug"]).lower()
        named = self.instance.organisation.full_slug
        if not slug:
            return _free(str(self.cleaned_data.get("name", "")), named)
        try:
            check_slug(slug)
        except DirectorError as refused:
            raise forms.ValidationError(plain(refused)) from refused
        name: str = named(slug)
        if Congress.objects.filter(slug=name).exists():
            raise forms.ValidationError(plain(phrase("Another congress uses this address. Choose a different one.")))
        return name


def _free(title: str, named: Callable[[str], str]) -> str:
    """A free address, made from a name."""
    base = slugify(title)[:45].strip("-_") or "congress"
    places = (base, *(f"{base}-{number}" for number in range(2, 1000)))
    taken = {*Congress.objects.filter(slug__startswith=named(base)).values_list("slug", flat=True)}
    return next(named(place) for place in places if place not in own_words() and named(place) not in taken)


class TitleForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    """The name of an event on every page."""

    class Meta:
        """Only the title can be edited: the address is the name of the book."""

        model = BookRecord
        fields = ("title",)
        labels: ClassVar = {"title": "Name"}

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # passed on unchanged
        translate_fields(self)


@official(Action.OWN)
def home(request: HttpRequest) -> HttpResponse:
    """The congresses that the user has a role at, or may see by their rank in an organisation, by organisation.

    The first page has the newest of each organisation; further pages are of one organisation at a time.
    """
    wanted, page = request.GET.get("organisation", ""), page_asked(request)
    own = works_for(_user(request))
    one = len(own) == 1
    looked_at = [each for each in own if each.slug == wanted] or own
    listed = [my_congresses(_user(request), each, page if len(looked_at) == 1 else 1) for each in looked_at]
    return render(request, "desk/home.html", {"organisations": listed, "one": one, "who": author_name(request.user)})


@official(Action.HOLD)
def new_congress(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """The page that creates a congress and makes the user its organiser."""
    form = NewCongressForm(request.POST or None, organisation=organisation)
    if request.method == "POST" and form.is_valid():
        made = form.save()
        give_offices(made, _user(request))
        said = phrase("{name} created. Set up its first event now or later.", name=made.name)
        messages.success(request, plain(said))
        return redirect("desk-new-event", congress=made.slug)
    return render(request, "desk/new_congress.html", {"form": form, "who": author_name(request.user)})


@official(Action.ORGANISE)
def edit_congress(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The page that corrects the name, the venue and the dates of a congress."""
    form = CongressForm(request.POST or None, instance=congress)
    if request.method == "POST" and form.is_valid():
        form.save()
        return redirect("desk-congress", congress=congress.slug)
    back = reverse("desk-congress", kwargs={"congress": congress.slug})
    context = {"congress": congress, "form": form, "heading": plain(phrase("Name, venue and dates")), "back": back}
    return render(
        request, "desk/edit.html", {**context, "who": author_name(request.user)}, status=400 if form.errors else 200
    )


@official(Action.ORGANISE)
def edit_event(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page that corrects the name of an event."""
    form = TitleForm(request.POST or None, instance=event)
    if request.method == "POST" and form.is_valid():
        form.save()
        return redirect("desk-congress", congress=event.congress_id)
    back = reverse("desk-congress", kwargs={"congress": event.congress_id})
    heading = plain(phrase("Name of the event"))
    context = {"congress": event.congress, "form": form, "heading": heading, "back": back}
    return render(
        request, "desk/edit.html", {**context, "who": author_name(request.user)}, status=400 if form.errors else 200
    )


def _user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


@official(Action.SEE)
def congress(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The page of a congress with its events in programme order."""
    context = {
        "congress": congress,
        "events": list(congress.events.filter(kind=Kind.EVENT)),
        "years": list(congress.events.filter(kind=Kind.YEAR)),
        "may_organise": may(request.user, Action.ORGANISE, congress),
        "who": author_name(request.user),
    }
    return render(request, "desk/congress.html", context)


@official(Action.ORGANISE)
def new_event(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The page to choose an event of the rulebook, confirm its readings and choices, and open its book."""
    rules = request.POST.get("rules") or request.GET.get("rules", "")
    context: dict[str, object] = {"congress": congress, "who": author_name(request.user), "key": new_key()}
    if not rules:
        wanted = request.GET.get("q", "")
        own = [] if wanted else current_rules(congress.whose)
        folders = [(each, listed_events(events_of(each).values(), wanted)) for each in current_folders(congress.whose)]
        folders = [(each, events) for each, events in folders if events and not is_hidden(each)]
        listed = {"q": wanted, "listed": rulebook_events(wanted), "own": own, "folders": folders}
        return render(request, "desk/new_event.html", {**context, **listed})
    try:
        file = rulebook_event(rules, congress)
    except OvertrickError as refused:
        show_refusal(request, refused)
        return redirect("desk-new-event", congress=congress.slug)
    if request.method == "POST":
        made = _open(request, congress, rules)
        if made is not None:
            return redirect("desk-entries", event=made.slug)
    with use_edition(standing(rules, congress)):
        asked = confirming(file, request.POST.dict())
    shown = {"rules": rules, "slug": free_slug(congress, file.event.name), "given": request.POST}
    return render(request, "desk/confirm_event.html", {**context, **asked, **shown})


@official(Action.ORGANISE)
@require_POST
def show_event(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Make an event public, or show it only at the desk."""
    event.shown = request.POST.get("shown") == "yes"
    event.save(update_fields=["shown"])
    return redirect("desk-congress", congress=event.congress_id)


def _open(request: HttpRequest, congress: Congress, rules: str) -> BookRecord | None:
    """Open the book of a new event; None if it is refused, and then nothing is stored."""
    file = rulebook_event(rules, congress)
    title = request.POST.get("title", "").strip()[:200] or file.event.name
    slug = slugify(request.POST.get("slug", ""))[:100] or free_slug(congress, title)
    with use_edition(standing(rules, congress)):
        acts = [opening_act(rules, title, congress), *chosen_acts(file, request.POST.dict())]
    return open_as(request, BookRecord(slug=slug, congress=congress, rules=rules, title=title), acts)
