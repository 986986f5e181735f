"""Addresses: which words a congress or an event may not have as its own, and the code that a phone reads."""

from collections.abc import Iterator
from functools import cache
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import URLResolver, get_resolver
from django.utils.safestring import SafeString, mark_safe

from overtrick.core.errors import DirectorError
from overtrick.web.live.stream import PATH
from overtrick.web.organisations.requests import current_organisation
from overtrick.web.own_address import Home, home, running


def check_slug(slug: str) -> None:
    """Refuse an address that a page of ours has already."""
    if slug in own_words():
        raise DirectorError(
            "The address “{slug}” is a page of this program", remedy="Choose another, like spring-2027.", slug=slug
        )


def here(request: HttpRequest) -> str:
    """The server's address in the reader's own browser."""
    return f"{request.scheme}://{request.get_host()}"


def for_others(request: HttpRequest) -> Home:
    """Where somebody else's phone opens the server: never what means the reader's own computer."""
    own = current_organisation()
    named = f"{urlsplit(settings.URL).scheme or request.scheme}://{own.host}" if own is not None and own.host else ""
    return home(named or settings.URL, running(), here(request))


def code(address: str) -> SafeString:
    """A QR code of an address of ours, as SVG for the page."""
    made = segno.make(address, error="m", micro=False)
    return mark_safe(made.svg_inline(border=4, omitsize=True))  # noqa: S308 - drawn here


@cache
def own_words() -> frozenset[str]:
    """The words that routes begin with, at the top and below each face."""
    return frozenset({*_first_words(get_resolver()), PATH.strip("/")})


def _first_words(resolver: URLResolver) -> Iterator[str]:
    for each in resolver.url_patterns:
        first = str(each.pattern).strip("/").split("/")[0]
        if first and "<" not in first:
            yield first
        if isinstance(each, URLResolver):
            yield from _first_words(each)
