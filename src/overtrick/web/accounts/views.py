"""Signing in, signing out, and the first run."""

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from overtrick.web.accounts import first_run, throttle
from overtrick.web.accounts.forms import FirstRunForm, SignInForm
from overtrick.web.watching import metrics

WRONG = "No account has this name and this password."
WAIT = "Too many wrong passwords. Wait fifteen minutes, or ask the chief director for a new password."


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
        name, address = form.cleaned_data["name"], throttle.address_of(request)
        if throttle.must_wait(name, address):
            outcome, status = "throttled", 429
            form.add_error(None, WAIT)
        else:
            user = authenticate(request, username=name, password=form.cleaned_data["password"])
            outcome = "wrong" if user is None else "in"
            if user is not None:
                throttle.succeeded(name, address)
                login(request, user)
            else:
                status = 401
                throttle.failed(name, address)
                form.add_error(None, WRONG)
        metrics.count("overtrick_sign_ins_total", outcome=outcome)
        if outcome == "in":
            return redirect(_onward(request))
    return render(request, "accounts/sign_in.html", {"form": form, "next": _onward(request)}, status=status)


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
    return render(request, "accounts/first_run.html", {"form": form}, status=400 if form.errors else 200)


def _onward(request: HttpRequest) -> str:
    """Where to go after signing in: the page that asked for it, if it is ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if ours else settings.LOGIN_REDIRECT_URL
