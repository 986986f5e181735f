"""The grammar of `flow.toml`: stages, formats, balances, and what is carried."""

import re
from collections.abc import Mapping
from typing import Any

from overtrick.core.flow.balance import Equation, Term
from overtrick.core.flow.drop_in import DropInRule
from overtrick.core.flow.formats import FlowFile
from overtrick.core.flow.stages import ExitRule, StageRule, Who
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.files import Many, TablesByName
from overtrick.regulations.grammar.forms import WordPlace, form
from overtrick.regulations.grammar.place import FilePosition
from overtrick.regulations.grammar.tables import read
from overtrick.regulations.grammar.values import BAD, TEXTS, text


def _side(side: str) -> tuple[Term, ...]:
    terms = []
    for sign, name, over in re.findall(r"([+-]?)\s*([a-z_0-9]+)(?:/(\d+))?", side):
        of = int(name) if name.isdigit() else name
        terms.append(Term(of, -1 if sign == "-" else 1, int(over or 1)))
    return tuple(terms)


def _equation(value: object) -> Equation:
    text = str(value)
    if not re.fullmatch(r"[a-z_0-9/+ -]+ = [a-z_0-9/+ -]+", text):
        raise ValueError(f"“{value}” is not a balance; write “winners = teams/2” or “losers = winners - lucky”")
    left, right = text.split(" = ")
    return Equation(text, _side(left), _side(right))


TEXTS[Equation] = _equation


class Exits:
    """The exits of a stage: who leaves it, to which stage or to which ranks."""

    @staticmethod
    def read_at(value: object, at: FilePosition) -> Any:
        """The exits in the table."""
        made = read(Mapping[Who, str], value, at)
        return made if made is BAD else tuple(_exit(who, to) for who, to in made.items())


def _exit(who: Who, to: str) -> ExitRule:
    rank = re.fullmatch(r"rank (\d+)", to)
    return ExitRule(who, rank=int(rank[1])) if rank else ExitRule(who, stage=to)


@text
def tier(value: object) -> tuple[tuple[str, Who], ...]:
    """The contestants who come to a stage by some exits of others, ranked together."""
    ways = []
    for way in str(value).split(", "):
        ends = [each for each in Who if way.endswith(f" {each}")]
        if not ends:
            raise ValueError(f"“{way}” is no way out of a stage; write “Round 1 losers” or “Round 1 lucky losers”")
        longest = max(ends, key=lambda each: len(str(each)))
        ways.append((way.removesuffix(f" {longest}"), longest))
    return tuple(ways)


form(StageRule, exits=WordPlace("", Exits), tiers=WordPlace("", Many(tier)))


def balance(*, clause: Clause, says: tuple[Equation, ...]) -> tuple[Equation, ...]:  # noqa: ARG001 - cited
    """The equations that every row of a table must satisfy."""
    return says


form(DropInRule, rows="row")
form(
    FlowFile,
    stages="stage", formats="format", balances=WordPlace("balance", TablesByName(balance, "table"), dict),
    columns="counts", quotas="quota",
)  # fmt: skip

FLOW = FlowFile
"""A whole `flow.toml`."""
