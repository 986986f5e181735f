"""The officials of a congress: their roles, invitations and accounts."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from overtrick.core.errors import DirectorError
from overtrick.core.wording import capitalise, phrase
from overtrick.web.accounts import administration, invitations, reset, throttle
from overtrick.web.accounts.invitations import Office, office_of, path_of
from overtrick.web.accounts.log import GROUPS, lines_for, lines_of, note
from overtrick.web.accounts.models import Invitation, Logged, What
from overtrick.web.congress.access import Action, author_name, forbidden, official
from overtrick.web.congress.addresses import code, for_others, request_address
from overtrick.web.congress.models import BookRecord, Congress, Kind, Role
from overtrick.web.desk.views.shared import show_refusal, whole
from overtrick.web.form_words import translate_fields
from overtrick.web.organisations.models import Organisation
from overtrick.web.translation import plain

NEWCOMERS = Role.DIRECTOR
"""The role that is offered by default."""
LINES = 200
"""How many lines of the log a page has."""


class OfficeForm(forms.Form):
    """A role; a captain speaks for one contestant of one event."""

    role = forms.ChoiceField(choices=Role.choices, initial=NEWCOMERS)
    event = forms.ModelChoiceField(
        BookRecord.objects.none(), required=False, help_text="Leave blank for the whole congress."
    )
    contestant = forms.CharField(required=False, max_length=40, help_text="For a captain only: the number of the team.")

    def __init__(self, *args: object, congress: Congress, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # passed on unchanged
        self.congress = congress
        self.fields["event"].queryset = congress.events.filter(kind=Kind.EVENT)  # type: ignore[attr-defined]  # a choice of models
        translate_fields(self)

    def clean(self) -> dict[str, object]:
        """Refuse a captain without an event and a contestant."""
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        if cleaned.get("role") == Role.CAPTAIN and not (cleaned.get("event") and cleaned.get("contestant")):
            raise forms.ValidationError(plain(phrase("For a captain, choose the event and enter the team’s number.")))
        return cleaned

    @property
    def office(self) -> Office:
        """The role that was asked for."""
        given = self.cleaned_data
        return Office(self.congress, Role(given["role"]), given.get("event"), given.get("contestant", ""))


class InviteForm(OfficeForm):
    """An invitation, with a note for the organiser about who it is for."""

    for_whom = forms.CharField(
        required=False,
        max_length=100,
        label="Person to invite",
        help_text="Only the chief director, the organisers and the organisation’s owners see this.",
    )
    field_order = ("for_whom", "role", "event", "contestant")


class RoleForm(OfficeForm):
    """A role for an existing account."""

    username = forms.CharField(label="Sign-in name", max_length=150)
    field_order = ("username", "role", "event", "contestant")

    def clean_username(self) -> User:
        """The user with this sign-in name; refused if there is none."""
        user = User.objects.filter(username__iexact=self.cleaned_data["username"].strip()).first()
        if user is None:
            raise forms.ValidationError(plain(phrase("No account has that sign-in name. Invite the person instead.")))
        return user


@official(Action.ORGANISE)
@require_http_methods(["GET", "HEAD"])
def officials(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The page of officials, their roles and open invitations."""
    return _page(request, congress)


@official(Action.ORGANISE)
@require_POST
def invite(request: HttpRequest, congress: Congress) -> HttpResponse:
    """Create an invitation, and go to the page with its link and QR code."""
    form = InviteForm(request.POST, congress=congress)
    if not form.is_valid():
        return _page(request, congress, inviting=form)
    made = invitations.invite(form.office, author_name(request.user), form.cleaned_data["for_whom"])
    note(What.INVITED, request, congress=congress, about=_invitation_text(made))
    return redirect("desk-invitation", congress=congress.slug, number=made.pk)


@official(Action.ORGANISE)
@require_POST
def give_role(request: HttpRequest, congress: Congress) -> HttpResponse:
    """Give a role to an existing account."""
    form = RoleForm(request.POST, congress=congress, auto_id="give_%s")
    if not form.is_valid():
        return _page(request, congress, giving=form)
    user = form.cleaned_data["username"]
    if form.office.given_to(user):
        note(What.ROLE_GIVEN, request, user=user, congress=congress, about=f"{form.office} to {author_name(user)}")
    else:
        messages.warning(request, plain(phrase("This person already has that role.")))
    return redirect("desk-officials", congress=congress.slug)


@official(Action.ORGANISE)
@require_POST
def remove_official(request: HttpRequest, congress: Congress, number: int) -> HttpResponse:
    """Remove a role. What its holder posted stays posted."""
    for each in congress.officials.select_related("user", "event").filter(pk=number):
        if each.user == request.user and each.role == Role.ORGANISER:
            said = phrase("You cannot remove your own organiser role. Ask another organiser to do it.")
            messages.error(request, plain(said))
            continue
        each.delete()
        about = f"{Office(congress, Role(each.role), each.event, each.contestant)} from {author_name(each.user)}"
        note(What.ROLE_TAKEN, request, user=each.user, congress=congress, about=about)
    return redirect("desk-officials", congress=congress.slug)


