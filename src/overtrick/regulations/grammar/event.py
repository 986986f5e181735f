"""The grammar of an event file: one event, its stages in order of play, and the rules behind them.

Numbers are in the place where their document has them. An event file names rules by their ids; a number that a table of
formats decides is written `{ column = "boards" }`. What depends on the entry or on an official's choice stands under
`when`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from overtrick.core.by_entry import FormatTable
from overtrick.core.conduct.eligibility import Eligibility
from overtrick.core.conduct.participation import PlayRule
from overtrick.core.conduct.teams import FinalsTeamRule
from overtrick.core.event.plan.stages import Contest, Honours, MembersRule
from overtrick.core.provenance import Clause
from overtrick.core.ranking.also import FactRule
from overtrick.core.ranking.awards import AwardRule, CategoryRule, HousePairRule, MemberAwardRule
from overtrick.core.ranking.qualification import QualifyRule
from overtrick.core.scoring.datum import Span
from overtrick.regulations.grammar.event_rules import OwnRules
from overtrick.regulations.grammar.files import KINDS, Many, TablesByName
from overtrick.regulations.grammar.forms import HIDDEN, WordPlace, form, grammar_field
from overtrick.regulations.grammar.graph import GraphWords
from overtrick.regulations.grammar.locate import LocatedTable
from overtrick.regulations.grammar.place import Alone, Fault, Misread, Path, Scope
from overtrick.regulations.grammar.readings import EventReading, WhenWords
from overtrick.regulations.grammar.refs import NameOnly, OfDocument, Ref
from overtrick.regulations.grammar.stages import ConductWords, InsteadWords, PlayersWords, StageWords


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceWords:
    """Something that an official may choose for an event.

    *by* is the official who chooses. Of the choices that decide the same thing (*settles*), one must be made before
    entries close. With *value*, a list, there is one choice for each value: `{value}` stands for that value in this
    table, and in tables that depend on the choice. With *entries* the choice can be made only for that number of
    entries.
    """

    clause: Clause
    id: str
    by: str
    says: str
    settles: str = ""
    entries: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatOf:
    """The *table* of formats that applies. *then* is its column that names another table with more details."""

    table: Ref[FormatTable]
    then: str | None = None
    gaps: Literal["refused", "as proposed"] = "refused"
    when: WhenWords | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTable:
    """What an event is: its name, its contestants, the numbers of entries that it accepts, and the usual number.

    *like* is the id of another event, whose file applies except where this file says something else. *without* lists
    the paths that are not inherited, like “reading.D47” or “stage.Swiss.placing”. *visitors* is the rule of eligibility
    for those who may play but not win. *even* is the clause that permits only an even number of entries. *by_stage* is
    the clause by which each stage takes its own entries. *heat* is the clause by which other heats play the same
    boards, which are also scored across all heats.
    """

    clause: Clause
    id: str
    name: str
    says: str = ""
    contest: Contest
    entries: Span
    usual: int
    visitors: Ref[Eligibility] | None = None
    even: Clause | None = None
    by_stage: Clause | None = None
    heat: Clause | None = None
    members: MembersRule | None = None

    def takes(self, entered: int) -> bool:
        """Whether the event accepts this number of entries."""
        return entered in self.entries and not (self.even is not None and entered % 2)

    def __post_init__(self) -> None:
        faults: list[tuple[Path, Fault]] = []
        if not re.fullmatch(r"[a-z0-9-]+/[a-z0-9-]+", self.id):
            told = f"“{self.id}” is not a valid id; write the folder and a name, like my-club/pairs."
            faults.append((("id",), Fault.of(told, "my-club/event")))
        if self.entries.most is None:
            faults.append((("entries",), Fault.of("entries are [least, most]; say how many it takes at most.")))
        elif self.usual not in self.entries:
            told = f"the usual entry is one of [least, most]; {self.usual} is not within {self.entries}."
            faults.append((("usual",), Fault.of(told)))
        if faults:
            raise Misread(faults)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFile:
    """A whole event file; *rules* are rules of its own, of any kind.

    Each *fact* is something that entries state and that its further rankings depend on.

    Documents know it as *known_as*: by its own id, or by that of the event it is like.
    """

    event: EventTable
    choice: tuple[ChoiceWords, ...] = ()
    fact: tuple[FactRule, ...] = grammar_field("", TablesByName(FactRule, "name", listed=True), default=())
    format: tuple[FormatOf, ...] = ()
    stage: tuple[StageWords, ...] = ()
    graph: GraphWords | None = None
    honours: Honours = field(default_factory=Honours)
    conduct: ConductWords = field(default_factory=ConductWords)
    players: PlayersWords = field(default_factory=PlayersWords)
    reading: tuple[EventReading, ...] = ()
    rules: OwnRules = field(default_factory=OwnRules.none)
    tables: LocatedTable | None = field(default=None, compare=False, repr=False)
    known_as: str = field(default="", compare=False)
    scope: Scope = field(default_factory=Alone, compare=False, repr=False)

    def where(self, path: Sequence[str | int]) -> str:
        """The position of a path: in the event's own text, the text it is like, or its document's readings."""
        return str(self.tables.find_origin(path)) if self.tables is not None else self.event.id

    def __post_init__(self) -> None:
        if bool(self.stage) == (self.graph is not None):
            raise ValueError("an event has [[stage]] after [[stage]], or it has a [graph]")
        if self.event.heat is not None and (len(self.stage) != 1 or self.event.contest is Contest.TEAMS):
            raise Misread(
                [(("event", "heat"), Fault.of("a heat has one stage, and its boards are not those of teams."))]
            )

    def stages_said(self) -> Iterator[tuple[Path, StageWords | InsteadWords]]:
        """The words of each stage, and of what replaces them, with their places in the file."""
        for n, stage in enumerate(self.stage):
            yield ("stage", n), stage
            yield from ((("stage", n, "instead", m), instead) for m, instead in enumerate(stage.instead))

    @property
    def folder(self) -> str:
        """The folder of the rulebook the event belongs to, or of the event it is like where its own is not one."""
        return (self.known_as or self.event.id).partition("/")[0]

    @property
    def cites(self) -> str:
        """The citation of the event's document."""
        return self.event.clause.document


form(ChoiceWords, beside="value")
KINDS[FactRule] = "fact"
form(
    Honours,
    awards=WordPlace("", Many(NameOnly(AwardRule))), members=WordPlace("", Many(NameOnly(MemberAwardRule))),
    categories=WordPlace("", NameOnly(CategoryRule)), team=WordPlace("", NameOnly(QualifyRule)),
    house=WordPlace("house_pair", OfDocument(HousePairRule)),
)  # fmt: skip
_PLAY = WordPlace("", NameOnly(PlayRule))
form(
    MembersRule,
    added=_PLAY, finals=_PLAY, qualifying=_PLAY, throughout=_PLAY, finals_team=WordPlace("", NameOnly(FinalsTeamRule)),
)  # fmt: skip
form(EventTable, beside="like without")
form(EventFile, tables=HIDDEN, known_as=HIDDEN, scope=HIDDEN)
