"""Addresses that no database can be asked about."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse


class NoNul:
    """Middleware: at an address with a NUL in it there is nothing, whoever would have looked it up first."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, unless PostgreSQL could not be asked: it keeps no NUL in a text."""
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise Http404
        return self.answer(request)
