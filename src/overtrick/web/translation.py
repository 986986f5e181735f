"""The language of the pages: one catalogue of words, by whose keys every face of the web says what it says.

A key is the English of a phrase (`core.wording`). `locale/overtrick.pot` has all of them, as `just catalogue` finds
them in templates, scripts and code; `locale/<language>.po` has a language's own words for them, and what it lacks is in
English. `en-XA` is no language but a test of all others: every word of the catalogue with accents, and nothing else.
"""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from string import Formatter

from overtrick.core.grammar import Grammar
from overtrick.core.wording import Voice, written
from overtrick.web.languages import ENGLISH, current

PSEUDO = "en-XA"
_ACCENTS = str.maketrans(
    "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz", "ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž"
)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """A language's own words, by their English; none for English itself, and for one that is not there."""
    kept = files("overtrick.web") / "locale" / f"{language}.po"
    return read_po(kept.read_text(encoding="utf-8")) if kept.is_file() else {}


def read_po(text: str) -> dict[str, str]:
    r"""The words of a catalogue as translators' programs write it; what is not translated yet is left out.

    >>> read_po('msgid "Board {board}"\nmsgstr "Tabelle "\n"{board}"\n\nmsgid "bye"\nmsgstr ""\n')
    {'Board {board}': 'Tabelle {board}'}
    """
    found: dict[str, str] = {}
    texts = {"msgid": "", "msgstr": ""}
    into = "msgid"
    for line in [*text.splitlines(), 'msgid ""']:
        word, _, quoted = line.partition(" ") if line.startswith("msg") else (into, "", line)
        if word == "msgid" and into == "msgstr":
            if texts["msgid"] and texts["msgstr"]:
                found[texts["msgid"]] = texts["msgstr"]
            texts = {"msgid": "", "msgstr": ""}
        if quoted.startswith('"'):
            into = word
            texts[word] += quoted.strip()[1:-1].replace(r"\"", '"').replace(r"\n", "\n").replace(r"\\", "\\")
    return found


@lru_cache(maxsize=4096)
def accented(template: str) -> str:
    """A template in the pseudo-language: its words with accents, its values and signs as they are.

    >>> accented("{n:#match/matches} of {boards}[, {more:or} more]")
    '{n:#ṁåţçĥ/ṁåţçĥéš} öƒ {boards}[, {more:or} ṁöŕé]'
    """
    said = ""
    for text, name, how, _ in Formatter().parse(template):
        said += text.translate(_ACCENTS)
        if name is not None:
            own = _own(how or "")
            said += f"{{{name}:{own}}}" if own else f"{{{name}}}"
    return said


def _own(how: str) -> str:
    """How a value is written, in the pseudo-language: nouns and wordings are words, the names of ways are not."""
    if how[:1] in ("#", "~") and "/" not in how:
        how = f"{how}/{how[1:]}s"
    return how.translate(_ACCENTS) if how[:1] in ("#", "~") or "|" in how else how


def language() -> str:
    """The language of the page that is being made."""
    return current().code


def words(template: str) -> str:
    """A template, or a word, in the language of the pages."""
    chosen = language()
    if chosen == ENGLISH:
        return template
    return accented(template) if chosen == PSEUDO else catalogue(chosen).get(template, template)


@cache
def script_keys() -> tuple[str, ...]:
    """The keys that scripts say, as the catalogue has them with where they stand."""
    kept = (files("overtrick.web") / "locale" / "overtrick.pot").read_text(encoding="utf-8")
    entries = (entry.partition("\nmsgid ") for entry in kept.split("\n\n") if "web/static/" in entry)
    return tuple(json.loads(quoted.partition("\n")[0]) for _, _, quoted in entries)


@lru_cache(maxsize=8)
def _script_words(chosen: str) -> str:
    said = {key: words(key) for key in script_keys()} if chosen != ENGLISH else {}
    grammar = current().grammar
    counts = {"singular": grammar.singular, "space": grammar.space}
    return "".join(
        f"globalThis.{name} = {json.dumps(told, ensure_ascii=False)};\n"
        for name, told in (("SpokenWords", said), ("SpokenGrammar", counts))
    )


def script_words() -> tuple[str, str]:
    """The words of scripts in the language of the pages, as a script, and a name that changes with them."""
    script = _script_words(language())
    return script, sha256(script.encode()).hexdigest()[:16]


class Plain:
    """How a plain text says things in the language of the pages: for phones, which put in their own signs."""

    @property
    def grammar(self) -> Grammar:
        """How that language writes values."""
        return current().grammar

    def words(self, template: str) -> str:
        """The template as the catalogue has it."""
        return words(template)

    def data(self, text: str) -> str:
        """The text itself."""
        return text

    def thing(self, value: object) -> str | None:  # noqa: ARG002 - as `Voice` has it
        """Nothing: all things say themselves."""
        return None


PLAIN: Voice = Plain()


def plain(thing: object) -> str:
    """A phrase, a result or a text as plain text, in the language of the pages."""
    return written(thing, PLAIN)
