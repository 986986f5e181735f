"""One's own account: the page of it, and the password."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from overtrick.web.accounts import reset, second_factor, sessions, throttle
from overtrick.web.accounts.forms import ChangePasswordForm, MailForm
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import What
from overtrick.web.accounts.throttle import WAIT
from overtrick.web.congress.access import Action, called, official
from overtrick.web.telemetry.refusals import address_of

NOT_YOURS = "This is not your password."
LONG = 201
"""Of what is typed for a password so much is looked at: longer than any is, so that none is cut to a right one."""


def me(request: HttpRequest) -> User:
    """Who is signed in."""
    assert isinstance(request.user, User)  # noqa: S101 - who has signed in is somebody
    return request.user


def page(request: HttpRequest, template: str, shown: dict[str, object], status: int = HTTPStatus.OK) -> HttpResponse:
    """A page of one's own account."""
    return render(request, f"accounts/{template}.html", {"who": called(request.user), **shown}, status=status)


@official(Action.OWN)
@never_cache
@require_http_methods(["GET", "HEAD"])
def account(request: HttpRequest) -> HttpResponse:
    """What there is to know and to change about one's own account."""
    return page(
        request,
        "account",
        {"user": me(request), "by_mail": reset.by_mail(), "second": second_factor.wanted(me(request))},
    )


@official(Action.OWN)
@never_cache
@sensitive_post_parameters("old", "password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Change the password; every other browser that is signed in is signed out by it."""
    form = ChangePasswordForm(request.POST or None, whose=me(request).get_username())
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            wrong = doubted(request, form.cleaned_data["old"])
            if not wrong:
                _change(request, form.cleaned_data["password"])
                return redirect("account")
            form.add_error("old", wrong)
            status = HTTPStatus.TOO_MANY_REQUESTS if wrong == WAIT else status
    return page(request, "password", {"form": form}, status)


@official(Action.OWN)
@never_cache
@sensitive_post_parameters("old")
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    """The mail address that a link for a new password is sent to."""
    user = me(request)
    form = MailForm(request.POST or None, initial={"mail": user.email})
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        wrong = doubted(request, form.cleaned_data["old"]) if form.is_valid() else ""
        if form.is_valid() and not wrong:
            User.objects.filter(pk=user.pk).update(email=form.cleaned_data["mail"])
            note(What.MAIL, request, user=user)
            messages.success(request, "Your mail address is kept.")
            return redirect("account")
        if wrong:
            form.add_error("old", wrong)
            status = HTTPStatus.TOO_MANY_REQUESTS if wrong == WAIT else status
    return page(request, "mail", {"form": form}, status)


def doubted(request: HttpRequest, given: str) -> str:
    """Why a password is not taken for that of who is signed in, or nothing; guesses count as those at the sign-in."""
    user, address = me(request), address_of(request)
    if not throttle.admitted(user.get_username(), address):
        note(What.LOCKED, request, user=user)
        return WAIT
    if not user.check_password(given):
        note(What.WRONG, request, user=user, about="on the page of the account")
        return NOT_YOURS
    throttle.succeeded(user.get_username(), address)
    return ""


def _change(request: HttpRequest, new: str) -> None:
    user = me(request)
    user.set_password(new)
    user.save(update_fields=["password"])
    update_session_auth_hash(request, user)
    sessions.remember(User, request, user)
    note(What.PASSWORD, request, user=user)
    messages.success(request, "Your password is changed. Every other browser you were signed in with is signed out.")


@official(Action.OWN)
@never_cache
@sensitive_post_parameters("old")
@require_http_methods(["GET", "HEAD", "POST"])
def own_sessions(request: HttpRequest) -> HttpResponse:
    """Where one is signed in; with the password, end one of them, or all others."""
    user = me(request)
    here = request.session.session_key
    wanted, wrong = request.POST.get("end", ""), ""
    status = HTTPStatus.OK
    if request.method == "POST":
        known = wanted == "others" or wanted.isdecimal()
        wrong = doubted(request, request.POST.get("old", "")[:LONG]) if known else ""
        if known and not wrong:
            ended = sessions.end_others(user, here) if wanted == "others" else sessions.end(user, int(wanted[:12]))
            note(What.ENDED, request, user=user, about=f"{ended} of their own browsers")
            return redirect("account-sessions")
        status = HTTPStatus.TOO_MANY_REQUESTS if wrong == WAIT else HTTPStatus.UNPROCESSABLE_ENTITY
    listed = [(each, each.session_id == here) for each in sessions.of(user)]
    return page(request, "sessions", {"listed": listed, "wrong": wrong}, status)
