"""Signing in, signing out, and the first run."""

from time import time
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from overtrick.web.accounts import administration, first_run, passkeys, reset, second_factor, throttle
from overtrick.web.accounts.forms import FirstRunForm, NewPasswordForm, SignInForm
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import What
from overtrick.web.accounts.throttle import WAIT
from overtrick.web.congress.access import called
from overtrick.web.telemetry import metrics
from overtrick.web.telemetry.refusals import Refusal, address_of, note_refusal
from overtrick.web.translation import plain

PENDING = "second"
"""What a session has of who has given the password and not yet the second factor."""
PATIENCE = 600
"""Seconds in which the second factor is to follow the password."""
WRONG = "No account has this name and this password."
_COUNTED = {What.SIGNED_IN: "in", What.WRONG: "wrong", What.LOCKED: "throttled"}


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign an official in, unless too many guesses were made."""
    if first_run.wanted():
        return redirect("first-run")
    form = SignInForm(request.POST or None)
    status = 200
    if request.method == "POST" and form.is_valid():
        name, address = form.cleaned_data["name"], address_of(request)
        whose = User.objects.filter(username__iexact=name.strip()).first()
        if not throttle.admitted(name, address):
            outcome, status = What.LOCKED, 429
            form.add_error(None, WAIT)
        else:
            user = authenticate(request, username=name, password=form.cleaned_data["password"])
            outcome = What.WRONG if user is None else What.SIGNED_IN
            if isinstance(user, User) and second_factor.wanted(user):
                request.session[PENDING] = [user.pk, int(time()) + PATIENCE]
                return redirect(f"{reverse('sign-in-second')}?{urlencode({'next': _onward(request)})}")
            if user is not None:
                throttle.succeeded(name, address)
                login(request, user)
            else:
                status = 401
                form.add_error(None, WRONG)
        metrics.SIGN_INS.labels(_COUNTED[outcome]).inc()
        about = "" if outcome is What.SIGNED_IN else f"as {called(whose)}" if whose else "under a name that nobody has"
        note(outcome, request, user=whose, about=about)
        if outcome is What.SIGNED_IN:
            return redirect(_onward(request))
    return render(request, "accounts/sign_in.html", {"form": form, "next": _onward(request)}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_second(request: HttpRequest) -> HttpResponse:
    """The second factor, of who has given the password a moment ago; guesses count as those of the password."""
    number, until = request.session.get(PENDING, (0, 0))
    user = User.objects.filter(pk=number, is_active=True).first() if time() < until else None
    if user is None:
        return redirect("sign-in")
    status, told = 200, ""
    if request.method == "POST":
        address = address_of(request)
        if not throttle.admitted(user.get_username(), address):
            status, told = 429, WAIT
            note(What.LOCKED, request, user=user, about=f"as {called(user)}")
            metrics.SIGN_INS.labels("throttled").inc()
        else:
            how, told, why = _second_shown(request, user)
            if how:
                throttle.succeeded(user.get_username(), address)
                login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
                request.session.pop(PENDING, None)
                note(What.SIGNED_IN, request, user=user, about=how)
                metrics.SIGN_INS.labels("in").inc()
                return redirect(_onward(request))
            status = 401
            note(What.WRONG, request, user=user, about=f"as {called(user)}, with the right password{why}")
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


def _second_shown(request: HttpRequest, user: User) -> tuple[str, str, str]:
    """How the second factor was shown; or what the person is told, and what the log is."""
    if "answer" in request.POST:
        try:
            used = passkeys.shown(user, passkeys.site_of(request), request.session, request.POST["answer"])
        except passkeys.PasskeyRefused as refused:
            return "", plain(refused), f"; passkey: {refused.why}"
        return f"by the passkey “{used.name}”", "", ""
    how = second_factor.right(user, request.POST.get("code", "")[:40])
    return how, "" if how else "This code is not right, or was used already. Wait for the next one.", ""


@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign an official out; by a button, never by a link."""
    logout(request)
    return redirect("sign-in")


@never_cache
@sensitive_post_parameters("password", "again", "key")
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """The first run: make the chief director's account and the first congress."""
    if not first_run.wanted():
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
    """For who has forgotten the password: a link by mail where there is mail, and whom to ask where not."""
    sent = request.method == "POST" and reset.by_mail()
    if sent:
        reset.send_link(request, request.POST.get("name", "")[:254])
    return render(request, "accounts/forgot.html", {"by_mail": reset.by_mail(), "sent": sent})


@never_cache
@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, token: str) -> HttpResponse:
    """Choose a new password by a link; whoever was signed in with the old one is signed out."""
    user = reset.opened(token)
    if user is None:
        note_refusal(request, Refusal.LINK, "changed, used or expired")
        return render(request, "accounts/no_reset.html", status=403)
    form = NewPasswordForm(request.POST or None, whose=user.get_username())
    if request.method == "POST" and form.is_valid():
        administration.set_password(user, form.cleaned_data["password"], request)
        logout(request)
        messages.success(request, "Your password is changed. Sign in with it.")
        return redirect("sign-in")
    shown = {"form": form, "user": user}
    return render(request, "accounts/new_password.html", shown, status=422 if form.errors else 200)


def _onward(request: HttpRequest) -> str:
    """Where to go after signing in: the page that asked for it, if it is ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if ours else settings.LOGIN_REDIRECT_URL
