"""An organisation's own pages: its staff, its list of people, its players across events, its name and time zone.

The books do not change. Each action is written to the log of accounts with its author.
"""

from typing import ClassVar
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from overtrick.core.errors import OvertrickError
from overtrick.core.wording import Said, phrase
from overtrick.formats.people_csv import PersonLine, read_people, write_people
from overtrick.formats.plain_text import plain_text, whole
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import What
from overtrick.web.accounts.players.keys import LINE, MOST, key_of_line, line_of, words_of
from overtrick.web.accounts.players.models import Player, Tie
from overtrick.web.accounts.players.register import hide, is_hidden, line_changed, list_players, standing_key, tie
from overtrick.web.congress.access import Action, author_name, may, official
from overtrick.web.form_words import translate_fields
from overtrick.web.organisations.models import Member, Organisation, Person, Rank
from overtrick.web.organisations.people import matching, take_people
from overtrick.web.organisations.requests import forget_organisations
from overtrick.web.translation import plain

LARGEST = 4_000_000
"""The most bytes of a list of people."""
SHOWN = 200
"""How many people are on a page; the file has all of them."""


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    """An organisation's name and time zone."""

    time_zone = forms.ChoiceField(label="Time zone", required=False)

    class Meta:
        """The fields and labels of the form."""

        model = Organisation
        fields = ("name", "time_zone")
        labels: ClassVar = {"name": "Name, as players know it"}

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # passed on unchanged
        zones = [
            ("", phrase("Server default: {zone}", zone=settings.TIME_ZONE)),
            *((zone, zone) for zone in sorted(available_timezones())),
        ]
        self.fields["time_zone"].choices = zones  # type: ignore[attr-defined]  # a choice
        translate_fields(self)


class MemberForm(forms.Form):
    """An existing account, and its rank in the organisation."""

    username = forms.CharField(label="Sign-in name", max_length=150)
    rank = forms.ChoiceField(label="Role", choices=Rank.choices, initial=Rank.ORGANISER)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # passed on unchanged
        translate_fields(self)

    def clean_username(self) -> str:
        """Refuse a name that no account has."""
        name = str(self.cleaned_data["username"])
        if not User.objects.filter(username=name).exists():
            raise forms.ValidationError(
                plain(phrase("No account has that sign-in name. Invite the person as an official of a congress first."))
            )
        return name


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    """One person of the list."""

    class Meta:
        """The fields and labels of the form."""

        model = Person
        fields = ("name", "number", "club", "state")
        labels: ClassVar = {"number": "Federation number"}

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # passed on unchanged
        translate_fields(self)

    def clean_number(self) -> str:
        """Refuse a number that someone else in the list has."""
        number = str(self.cleaned_data["number"]).strip()
        others = Person.objects.filter(organisation=self.instance.organisation_id, number=number)
        if number and others.exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(plain(phrase("Another player in the list has this number.")))
        return number


def organisation_page(
    request: HttpRequest, organisation: Organisation, template: str, status: int = 200, **context: object
) -> HttpResponse:
    """Render one of an organisation's own pages."""
    shared = {
        "organisation": organisation,
        "who": author_name(request.user),
        "may_staff": may(request.user, Action.STAFF, organisation=organisation.number),
    }
    return render(request, template, {**shared, **context}, status=status)


