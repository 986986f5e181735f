"""What a person is shown when an answer cannot be made: in words, and without the database."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string


def server_error(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's own signature
    """A fault of ours (500), or a database that does not answer (503: nothing was kept, send it again)."""
    fault = sys.exc_info()[1]
    away = isinstance(fault, OperationalError | InterfaceError)
    page = render_to_string("fault.html", {"away": away})
    response = HttpResponse(page, status=503 if away else 500)
    response.headers["Cache-Control"] = "no-store"
    if away:
        response.headers["Retry-After"] = "5"
    return response