@official(Action.ORGANISE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def one_official(request: HttpRequest, congress: Congress, number: int) -> HttpResponse:
    """The page of an official: their roles here, and the actions on their account."""
    user = get_object_or_404(User.objects.filter(offices__congress=congress).distinct(), pk=number)
    shown = {"congress": congress, "who": author_name(request.user), "person": author_name(user), "user": user}
    not_theirs = administration.why_not(_me(request), user)
    if request.method == "POST":
        asked = request.POST.get("do", "")
        if asked == "unlock":
            administration.unlock(user, request, congress)
        elif not_theirs and asked in {"link", *_DONE}:
            return forbidden()
        elif asked == "link":
            return _link(request, user, shown)
        elif asked in _DONE:
            _DONE[asked](request, user, congress)
        return redirect("desk-official", congress=congress.slug, number=user.pk)
    roles = [
        (each, Office(congress, Role(each.role), each.event, each.contestant))
        for each in congress.officials.filter(user=user).select_related("event")
    ]
    more = {"offices": roles, "locked": throttle.locked_until(user.get_username()), "not_theirs": not_theirs}
    return render(request, "desk/official.html", {**shown, **more})


def _link(request: HttpRequest, user: User, shown: dict[str, object]) -> HttpResponse:
    """The page with a password link to hand over."""
    note(What.LINKED, request, user=user, about=author_name(user))
    handed = _handed_over(request, reset.path_of(user))
    return render(request, "desk/password_link.html", {**shown, **handed, "hours": reset.HOURS})


def _disable(request: HttpRequest, user: User, congress: Congress) -> None:
    try:
        administration.disable(user, request, congress, request.POST.get("reason", "").strip()[:200])
    except DirectorError as refused:
        show_refusal(request, refused)


_DONE: dict[str, Callable[[HttpRequest, User, Congress], None]] = {
    "disable": _disable,
    "enable": lambda request, user, congress: administration.enable(user, request, congress),
    "sign-out": lambda request, user, congress: administration.sign_out(user, request, congress),
}
"""What an organiser can do to an account that they may manage."""


@official(Action.ORGANISE)
@never_cache
@require_http_methods(["GET", "HEAD"])
def log(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The log of a congress's accounts: sign-ins, including failed ones, roles, tokens and exports."""
    return _log(request, lines_for(congress, request.GET.get("of", "")), congress=congress)


@official(Action.STAFF)
@never_cache
@require_http_methods(["GET", "HEAD"])
def own_log(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """The log of the accounts of all congresses of an organisation and of all its people."""
    return _log(request, lines_of(organisation.number, request.GET.get("of", "")), organisation=organisation)


def _log(request: HttpRequest, lines: QuerySet[Logged], **where: object) -> HttpResponse:
    at = whole(request.GET.get("page"), 1) or 1
    found = list(lines[(at - 1) * LINES : at * LINES + 1])
    shown = {"who": author_name(request.user), "lines": found[:LINES], "older": at + 1 if len(found) > LINES else None}
    groups = {"groups": tuple(GROUPS), "of": request.GET.get("of", "")}
    return render(request, "desk/log.html", {**where, **shown, **groups})


@official(Action.ORGANISE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, congress: Congress, number: int) -> HttpResponse:
    """The page of an open invitation: its link, its QR code, and a button to cancel it."""
    found = get_object_or_404(Invitation.objects.filter(Invitation.still_open()), pk=number, congress=congress)
    if request.method == "POST":
        if request.POST.get("take_back") == "yes":
            Invitation.objects.filter(Invitation.still_open(), pk=found.pk).update(taken_back=timezone.now())
            note(What.UNINVITED, request, congress=congress, about=_invitation_text(found))
        return redirect("desk-officials", congress=congress.slug)
    shown = {"invitation": found, "office": office_of(found), **_handed_over(request, path_of(found))}
    return render(request, "desk/invitation.html", {"congress": congress, "who": author_name(request.user), **shown})


def _handed_over(request: HttpRequest, path: str) -> dict[str, object]:
    """A link to hand over: its address and its QR code, or why no phone can open it."""
    others = for_others(request)
    address = next(iter(others.addresses), request_address(request)) + path
    return {"address": address, "code": code(address) if others.addresses else "", "home": others}


def _invitation_text(made: Invitation) -> str:
    return f"{office_of(made)}{f', for {made.for_whom}' if made.for_whom else ''}"


def _me(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


@dataclass(frozen=True, slots=True)
class ListedOfficial:
    """An official in the list: the account, the name, the roles in words, and a problem with the account, if any."""

    user: User
    name: str
    roles: str
    matter: str


def _list_officials(congress: Congress) -> list[ListedOfficial]:
    roles: dict[User, list[str]] = {}
    for each in congress.officials.select_related("user", "event").order_by("role", "user__username"):
        roles.setdefault(each.user, []).append(plain(Office(congress, Role(each.role), each.event, each.contestant)))
    return [ListedOfficial(user, author_name(user), ", ".join(named), _matter(user)) for user, named in roles.items()]


def _matter(user: User) -> str:
    if user.is_active and throttle.locked_until(user.get_username()) is None:
        return ""
    return plain(capitalise(administration.state_of(user)))


def _page(
    request: HttpRequest, congress: Congress, inviting: InviteForm | None = None, giving: RoleForm | None = None
) -> HttpResponse:
    shown = {
        "congress": congress,
        "officials": _list_officials(congress),
        "open": [(each, office_of(each)) for each in congress.invitations.filter(Invitation.still_open())],
        "inviting": inviting or InviteForm(congress=congress),
        "giving": giving or RoleForm(congress=congress, auto_id="give_%s"),
        "give": giving is not None,
        "who": author_name(request.user),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if inviting or giving else HTTPStatus.OK
    return render(request, "desk/officials.html", shown, status=status)
