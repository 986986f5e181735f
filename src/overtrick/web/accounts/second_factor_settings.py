"""One's own second factor: authenticator codes, passkeys and paper codes. Every change asks for the password."""

from http import HTTPStatus
from time import time

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from overtrick.core.wording import Said, phrase
from overtrick.web.accounts import passkeys, second_factor, sessions
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import What
from overtrick.web.accounts.my_account import LONG, me, page, password_fault
from overtrick.web.accounts.throttle import WAIT
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.addresses import code
from overtrick.web.translation import plain

ADDING = "passkey to add"
"""The session key under which a user who gave the password may add a passkey: its name, and until when."""
NAMELESS = phrase("Passkey")


@official(Action.OWN)
@never_cache
@sensitive_post_parameters("old")
@require_http_methods(["GET", "HEAD", "POST"])
def second_factor_page(request: HttpRequest) -> HttpResponse:
    """The page that turns the phone's codes on or off, adds or removes passkeys and makes new paper codes."""
    wrong: Said = ""
    status = HTTPStatus.OK
    if request.method == "POST":
        if "code" in request.POST:
            if answer := _confirm(request):
                return answer
            wrong = phrase("This code is wrong. Check the clock on your phone and try the next code.")
        else:
            wrong = password_fault(request, request.POST.get("old", "")[:LONG])
            if not wrong:
                return _handle_action(request, me(request))
        status = HTTPStatus.TOO_MANY_REQUESTS if wrong == WAIT else HTTPStatus.UNPROCESSABLE_ENTITY
    return page(request, "second", {**_context(request, me(request)), "wrong": wrong}, status)


def _context(request: HttpRequest, user: User) -> dict[str, object]:
    secret, site = second_factor.waiting(user), passkeys.site_of(request)
    address = second_factor.address(secret, user.get_username(), request.get_host()) if secret else ""
    return {
        "on": second_factor.is_enabled(user),
        "phone": second_factor.by_phone(user),
        "left": second_factor.papers_left(user),
        "secret": secret,
        "code": code(address) if address else "",
        "passkeys": passkeys.passkeys_of(user),
        "host": site.host,
        "why_not": site.why_not,
    }


def _confirm(request: HttpRequest) -> HttpResponse | None:
    user, before = me(request), second_factor.is_enabled(me(request))
    if not second_factor.confirm(user, request.POST["code"][:40]):
        return None
    note(What.SECOND_ON, request, user=user, about="codes from the phone")
    return _switched_on(request, user, before=before)


def _switched_on(request: HttpRequest, user: User, *, before: bool) -> HttpResponse:
    """Show paper codes if this is the user's first second factor; sign other browsers out in any case."""
    sessions.end_others(user, request.session.session_key)
    if before and second_factor.papers_left(user):
        return redirect("account-second")
    return page(request, "papers", {"papers": second_factor.new_papers(user)})


def _handle_action(request: HttpRequest, user: User) -> HttpResponse:
    """Make the change that was asked for; the password has been checked."""
    wanted, number = request.POST.get("do", ""), request.POST.get("passkey", "")
    if wanted == "passkey":
        name = " ".join(request.POST.get("name", "").split())[:60] or plain(NAMELESS)
        request.session[ADDING] = [name, int(time()) + passkeys.PATIENCE]
        return redirect("account-passkey")
    if wanted == "papers" and second_factor.is_enabled(user):
        return page(request, "papers", {"papers": second_factor.new_papers(user)})
    if wanted == "off":
        second_factor.remove_factor(user, None)
        sessions.end_others(user, request.session.session_key)
        note(What.SECOND_OFF, request, user=user, about="codes from the phone")
    elif wanted == "remove" and number.isdecimal():
        if gone := second_factor.remove_factor(user, int(number[:12])):
            sessions.end_others(user, request.session.session_key)
            note(What.PASSKEY_REMOVED, request, user=user, about=f"{gone.name}, for {gone.host}")
    elif wanted == "begin" and not second_factor.by_phone(user):
        second_factor.begin(user)
    return redirect("account-second")


@official(Action.OWN)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def add_passkey(request: HttpRequest) -> HttpResponse:
    """The page where the browser makes a passkey and it is added. The password must have been given just before."""
    user, site = me(request), passkeys.site_of(request)
    name, until = request.session.get(ADDING, ("", 0))
    if time() > until or site.why_not:
        return redirect("account-second")
    told, status = "", HTTPStatus.OK
    if request.method == "POST":
        before = second_factor.is_enabled(user)
        try:
            made = passkeys.add(user, site, request.session, request.POST.get("answer", ""), name)
        except passkeys.PasskeyRefused as refused:
            told, status = plain(refused), HTTPStatus.UNPROCESSABLE_ENTITY
        else:
            request.session.pop(ADDING, None)
            note(What.PASSKEY_ADDED, request, user=user, about=f"{made.name}, for {made.host}")
            return _switched_on(request, user, before=before)
    asked = passkeys.ask_to_add(user, site, request.session)
    return page(request, "passkey", {"asked": asked, "name": name, "told": told}, status)
