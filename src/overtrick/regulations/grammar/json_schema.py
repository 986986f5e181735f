"""The grammar of files as JSON Schema, from the classes that read them, with a description of every word."""

import re
from collections.abc import Mapping
from dataclasses import MISSING
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin

from overtrick.core.event.plan.stages import FieldNames, MembersRule
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Json, Unit
from overtrick.core.scoring.datum import Span
from overtrick.regulations.grammar.event import ChoiceWords, EventTable, FormatOf
from overtrick.regulations.grammar.event_rules import OwnRules, OwnWords
from overtrick.regulations.grammar.files import KINDS, Many, OneOrMore, Row, TablesByName
from overtrick.regulations.grammar.forms import HERE_PATH, Word, form_of, has_form, parts_of
from overtrick.regulations.grammar.place import CLAUSE, READINGS
from overtrick.regulations.grammar.readings import EventReading, ListedWay, WayWords, WhenWords
from overtrick.regulations.grammar.refs import NameOnly, OfDocument, Ref
from overtrick.regulations.grammar.rules import RULES, WORD_OF, RuleFile, round_to
from overtrick.regulations.grammar.stages import InsteadWords, SourceWords, StageWords
from overtrick.regulations.grammar.tables import CALLED
from overtrick.regulations.grammar.values import TEXTS, UNITS, members
from overtrick.regulations.grammar.ways import WAYS, Draw

SENTENCES = {
    "id": "The id in the rulebook, unique in the document's folder.",
    "name": "The name that people use.",
    "clause": "The clause that this table implements, such as “ANC26 17.16”.",
    "readings": "The ids of our readings of the clause that apply here.",
    "says": "The content in plain words.",
    "kind": "The kind of rule.",
    "unit": "The unit of the numbers.",
    "boards": "The number of boards.",
    "places": "The number of decimal places.",
    "halves": "How halves are rounded.",
    "by": "What is compared; if there are several, in order of priority.",
    "when": "The condition under which this applies.",
    "remedy": "What the director does instead.",
    "held": "How the event is held, such as “weeknight”.",
    "movement": "The name of the movement, or “own” for a movement that is written out in full.",
    "same_team": "Whether teams with enough members in common, by the document's rule, count as the same team.",
    "session_boards": "The number of boards in a session, or a range from which the program proposes one.",
}
"""Descriptions of words in any table, unless their table says more about them."""

_PLAIN: dict[Any, dict[str, Json]] = {
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    Exact: {"anyOf": [{"type": "number"}, {"type": "string"}]},
    Fraction: {"anyOf": [{"type": "number"}, {"type": "string"}]},
    Clause: {"type": "string", "pattern": r"^\S+ .+$"},
    Span: {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]},
    Unit: {"enum": list(UNITS)},
    round_to: {"anyOf": [{"type": "number"}, {"type": "string"}]},
}


PARTLY = (EventTable, MembersRule, ChoiceWords, StageWords, *WAYS.values(), SourceWords, FieldNames)
"""Tables of an event like another that need state only the differences."""
FILLED = (*PARTLY, InsteadWords, FormatOf, WhenWords)
"""Tables of an event in which the value of a choice may replace a number."""
RULE_ID: dict[str, Json] = {"type": "string", "$comment": "the id of a rule"}
"""The schema of a key that names a rule."""
_VALUE: dict[str, Json] = {"type": "string", "pattern": r"^\{\w+\}$"}
_NAMES: dict[str, Json] = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


PUBLISHED = {
    "AgeCondition": "Aged",
    "AmountCondition": "Counted",
    "DateCondition": "Dated",
    "IntervalClock": "Elapsed",
    "NamedRule": "Named",
    "PoolPosition": "Drawn",
    "RankCondition": "Ranked",
    "ResidenceCondition": "Lived",
    "ShareCondition": "Shared",
}
"""The names under `$defs` of classes that have another name in the code, by that name. The schema keeps them."""


def schema_of(kind: Any) -> dict[str, Json]:
    """The grammar of a file: what each of its tables may contain."""
    defs: dict[str, Json] = {}
    found = _table(kind, defs)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found, "$defs": defs}


def _table(kind: Any, defs: dict[str, Json]) -> dict[str, Json]:
    form = form_of(kind)
    about = form.about
    properties: dict[str, Json] = {}
    required: list[Json] = []
    for key, word in form.tree().items():
        if isinstance(word, dict):
            inner = (each for each in form.words if each.path[0] == key and len(each.path) > 1)
            words = {each.path[1]: _word(each.path[1], each, about, defs) for each in inner}
            properties[key] = {
                "type": "object",
                "properties": {**words, CLAUSE: _cite()},
                "description": _describe_word(key, None, about),
            }
        elif word.path == HERE_PATH:
            for each in parts_of(word.hint):
                below = _table(each, defs)["properties"]
                properties |= below if isinstance(below, dict) else {}
        else:
            found = _word(key, word, about, defs)
            properties[key] = _or_value(found) if kind in FILLED else found
            required += [key] if word.default is MISSING and not (form.inherits and key == CLAUSE) else []
    if form.tag:
        properties["kind"] = {"const": form.tag, "description": SENTENCES["kind"]}
        required.append("kind")
    if CLAUSE in properties and kind is not RuleFile:
        properties.setdefault(
            READINGS, {"type": "array", "items": {"type": "string"}, "description": SENTENCES[READINGS]}
        )
        properties.setdefault("says", {"type": "string", "description": SENTENCES["says"]})
    if kind in PARTLY:
        required = [key for key in required if key in CALLED]
    if kind is EventReading:
        properties["id"] = {**_NAMES, "description": SENTENCES["id"]}
    for key in sorted(form.beside):
        properties.setdefault(key, {"description": _describe_word(key, None, about)})
    return {
        "type": "object", "description": _plain(about), "properties": properties, "required": required,
        "additionalProperties": False,
    }  # fmt: skip


