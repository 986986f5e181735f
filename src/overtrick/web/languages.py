"""The languages that public pages and phones may be read in: the address says which, and nothing else does.

`/fr/e/…` is the page `/e/…` in French; without a prefix a page is in the installation's own language. What the prefix
leads to is the same page for everybody, with the same numbers; links that a page makes keep it. The desk, the accounts
and the API have no prefix.
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
from django.urls import get_script_prefix, set_script_prefix

from overtrick.core.grammar import ENGLISH as ENGLISH_GRAMMAR
from overtrick.core.grammar import Grammar

ENGLISH = "en-AU"
_LOCALE = files("overtrick.web") / "locale"
_asked: ContextVar["Language | None"] = ContextVar("language", default=None)


@dataclass(frozen=True, slots=True)
class Language:
    """A language: what its addresses begin with, its code as browsers and catalogues call it, its own name."""

    prefix: str
    code: str
    name: str
    grammar: Grammar


@cache
def languages() -> Mapping[str, Language]:
    """Every language that there are words for, by its prefix."""
    read = tomllib.loads((_LOCALE / "languages.toml").read_text(encoding="utf-8"))
    known = [_language(prefix, row) for prefix, row in read.items()]
    return {each.prefix: each for each in known if each.code == ENGLISH or (_LOCALE / f"{each.code}.po").is_file()}


def _language(prefix: str, row: dict[str, Any]) -> Language:
    if "ordinals" in row:
        row["ordinals"] = tuple((ending, said) for ending, said in row["ordinals"])
    return Language(prefix, row.pop("code"), row.pop("name"), Grammar(**row))


def own() -> Language:
    """The installation's own language; one that has no row of its own writes values as English does."""
    return _called(str(settings.LANGUAGE))


@cache
def _called(code: str) -> Language:
    known = next((each for each in languages().values() if each.code == code), None)
    return known or Language("", code, code, ENGLISH_GRAMMAR)


def current() -> Language:
    """The language of the page that is being made."""
    return _asked.get() or own()


@contextmanager
def reading(prefix: str) -> Iterator[None]:
    """Words and links in the language with a prefix; in the installation's own where there is no such language."""
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
    """The prefix of a path, empty where it has none, and the path without it.

    >>> split("/fr/e/open/"), split("/e/open/"), split("/fr"), split("/french/")
    (('fr', '/e/open/'), ('', '/e/open/'), ('fr', ''), ('', '/french/'))
    """
    first, slash, rest = path.removeprefix("/").partition("/")
    return (first, f"{slash}{rest}") if first in languages() else ("", path)


@dataclass(frozen=True, slots=True)
class Alternate:
    """The same page in a language, and whether it is the one that is being read."""

    language: Language
    address: str
    here: bool


def alternates(request: HttpRequest) -> tuple[Alternate, ...]:
    """The same page in every language, the installation's own first."""
    page = request.get_full_path_info().removeprefix("/")
    first, here = own(), current()
    root = get_script_prefix()
    if here != first:
        root = root.removesuffix(f"{here.prefix}/")
    others = [each for each in languages().values() if each.code != first.code]
    return tuple(
        Alternate(each, f"{root}{f'{each.prefix}/' if each != first else ''}{page}", each.code == here.code)
        for each in (first, *others)
    )


class LanguageInAddress:
    """Middleware: a request is answered in the language of its address, and the next of the thread in its own."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Take the prefix off, and answer with links that have it."""
        prefix, rest = split(request.path_info)
        if not prefix:
            return self.answer(request)
        request.path_info = rest or f"/{prefix}/"
        if not rest or languages()[prefix] == own():
            return HttpResponseRedirect(request.get_full_path_info(), preserve_request=True)
        with reading(prefix):
            return self.answer(request)

    def process_view(self, request: HttpRequest, view: object, given: object, where: object) -> HttpResponse | None:  # noqa: ARG002 - Django's own signature
        """What is neither a page of the room nor a phone's is there without a prefix, and nowhere else."""
        found = request.resolver_match
        if _asked.get() is None or found is None or found.namespace == "room" or _of_a_phone(found.url_name):
            return None
        return HttpResponseRedirect(request.get_full_path_info(), preserve_request=True)


def _of_a_phone(name: str | None) -> bool:
    own = {"table", "table-now", "table-message", "table-outcome", "table-app", "table-board", "table-worker"}
    return name == "typed-code" or name in own
