"""Write the catalogue of words: every key that a page, a phone or a sentence can use, with its location.

Translators start from `src/overtrick/web/locale/overtrick.pot`; the gate fails if it is out of date. With the name of a
language, `just untranslated fr`, the script lists the words of public pages and phones that the language lacks.
"""

import ast
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from importlib import import_module
from inspect import getmembers, isclass
from pathlib import Path
from pkgutil import walk_packages

import django
from django.db.models import TextChoices
from django.forms import BaseForm

import overtrick.core
from overtrick.core.wording import JOINTS, MARKS, MONTHS, NUMBERS, OFTEN
from overtrick.regulations.plan.event_book import event_files
from overtrick.web import translation
from overtrick.web.translation import add_accents

SOURCE = Path(overtrick.__path__[0])
CATALOGUE = SOURCE / "web" / "locale" / "overtrick.pot"
SENTENCES = SOURCE / "regulations" / "describe" / "sentences.toml"
SAY = re.compile(r'\{% say "([^"]*)"')
SAY_IN_SCRIPT = re.compile(r'\b(?:spoken|around)\("((?:[^"\\]|\\.)*)"')
MAKERS = {"phrase": 1, "Phrase": 1, "Unit": 2}
"""The functions and classes that make words in the code, and how many of their first arguments are words."""
FORM_WORDS = ("title", "button", "says")
"""Attributes of form classes, besides the fields, whose words templates show."""
RULE_SAYINGS = ("says", "we", "matter", "way", "other", "remedy", "unswitched", "printed_note", "changed")
"""The keys of rule files whose texts pages show; other texts of theirs are ids, names, terms and citations."""
CITE = re.compile(r"[A-Z]{3,}\d* [\w.#()]+")
ENGLISH_ROOMS = ("cli", "lab")
"""Packages whose words are English whatever the language of the pages."""
AT_THE_DESK = (
    "api/", "cli/", "formats/", "ledger/", "prints/", "regulations/grammar/", "regulations/plan/", "regulations/read/",
    "views/bridgemates.py", "views/exports.py", "web/accounts/", "web/api/", "web/congress/", "web/desk/",
    "web/exchange/deliveries/", "web/exchange/lead/", "web/exchange/static_site/", "web/form_words.py",
    "web/organisations/", "web/server/", "web/settings.py", "web/templates/accounts/", "web/templates/api/",
    "web/templates/desk/", "web/templates/table/codes.html",
    *(f"web/static/overtrick/{name}.js" for name in ("ceremony", "desk", "keys", "passkeys", "people")),
    *(f"web/static/overtrick/{name}.js" for name in ("print", "seeds", "sheet")),
)  # fmt: skip
"""Modules whose words appear neither on public pages nor on phones: those for officials, sheets and files."""
SAID_TO_PHONES = ("agreement", "decide", "decision", "late_play", "results", "round_clock")
"""The director's modules whose refusals a phone may show."""
Found = Iterator[tuple[str, str]]
"""Keys, each with its file."""


def in_templates() -> Found:
    """The keys in templates."""
    for file in sorted((SOURCE / "web" / "templates").rglob("*.html")):
        yield from ((key, _named(file)) for key in SAY.findall(file.read_text(encoding="utf-8")))


def in_scripts() -> Found:
    """The keys in scripts."""
    for file in sorted((SOURCE / "web" / "static").rglob("*.js")):
        yield from ((key, _named(file)) for key in SAY_IN_SCRIPT.findall(file.read_text(encoding="utf-8")))


@cache
def refusals() -> frozenset[str]:
    """The names that make a refusal: `refuse`, and every class of errors that a person can correct."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for file in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    found, known = {"DirectorError"}, 0
    while known != len(found):
        known = len(found)
        found |= {name for name, of in bases.items() if of & found}
    return frozenset({"refuse", *found})


def refused_with(tree: ast.AST) -> Iterator[tuple[ast.Call, list[ast.expr]]]:
    """Every refusal that a module makes, with its two texts: what is wrong, and what to do."""
    own = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name in refusals()]
    inside = {id(call) for each in own for call in ast.walk(each) if isinstance(call, ast.Call)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        above = isinstance(node.func, ast.Attribute) and node.func.attr == "__init__" and id(node) in inside
        if above or (isinstance(node.func, ast.Name) and node.func.id in refusals()):
            remedies = [each.value for each in node.keywords if each.arg == "remedy"]
            yield node, [*node.args[:1], *remedies]


def in_refusals() -> Found:
    """The keys of refusals; those of the command line and the laboratory, which no page shows, are only in English."""
    for file in sorted(SOURCE.rglob("*.py")):
        if file.relative_to(SOURCE).parts[0] in ENGLISH_ROOMS:
            continue
        for _, said in refused_with(ast.parse(file.read_text(encoding="utf-8"))):
            yield from ((key, _named(file)) for each in said for key in _texts(each))


def _texts(said: ast.expr) -> Iterator[str]:
    """The possible texts of an argument: one, or one of several."""
    match said:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp():
            yield from (*_texts(said.body), *_texts(said.orelse))
        case ast.BoolOp():
            for each in said.values:
                yield from _texts(each)
        case _:  # a phrase, or the result of a function: found where it is made
            return


def in_code() -> Found:
    """Phrases and units made in the code."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if isinstance(node, ast.Call) and name in MAKERS:
                for each in node.args[: MAKERS[name]]:
                    if isinstance(each, ast.Constant) and isinstance(each.value, str):
                        yield each.value, _named(file)


def has_words(members: type[Enum]) -> bool:
    """Whether the members of a set have words: a set that is never shown has no `__str__` of its own."""
    return members.__str__ is not Enum.__str__