def _cite() -> dict[str, Json]:
    return {**_PLAIN[Clause], "description": SENTENCES[CLAUSE]}


def _word(key: str, word: Word, about: str, defs: dict[str, Json]) -> dict[str, Json]:
    return {**_hint(word.hint, defs), "description": _describe_word(key, word.hint, about)}


def _or_value(found: dict[str, Json]) -> dict[str, Json]:
    """The schema of a number, or “{value}” for the value of a choice."""
    alone = {key: part for key, part in found.items() if key != "description"}
    options = found.get("anyOf", [alone])
    if not isinstance(options, list) or _PLAIN[int] not in options:
        return found
    return {"anyOf": [*options, _VALUE], "description": found["description"]}


def _hint(hint: Any, defs: dict[str, Json]) -> dict[str, Json]:
    """The schema of a type; a rule may be named as well as written out."""
    if hint in _PLAIN or hint in TEXTS:
        return dict(_PLAIN.get(hint, {"type": "string"}))
    if isinstance(hint, TablesByName | Many):
        one = _hint(hint.kind if isinstance(hint, TablesByName) else hint.hint, defs)
        many: dict[str, Json] = {"type": "array", "items": one}
        return {"anyOf": [one, many]} if isinstance(hint, OneOrMore) else many
    if isinstance(hint, Row):
        return {"type": "object", "properties": {word.gives: _hint(word.hint, defs) for word in hint.form.words}}
    if hint is ListedWay:
        return {"anyOf": [{"type": "string"}, _hint(WayWords, defs)]}
    if hint is Draw:
        return {"anyOf": [_hint(each, defs) for each in WAYS.values()]}
    if isinstance(hint, NameOnly | OfDocument):
        return dict(RULE_ID if isinstance(hint, NameOnly) else _PLAIN[bool])
    if hint is OwnRules:
        return _hint(OwnWords, defs)
    if has_form(hint):
        return _define(hint, defs)
    options = members(hint)
    if options is not None:
        return _hint(options[0], defs) if len(options) == 1 else {"anyOf": [_hint(each, defs) for each in options]}
    return _made_of(hint, defs)


def _made_of(hint: Any, defs: dict[str, Json]) -> dict[str, Json]:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Ref:
        return dict(RULE_ID)
    if origin is tuple:
        every = inner[0] if len(inner) == 2 and inner[1] is Ellipsis else None
        return {"type": "array", "items": _hint(every, defs)} if every else {"type": "array"}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": _hint(inner[1], defs)}
    if origin is Literal:
        return {"enum": list(inner)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [each.value for each in hint]}
    return {}


def _define(kind: Any, defs: dict[str, Json]) -> dict[str, Json]:
    name = getattr(get_origin(kind) or kind, "__name__", "") or form_of(kind).make.__name__
    name = PUBLISHED.get(name, name)
    if name not in defs:
        defs[name] = {}  # defined first, so that a table within itself finds its name
        defs[name] = _table(kind, defs)
    return {"$ref": f"#/$defs/{name}"}


def _describe_word(key: str, hint: Any, about: str) -> str:
    """The description of a word: from its table, from the general list, or from its type."""
    for sentence in re.split(r"(?<=[.;])\s+", " ".join(about.split())):
        if f"*{key}*" in sentence:
            return _plain(sentence)
    of = _describe_type(hint)
    return SENTENCES.get(key) or (_plain(of.split("\n\n")[0]) if of else f"The {key.replace('_', ' ')}.")


def _describe_type(hint: Any) -> str:
    """The description of a type, from its class; empty for a plain value."""
    if isinstance(hint, TablesByName | Many):
        return _describe_type(hint.kind if isinstance(hint, TablesByName) else hint.hint)
    if get_origin(hint) is Ref or isinstance(hint, NameOnly):
        of = hint.kind if isinstance(hint, NameOnly) else get_args(hint)[0]
        return (
            f"By name, a {KINDS.get(of) or RULES[WORD_OF[of]].called}: {_describe_type(of)}"
            if of in KINDS or of in WORD_OF
            else ""
        )
    if has_form(hint):
        return form_of(hint).about
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint.__doc__ or ""
    return next((said for each in members(hint) or get_args(hint) if (said := _describe_type(each))), "")


def _plain(text: str) -> str:
    """A docstring as one line, without its asterisks."""
    return re.sub(r"\*(\w+)\*", r"“\1”", " ".join(text.partition(">>>")[0].split())).strip()
