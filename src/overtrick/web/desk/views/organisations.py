"""What is an organisation's own beside its congresses: who works for it, the people it knows, its name and its time."""

from typing import ClassVar
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from overtrick.core.errors import OvertrickError
from overtrick.core.wording import count_of
from overtrick.formats.people_csv import PersonLine, read_people, write_people
from overtrick.formats.plain_text import plain_text, whole
from overtrick.web.congress.access import Action, called, may, official
from overtrick.web.organisations.models import Member, Organisation, Person, Rank
from overtrick.web.organisations.people import matching, take_people
from overtrick.web.organisations.requests import forget_organisations
from overtrick.web.people.keys import key_of_line
from overtrick.web.people.register import line_changed
from overtrick.web.translation import plain

LARGEST = 4_000_000
"""Bytes of a list of people."""
SHOWN = 200
"""People on a page; the file has all of them."""


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]  # Django has no [] at run time
    """An organisation's name and time zone."""

    time_zone = forms.ChoiceField(label="Time zone", required=False)

    class Meta:
        """As the model has them."""

        model = Organisation
        fields = ("name", "time_zone")
        labels: ClassVar = {"name": "Name, as players know it"}

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # handed on as they come
        zones = [
            ("", f"As the server: {settings.TIME_ZONE}"),
            *((zone, zone) for zone in sorted(available_timezones())),
        ]
        self.fields["time_zone"].choices = zones  # type: ignore[attr-defined]  # a choice


class MemberForm(forms.Form):
    """Somebody with an account, and what they are here."""

    username = forms.CharField(label="Sign-in name", max_length=150)
    rank = forms.ChoiceField(label="As", choices=Rank.choices, initial=Rank.ORGANISER)

    def clean_username(self) -> str:
        """Somebody who has an account."""
        name = str(self.cleaned_data["username"])
        if not User.objects.filter(username=name).exists():
            raise forms.ValidationError("Nobody signs in under that name; make the account first.")
        return name


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]  # Django has no [] at run time
    """One person of the list."""

    class Meta:
        """As the model has them."""

        model = Person
        fields = ("name", "number", "club", "state")
        labels: ClassVar = {"number": "Federation number"}

    def clean_number(self) -> str:
        """A number that nobody else has."""
        number = str(self.cleaned_data["number"]).strip()
        others = Person.objects.filter(organisation=self.instance.organisation_id, number=number)
        if number and others.exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError("Somebody in the list has this number already.")
        return number


def organisation_page(
    request: HttpRequest, organisation: Organisation, template: str, status: int = 200, **context: object
) -> HttpResponse:
    """A page of an organisation as such."""
    shared = {
        "organisation": organisation,
        "who": called(request.user),
        "may_staff": may(request.user, Action.STAFF, organisation=organisation.number),
    }
    return render(request, template, {**shared, **context}, status=status)


@official(Action.STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Its name and its time zone."""
    form = SettingsForm(request.POST or None, instance=organisation)
    if request.method == "POST" and form.is_valid():
        form.save()
        forget_organisations()
        messages.success(request, "Kept.")
        return redirect("desk-settings", organisation=organisation.slug)
    return organisation_page(request, organisation, "desk/settings.html", 400 if form.errors else 200, form=form)


@official(Action.STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Who works here; name one more, or change what somebody is."""
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
    """Somebody works here no more. Their offices at congresses are taken back where they were given."""
    member = get_object_or_404(Member, pk=number, organisation=organisation)
    if _last_owner(organisation, member.user):
        messages.error(request, "Somebody has to own it: make another owner first.")
    else:
        member.delete()
    return redirect("desk-staff", organisation=organisation.slug)


def _give(request: HttpRequest, organisation: Organisation, user: User, rank: Rank) -> None:
    if rank is not Rank.OWNER and _last_owner(organisation, user):
        messages.error(request, "Somebody has to own it: make another owner first.")
        return
    Member.objects.update_or_create(organisation=organisation, user=user, defaults={"rank": rank})
    messages.success(request, f"{user.get_full_name() or user.username} is {rank.label} now.")


def _last_owner(organisation: Organisation, user: User) -> bool:
    owners = organisation.members.filter(rank=Rank.OWNER)
    return owners.filter(user=user).exists() and owners.count() == 1


@official(Action.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """The people it knows: find them, and take in a list of them."""
    if request.method == "POST":
        return _read_list(request, organisation)
    return _people(request, organisation)


def _people(request: HttpRequest, organisation: Organisation, status: int = 200, **context: object) -> HttpResponse:
    wanted = request.GET.get("q", "")[:80]
    found = matching(organisation.number, wanted)
    own = {"q": wanted, "count": found.count(), "people": found[:SHOWN], "most": SHOWN}
    return organisation_page(request, organisation, "desk/people.html", status, **own, **context)


def _read_list(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """A list pasted or uploaded: looked at first, then taken in."""
    text, name, notice = request.POST.get("text", ""), "the text", ""
    uploaded = request.FILES.get("file")
    if uploaded is not None and (uploaded.size or 0) > LARGEST:
        return _people(request, organisation, 400, refused="That file is too large to be a list of people.")
    try:
        if uploaded is not None:
            read = plain_text(uploaded.read(), str(uploaded.name))
            text, name, notice = read.text, read.name, read.notice
        found = read_people(whole(text, name), name)
    except OvertrickError as refused:
        return _people(request, organisation, 400, text=text, refused=plain(refused))
    if "post" not in request.POST or uploaded is not None:  # a file is looked at before it is taken
        return _people(request, organisation, text=text, found=found, shown=found[:20], notice=notice)
    new, changed = take_people(organisation.number, found)
    messages.success(request, f"{count_of(new, 'person', 'people')} new, {changed} put right.")
    return redirect("desk-people", organisation=organisation.slug)


@official(Action.PEOPLE)
@require_safe
def people_file(request: HttpRequest, organisation: Organisation) -> HttpResponse:  # noqa: ARG001 - a view is given the request
    """Everybody in the list, as a file."""
    lines = (PersonLine(*row) for row in organisation.people.values_list("name", "number", "club", "state"))
    answer = HttpResponse(write_people(lines), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{organisation.slug}-people.csv"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@official(Action.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def one_person(request: HttpRequest, organisation: Organisation, number: int = 0) -> HttpResponse:
    """Somebody new, or somebody put right or taken off the list."""
    found = (
        get_object_or_404(Person, pk=number, organisation=organisation) if number else Person(organisation=organisation)
    )
    if request.method == "POST" and number and "take_off" in request.POST:
        line_changed(found)
        found.delete()
        messages.success(request, f"{found.name} is off the list. What was entered in events stays.")
        return redirect("desk-people", organisation=organisation.slug)
    form = PersonForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        line_changed(form.save())
        return redirect("desk-people", organisation=organisation.slug)
    context = {"form": form, "known": bool(number), "key": key_of_line(found) if number else ""}
    return organisation_page(request, organisation, "desk/person.html", 400 if form.errors else 200, **context)