@official(Action.STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """The page of an organisation's name and time zone."""
    form = SettingsForm(request.POST or None, instance=organisation)
    if request.method == "POST" and form.is_valid():
        form.save()
        forget_organisations()
        messages.success(request, plain(phrase("Saved.")))
        return redirect("desk-settings", organisation=organisation.slug)
    return organisation_page(request, organisation, "desk/settings.html", 400 if form.errors else 200, form=form)


@official(Action.STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """The page that lists the staff, adds someone, or changes a rank."""
    form = MemberForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = User.objects.get(username=form.cleaned_data["username"])
        _give(request, organisation, user, Rank(form.cleaned_data["rank"]))
        return redirect("desk-staff", organisation=organisation.slug)
    listed = organisation.members.select_related("user").order_by("rank", "user__username")
    status = 400 if form.errors else 200
    return organisation_page(
        request, organisation, "desk/staff.html", status, form=form, members=listed, owner=Rank.OWNER
    )


@official(Action.STAFF)
@require_POST
def remove_member(request: HttpRequest, organisation: Organisation, number: int) -> HttpResponse:
    """Remove someone from the staff. Their roles at congresses stay, and are removed there."""
    member = get_object_or_404(Member, pk=number, organisation=organisation)
    if _last_owner(organisation, member.user):
        messages.error(request, plain(phrase("An organisation needs an owner. Add another owner first.")))
    else:
        member.delete()
    return redirect("desk-staff", organisation=organisation.slug)


def _give(request: HttpRequest, organisation: Organisation, user: User, rank: Rank) -> None:
    if rank is not Rank.OWNER and _last_owner(organisation, user):
        messages.error(request, plain(phrase("An organisation needs an owner. Add another owner first.")))
        return
    Member.objects.update_or_create(organisation=organisation, user=user, defaults={"rank": rank})
    named = user.get_full_name() or user.username
    messages.success(request, plain(phrase("{name} now has the role of {rank:name}.", name=named, rank=rank.label)))


def _last_owner(organisation: Organisation, user: User) -> bool:
    owners = organisation.members.filter(rank=Rank.OWNER)
    return owners.filter(user=user).exists() and owners.count() == 1


@official(Action.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """The page that searches the list of people and imports a list."""
    if request.method == "POST":
        return _read_list(request, organisation)
    return _people(request, organisation)


def _people(request: HttpRequest, organisation: Organisation, status: int = 200, **context: object) -> HttpResponse:
    wanted = request.GET.get("q", "")[:80]
    found = matching(organisation.number, wanted)
    own = {"q": wanted, "count": found.count(), "people": found[:SHOWN], "most": SHOWN}
    return organisation_page(request, organisation, "desk/people.html", status, **own, **context)


def _read_list(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Preview a pasted or uploaded list, then import it."""
    text, name = request.POST.get("text", ""), plain(phrase("the text"))
    notice: Said = ""
    uploaded = request.FILES.get("file")
    if uploaded is not None and (uploaded.size or 0) > LARGEST:
        too_large = plain(phrase("That file is too large for a player list. Choose another file."))
        return _people(request, organisation, 400, refused=too_large)
    try:
        if uploaded is not None:
            read = plain_text(uploaded.read(), str(uploaded.name))
            text, name, notice = read.text, read.name, read.notice
        found = read_people(whole(text, name), name)
    except OvertrickError as refused:
        return _people(request, organisation, 400, text=text, refused=plain(refused))
    if "post" not in request.POST or uploaded is not None:  # an uploaded file is always previewed first
        return _people(request, organisation, text=text, found=found, shown=found[:20], notice=notice)
    new, changed = take_people(organisation.number, found)
    messages.success(request, plain(phrase("{new:#player} added, {changed} updated.", new=new, changed=changed)))
    return redirect("desk-people", organisation=organisation.slug)


@official(Action.PEOPLE)
@require_safe
def people_file(request: HttpRequest, organisation: Organisation) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """Download the whole list of people."""
    lines = (PersonLine(*row) for row in organisation.people.values_list("name", "number", "club", "state"))
    answer = HttpResponse(write_people(lines), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{organisation.slug}-people.csv"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@official(Action.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def one_person(request: HttpRequest, organisation: Organisation, number: int = 0) -> HttpResponse:
    """The page that adds, corrects or removes a person of the list."""
    found = (
        get_object_or_404(Person, pk=number, organisation=organisation) if number else Person(organisation=organisation)
    )
    if request.method == "POST" and number and "take_off" in request.POST:
        line_changed(found)
        found.delete()
        said = phrase("{name} removed from the list. Entries in events are not affected.", name=found.name)
        messages.success(request, plain(said))
        return redirect("desk-people", organisation=organisation.slug)
    form = PersonForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        line_changed(form.save())
        return redirect("desk-people", organisation=organisation.slug)
    context = {"form": form, "known": bool(number), "key": key_of_line(found) if number else ""}
    return organisation_page(request, organisation, "desk/person.html", 400 if form.errors else 200, **context)


PLAYERS_SHOWN = 60
"""The most entries that are offered for linking."""


@official(Action.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def person_record(request: HttpRequest, organisation: Organisation, person: str) -> HttpResponse:
    """The page with the sources of a player's public page, and the corrections that can be made."""
    key = standing_key(organisation.number, person[:MOST])
    if not key or (key.startswith(LINE) and line_of(organisation.number, key) is None):
        raise Http404("No such player.")
    if request.method == "POST":
        _act(request, organisation, key)
        return redirect("desk-person-record", organisation=organisation.slug, person=key)
    behind = list_players(organisation.number)
    players = Player.objects.filter(organisation=organisation).select_related("record").order_by("record", "contestant")
    own, line = list(players.filter(person=key)), line_of(organisation.number, key)
    name = line.name if line is not None else own[0].name if own else key
    asked = request.GET.get("q", name)[:80]
    ties = {(each.record_id, each.contestant, each.name) for each in Tie.objects.filter(organisation=organisation)}
    context: dict[str, object] = {
        "name": name,
        "key": key,
        "line": line,
        "own": [(each, (each.record_id, each.contestant, each.name) in ties) for each in own],
        "asked": asked,
        "others": _like(players.exclude(person=key), asked),
        "hidden": is_hidden(organisation.number, key),
        "behind": behind,
    }
    return organisation_page(request, organisation, "desk/person_record.html", 200, **context)


def _like(players: "QuerySet[Player]", asked: str) -> list[Player]:
    """The entries whose name contains every word of the search."""
    words = words_of(asked)
    if not words:
        return []
    for word in words[:4]:
        players = players.filter(plain__contains=word)
    return list(players[:PLAYERS_SHOWN])


def _act(request: HttpRequest, organisation: Organisation, key: str) -> None:
    by, reason = author_name(request.user), request.POST.get("reason", "")[:200].strip()
    if (wanted := request.POST.get("page")) in {"hide", "show"}:
        hide(organisation.number, key, by, hidden=wanted == "hide")
        what = What.PERSON_HIDDEN if wanted == "hide" else What.PERSON_SHOWN
        note(what, request, organisation=organisation.number, about=f"{key} {reason}".strip())
        said = (
            phrase("The player’s public page is hidden.")
            if wanted == "hide"
            else phrase("The player’s public page is shown again.")
        )
        messages.success(request, plain(said))
        return
    number = request.POST.get("tie") or request.POST.get("untie") or ""
    player = get_object_or_404(Player, organisation=organisation, pk=int(number) if number.isdecimal() else 0)
    tied = "tie" in request.POST
    tie(player, key if tied else "", by)
    about = f"{player.name}, {player.record_id} number {player.contestant}: {key} {reason}".strip()
    note(What.ENTRY_TIED if tied else What.ENTRY_UNTIED, request, organisation=organisation.number, about=about)
    named = {"name": player.name, "event": player.record.title}
    if tied:
        messages.success(request, plain(phrase("{name} in {event} is now linked to this player.", **named)))
    else:
        messages.success(request, plain(phrase("{name} in {event} is no longer linked to this player.", **named)))
