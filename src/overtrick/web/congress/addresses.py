"""Which words a congress or an event may not have as its address: those our own addresses begin with."""

from collections.abc import Iterator
from functools import cache

from django.urls import URLResolver, get_resolver

from overtrick.core.errors import DirectorError
from overtrick.web.live.stream import PATH


def check_slug(slug: str) -> None:
    """Refuse an address that a page of ours has already."""
    if slug in own_words():
        raise DirectorError(
            f"The address “{slug}” is a page of this program", remedy="Choose another, like spring-2027."
        )


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
