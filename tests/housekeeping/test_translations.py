"""Every language says all that public pages and phones say, with the same values in well-formed templates."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from housekeeping.test_catalogue import script
from overtrick.core.wording import WRITTEN, names_in, parts_of
from overtrick.web.languages import languages
from overtrick.web.translation import catalogue, rule_texts

LANGUAGES = [each for each in languages().values() if each.code != "en-AU"]
COMPLETE = ("fr",)
"""Languages that say all of it."""
GLOSSARIES = ("fr",)
AS_IN_ENGLISH: dict[str, str] = {}
"""Words that a language leaves as they are in English, each with the reason."""


def glossary(code: str) -> list[dict[str, Any]]:
    """The terms of a language, kept apart for players to correct."""
    kept = files("overtrick.web") / "locale" / "glossary" / f"{code}.toml"
    return list(tomllib.loads(kept.read_text(encoding="utf-8"))["term"])


def needed(template: str) -> set[str]:
    """The values that are said whatever they are: neither chosen by, nor in a part that may be left out."""
    parts = (pieces for optional, pieces in parts_of(template) if not optional)
    return {name for pieces in parts for _, name, how in pieces if name and "|" not in how}


def faults(english: str, own: str, *, plural: bool) -> Iterator[str]:
    """What is wrong with a translation: values that are lost or invented, open brackets, a noun without its plural."""
    if own.count("[") != own.count("]") or own.count("[") != english.count("["):
        yield "brackets"
    there, said = dict(names_in(english)), list(names_in(own))
    if set(there) != {name for name, _ in said}:
        yield f"values: {set(there) ^ {name for name, _ in said}}"
    if needed(own) - needed(english):
        yield f"said although they may be nothing: {needed(own) - needed(english)}"
    ways = {how for _, how in names_in(english)} | set(WRITTEN) | {""}
    for name, how in said:
        if how[:1] in ("#", "~"):
            if plural and "/" not in how:
                yield f"no plural of {name}"
        elif "|" not in how and how not in ways:
            yield f"no way to write {name}: {how}"
    if english[:1].isspace() != own[:1].isspace() and own[:1] != "\u00a0":
        yield "the space before it"


@pytest.mark.parametrize("code", [each.code for each in LANGUAGES])
def test_every_translation_is_well_formed(code: str) -> None:
    plural = next(each for each in LANGUAGES if each.code == code).grammar.singular != "always"
    found = {key: list(faults(key, own, plural=plural)) for key, own in catalogue(code).items()}
    assert not {key: wrong for key, wrong in found.items() if wrong}


@pytest.mark.parametrize("code", COMPLETE)
def test_every_word_of_public_pages_and_phones_is_translated(code: str) -> None:
    assert not [key for key in script().untranslated(code) if key not in AS_IN_ENGLISH]


@pytest.mark.parametrize("code", [each.code for each in LANGUAGES])
def test_a_catalogue_has_no_word_that_nobody_says(code: str) -> None:
    assert not set(catalogue(code)) - set(script().every_key())


@pytest.mark.parametrize("code", [each.code for each in LANGUAGES])
def test_what_the_rule_files_say_is_translated(code: str) -> None:
    """Summaries of events, readings and restated clauses; a translation of a text that no rule file has is stale."""
    texts = script().rule_texts()
    assert not [text for text, shown in texts.items() if shown and text not in rule_texts(code)]
    assert not set(rule_texts(code)) - set(texts)


@pytest.mark.parametrize("code", GLOSSARIES)
def test_the_glossary_is_what_the_catalogue_says(code: str) -> None:
    """A term stands in every translation of what players read that has it in English, or another form it lists.

    At the desk the same English words have other senses too: a server leads, a column is called board.
    """
    wrong, public = {}, set(script().public_keys())
    for term in glossary(code):
        english = re.compile(rf"\b{re.escape(term['term'])}\b", re.IGNORECASE)
        known = [form.casefold() for form in (term["ours"], *term.get("forms", ()))]
        said = {key: own for key, own in catalogue(code).items() if key in public and english.search(_outside(key))}
        other = {key: own for key, own in said.items() if not any(form in own.casefold() for form in known)}
        if not said or other:
            wrong[term["term"]] = other or "never said"
    assert not wrong


def _outside(template: str) -> str:
    """A template without the names of its values."""
    return re.sub(r"\{[\w.]+", "{", template)


def test_a_translation_that_is_not_well_formed_is_found() -> None:
    assert len(list(faults("{n:#board} of {who}[, {more}]", "{n:#donne} de {qui}", plural=True))) == 4
    assert not list(faults("{n:#board} of {who}", "{who} : {n:#donne/donnes}", plural=True))
