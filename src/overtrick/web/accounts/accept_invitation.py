"""The page that an invitation's link opens."""

from http import HTTPStatus

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from overtrick.web.accounts import invitations, people
from overtrick.web.accounts.forms import JoinForm
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import Invitation, What
from overtrick.web.congress.access import Action, called, may
from overtrick.web.telemetry.refusals import Refusal, note_refusal

TAKEN = "Somebody signs in under this name already. Choose another."


@never_cache
@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """Take a role: with a new account, or with the one that is signed in."""
    try:
        invitation = invitations.opened(token)
        return _asked(request, invitation)
    except invitations.NoSuchInvitation as refused:
        note_refusal(request, Refusal.LINK, refused.why)
        return render(request, "accounts/no_invitation.html", {"refused": refused}, status=HTTPStatus.FORBIDDEN)


def _asked(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    mine = request.user if isinstance(request.user, User) else None
    if request.method == "POST" and mine is not None and request.POST.get("as") == "me":
        invitations.take(invitation, mine)
        return _welcome(request, invitation, mine)
    form = JoinForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = _made(invitation, form)
        except IntegrityError:
            form.add_error("name", TAKEN)
        else:
            login(request, user)
            return _welcome(request, invitation, user)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    shown = {"form": form, "office": invitations.office_of(invitation), "invitation": invitation}
    return render(request, "accounts/invited.html", {**shown, "me": mine and called(mine)}, status=status)


@transaction.atomic
def _made(invitation: Invitation, form: JoinForm) -> User:
    """The account and its role, or neither."""
    given = form.cleaned_data
    user = people.make(people.NewAccount(given["name"], given["password"], given["full_name"], given.get("mail", "")))
    invitations.take(invitation, user)
    return user


def _welcome(request: HttpRequest, invitation: Invitation, user: User) -> HttpResponse:
    """To the desk of the congress, or of all where its desk is not theirs."""
    office = invitations.office_of(invitation)
    note(What.JOINED, request, user=user, congress=office.congress, about=f"{office}, invited by {invitation.by}")
    if may(user, Action.SEE, office.congress):
        return redirect("desk-congress", congress=office.congress.slug)
    return redirect("desk")
