"""Reads the brackets of a document: rankings, draws, tables and finals, from its `brackets.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.core.draws.choice import ChoiceLayout
from overtrick.core.draws.finals import AbsenceRule, Bracket
from overtrick.core.draws.knockout import SetDrawRule
from overtrick.core.draws.lucky_losers import LuckyLoserRule
from overtrick.core.draws.order import ChainRule
from overtrick.core.draws.places import PlaceRule
from overtrick.core.draws.seed_blocks import SeedBlockRule
from overtrick.core.draws.stanzas import StanzaRule
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.brackets import BracketFile, CountTable
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.load import read_as, text_of


@dataclass(frozen=True, slots=True)
class Brackets:
    """Everything a document says of rankings, draws and finals, by name; nothing where it is silent."""

    orders: Mapping[str, ChainRule]
    places: tuple[PlaceRule, ...]
    lucky_losers: LuckyLoserRule | None
    set_draw: SetDrawRule | None
    changed: Clause | None
    choices: Mapping[str, ChoiceLayout]
    seed_blocks: Mapping[int, SeedBlockRule]
    tables: Mapping[str, CountTable]
    brackets: Mapping[str, Bracket]
    stanzas: Mapping[str, StanzaRule]
    absence: AbsenceRule | None


@by_edition
def load_brackets(folder: str) -> Brackets:
    """The brackets of one folder of the rulebook.

    >>> load_brackets("sabf-2020").brackets["final five"].match("PF").title
    'Preliminary Final'
    """
    text = text_of(folder, "brackets.toml")
    return read_brackets(text, f"{folder}/brackets.toml")


def read_brackets(text: str, name: str) -> Brackets:
    """The brackets in a text, or every fault in it at once; *name* is what the faults call it."""
    words = read_as(BracketFile, text, name)
    return Brackets(
        orders={order.name: order.rule() for order in words.order},
        places=tuple(place.rule() for place in words.place),
        lucky_losers=words.lucky_losers.rule() if words.lucky_losers else None,
        set_draw=words.draw.rule() if words.draw else None,
        changed=words.draw.changed if words.draw else None,
        choices={choice.stage: choice.rule(words.draw) for choice in words.choice if words.draw},
        seed_blocks={entry: blocks.rule() for blocks in words.seed_blocks for entry in blocks.entries},
        tables={table.name: table for table in words.table},
        brackets={bracket.name: bracket.rule() for bracket in words.bracket},
        stanzas={stanzas.name: stanzas.rule() for stanzas in words.stanzas},
        absence=words.absence.rule() if words.absence else None,
    )
