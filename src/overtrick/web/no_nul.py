"""Addresses that no database can be asked about, and forms that it could not keep."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
SAID = "A field of this form has a NUL in it."


class NoNul:
    """Middleware: at an address with a NUL in it there is nothing, whoever would have looked it up first.

    Nor is a form with one in a field read: no keyboard types it. Files may have them, and their readers say so.
    """

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, unless PostgreSQL could not be asked: it keeps no NUL in a text."""
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise Http404
        if request.content_type == FORM and (b"%00" in request.body or b"\0" in request.body):
            raise BadRequest(SAID)
        return self.answer(request)

    def process_view(self, request: HttpRequest, view: Callable[..., Any], _args: object, _words: object) -> None:
        """Read the fields beside a file, where they are read for their token anyway; not where a view reads a body."""
        if request.content_type != MULTIPART or getattr(view, "csrf_exempt", False):
            return
        if any("\0" in value for _name, values in request.POST.lists() for value in values):
            raise BadRequest(SAID)
