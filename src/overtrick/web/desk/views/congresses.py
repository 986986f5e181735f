"""Congresses, and setting up an event from the rulebook."""

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.regulations.read.editions import under
from overtrick.web.congress.access import Action, called, may, official
from overtrick.web.congress.addresses import check_slug, own_words
from overtrick.web.congress.creation import free_slug, give_offices, opened, rulebook_event, standing
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.desk.event_setup import chosen_acts, confirming, listed_events, rulebook_events
from overtrick.web.desk.own import own_congresses, works_for
from overtrick.web.desk.views.shared import new_key, open_as, show_refusal
from overtrick.web.list_page import page_asked
from overtrick.web.organisations.models import Organisation
from overtrick.web.organisations.own_folders import current_folders, events_of, is_hidden
from overtrick.web.organisations.own_rules import current_rules
from overtrick.web.translation import plain


class CongressForm(forms.ModelForm):  # type: ignore[type-arg]  # Django has no [] at run time
    """A congress of an organisation: its name, where and when."""

    class Meta:
        """As the model has them."""

        model = Congress
        fields: ClassVar[tuple[str, ...]] = ("name", "venue", "starts", "ends")
        labels: ClassVar = {"starts": "First day", "ends": "Last day"}
        widgets: ClassVar = {
            "name": forms.TextInput(attrs={"autofocus": True}),
            "starts": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "ends": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }

    def clean(self) -> dict[str, Any] | None:
        """It ends when it begins or later."""
        cleaned = super().clean() or self.cleaned_data
        starts, ends = cleaned.get("starts"), cleaned.get("ends")
        if starts and ends and ends < starts:
            self.add_error("ends", "It cannot end before it begins.")
        return cleaned


class NewCongressForm(CongressForm):
    """A new congress, which also has its place in addresses; left empty, that is made of its name."""

    slug = forms.SlugField(
        label="Web address ends with", max_length=50, required=False, help_text="Made of the name, if left empty."
    )

    class Meta(CongressForm.Meta):
        """With its place in addresses."""

        fields: ClassVar[tuple[str, ...]] = ("name", "venue", "starts", "ends", "slug")

    def __init__(self, *args: object, organisation: Organisation, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # handed on as they come
        self.instance.organisation = organisation

    def clean_slug(self) -> str:
        """An address that no page has, and no other congress of the organisation."""
        slug = str(self.cleaned_data["slug"]).lower()
        named = self.instance.organisation.named
        if not slug:
            return _free(str(self.cleaned_data.get("name", "")), named)
        try:
            check_slug(slug)
        except DirectorError as refused:
            raise forms.ValidationError(plain(refused)) from refused
        name: str = named(slug)
        if Congress.objects.filter(slug=name).exists():
            raise forms.ValidationError("There is a congress at this address already. Choose another.")
        return name


def _free(title: str, named: Callable[[str], str]) -> str:
    """A place in addresses that is free, made of a name."""
    base = slugify(title)[:45].strip("-_") or "congress"
    places = (base, *(f"{base}-{number}" for number in range(2, 1000)))
    taken = {*Congress.objects.filter(slug__startswith=named(base)).values_list("slug", flat=True)}
    return next(named(place) for place in places if place not in own_words() and named(place) not in taken)


class TitleForm(forms.ModelForm):  # type: ignore[type-arg]  # Django has no [] at run time
    """What an event is called on every page."""

    class Meta:
        """Its name alone: its address is what its book bears."""

        model = BookRecord
        fields = ("title",)
        labels: ClassVar = {"title": "Name"}


@official(Action.OWN)
def home(request: HttpRequest) -> HttpResponse:
    """The congresses somebody has an office at, or may see by their rank in an organisation; by organisation.

    Each has its newest on the first page; further back only one is looked at.
    """
    wanted, page = request.GET.get("organisation", ""), page_asked(request)
    own = works_for(_user(request))
    one = len(own) == 1
    looked_at = [each for each in own if each.slug == wanted] or own
    listed = [own_congresses(_user(request), each, page if len(looked_at) == 1 else 1) for each in looked_at]
    return render(request, "desk/home.html", {"organisations": listed, "one": one, "who": called(request.user)})


@official(Action.HOLD)
def new_congress(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """A new congress; who makes it organises it."""
    form = NewCongressForm(request.POST or None, organisation=organisation)
    if request.method == "POST" and form.is_valid():
        made = form.save()
        give_offices(made, _user(request))
        messages.success(request, f"{made.name} is made. Now its first event; you can also do that later.")
        return redirect("desk-new-event", congress=made.slug)
    return render(request, "desk/new_congress.html", {"form": form, "who": called(request.user)})


@official(Action.ORGANISE)
def edit_congress(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The name, the place and the days of a congress put right."""
    form = CongressForm(request.POST or None, instance=congress)
    if request.method == "POST" and form.is_valid():
        form.save()
        return redirect("desk-congress", congress=congress.slug)
    back = reverse("desk-congress", kwargs={"congress": congress.slug})
    context = {"congress": congress, "form": form, "heading": "Name, place and days", "back": back}
    return render(
        request, "desk/edit.html", {**context, "who": called(request.user)}, status=400 if form.errors else 200
    )


@official(Action.ORGANISE)
def edit_event(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The name of an event put right."""
    form = TitleForm(request.POST or None, instance=event)
    if request.method == "POST" and form.is_valid():
        form.save()
        return redirect("desk-congress", congress=event.congress_id)
    back = reverse("desk-congress", kwargs={"congress": event.congress_id})
    context = {"congress": event.congress, "form": form, "heading": "Name of the event", "back": back}
    return render(
        request, "desk/edit.html", {**context, "who": called(request.user)}, status=400 if form.errors else 200
    )


def _user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


@official(Action.SEE)
def congress(request: HttpRequest, congress: Congress) -> HttpResponse:
    """A congress: its events in the order of the programme."""
    context = {
        "congress": congress,
        "events": list(congress.events.filter(kind=Kind.EVENT)),
        "years": list(congress.events.filter(kind=Kind.YEAR)),
        "may_organise": may(request.user, Action.ORGANISE, congress),
        "who": called(request.user),
    }
    return render(request, "desk/congress.html", context)


@official(Action.ORGANISE)
def new_event(request: HttpRequest, congress: Congress) -> HttpResponse:
    """Pick an event of the rulebook, confirm its readings and choices, open its book."""
    rules = request.POST.get("rules") or request.GET.get("rules", "")
    context: dict[str, object] = {"congress": congress, "who": called(request.user), "key": new_key()}
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
    with under(standing(rules, congress)):
        asked = confirming(file, request.POST.dict())
    shown = {"rules": rules, "slug": free_slug(congress, file.event.name), "given": request.POST}
    return render(request, "desk/confirm_event.html", {**context, **asked, **shown})


@official(Action.ORGANISE)
@require_POST
def show_event(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """Show an event on the players' pages, or keep it to the desk."""
    event.shown = request.POST.get("shown") == "yes"
    event.save(update_fields=["shown"])
    return redirect("desk-congress", congress=event.congress_id)


def _open(request: HttpRequest, congress: Congress, rules: str) -> BookRecord | None:
    """Open the book of a new event; nothing is kept of one that is refused."""
    file = rulebook_event(rules, congress)
    title = request.POST.get("title", "").strip()[:200] or file.event.name
    slug = slugify(request.POST.get("slug", ""))[:100] or free_slug(congress, title)
    with under(standing(rules, congress)):
        acts = [opened(rules, title, congress), *chosen_acts(file, request.POST.dict())]
    return open_as(request, BookRecord(slug=slug, congress=congress, rules=rules, title=title), acts)
