"""Congresses, their officials, and setting up an event from the rulebook."""

from importlib.metadata import version
from typing import ClassVar

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.event.acts import Act
from overtrick.core.event.entry_acts import EventOpened, FormatChosen, ReadingChosen
from overtrick.regulations.event_book import edition_for, find_event
from overtrick.web.congress.access import Action, called, may, official
from overtrick.web.congress.addresses import check_slug
from overtrick.web.congress.models import Congress, Held, Kind, Official, Role
from overtrick.web.desk.holding import free_slug, hold
from overtrick.web.desk.setting_up import DEFAULT, asked_choices, asked_readings, format_for, rulebook_events
from overtrick.web.desk.views.shared import new_key, told


class CongressForm(forms.ModelForm):  # type: ignore[type-arg]  # Django has no [] at run time
    """A congress: its name, where and when."""

    class Meta:
        """As the model has them."""

        model = Congress
        fields = ("name", "slug", "venue", "starts", "ends")
        labels: ClassVar = {"slug": "Address (short, in small letters)"}
        widgets: ClassVar = {
            "starts": forms.DateInput(attrs={"type": "date"}),
            "ends": forms.DateInput(attrs={"type": "date"}),
        }

    def clean_slug(self) -> str:
        """An address that no page has."""
        slug = str(self.cleaned_data["slug"]).lower()
        try:
            check_slug(slug)
        except DirectorError as refused:
            raise forms.ValidationError(str(refused)) from refused
        return slug


class OfficialForm(forms.Form):
    """A person and a role; a captain speaks for one contestant of one event."""

    username = forms.CharField(label="Sign-in name", max_length=150)
    role = forms.ChoiceField(choices=Role.choices)
    event = forms.ModelChoiceField(
        Held.objects.none(), required=False, help_text="A captain's event; empty for the whole congress."
    )
    contestant = forms.CharField(required=False, max_length=40, help_text="A captain's team.")

    def __init__(self, *args: object, congress: Congress, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # handed on as they come
        self.fields["event"].queryset = congress.events.filter(kind=Kind.EVENT)  # type: ignore[attr-defined]  # a choice of models

    def clean(self) -> dict[str, object]:
        """A captain has a contestant."""
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        if cleaned.get("role") == Role.CAPTAIN and not (cleaned.get("event") and cleaned.get("contestant")):
            raise forms.ValidationError("A captain has an event and a contestant.")
        user = User.objects.filter(username=cleaned.get("username")).first()
        if user is None:
            raise forms.ValidationError("Nobody signs in under that name; make the account first.")
        cleaned["user"] = user
        return cleaned


@official(Action.OWN)
def home(request: HttpRequest) -> HttpResponse:
    """The congresses somebody has an office at."""
    own = Congress.objects.all()
    if not may(request.user, Action.HOLD):
        own = own.filter(officials__user=_user(request)).distinct()
    listed = [(each, list(each.events.all())) for each in own.order_by("-starts", "slug")]
    captain = Official.objects.filter(user=_user(request), role=Role.CAPTAIN).select_related("event")
    context = {"congresses": listed, "may_hold": may(request.user, Action.HOLD), "captain": captain}
    return render(request, "desk/home.html", {**context, "who": called(request.user)})


@official(Action.HOLD)
def new_congress(request: HttpRequest) -> HttpResponse:
    """A new congress; who makes it organises it."""
    form = CongressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = form.save()
        for role in (Role.ORGANISER, Role.CHIEF_DIRECTOR):
            Official.objects.create(user=_user(request), congress=made, role=role)
        return redirect("desk-congress", congress=made.slug)
    return render(request, "desk/new_congress.html", {"form": form, "who": called(request.user)})


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
def officials(request: HttpRequest, congress: Congress) -> HttpResponse:
    """Who has which role; name one more."""
    form = OfficialForm(request.POST or None, congress=congress)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            with transaction.atomic():
                Official.objects.create(
                    user=given["user"], congress=congress, role=given["role"], event=given.get("event"),
                    contestant=given.get("contestant", ""),
                )  # fmt: skip
        except IntegrityError:
            messages.warning(request, "That role is held already.")
        return redirect("desk-officials", congress=congress.slug)
    listed = congress.officials.select_related("user", "event").order_by("role", "user__username")
    context = {"congress": congress, "form": form, "officials": listed, "who": called(request.user)}
    return render(request, "desk/officials.html", context)


@official(Action.ORGANISE)
@require_POST
def remove_official(request: HttpRequest, congress: Congress, number: int) -> HttpResponse:
    """Take a role back. What was posted under the name stays posted."""
    congress.officials.filter(pk=number).exclude(user=_user(request), role=Role.ORGANISER).delete()
    return redirect("desk-officials", congress=congress.slug)


@official(Action.ORGANISE)
def new_event(request: HttpRequest, congress: Congress) -> HttpResponse:
    """Pick an event of the rulebook, confirm its readings and choices, open its book."""
    rules = request.POST.get("rules") or request.GET.get("rules", "")
    context: dict[str, object] = {"congress": congress, "who": called(request.user), "key": new_key()}
    if not rules:
        wanted = request.GET.get("q", "")
        return render(request, "desk/new_event.html", {**context, "q": wanted, "listed": rulebook_events(wanted)})
    try:
        file = find_event(rules)
    except OvertrickError as refused:
        told(request, refused)
        return redirect("desk-new-event", congress=congress.slug)
    if request.method == "POST":
        opened = _open(request, congress, file.event.id)
        if opened is not None:
            return redirect("desk-entries", event=opened.slug)
    readings, choices = asked_readings(file), asked_choices(file)
    sizes = sorted({file.event.entries.least or 2, file.event.usual, file.event.entries.most or file.event.usual})
    return render(
        request,
        "desk/confirm_event.html",
        {
            **context,
            "file": file.event,
            "slug": free_slug(congress, file.event.name),
            "readings": readings,
            "choices": choices,
            "default": DEFAULT,
            "formats": [format_for(file, size) for size in sizes],
            "given": request.POST,
        },
    )


@official(Action.ORGANISE)
@require_POST
def show_event(request: HttpRequest, event: Held) -> HttpResponse:
    """Show an event on the players' pages, or keep it to the desk."""
    event.shown = request.POST.get("shown") == "yes"
    event.save(update_fields=["shown"])
    return redirect("desk-congress", congress=event.congress_id)


def _open(request: HttpRequest, congress: Congress, rules: str) -> Held | None:
    """Open the book of a new event; nothing is kept of one that is refused."""
    file = find_event(rules)
    title = request.POST.get("title", "").strip()[:200] or file.event.name
    slug = slugify(request.POST.get("slug", ""))[:100] or free_slug(congress, title)
    acts: list[Act] = [EventOpened(rules, title, edition_for(rules).hash, f"overtrick {version('overtrick')}")]
    for reading in asked_readings(file):
        way = request.POST.get(f"reading {reading.id}", DEFAULT)
        if way != DEFAULT:
            acts.append(ReadingChosen(reading.id, way, request.POST.get("reason", "")[:300]))
    acts += [
        FormatChosen(choice.id, request.POST.get("reason", "")[:300])
        for choice in asked_choices(file)
        if request.POST.get(f"choice {choice.id}")
    ]
    return hold(request, Held(slug=slug, congress=congress, rules=rules, title=title), acts)
