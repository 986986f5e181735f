"""Where a browser asks to be told of a contestant: the key it asks with, and the asking."""

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
from overtrick.web.public.pages import record_or_404
from overtrick.web.push.subscriptions import push_key, subscribe, unsubscribe
from overtrick.web.telemetry.refusals import Refusal, address_of, note_refusal
from overtrick.web.translation import plain


@csrf_exempt  # no cookie says who asks, and who asks speaks of its own browser alone
@never_cache
@require_http_methods(["GET", "POST"])
def push(request: HttpRequest, event: str) -> JsonResponse:
    """The installation's public key; posting, a browser is told of a contestant from now on, or no longer."""
    record = record_or_404(event)
    if request.method == "GET":
        return JsonResponse({"key": push_key().public})
    if not admitted_to_subscribe(address_of(request)):
        note_refusal(request, Refusal.THROTTLED, "push")
        return JsonResponse(
            {"refused": plain(phrase("Too many ask from here. Wait fifteen minutes."))},
            status=HTTPStatus.TOO_MANY_REQUESTS,
        )
    try:
        said = read_json(request.body, "The message", largest=limits.MESSAGE)
    except DirectorError as refused:
        note_refusal(request, Refusal.BODY, bound_of(refused))
        said = None
    try:
        if not isinstance(said, dict):
            said = {"on": True}  # which is refused in words
        (subscribe if said.get("on") is True else unsubscribe)(record, said)
    except DirectorError as refused:
        return JsonResponse({"refused": plain(refused.phrased)}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return JsonResponse({"on": said.get("on") is True})


@require_GET
def worker(_: HttpRequest) -> HttpResponse:
    """The script that shows what a browser is told when no page is open; it keeps nothing, and answers no request."""
    script = files("overtrick.web") / "static" / "overtrick" / "push-worker.js"
    return HttpResponse(script.read_text(encoding="utf-8"), content_type="text/javascript; charset=utf-8")
