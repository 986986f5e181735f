"""Congresses, and setting up an event from the rulebook."""

from typing import ClassVar

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.regulations.read.editions import under
from overtrick.web.congress.access import Action, called, may, official
from overtrick.web.congress.addresses import check_slug
from overtrick.web.congress.creation import free_slug, give_offices, opened, rulebook_event, standing
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.desk.event_setup import chosen_acts, confirming, listed_events, rulebook_events
from overtrick.web.desk.own import own_congresses, works_for
from overtrick.web.desk.views.shared import new_key, open_as, show_refusal
from overtrick.web.organisations.models import Organisation
from overtrick.web.organisations.own_folders import current_folders, events_of, is_hidden
from overtrick.web.organisations.own_rules import current_rules
from overtrick.web.translation import plain


class CongressForm(forms.ModelForm):  # type: ignore[type-arg]  # Django has no [] at run time
    """A congress of an organisation: its name, where and when."""

    slug = forms.SlugField(label="Address (short, in small letters)", max_length=50)

    class Meta:
        """As the model has them."""

        model = Congress
        fields = ("name", "slug", "venue", "starts", "ends")
        widgets: ClassVar = {
            "starts": forms.DateInput(attrs={"type": "date"}),
            "ends": forms.DateInput(attrs={"type": "date"}),
        }

    def __init__(self, *args: object, organisation: Organisation, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # handed on as they come
        self.instance.organisation = organisation

    def clean_slug(self) -> str:
        """An address that no page has, and no other congress of the organisation."""
        slug = str(self.cleaned_data["slug"]).lower()
        try:
            check_slug(slug)
        except DirectorError as refused:
            raise forms.ValidationError(plain(refused)) from refused
        name: str = self.instance.organisation.named(slug)
        if Congress.objects.filter(slug=name).exists():
            raise forms.ValidationError("There is a congress at this address already. Choose another.")
        return name


@official(Action.OWN)
def home(request: HttpRequest) -> HttpResponse:
    """The congresses somebody has an office at, or may see by their rank in an organisation; by organisation."""
    listed = [own_congresses(_user(request), each) for each in works_for(_user(request))]
    one = len(listed) == 1
    return render(request, "desk/home.html", {"organisations": listed, "one": one, "who": called(request.user)})


@official(Action.HOLD)
def new_congress(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """A new congress; who makes it organises it."""
    form = CongressForm(request.POST or None, organisation=organisation)
    if request.method == "POST" and form.is_valid():
        made = form.save()
        give_offices(made, _user(request))
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
