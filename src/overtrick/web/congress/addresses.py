"""Addresses: reserved words, the server's address for other people's phones, and QR codes."""

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
from overtrick.web.reachable_addresses import Home, home, running


def check_slug(slug: str) -> None:
    """Refuse an address that one of the server's own pages has."""
    if slug in own_words():
        raise DirectorError(
            "The address “{slug}” is reserved", remedy="Choose another address, like spring-2027.", slug=slug
        )


def request_address(request: HttpRequest) -> str:
    """The address under which this request reached the server."""
    return f"{request.scheme}://{request.get_host()}"


def for_others(request: HttpRequest) -> Home:
    """The address at which other people's phones reach the server; never one that only works on this computer."""
    own = current_organisation()
    named = f"{urlsplit(settings.URL).scheme or request.scheme}://{own.host}" if own is not None and own.host else ""
    return home(named or settings.URL, running(), request_address(request))


def code(address: str) -> SafeString:
    """The QR code of one of the server's addresses, as SVG for a page."""
    made = segno.make(address, error="m", micro=False)
    return mark_safe(made.svg_inline(border=4, omitsize=True))  # noqa: S308 - generated here


@cache
def own_words() -> frozenset[str]:
    """The reserved words: the first words of all routes, at every level."""
    return frozenset({*_first_words(get_resolver()), PATH.strip("/")})


def _first_words(resolver: URLResolver) -> Iterator[str]:
    for each in resolver.url_patterns:
        first = str(each.pattern).strip("/").split("/")[0]
        if first and "<" not in first:
            yield first
        if isinstance(each, URLResolver):
            yield from _first_words(each)
