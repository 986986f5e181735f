"""The grammar of `flow.toml`: stages, formats, balances, and what is carried."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.exact import Exact
from overtrick.core.flow.balance import Equation, Term
from overtrick.core.flow.drop_in import DropInRule
from overtrick.core.flow.final import FeeRule, PlayoffRule, QuotaRule, ReplacementRule, TableRule
from overtrick.core.flow.stages import Contest, DrawMethod, ExitRule, Half, StageRule, Who
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.files import By, Many
from overtrick.regulations.grammar.forms import As, form, makes
from overtrick.regulations.grammar.values import TEXTS


def _side(text: str) -> tuple[Term, ...]:
    terms = []
    for sign, name, over in re.findall(r"([+-]?)\s*([a-z_0-9]+)(?:/(\d+))?", text):
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


def _exit(who: Who, to: str) -> ExitRule:
    rank = re.fullmatch(r"rank (\d+)", to)
    return ExitRule(who, rank=int(rank[1])) if rank else ExitRule(who, stage=to)


class Tier:
    """Those who come to a stage by some ways out of others, ranked together."""


def _tier(value: object) -> tuple[tuple[str, Who], ...]:
    ways = []
    for text in str(value).split(", "):
        ends = [each for each in Who if text.endswith(f" {each}")]
        if not ends:
            raise ValueError(f"“{text}” is no way out of a stage; write “Round 1 losers” or “Round 1 lucky losers”")
        longest = max(ends, key=lambda each: len(str(each)))
        ways.append((text.removesuffix(f" {longest}"), longest))
    return tuple(ways)


TEXTS[Tier] = _tier


@makes(StageRule, tiers=As("", Many(Tier)))
def stage_rule(
    *,
    name: str,
    clause: Clause,
    contest: Contest,
    boards: int,
    draw: DrawMethod,
    exits: Mapping[Who, str],
    section: str = "",
    entries: tuple[int, int] = (2, 1000),
    session: int = 1,
    half: Half = Half.BOTH,
    tie: Clause | None = None,
    ranking: str = "",
    order: str = "",
    tiers: tuple[tuple[tuple[str, Who], ...], ...] = (),
    places_at: tuple[int, ...] = (),
    number: int | None = None,
    enters: bool = False,
    lucky: str = "",
    winners: int | None = None,
    exactly: int | None = None,
    at_most: int | None = None,
    choice: str = "",
    choice_at: tuple[tuple[int, str], ...] = (),
) -> StageRule:
    """A stage. Its *order* is one of the document's; without one the seeds rank its field."""
    if (draw is DrawMethod.CHOICE) != bool(choice):
        raise ValueError(f"{name}: a draw by choice names its ceremony, and no other draw does")
    return StageRule(
        name=name, clause=clause, section=section, session=session, half=half, contest=contest, boards=boards,
        draw=draw, ranking=ranking, exits=tuple(_exit(who, to) for who, to in exits.items()), least=entries[0],
        most=entries[1], tie=tie, enters=enters, lucky=lucky, winners=winners, exactly=exactly, at_most=at_most,
        choice=choice, choice_at=choice_at, order=order, tiers=tiers, places_at=places_at, number=number,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Variants:
    """Rows printed for one entry, and the one used unless the organiser chooses."""

    entry: int
    rows: tuple[str, ...]
    standard: str


@dataclass(frozen=True, slots=True)
class FormatWords:
    """A format for some entries."""

    clause: Clause
    entries: tuple[int, ...]
    status: str
    says: str = ""
    confirm: bool = False
    table: str | None = None
    next: str | None = None
    variants: tuple[Variants, ...] = ()


class Balance:
    """What every row of a table must satisfy."""


@makes(Balance)
def balance(*, clause: Clause, says: tuple[Equation, ...]) -> tuple[Equation, ...]:  # noqa: ARG001 - cited
    """What every row of a table must satisfy."""
    return says


@makes(QuotaRule)
def quota(*, clause: Clause, name: str, places: int | None = None, share: Exact | None = None) -> QuotaRule:
    """Places for an event: a number, or a share of the entry."""
    if (places is None) == (share is None):
        raise ValueError(f"{name} has a number of places or a share of the entry: give one")
    return QuotaRule(clause, name, places, None if share is None else Fraction(share))


form(DropInRule, rows="row")


@dataclass(frozen=True, slots=True)
class FlowFile:
    """What a document says of the course of an event."""

    stages: tuple[StageRule, ...]
    formats: tuple[FormatWords, ...]
    balances: Mapping[str, tuple[Equation, ...]]
    columns: Mapping[str, str]
    drop_in: DropInRule
    final_table: TableRule
    play_off: PlayoffRule
    ranking: Clause
    quotas: tuple[QuotaRule, ...]
    replacement: ReplacementRule
    fee: FeeRule


form(
    FlowFile,
    stages="stage", formats="format", balances=As("balance", By(Balance, "table"), dict), columns="counts",
    quotas="quota",
)  # fmt: skip
