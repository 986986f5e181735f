"""The engine asks no event, stage or document for its name: what differs between them is data.

Docstrings and comments may cite; strings that the program works with may not.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from overtrick.core.flow.stages import StageRule
from overtrick.regulations.grammar.graph import GraphWords
from overtrick.regulations.plan.event_book import event_files
from overtrick.regulations.read.documents import load_flow
from overtrick.regulations.read.library import shipped_rulebook

SOURCE = Path(__file__).parents[2] / "src" / "overtrick"
ROOMS = ("core", "director", "ledger", "lab")
THE_LAWS = "Law"
"""The Laws are everybody's: the engine carries them out, and cites them itself."""

ORDINARY = {"laws-2017", "club"}
"""Folders that the engine may say: the Laws', and a word that it has for a player's club. Their events it may not."""


def modules() -> list[Path]:
    return sorted(path for room in ROOMS for path in (SOURCE / room).rglob("*.py"))


@cache
def names() -> dict[str, str]:
    """Every name of an event, a stage or a document, and of what it is one."""
    found = {
        document.cite: "document" for document in shipped_rulebook().documents.values() if document.cite != THE_LAWS
    }
    found |= dict.fromkeys((folder for folder in shipped_rulebook().documents if folder not in ORDINARY), "folder")
    for name, file in event_files().items():
        found |= {name: "event", name.partition("/")[2]: "event", file.event.name: "event"}
        found |= {stage.name: "stage" for stage in file.stage}
        if file.graph is not None:
            found |= {stage.name: "stage" for stage in graph_stages(file.graph)}
    return found


def graph_stages(words: GraphWords) -> tuple[StageRule, ...]:
    """The stages of a graph, from its own file or its document's flow."""
    return load_flow(words.flow).stages if words.flow else words.stage


def literals(source: str) -> Iterator[tuple[int, str]]:
    """Every string that is no docstring and no name a module hands out, with its line."""
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    handed_out = [node.value for node in tree.body if isinstance(node, ast.Assign) and "__all__" in ast.dump(node)]
    told |= {id(node) for value in handed_out for node in ast.walk(value)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def named_in(source: str) -> list[str]:
    """The names in the strings of a module; one ordinary word, like Session, only as the whole of a string."""
    return [
        f"line {line}: the {kind} {name} in {text!r}"
        for line, text in literals(source)
        for name, kind in names().items()
        if name in text and (text == name or (not name.isalpha() and re.search(rf"\b{re.escape(name)}\b", text)))
    ]


@pytest.mark.parametrize("module", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_event_stage_or_document_is_named_in_the_engine(module: Path) -> None:
    assert named_in(module.read_text(encoding="utf-8")) == []


def test_a_name_would_be_found() -> None:
    assert named_in('if event == "nsw-swiss-pairs/congress": pass')
    assert named_in('x = Clause("ANC26", "17.16")')
    assert named_in('if stage.name == "Final": pass')
    assert named_in('say = f"by ITS21, {x}"')
    assert named_in('if node == "SKO-S2": pass')
    assert named_in('def f():\n    """By ANC26 17.16."""\n    return 1  # ANC26') == []
    assert named_in('x = "a Swiss draw; the final score"') == []


def test_there_is_something_to_look_for_and_something_to_look_in() -> None:
    assert len(modules()) > 100
    assert {"ANC26", "anc-2026/open-butler", "Stage 1", "Open Butler", "SKO5", "M2A"} <= names().keys()
