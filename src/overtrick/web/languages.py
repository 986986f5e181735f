"""The languages of pages, which depend only on the address.

`/fr/e/…` is the page `/e/…` in French; without a prefix, a page is in the installation's own language. A page in
another language has the same content, with the same numbers, and its links keep the prefix, at the desk too. The API
and the pages for machines have no prefix.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import ResolverMatch, get_script_prefix, set_script_prefix

from overtrick.core.grammar import ENGLISH as ENGLISH_GRAMMAR
from overtrick.core.grammar import Grammar

ENGLISH = "en-AU"
_LOCALE = files("overtrick.web") / "locale"
_asked: ContextVar["Language | None"] = ContextVar("language", default=None)


@dataclass(frozen=True, slots=True)
class Language:
    """A language: the prefix of its addresses, its code in browsers and catalogues, and its own name."""

    prefix: str
    code: str
    name: str
    grammar: Grammar


@cache
def languages() -> Mapping[str, Language]:
    """Every language with a catalogue, by its prefix."""
    read = tomllib.loads((_LOCALE / "languages.toml").read_text(encoding="utf-8"))
    known = [_language(prefix, row) for prefix, row in read.items()]
    return {each.prefix: each for each in known if each.code == ENGLISH or (_LOCALE / f"{each.code}.po").is_file()}


def _language(prefix: str, row: dict[str, Any]) -> Language:
    if "ordinals" in row:
        row["ordinals"] = tuple((ending, said) for ending, said in row["ordinals"])
    return Language(prefix, row.pop("code"), row.pop("name"), Grammar(**row))


def default_language() -> Language:
    """The installation's own language; one that is not in the table writes values as in English."""
    return _find_language(str(settings.LANGUAGE))


@cache
def _find_language(code: str) -> Language:
    known = next((each for each in languages().values() if each.code == code), None)
    return known or Language("", code, code, ENGLISH_GRAMMAR)


def current() -> Language:
    """The language of the current page."""
    return _asked.get() or default_language()


@contextmanager
def reading(prefix: str) -> Iterator[None]:
    """Use the language with a prefix for words and links; without such a language, nothing changes."""
    if prefix not in languages():
        yield
        return
    before, token = get_script_prefix(), _asked.set(languages()[prefix])
    set_script_prefix(f"{before}{prefix}/")
    try:
        yield
    finally:
        set_script_prefix(before)
        _asked.reset(token)


def split(path: str) -> tuple[str, str]:
    """The prefix of a path, empty if it has none, and the path without it.

    >>> split("/fr/e/open/"), split("/e/open/"), split("/fr"), split("/french/")
    (('fr', '/e/open/'), ('', '/e/open/'), ('fr', ''), ('', '/french/'))
    """
    first, slash, rest = path.removeprefix("/").partition("/")
    return (first, f"{slash}{rest}") if first in languages() else ("", path)


@dataclass(frozen=True, slots=True)
class Alternate:
    """The same page in a language, and whether it is the current one."""

    language: Language
    address: str
    here: bool


def alternates(request: HttpRequest) -> tuple[Alternate, ...]:
    """The same page in every language, the installation's own first."""
    page = request.get_full_path_info().removeprefix("/")
    first, here = default_language(), current()
    root = get_script_prefix()
    if here != first:
        root = root.removesuffix(f"{here.prefix}/")
    others = [each for each in languages().values() if each.code != first.code]
    return tuple(
        Alternate(each, f"{root}{f'{each.prefix}/' if each != first else ''}{page}", each.code == here.code)
        for each in (first, *others)
    )


class LanguageInAddress:
    """Middleware: answers each request in the language of its address."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Remove the prefix from the path, and answer with links that have it."""
        prefix, rest = split(request.path_info)
        if not prefix:
            return self.answer(request)
        request.path_info = rest or f"/{prefix}/"
        if not rest or languages()[prefix] == default_language():
            return HttpResponseRedirect(request.get_full_path_info(), preserve_request=True)
        with reading(prefix):
            return self.answer(request)

    def process_view(self, request: HttpRequest, view: object, given: object, where: object) -> HttpResponse | None:  # noqa: ARG002 - Django's own signature
        """Redirect the API and the pages for machines to the address without a prefix."""
        found = request.resolver_match
        if _asked.get() is None or found is None or not _for_machines(found):
            return None
        return HttpResponseRedirect(request.get_full_path_info(), preserve_request=True)


def _for_machines(found: ResolverMatch) -> bool:
    return (found.route.startswith("api/") and found.url_name != "tokens") or found.url_name in ("health", "metrics")
