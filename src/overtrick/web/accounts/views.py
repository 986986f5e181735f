"""Signing in and out, the first run, a forgotten password, and accepting an invitation."""

from http import HTTPStatus
from time import time
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from overtrick.core.wording import Said, phrase
from overtrick.web.accounts import (
    administration,
    first_run,
    invitations,
    passkeys,
    people,
    reset,
    second_factor,
    throttle,
)
from overtrick.web.accounts.forms import FirstRunForm, JoinForm, NewPasswordForm, SignInForm
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import Invitation, What
from overtrick.web.accounts.throttle import WAIT
from overtrick.web.congress.access import Action, author_name, may
from overtrick.web.telemetry import metrics
from overtrick.web.telemetry.refusals import Refusal, address_of, note_refusal
from overtrick.web.translation import plain

PENDING = "second"
"""The session key of a user who has given the password and not yet the second factor."""
PATIENCE = 600
"""Seconds within which the second factor must follow the password."""
WRONG = phrase("Wrong sign-in name or password.")
_COUNTED = {What.SIGNED_IN: "in", What.WRONG: "wrong", What.LOCKED: "throttled"}


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """The sign-in page; it refuses for a while after too many wrong passwords."""
    if first_run.is_needed():
        return redirect("first-run")
    form = SignInForm(request.POST or None)
    status = 200
    if request.method == "POST" and form.is_valid():
        name, address = form.cleaned_data["name"], address_of(request)
        whose = User.objects.filter(username__iexact=name.strip()).first()
        if not throttle.admit(name, address):
            outcome, status = What.LOCKED, 429
            form.add_error(None, plain(WAIT))
        else:
            user = authenticate(request, username=name, password=form.cleaned_data["password"])
            outcome = What.WRONG if user is None else What.SIGNED_IN
            if isinstance(user, User) and second_factor.is_enabled(user):
                request.session[PENDING] = [user.pk, int(time()) + PATIENCE]
                return redirect(f"{reverse('sign-in-second')}?{urlencode({'next': _onward(request)})}")
            if user is not None:
                throttle.clear_failures(name, address)
                login(request, user)
            else:
                status = 401
                form.add_error(None, plain(WRONG))
        metrics.SIGN_INS.labels(_COUNTED[outcome]).inc()
        about = (
            "" if outcome is What.SIGNED_IN else f"as {author_name(whose)}" if whose else "under a name that nobody has"
        )
        note(outcome, request, user=whose, about=about)
        if outcome is What.SIGNED_IN:
            return redirect(_onward(request))
    return render(request, "accounts/sign_in.html", {"form": form, "next": _onward(request)}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_second(request: HttpRequest) -> HttpResponse:
    """The page that asks for the second factor after the password. Guesses count like those of the password."""
    number, until = request.session.get(PENDING, (0, 0))
    user = User.objects.filter(pk=number, is_active=True).first() if time() < until else None
    if user is None:
        return redirect("sign-in")
    status = 200
    told: Said = ""
    if request.method == "POST":
        address = address_of(request)
        if not throttle.admit(user.get_username(), address):
            status, told = 429, WAIT
            note(What.LOCKED, request, user=user, about=f"as {author_name(user)}")
            metrics.SIGN_INS.labels("throttled").inc()
        else:
            how, told, why = _second_shown(request, user)
            if how:
                throttle.clear_failures(user.get_username(), address)
                login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
                request.session.pop(PENDING, None)
                note(What.SIGNED_IN, request, user=user, about=how)
                metrics.SIGN_INS.labels("in").inc()
                return redirect(_onward(request))
            status = 401
            note(What.WRONG, request, user=user, about=f"as {author_name(user)}, with the right password{why}")
            metrics.SIGN_INS.labels("wrong").inc()
    site = passkeys.site_of(request)
    here = not site.why_not and passkeys.passkeys_of(user, site).exists()
    shown = {
        "told": told,
        "next": _onward(request),
        "phone": second_factor.by_phone(user),
        "asked": passkeys.ask_to_show(user, site, request.session) if here else "",
        "elsewhere": "" if here else ", ".join(sorted({each.host for each in passkeys.passkeys_of(user)})),
    }
    return render(request, "accounts/second_asked.html", shown, status=status)


def _second_shown(request: HttpRequest, user: User) -> tuple[str, Said, str]:
    """How the second factor was verified, the message to the user, and the reason for the log."""
    if "answer" in request.POST:
        try:
            used = passkeys.verify_passkey(user, passkeys.site_of(request), request.session, request.POST["answer"])
        except passkeys.PasskeyRefused as refused:
            return "", plain(refused), f"; passkey: {refused.why}"
        return f"by the passkey “{used.name}”", "", ""
    how = second_factor.right(user, request.POST.get("code", "")[:40])
    return (
        how,
        ""
        if how
        else phrase("This code is wrong or has been used. Try the next code from your app, or another recovery code."),
        "",
    )


@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign the user out; this needs a POST, so that no link can do it."""
    logout(request)
    return redirect("sign-in")


@never_cache
@sensitive_post_parameters("password", "again", "key")
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """The first-run page, which creates the chief director's account and the first congress."""
    if not first_run.is_needed():
        return redirect("sign-in")
    form = FirstRunForm(request.POST or None, initial={"key": request.GET.get("key", "")})
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        user = first_run.begin(
            first_run.Beginning(
                asked["name"], asked["password"], asked["congress"], asked["venue"], starts=asked["starts"]
            )
        )
        login(request, user)
        return redirect(settings.LOGIN_REDIRECT_URL)
    if form.has_error("key"):
        note_refusal(request, Refusal.SIGN_IN, "the key of the first run")
    return render(request, "accounts/first_run.html", {"form": form}, status=400 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgot(request: HttpRequest) -> HttpResponse:
    """The page for a forgotten password: it sends a link by email, or says whom to ask if the server sends none."""
    sent = request.method == "POST" and reset.by_mail()
    if sent:
        reset.send_link(request, request.POST.get("name", "")[:254])
    return render(request, "accounts/forgot.html", {"by_mail": reset.by_mail(), "sent": sent})


@never_cache
@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, token: str) -> HttpResponse:
    """The page where a link lets a user choose a new password; it signs them out everywhere."""
    user = reset.open_link(token)
    if user is None:
        note_refusal(request, Refusal.LINK, "changed, used or expired")
        return render(request, "accounts/no_reset.html", status=403)
    form = NewPasswordForm(request.POST or None, whose=user.get_username())
    if request.method == "POST" and form.is_valid():
        administration.set_password(user, form.cleaned_data["password"], request)
        logout(request)
        messages.success(request, plain(phrase("Password changed. Sign in with the new password.")))
        return redirect("sign-in")
    shown = {"form": form, "user": user}
    return render(request, "accounts/new_password.html", shown, status=422 if form.errors else 200)


@never_cache
@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def accept_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The page that accepts a role, with a new account or with the one that is signed in."""
    try:
        invitation = invitations.open_link(token)
        return _accept(request, invitation)
    except invitations.NoSuchInvitation as refused:
        note_refusal(request, Refusal.LINK, refused.why)
        return render(request, "accounts/no_invitation.html", {"refused": refused}, status=HTTPStatus.FORBIDDEN)


def _accept(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    mine = request.user if isinstance(request.user, User) else None
    if request.method == "POST" and mine is not None and request.POST.get("as") == "me":
        invitations.take(invitation, mine)
        return _welcome(request, invitation, mine)
    form = JoinForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = _account_of(invitation, form)
        except IntegrityError:
            form.add_error("name", plain(people.TAKEN))
        else:
            login(request, user)
            return _welcome(request, invitation, user)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    shown = {"form": form, "office": invitations.office_of(invitation), "invitation": invitation}
    return render(request, "accounts/invited.html", {**shown, "me": mine and author_name(mine)}, status=status)


@transaction.atomic
def _account_of(invitation: Invitation, form: JoinForm) -> User:
    """Create the account and give it its role, or do neither."""
    given = form.cleaned_data
    user = people.make(people.NewAccount(given["name"], given["password"], given["full_name"], given.get("mail", "")))
    invitations.take(invitation, user)
    return user


def _welcome(request: HttpRequest, invitation: Invitation, user: User) -> HttpResponse:
    """Redirect to the congress's desk, or to the list of desks if this role does not open it."""
    office = invitations.office_of(invitation)
    note(What.JOINED, request, user=user, congress=office.congress, about=f"{office}, invited by {invitation.by}")
    if may(user, Action.SEE, office.congress):
        return redirect("desk-congress", congress=office.congress.slug)
    return redirect("desk")


def _onward(request: HttpRequest) -> str:
    """The address to go to after signing in: the page that asked for it, if it is on this server."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if ours else resolve_url(settings.LOGIN_REDIRECT_URL)
