"""The pages of one's own account: overview, password, email address and sessions."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from overtrick.core.wording import Said, phrase
from overtrick.web.accounts import reset, second_factor, sessions, throttle
from overtrick.web.accounts.forms import ChangePasswordForm, MailForm
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import What
from overtrick.web.accounts.throttle import WAIT
from overtrick.web.congress.access import Action, author_name, official
from overtrick.web.telemetry.refusals import address_of
from overtrick.web.translation import plain

NOT_YOURS = phrase("The password is wrong.")
LONG = 201
"""How many characters of a typed password are read: more than any password has, so that no cut can make it match."""


def me(request: HttpRequest) -> User:
    """The user who is signed in."""
    assert isinstance(request.user, User)  # noqa: S101 - `official` lets only users through
    return request.user


def page(request: HttpRequest, template: str, shown: dict[str, object], status: int = HTTPStatus.OK) -> HttpResponse:
    """Render a page of one's own account."""
    return render(request, f"accounts/{template}.html", {"who": author_name(request.user), **shown}, status=status)


@official(Action.OWN)
@never_cache
@require_http_methods(["GET", "HEAD"])
def account(request: HttpRequest) -> HttpResponse:
    """The overview of one's own account."""
    return page(
        request,
        "account",
        {"user": me(request), "by_mail": reset.by_mail(), "second": second_factor.is_enabled(me(request))},
    )


@official(Action.OWN)
@never_cache
@sensitive_post_parameters("old", "password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """The page that changes the password, which signs every other browser out."""
    form = ChangePasswordForm(request.POST or None, whose=me(request).get_username())
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            wrong = password_fault(request, form.cleaned_data["old"])
            if not wrong:
                _change(request, form.cleaned_data["password"])
                return redirect("account")
            form.add_error("old", plain(wrong))
            status = HTTPStatus.TOO_MANY_REQUESTS if wrong == WAIT else status
    return page(request, "password", {"form": form}, status)


@official(Action.OWN)
@never_cache
@sensitive_post_parameters("old")
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    """The page for the email address that password links are sent to."""
    user = me(request)
    form = MailForm(request.POST or None, initial={"mail": user.email})
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        wrong = password_fault(request, form.cleaned_data["old"]) if form.is_valid() else ""
        if form.is_valid() and not wrong:
            User.objects.filter(pk=user.pk).update(email=form.cleaned_data["mail"])
            note(What.MAIL, request, user=user)
            messages.success(request, plain(phrase("The change to your email address was saved.")))
            return redirect("account")
        if wrong:
            form.add_error("old", plain(wrong))
            status = HTTPStatus.TOO_MANY_REQUESTS if wrong == WAIT else status
    return page(request, "mail", {"form": form}, status)


def password_fault(request: HttpRequest, given: str) -> Said:
    """The reason why this is not accepted as the user's password; empty if it is. Guesses count as sign-in attempts."""
    user, address = me(request), address_of(request)
    if not throttle.admit(user.get_username(), address):
        note(What.LOCKED, request, user=user)
        return WAIT
    if not user.check_password(given):
        note(What.WRONG, request, user=user, about="on the page of the account")
        return NOT_YOURS
    throttle.clear_failures(user.get_username(), address)
    return ""


def _change(request: HttpRequest, new: str) -> None:
    user = me(request)
    user.set_password(new)
    user.save(update_fields=["password"])
    update_session_auth_hash(request, user)
    sessions.remember(User, request, user)
    note(What.PASSWORD, request, user=user)
    changed = phrase("Password changed. You have been signed out of every other browser.")
    messages.success(request, plain(changed))


@official(Action.OWN)
@never_cache
@sensitive_post_parameters("old")
@require_http_methods(["GET", "HEAD", "POST"])
def own_sessions(request: HttpRequest) -> HttpResponse:
    """The page that lists one's own sessions; with the password, it ends one of them or all others."""
    user = me(request)
    here = request.session.session_key
    wanted = request.POST.get("end", "")
    wrong: Said = ""
    status = HTTPStatus.OK
    if request.method == "POST":
        known = wanted == "others" or wanted.isdecimal()
        wrong = password_fault(request, request.POST.get("old", "")[:LONG]) if known else ""
        if known and not wrong:
            ended = sessions.end_others(user, here) if wanted == "others" else sessions.end(user, int(wanted[:12]))
            note(What.ENDED, request, user=user, about=f"{ended} of their own browsers")
            return redirect("account-sessions")
        status = HTTPStatus.TOO_MANY_REQUESTS if wrong == WAIT else HTTPStatus.UNPROCESSABLE_ENTITY
    listed = [
        (each, sessions.browser_name(each.browser), each.session_id == here) for each in sessions.sessions_of(user)
    ]
    return page(request, "sessions", {"listed": listed, "wrong": wrong}, status)
