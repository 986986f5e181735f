"""The grammar of `flow.toml`: stages, formats, balances, and what is carried, one class a table."""

import re
from fractions import Fraction
from typing import Annotated

from pydantic import PlainValidator, WithJsonSchema, model_validator

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact
from overtrick.core.flow.balance import Equation, Term
from overtrick.core.flow.drop_in import DropInRow, DropInRule
from overtrick.core.flow.final import FeeRule, PlayoffRule, QuotaRule, ReplacementRule, TableRule
from overtrick.core.flow.stages import Contest, DrawMethod, ExitRule, Half, StageRule, Who
from overtrick.regulations.grammar.words import Cite, Cited, HalvesWord, Number, Table, word


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


EquationWord = Annotated[Equation, PlainValidator(_equation), WithJsonSchema({"type": "string"})]


def _exit(who: Who, to: str) -> ExitRule:
    rank = re.fullmatch(r"rank (\d+)", to)
    return ExitRule(who, rank=int(rank[1])) if rank else ExitRule(who, stage=to)


def _tier(value: object) -> tuple[tuple[str, Who], ...]:
    ways = []
    for text in str(value).split(", "):
        ends = [each for each in Who if text.endswith(f" {each}")]
        if not ends:
            raise ValueError(f"“{text}” is no way out of a stage; write “Round 1 losers” or “Round 1 lucky losers”")
        longest = max(ends, key=lambda each: len(str(each)))
        ways.append((text.removesuffix(f" {longest}"), longest))
    return tuple(ways)


Tier = Annotated[tuple[tuple[str, Who], ...], PlainValidator(_tier), WithJsonSchema({"type": "string"})]
"""Those who come to a stage by some ways out of others, ranked together."""


class StageWords(Cited):
    """A stage. Its *order* is one of the document's; without one the seeds rank its field."""

    name: str
    section: str = ""
    entries: tuple[int, int] = (2, 1000)
    session: int = 1
    half: Annotated[Half, word(Half)] = Half.BOTH
    contest: Annotated[Contest, word(Contest)]
    boards: int
    tie: Cite | None = None
    draw: Annotated[DrawMethod, word(DrawMethod)]
    ranking: str = ""
    order: str = ""
    tiers: tuple[Tier, ...] = ()
    places_at: tuple[int, ...] = ()
    number: int | None = None
    enters: bool = False
    lucky: str = ""
    winners: int | None = None
    exactly: int | None = None
    at_most: int | None = None
    choice: str = ""
    choice_at: tuple[tuple[int, str], ...] = ()
    exits: dict[Annotated[Who, word(Who)], str]

    @model_validator(mode="after")
    def _stands(self) -> "StageWords":
        try:
            self.rule()
        except RegulationErrors as error:
            raise ValueError(error.faults[0]) from error
        if (self.draw is DrawMethod.CHOICE) != bool(self.choice):
            raise ValueError(f"{self.name}: a draw by choice names its ceremony, and no other draw does")
        return self

    def rule(self) -> StageRule:
        return StageRule(
            self.name, self.cited, self.section, self.session, self.half, self.contest, self.boards, self.draw,
            self.ranking, tuple(_exit(who, to) for who, to in self.exits.items()), *self.entries, self.tie,
            self.enters, self.lucky, self.winners, self.exactly, self.at_most, self.choice, self.choice_at,
            self.order, self.tiers, self.places_at, self.number,
        )  # fmt: skip


class VariantWords(Table):
    """Rows printed for one entry, and the one used unless the organiser chooses."""

    entry: int
    rows: tuple[str, ...]
    standard: str


class FormatWords(Cited):
    """A format for some entries."""

    entries: tuple[int, ...]
    status: str
    says: str = ""
    confirm: bool = False
    table: str | None = None
    next: str | None = None
    variants: tuple[VariantWords, ...] = ()


class BalanceWords(Cited):
    """What every row of a table must satisfy."""

    table: str
    says: tuple[EquationWord, ...]


class DropInRowWords(Cited):
    """What is carried into one round."""

    round: int
    share: Number
    less: Number = 0
    flat: Number | None = None
    deferred: bool = False

    def rule(self) -> DropInRow:
        return DropInRow(self.cited, self.round, Fraction(self.share), self.less, self.flat, self.deferred)


class DropInWords(Cited):
    """What is carried into the Swiss."""

    says: str = ""
    leader: Cited
    places: int
    halves: HalvesWord
    row: tuple[DropInRowWords, ...]

    def rule(self) -> DropInRule:
        return DropInRule(
            self.cited, self.leader.cited, tuple(row.rule() for row in self.row), self.places, self.halves
        )


class FinalTableWords(Cited):
    """How the final table is ordered."""

    says: str = ""
    cut: Cited

    def rule(self) -> TableRule:
        return TableRule(self.cited, self.cut.cited)


class PlayOffWords(Cited):
    """Extra boards for a place."""

    boards: int
    then: int

    def rule(self) -> PlayoffRule:
        return PlayoffRule(self.cited, self.boards, self.then)


class QuotaWords(Cited):
    """Places for an event."""

    name: str
    places: int | None = None
    share: Number | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> "QuotaWords":
        if (self.places is None) == (self.share is None):
            raise ValueError(f"{self.name} has a number of places or a share of the entry: give one")
        return self

    def rule(self) -> QuotaRule:
        share: Exact | None = self.share
        return QuotaRule(self.cited, self.name, self.places, None if share is None else Fraction(share))


class ReplacementWords(Cited):
    """Who may replace."""

    above: int

    def rule(self) -> ReplacementRule:
        return ReplacementRule(self.cited, self.above)


class FeeWords(Cited):
    """When the fee is due."""

    session: int

    def rule(self) -> FeeRule:
        return FeeRule(self.cited, self.session)


class FlowFile(Table):
    """A whole `flow.toml`."""

    stage: tuple[StageWords, ...]
    format: tuple[FormatWords, ...]
    balance: tuple[BalanceWords, ...] = ()
    counts: dict[str, str]
    drop_in: DropInWords
    final_table: FinalTableWords
    play_off: PlayOffWords
    ranking: Cited
    quota: tuple[QuotaWords, ...]
    replacement: ReplacementWords
    fee: FeeWords
