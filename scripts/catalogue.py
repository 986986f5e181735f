"""Write the catalogue of words: every key that a page, a phone or a sentence can say, with where it stands.

`src/overtrick/web/locale/overtrick.pot` is what translators begin with; the gate fails where it is stale. With the name
of a language, `just untranslated fr`, it says instead which words of public pages and phones that language lacks.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from inspect import getmembers, isclass
from pathlib import Path
from pkgutil import walk_packages

import overtrick.core
from overtrick.core.wording import JOINTS, MARKS, MONTHS, NUMBERS, OFTEN
from overtrick.web import translation
from overtrick.web.translation import accented

SOURCE = Path(overtrick.__path__[0])
CATALOGUE = SOURCE / "web" / "locale" / "overtrick.pot"
SENTENCES = SOURCE / "regulations" / "describe" / "sentences.toml"
SAY = re.compile(r'\{% say "([^"]*)"')
SAY_IN_SCRIPT = re.compile(r'\b(?:spoken|around)\("((?:[^"\\]|\\.)*)"')
MAKERS = {"phrase": 1, "Phrase": 1, "Unit": 2}
"""What makes words in the code, and how many of its first arguments are words."""
ENGLISH_ROOMS = ("cli", "lab")
"""Rooms that speak English whatever the language of the pages."""
AT_THE_DESK = (
    "api/", "cli/", "formats/", "ledger/", "prints/", "regulations/grammar/", "regulations/plan/", "regulations/read/",
    "views/bridgemates.py", "views/exports.py", "web/accounts/", "web/api/", "web/congress/", "web/deliveries/",
    "web/demo/", "web/desk/", "web/lead/", "web/organisations/", "web/serving/", "web/settings.py", "web/static_site/",
    "web/templates/table/codes.html",
    *(f"web/static/overtrick/{name}.js" for name in ("ceremony", "desk", "keys", "passkeys", "people")),
    *(f"web/static/overtrick/{name}.js" for name in ("print", "seeds", "sheet")),
)  # fmt: skip
"""What neither a public page nor a phone says: the words of officials, of sheets and of files."""
SAID_TO_PHONES = ("agreement", "decide", "decision", "late_play", "references", "results", "round_clock")
"""What of the director's refusals a phone may be told."""
NO_WORD = re.compile(r"[A-Z][A-Za-z]+\.[A-Z_]+")
"""A member of a set that nobody says: it has no word of its own."""
Found = Iterator[tuple[str, str]]
"""Keys, each with the file it stands in."""


def in_templates() -> Found:
    """What templates say."""
    for file in sorted((SOURCE / "web" / "templates").rglob("*.html")):
        yield from ((key, _named(file)) for key in SAY.findall(file.read_text(encoding="utf-8")))


def in_scripts() -> Found:
    """What scripts say."""
    for file in sorted((SOURCE / "web" / "static").rglob("*.js")):
        yield from ((key, _named(file)) for key in SAY_IN_SCRIPT.findall(file.read_text(encoding="utf-8")))


@cache
def refusals() -> frozenset[str]:
    """What a refusal is made by: `refuse`, and every class of errors that a person can put right."""
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
    """Every refusal that a module makes, with what it says: what is wrong, and what to do."""
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
    """What refusals say; those of the prompt and the laboratory, which no page shows, are said in English alone."""
    for file in sorted(SOURCE.rglob("*.py")):
        if file.relative_to(SOURCE).parts[0] in ENGLISH_ROOMS:
            continue
        for _, said in refused_with(ast.parse(file.read_text(encoding="utf-8"))):
            yield from ((key, _named(file)) for each in said for key in _texts(each))


def _texts(said: ast.expr) -> Iterator[str]:
    """The texts that something said may be: one, or one of several."""
    match said:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp():
            yield from (*_texts(said.body), *_texts(said.orelse))
        case ast.BoolOp():
            for each in said.values:
                yield from _texts(each)
        case _:  # a phrase, or what a function makes of some: found where it is made
            return


def in_code() -> Found:
    """Phrases and units that are made in the code."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if isinstance(node, ast.Call) and name in MAKERS:
                for each in node.args[: MAKERS[name]]:
                    if isinstance(each, ast.Constant) and isinstance(each.value, str):
                        yield each.value, _named(file)


def in_sets() -> Found:
    """The words of the closed sets of the core, whose members are said by their own."""
    for module in walk_packages(overtrick.core.__path__, "overtrick.core."):
        for _, found in getmembers(import_module(module.name), isclass):
            if issubclass(found, Enum) and found.__module__ == module.name:
                yield from ((str(each), _named(Path(f"{module.name.replace('.', '/')}.py"))) for each in found)


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
    """The words that values are written with."""
    for words in (NUMBERS, OFTEN, JOINTS, MARKS, MONTHS, (" times", "a", "an")):
        yield from ((each, _named(SOURCE / "core" / "wording.py")) for each in words)


def _named(file: Path) -> str:
    return (file.relative_to(SOURCE) if file.is_absolute() else file.relative_to("overtrick")).as_posix()


@cache
def every_key() -> dict[str, list[str]]:
    """Every key with the files it stands in; what has no letters is nobody's word."""
    found: dict[str, set[str]] = {}
    for each in (in_templates, in_scripts, in_code, in_refusals, in_sets, in_tables, in_writing):
        for key, file in each():
            if accented(key) != key:
                found.setdefault(key, set()).add(file)
    return {key: sorted(found[key]) for key in sorted(found)}


@cache
def public_keys() -> tuple[str, ...]:
    """The keys that a public page or a phone can say.

    What the core or the director refuses is said at the desk, but for what a phone may send.
    """
    told = tuple(f"director/{name}.py" for name in SAID_TO_PHONES)
    only_refused = {key for key, _ in in_refusals()} - {key for each in (in_code, in_sets) for key, _ in each()}
    beyond = (*AT_THE_DESK, "core/", "director/")

    def said(key: str, files: list[str]) -> bool:
        if NO_WORD.fullmatch(key):
            return False
        unsaid = beyond if key in only_refused else (*AT_THE_DESK, "director/")
        return any(file.startswith(told) or not file.startswith(unsaid) for file in files)

    return tuple(key for key, files in every_key().items() if said(key, files))


def untranslated(language: str) -> list[str]:
    """The keys of public pages and phones that a language has no words for."""
    has = translation.catalogue(language)
    return [key for key in public_keys() if key not in has]


def catalogue() -> str:
    """The catalogue as translators' programs read it."""
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
