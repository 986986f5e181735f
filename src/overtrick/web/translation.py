"""Translation of the pages: one catalogue of texts for all web interfaces.

A key is the English text of a phrase (`core.wording`). `locale/overtrick.pot` has all keys, as `just catalogue` finds
them in templates, scripts and code; `locale/<language>.po` has the translations of a language, and missing ones appear
in English. `en-XA` is a pseudo-language for testing: every text of the catalogue, with accents.
"""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from string import Formatter

from overtrick.core.grammar import Grammar
from overtrick.core.wording import Voice, render_value
from overtrick.web.languages import ENGLISH, current

PSEUDO = "en-XA"
_ACCENTS = str.maketrans(
    "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz", "ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž"
)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The translations of a language, by their English text; empty for English and for unknown languages."""
    kept = files("overtrick.web") / "locale" / f"{language}.po"
    return read_po(kept.read_text(encoding="utf-8")) if kept.is_file() else {}


@cache
def rule_texts(language: str) -> Mapping[str, str]:
    """The translations of what shipped rule files say, by the English text; `locale/rules` has a file per document."""
    folder = files("overtrick.web") / "locale" / "rules" / language
    found: dict[str, str] = {}
    for kept in folder.iterdir() if folder.is_dir() else ():
        found |= read_po(kept.read_text(encoding="utf-8"))
    return found


def rule_text(text: str) -> str:
    """A text in the language of the current page if a shipped rule file has exactly this text; any other unchanged.

    Values are data, such as names, and are not translated; but what rule files say is data too, and is written by us.
    """
    chosen = language()
    return text if chosen == ENGLISH else rule_texts(chosen).get(text, text)


def read_po(text: str) -> dict[str, str]:
    r"""Parse a catalogue in the PO format of translation tools; untranslated entries are left out.

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
def add_accents(template: str) -> str:
    """A template in the pseudo-language: its words with accents, its values and symbols unchanged.

    >>> add_accents("{n:#match/matches} of {boards}[, {more:or} more]")
    '{n:#ṁåţçĥ/ṁåţçĥéš} öƒ {boards}[, {more:or} ṁöŕé]'
    """
    said = ""
    for text, name, how, _ in Formatter().parse(template):
        said += text.translate(_ACCENTS)
        if name is not None:
            own = _accent_format(how or "")
            said += f"{{{name}:{own}}}" if own else f"{{{name}}}"
    return said


def _accent_format(how: str) -> str:
    """A format specification in the pseudo-language: nouns and alternatives get accents, names of formats do not."""
    if how[:1] in ("#", "~") and "/" not in how:
        how = f"{how}/{how[1:]}s"
    return how.translate(_ACCENTS) if how[:1] in ("#", "~") or "|" in how else how


def language() -> str:
    """The code of the current page's language."""
    return current().code


def words(template: str) -> str:
    """The translation of a template or a word into the language of the current page."""
    chosen = language()
    if chosen == ENGLISH:
        return template
    return add_accents(template) if chosen == PSEUDO else catalogue(chosen).get(template, template)


@cache
def script_keys() -> tuple[str, ...]:
    """The keys that scripts use, according to the locations in the catalogue."""
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
    """A script with the texts of scripts in the language of the current page, and a name that changes with them."""
    script = _script_words(language())
    return script, sha256(script.encode()).hexdigest()[:16]


class PlainWriter:
    """Writes plain text in the language of the current page, for phones, which insert their own symbols."""

    @property
    def grammar(self) -> Grammar:
        """The grammar of that language."""
        return current().grammar

    def words(self, template: str) -> str:
        """The translation of a template."""
        return words(template)

    def data(self, text: str) -> str:
        """A text of a rule file in that language; any other unchanged."""
        return rule_text(text)

    def thing(self, value: object) -> str | None:  # noqa: ARG002 - the signature of `Voice`
        """None, because every value is written as text."""
        return None


PLAIN: Voice = PlainWriter()


def plain(thing: object) -> str:
    """A phrase, a result or a text as plain text, in the language of the current page."""
    return render_value(thing, PLAIN)
