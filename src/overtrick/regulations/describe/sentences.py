"""Sentences of the conditions of contest: objects with values and a clause; their wording is in sentences.toml."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, names_in, phrase


@dataclass(frozen=True, slots=True)
class Sentence:
    """A statement and its clause; printed in English.

    >>> from overtrick.core.wording import phrase
    >>> print(Sentence(phrase("{n:words} matches", n=7), Clause("NSWSP", "1.2")))
    Seven matches (NSWSP 1.2).
    """

    says: Phrase
    clause: Clause | None = None

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause it is based on, its own first."""
        named = (value for _, value in self.says.values if isinstance(value, Clause))
        return tuple(each for each in (self.clause, *named) if each is not None)

    @property
    def phrased(self) -> Phrase:
        """The whole sentence, with its clause."""
        return phrase("{says:sentence}[ ({clause})].", says=self.says, clause=self.clause)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """A row of the table of sentences: what it says of a rule, or of the content of one of its fields.

    *of* is the path to that field; an empty field gives no sentence, and a list gives one for each item. *clause* is
    the path of the citation; where *of* leads to a clause, that is cited. *when* and *unless* name what must and must
    not be present. A row gives no sentence either where a value is missing that its wording requires; in the wording
    `it` is the item. A row without wording uses the table's wording for the class of the item.
    """

    says: str = ""
    of: str = ""
    clause: str = "clause"
    when: str = ""
    unless: str = ""


UNITS = (".many", ".one", "unit.name")
"""The names of a unit's words."""
Given: TypeAlias = Mapping[str, object]
Rows: TypeAlias = Mapping[str, tuple[SentenceRow, ...]]


@dataclass(frozen=True, slots=True)
class Words:
    """The table: rows by the class of a rule and by part of the conditions; phrases; words for closed sets."""

    rules: Rows
    parts: Rows
    phrases: Mapping[str, str]
    things: Mapping[str, str]
    words: Mapping[str, Mapping[str, str]]


@cache
def words() -> Words:
    """The table of sentences, cached."""
    read = tomllib.loads((files("overtrick.regulations.describe") / "sentences.toml").read_text(encoding="utf-8"))
    rules, parts = ({name: _rows(each) for name, each in read[table].items()} for table in ("rules", "parts"))
    return Words(rules, parts, read["phrases"], read["things"], read["words"])


def _rows(read: Any) -> tuple[SentenceRow, ...]:
    rows = read if isinstance(read, list) else [read]
    return tuple(SentenceRow(each) if isinstance(each, str) else SentenceRow(**each) for each in rows)


def describe_part(part: str, rule: object, /, **given: object) -> Iterator[Sentence]:
    """The sentences of a part of the conditions about a rule, none without a rule; *given* are additional values.

    >>> [str(each) for each in describe_part("says", Clause("NSWSP", "1.2"), says="Seven matches")]
    ['Seven matches (NSWSP 1.2).']
    """
    return _describe_rows(words().parts[part] if rule is not None else (), rule, given)


def told_of(rule: object, /, **given: object) -> Iterator[Sentence]:
    """The sentences about a rule by its class, or by the class it is derived from; none without a rule."""
    named = [each.__name__ for each in type(rule).__mro__ if each.__name__ in words().rules]
    return _describe_rows(words().rules[named[0]] if rule is not None else (), rule, given)


def _describe_rows(rows: tuple[SentenceRow, ...], rule: object, given: Given) -> Iterator[Sentence]:
    for row in rows:
        found = find(rule, given, row.of)
        for one in found if isinstance(found, tuple) else (found,):
            if one is None or not _holds(row, one, given):
                continue
            if not row.says:
                yield from told_of(one, **given)
            elif (says := fill_template(row.says, one, {**given, "it": one})).whole:
                clause = one if isinstance(one, Clause) else find(one, given, row.clause) if row.clause else None
                yield Sentence(says, clause)


def _holds(row: SentenceRow, rule: object, given: Given) -> bool:
    there = not row.when or find(rule, given, row.when)
    return bool(there) and not (row.unless and find(rule, given, row.unless))


def named_phrase(name: str, rule: object = None, /, **given: object) -> Phrase:
    """A phrase by its name, with values from the fields of a rule and additional ones."""
    return fill_template(words().phrases[name], rule, given)


def thing(value: object, **given: object) -> Phrase:
    """A part of a rule as a phrase, by its class."""
    return fill_template(words().things[type(value).__name__], value, given)


def fill_template(template: str, rule: object, given: Given) -> Phrase:
    """A template with its values; values that the table has wording for become phrases."""
    return Phrase(
        template, tuple((name, _to_words(find(rule, given, name), name, how)) for name, how in names_in(template))
    )


def _to_words(value: object, path: str, how: str) -> object:
    """A member of a closed set in words, and an object whose class has a phrase as that phrase; others unchanged."""
    if isinstance(value, str) and path.endswith(UNITS):
        return Phrase(value)
    if isinstance(value, Enum):
        return Phrase(words().words[how][value.name]) if how in words().words else value
    return thing(value) if type(value).__name__ in words().things else value


def find(rule: Any, given: Given, path: str) -> Any:
    """The content of a field, or of a field of that; a number is an index; `None` where a field is empty.

    >>> find(Clause("NSWSP", "1.2", ("S-01", "S-02")), {}, "readings.-1")
    'S-02'
    """
    if not path:
        return rule
    first, *rest = path.split(".")
    found: Any = given[first] if first in given else getattr(rule, first)
    for name in rest:
        if found is not None:
            found = found[int(name)] if name.lstrip("-").isdigit() else getattr(found, name)
    return found