def in_sets() -> Found:
    """The words of the core's closed sets, whose members word themselves."""
    for module in walk_packages(overtrick.core.__path__, "overtrick.core."):
        for _, found in getmembers(import_module(module.name), isclass):
            if issubclass(found, Enum) and found.__module__ == module.name and has_words(found):
                yield from ((str(each), _named(Path(f"{module.name.replace('.', '/')}.py"))) for each in found)


@cache
def form_classes() -> tuple[type[BaseForm], ...]:
    """Every form that a page may show."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "overtrick.web.settings")
    django.setup()
    import_module("overtrick.web.urls")
    found: list[type[BaseForm]] = []
    waiting: list[type[BaseForm]] = [BaseForm]
    while waiting:
        below = waiting.pop().__subclasses__()
        waiting += below
        found += (each for each in below if each.__module__.startswith("overtrick."))
    return tuple(found)


def in_forms() -> Found:
    """The English words that forms declare: labels, help, choices, headings, buttons and descriptions."""
    form_words = import_module("overtrick.web.form_words")
    for form in form_classes():
        file = _named(Path(f"{form.__module__.replace('.', '/')}.py"))
        own = (getattr(form, name, "") for name in FORM_WORDS)
        yield from ((key, file) for key in (*form_words.words_of(form), *own) if isinstance(key, str))


def in_records() -> Found:
    """The labels of closed sets in database records: roles, scopes, entries of the account log."""
    form_classes()  # configures Django
    for found in TextChoices.__subclasses__():
        if found.__module__.startswith("overtrick."):
            yield from (
                (str(label), _named(Path(f"{found.__module__.replace('.', '/')}.py"))) for label in found.labels
            )


def in_tables() -> Found:
    """The sentences of the conditions of contest."""
    read = tomllib.loads(SENTENCES.read_text(encoding="utf-8"))
    for table in ("rules", "parts"):
        for rows in read[table].values():
            for row in rows if isinstance(rows, list) else [rows]:
                yield (row if isinstance(row, str) else row.get("says", "")), _named(SENTENCES)
    for table in ("phrases", "things"):
        yield from ((each, _named(SENTENCES)) for each in read[table].values())
    yield from ((word, _named(SENTENCES)) for words in read["words"].values() for word in words.values())


def in_writing() -> Found:
    """The words with which values are written."""
    for words in (NUMBERS, OFTEN, JOINTS, MARKS, MONTHS, (" times", "a", "an")):
        yield from ((each, _named(SOURCE / "core" / "wording.py")) for each in words)


def _named(file: Path) -> str:
    return (file.relative_to(SOURCE) if file.is_absolute() else file.relative_to("overtrick")).as_posix()


@cache
def every_key() -> dict[str, list[str]]:
    """Every key with its files, without keys that have no letters."""
    found: dict[str, set[str]] = {}
    for each in (in_templates, in_scripts, in_code, in_refusals, in_sets, in_forms, in_records, in_tables, in_writing):
        for key, file in each():
            if add_accents(key) != key:
                found.setdefault(key, set()).add(file)
    return {key: sorted(found[key]) for key in sorted(found)}


@cache
def rule_texts() -> Mapping[str, bool]:
    """Every text in the shipped rule files, and whether pages show it as a sentence of ours.

    A choice with a value, such as “{value} sessions”, is one text for each value.
    """
    found: dict[str, bool] = {}

    def walk(part: object, key: str, keys: Sequence[str]) -> None:
        if isinstance(part, dict):
            for name, below in part.items():
                walk(below, name, keys)
        elif isinstance(part, list):
            for below in part:
                walk(below, key, keys)
        elif isinstance(part, str):
            shown = key in keys and " " in part and "{" not in part and not CITE.fullmatch(part)
            found[part] = found.get(part, False) or shown

    for file in (SOURCE / "rulebook").rglob("*.toml"):
        keys = () if file.name == "flow.toml" else RULE_SAYINGS  # which says how numbers follow from each other
        walk(tomllib.loads(file.read_text(encoding="utf-8")), "", keys)
    for event in event_files().values():
        found |= {text: True for choice in event.choice for text in (choice.id, choice.says)}
    return found


@cache
def public_keys() -> tuple[str, ...]:
    """The keys that a public page or a phone can show.

    Refusals of the core and the director are for the desk, except those that a phone can cause.
    """
    told = tuple(f"director/{name}.py" for name in SAID_TO_PHONES)
    only_refused = {key for key, _ in in_refusals()} - {key for each in (in_code, in_sets) for key, _ in each()}
    beyond = (*AT_THE_DESK, "core/", "director/")

    def said(key: str, files: list[str]) -> bool:
        unsaid = beyond if key in only_refused else (*AT_THE_DESK, "director/")
        return any(file.startswith(told) or not file.startswith(unsaid) for file in files)

    return tuple(key for key, files in every_key().items() if said(key, files))


def untranslated(language: str) -> list[str]:
    """The keys of public pages and phones that a language has not translated."""
    has = translation.catalogue(language)
    return [key for key in public_keys() if key not in has]


def catalogue() -> str:
    """The catalogue in the format of translators' programs."""
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    return head + "".join(
        f'\n#: {" ".join(files)}\nmsgid {_quoted(key)}\nmsgstr ""\n' for key, files in every_key().items()
    )


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', r"\"").replace("\n", r"\n")
    return f'"{escaped}"'


if __name__ == "__main__" and sys.argv[1:]:
    print(*untranslated(sys.argv[1]), sep="\n")
elif __name__ == "__main__":
    CATALOGUE.parent.mkdir(exist_ok=True)
    CATALOGUE.write_text(catalogue(), encoding="utf-8")
