"""What a person is shown when an answer cannot be made: in words, and without the database."""

import sys
from collections.abc import Callable

from django.core.exceptions import (
    DisallowedHost,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve

from overtrick.web.telemetry.refusals import Refusal, note_refusal

_BAD: tuple[tuple[type[Exception], Refusal, str], ...] = (
    (DisallowedHost, Refusal.HOST, "not a name of this server"),
    (RequestDataTooBig, Refusal.BODY, "too large"),
    (TooManyFieldsSent, Refusal.BODY, "too many fields"),
    (TooManyFilesSent, Refusal.BODY, "too many files"),
)

READ_ONLY = "25006"
"""PostgreSQL's own code for a write where nothing can be written."""


def server_error(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's own signature
    """A fault of ours (500), or a database that does not answer (503: nothing was kept, send it again)."""
    fault = sys.exc_info()[1]
    away = isinstance(fault, OperationalError | InterfaceError)
    if _of_a_standby(fault):  # the primary is another one now: the next line must look for it
        away = True
        connection.close()
    response = _page("fault.html", 503 if away else 500, away=away)
    if away:
        response.headers["Retry-After"] = "5"
    return response


def _of_a_standby(fault: BaseException | None) -> bool:
    """Whether a database refused to write because it follows another one, as one that led before it does."""
    return isinstance(fault, DatabaseError) and getattr(fault.__cause__, "sqlstate", "") == READ_ONLY


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that is none: for a name that is not this server's, too much of something, or malformed."""
    what, why = next(
        ((what, why) for kind, what, why in _BAD if isinstance(exception, kind)), (Refusal.REQUEST, "malformed")
    )
    note_refusal(request, what, why)
    return _page("refused.html", 400, host=what is Refusal.HOST)


def form_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that does not prove to come from a page of ours (CSRF)."""
    note_refusal(request, Refusal.FORM, reason.partition(" - ")[0].rstrip("."))
    return _page("refused.html", 403, form=True)


class WayBack:
    """Middleware: whoever opens an address that only takes a form sees a page that leads back, and not an error."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and say 405 in words."""
        response = self.answer(request)
        if response.status_code == 405 and not response.content and request.method in ("GET", "HEAD"):
            response.content = render_to_string("refused.html", {"above": _above(request.path_info)}).encode()
        return response


def _above(path: str) -> str:
    """The nearest page above an address."""
    while path.strip("/"):
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        break
    return path


def _page(template: str, status: int, **shown: bool) -> HttpResponse:
    """A page that nobody keeps; nothing of the request is asked for it."""
    response = HttpResponse(render_to_string(template, shown), status=status)
    response.headers["Cache-Control"] = "no-store"
    return response
