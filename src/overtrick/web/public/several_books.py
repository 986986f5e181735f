"""Pages over several books: known by where every book ends, and asked for again by the browser while books are read."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response

from overtrick.web.congress.heats import StillReading
from overtrick.web.public.pages import page_preferences

AGAIN = "1"
"""Seconds after which a page that is being put together is asked for again."""


def wait_page(request: HttpRequest, template: str, so_far: StillReading, context: dict[str, object]) -> HttpResponse:
    """The word that a page is being put together."""
    given = {**page_preferences(request), "read": so_far.read, "books": so_far.heats, **context}
    answer = render(request, template, given, status=503)
    for name, value in (("Retry-After", AGAIN), ("Refresh", AGAIN), ("Cache-Control", "no-store")):
        answer.headers[name] = value
    return answer


def unchanged(request: HttpRequest, tag: str) -> HttpResponse | None:
    """The word that the reader has the page as every book stands, if they have."""
    return get_conditional_response(request, etag=f'"{tag}"')


def marked(response: HttpResponse, tag: str) -> HttpResponse:
    """A page with what it is known by."""
    response.headers["ETag"] = f'"{tag}"'
    response.headers["Cache-Control"] = "no-cache"
    return response
