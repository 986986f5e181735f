"""Error pages for people: in words, and made without the database."""

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
"""PostgreSQL's error code for a write in a read-only transaction."""


def server_error(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's own signature
    """The page for a fault of the server (500), or for a database that does not answer (503: nothing was stored)."""
    fault = sys.exc_info()[1]
    away = isinstance(fault, OperationalError | InterfaceError)
    if _of_a_standby(fault):  # there is a new primary: the next connection must find it
        away = True
        connection.close()
    response = _page("fault.html", 503 if away else 500, away=away)
    if away:
        response.headers["Retry-After"] = "5"
    return response


def _of_a_standby(fault: BaseException | None) -> bool:
    """Whether the database refused a write because it is a standby, as a former primary may be."""
    return isinstance(fault, DatabaseError) and getattr(fault.__cause__, "sqlstate", "") == READ_ONLY


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for a bad request: the wrong host name, too much of something, or malformed data."""
    what, why = next(
        ((what, why) for kind, what, why in _BAD if isinstance(exception, kind)), (Refusal.REQUEST, "malformed")
    )
    note_refusal(request, what, why)
    return _page("refused.html", 400, host=what is Refusal.HOST)


def form_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a form without a valid CSRF token."""
    note_refusal(request, Refusal.FORM, reason.partition(" - ")[0].rstrip("."))
    return _page("refused.html", 403, form=True)


class WayBack:
    """Middleware: a browser that opens an address which only accepts POST gets a page with a link back."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, with a page in words for an empty 405."""
        response = self.answer(request)
        if response.status_code == 405 and not response.content and request.method in ("GET", "HEAD"):
            response.content = render_to_string("refused.html", {"above": _parent_page(request.path_info)}).encode()
        return response


def _parent_page(path: str) -> str:
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
    """An error page that is not cached and does not depend on the request."""
    response = HttpResponse(render_to_string(template, shown), status=status)
    response.headers["Cache-Control"] = "no-store"
    return response
