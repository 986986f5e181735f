"""Reads the flow of an event from its document's `flow.toml`, and checks that no one is lost for any entry."""

from dataclasses import fields

from overtrick.core.errors import RegulationErrors
from overtrick.core.flow.formats import FlowRules, course_faults
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.flow import FLOW
from overtrick.regulations.read.documents import load
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.load import read_as, text_of


@by_edition
def load_flow(folder: str) -> FlowRules:
    """The flow of one folder of the rulebook, checked for every entry and every printed row it uses.

    >>> load_flow("gnot-nsw-2018").format(23).flow.teams("SKO1")
    12
    """
    text = text_of(folder, "flow.toml")
    return read_flow(text, f"{folder}/flow.toml", load(Brackets, folder))


def read_flow(text: str, name: str, brackets: Brackets) -> FlowRules:
    """The flow in a text, or all its faults at once; *name* is used in the messages."""
    words = read_as(FLOW, text, name)
    rules = FlowRules(brackets=brackets, **{each.name: getattr(words, each.name) for each in fields(words)})
    if wrong := [f"{name}: {fault}" for fault in course_faults(rules)]:
        raise RegulationErrors(wrong)
    return rules
