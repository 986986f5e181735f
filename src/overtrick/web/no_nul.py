"""Refusing NUL characters in addresses and forms, since PostgreSQL cannot store or look them up."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
SAID = "A field of this form contains a NUL character."


class NoNul:
    """Middleware: answers an address with a NUL with a 404, before any view looks it up.

    A form with a NUL in a field is refused, since no keyboard types one. Files may contain them; their readers say so.
    """

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, unless its address or its form contains a NUL."""
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise Http404
        if request.content_type == FORM and (b"%00" in request.body or b"\0" in request.body):
            raise BadRequest(SAID)
        return self.answer(request)

    def process_view(self, request: HttpRequest, view: Callable[..., Any], _args: object, _words: object) -> None:
        """Check the fields of a form with files, unless the view is exempt from CSRF and may read the body itself."""
        if request.content_type != MULTIPART or getattr(view, "csrf_exempt", False):
            return
        if any("\0" in value for _name, values in request.POST.lists() for value in values):
            raise BadRequest(SAID)
