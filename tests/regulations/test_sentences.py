"""The tables of sentences and of findings: no row that nobody says, none missing, none that cannot be written."""

import ast
import inspect
import tomllib
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pkgutil import walk_packages

import pytest

import overtrick.core
from overtrick.core.wording import WRITTEN, names_in
from overtrick.regulations import describe, lint
from overtrick.regulations.describe.sentences import SentenceRow, words

SENTENCES = words()
FINDINGS = tomllib.loads((files(lint) / "findings.toml").read_text(encoding="utf-8"))
BY_FIELD = {"discipline", "lateness", "slow", "periods", "boards", "scores", "discretion"}
"""Parts that are asked for by the name of a tariff's field."""
BY_VALUE = {"LOT", "TIED", "ended", "higher", "other", "tables", "scores", "matches"}
"""Phrases that are asked for by a word of a rule, a side, or the name of a case's field."""


def asked(folder: Traversable, *functions: str) -> set[str]:
    """The names that Python asks a table for, by the functions that take one."""
    trees = [ast.parse(each.read_text(encoding="utf-8")) for each in folder.iterdir() if each.name.endswith(".py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    firsts = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id in functions]
    names = [each.value for first in firsts for each in ast.walk(first) if isinstance(each, ast.Constant)]
    return {name for name in names if isinstance(name, str)}


def core_classes() -> set[str]:
    """The names of the classes of the core."""
    found = set()
    for module in walk_packages(overtrick.core.__path__, "overtrick.core."):
        found |= {name for name, _ in inspect.getmembers(import_module(module.name), inspect.isclass)}
    return found


def test_every_part_that_is_asked_for_is_there_and_every_one_there_is_asked_for() -> None:
    assert asked(files(describe), "describe_part") | BY_FIELD == set(SENTENCES.parts)


def test_every_phrase_that_is_asked_for_is_there_and_every_one_there_is_asked_for() -> None:
    assert asked(files(describe), "named_phrase") | BY_VALUE == set(SENTENCES.phrases)


def test_every_finding_that_can_be_made_has_words_and_all_words_are_found() -> None:
    silences = {"byes", "forfeits", "ties", "draw"}
    made = asked(files(lint), "make_finding", "wording", "unlike")
    assert made | silences == set(FINDINGS)


def test_a_row_by_class_is_of_a_class_that_there_is() -> None:
    assert {*SENTENCES.rules, *SENTENCES.things} <= core_classes()


def templates() -> list[str]:
    """Every template of both tables."""
    rows: list[SentenceRow] = [
        row for table in (SENTENCES.rules, SENTENCES.parts) for rows in table.values() for row in rows
    ]
    sets = [said for each in SENTENCES.words.values() for said in each.values()]
    phrases = [*SENTENCES.phrases.values(), *SENTENCES.things.values()]
    return [*(row.says for row in rows if row.says), *phrases, *sets, *FINDINGS.values()]


@pytest.mark.parametrize("template", templates())
def test_every_way_to_write_a_value_is_known(template: str) -> None:
    unknown = [
        how for _, how in names_in(template)
        if how and how[0] not in "#~" and "|" not in how and how not in WRITTEN and how not in SENTENCES.words
    ]  # fmt: skip
    assert not unknown
    assert template.count("[") == template.count("]")


def test_every_way_to_write_a_value_is_used() -> None:
    used = {how for template in templates() for _, how in names_in(template)}
    notes = {
        "short",
        "begun",
        "sentence",
        "small",
        "folded",
        "date",
        " and",
        "ordinal",
        "lines",
    }  # of phrases in the code
    assert set(WRITTEN) - notes <= used
    own = {"tie", "method", "triangle", "matches"}  # asked for by the code of graphs
    assert set(SENTENCES.words) - own <= used
