"""The reference page on event files: their tables and keys, from the same grammar as `rules schema --event`."""

from collections.abc import Iterator, Mapping
from typing import Any

Node = Mapping[str, Any]

INTRODUCTION = """\
[Event file reference](../event-file.md) explains the tables. This page lists every key.
`overtrick rules schema --event` prints the same grammar as JSON Schema, for editors with TOML support.

Every table may also have `clause` (the clause that it implements), `readings` (the readings that it relies on) and
`says` (a sentence for the conditions of contest). A **bold** key is required. `overtrick rules list` lists the ids of
rules.
"""
TABLES = {
    "[event]": "EventTable",
    "event.members": "MembersRule",
    "[[choice]]": "ChoiceWords",
    "[[fact]]": "FactRule",
    "[[format]]": "FormatOf",
    "[[stage]]": "StageWords",
    "when": "WhenWords",
    "[[stage.instead]]": "InsteadWords",
    "source": "SourceWords",
    "[[stage.also]]": "AlsoRule",
    "also.add": "AddedShare",
    "also.only": "Stratum",
    "[[stage.section]]": "Section",
    '[stage.draw] of play = "swiss"': "SwissPlay",
    "share": "ShareRule",
    '[stage.draw] of play = "monrad"': "MonradPlay",
    '[stage.draw] of play = "round robin"': "RobinPlay",
    '[stage.draw] of play = "two fields"': "TwoFieldPlay",
    '[stage.draw] of play = "sessions"': "SessionPlay",
    "movements": "SessionMovement",
    '[stage.draw] of play = "knockout"': "BracketPlay",
    "level": "LevelRule",
    '[stage.draw] of play = "stanzas"': "StanzaPlay",
    '[stage.draw] of play = "finals"': "FinalsPlay",
    '[stage.draw] of play = "tally"': "TallyPlay",
    "[stage.conduct]": "ConductWords",
    "[stage.players]": "PlayersWords",
    "[graph]": "GraphWords",
    "[graph.knockout]": "KnockoutShape",
    "[[graph.stage]]": "StageRule",
    "[[graph.order]]": "ChainRule",
    "[honours]": "Honours",
    "[[reading]]": "EventReading",
    "[rules]": "OwnWords",
}
"""The tables of an event file as they are written, and their forms in the grammar."""
EVERYWHERE = {"clause", "readings", "says"}
PLURALS = {
    "a whole number": "whole numbers", "text": "texts", "a table": "tables", "the id of a rule": "ids of rules",
    "a list": "lists",
}  # fmt: skip


def event_file_page(schema: Node) -> Iterator[str]:
    """The page, made from the JSON Schema of an event file."""
    forms = schema["$defs"]
    written = {form: table for table, form in TABLES.items()}
    yield "# Event files, key by key\n"
    yield INTRODUCTION
    for table, name in TABLES.items():
        form = forms[name]
        yield f"## `{table}`\n"
        yield f"{_quoted(form['description'])}\n"
        yield "| Key | Takes |"
        yield "| --- | --- |"
        for key, value in form.get("properties", {}).items():
            if key not in EVERYWHERE:
                shown = f"**`{key}`**" if key in form.get("required", ()) else f"`{key}`"
                yield f"| {shown} | {_takes(value, written)} |"
        yield ""


def _takes(value: Node, written: Mapping[str, str]) -> str:
    """Return what a key takes, in a few words."""
    if "enum" in value:
        return ", ".join(f'`"{each}"`' if isinstance(each, str) else f"`{each}`" for each in value["enum"])
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        if name == "Column":
            return "a column of the table of formats"
        return f"a table: `{written[name]}`" if name in written else "a table"
    if "$comment" in value:
        return str(value["$comment"])
    if "anyOf" in value:
        kinds = [
            _takes(each, written) for each in value["anyOf"] if not str(each.get("pattern", "")).startswith(r"^\{")
        ]
        return "; or ".join(dict.fromkeys(kinds))
    if value.get("type") == "array":
        if not value.get("items"):
            return "a list"
        inside = _takes(value["items"], written)
        return f"a list of {PLURALS.get(inside, inside.replace('a table: ', 'tables: '))}"
    if value.get("type") == "string":
        return "a clause" if "pattern" in value else "text"
    plain = {"integer": "a whole number", "number": "a number", "boolean": "`true` or `false`", "object": "a table"}
    return plain.get(value.get("type", ""), "text or a list")


def _quoted(text: str) -> str:
    """Text of the grammar with its quoted words as code, and other Markdown characters escaped."""
    for mark in "|*_<[#":
        text = text.replace(mark, f"\\{mark}") if "`" not in text else text
    return text.replace("“", "`").replace("”", "`").replace("\\_", "_")
