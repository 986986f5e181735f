"""Notifications about a contestant: the public key for browsers, subscribing and unsubscribing."""

from http import HTTPStatus
from importlib.resources import files

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.wording import phrase
from overtrick.formats.given_json import bound_of, read_json
from overtrick.web.accounts.throttle import admitted_to_subscribe
from overtrick.web.exchange.push.subscriptions import push_key, subscribe, unsubscribe
from overtrick.web.public.pages import record_or_404
from overtrick.web.telemetry.refusals import Refusal, address_of, note_refusal
from overtrick.web.translation import plain


@csrf_exempt  # no cookie is used, and a request concerns only its own browser
@never_cache
@require_http_methods(["GET", "POST"])
def push(request: HttpRequest, event: str) -> JsonResponse:
    """Return the installation's public key; a POST turns notifications about a contestant on or off."""
    record = record_or_404(event)
    if request.method == "GET":
        return JsonResponse({"key": push_key().public})
    if not admitted_to_subscribe(address_of(request)):
        note_refusal(request, Refusal.THROTTLED, "push")
        return JsonResponse(
            {"refused": plain(phrase("Too many requests from this address. Wait 15 minutes."))},
            status=HTTPStatus.TOO_MANY_REQUESTS,
        )
    try:
        said = read_json(request.body, "The message", largest=limits.MESSAGE)
    except DirectorError as refused:
        note_refusal(request, Refusal.BODY, bound_of(refused))
        said = None
    try:
        if not isinstance(said, dict):
            said = {"on": True}  # this is refused in words
        (subscribe if said.get("on") is True else unsubscribe)(record, said)
    except DirectorError as refused:
        return JsonResponse({"refused": plain(refused.phrased)}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return JsonResponse({"on": said.get("on") is True})


@require_GET
def worker(_: HttpRequest) -> HttpResponse:
    """The script that shows notifications when no page is open; it caches nothing and answers no requests."""
    script = files("overtrick.web") / "static" / "overtrick" / "push-worker.js"
    return HttpResponse(script.read_text(encoding="utf-8"), content_type="text/javascript; charset=utf-8")
