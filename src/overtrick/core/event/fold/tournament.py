"""The fold: an event's regulation and its book, folded into the event as it stands.

Folding one posting more touches only what it can change, and equals folding the whole book again. What a
round's draw was made from is frozen in the posting that published it; nothing posted later moves it. How an act is
folded is a function of `folds` in the module of its family here, named as the module of `acts` is.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from overtrick.core.dealing.proof import Dealing
from overtrick.core.errors import DirectorError, EngineError
from overtrick.core.event.acts import (
    ArrivedLate,
    ChoiceMade,
    EntryTaken,
    EventOpened,
    LineUpPosted,
    LotDrawn,
    Posting,
    PrizesSet,
    SubstituteUsed,
    Unread,
    WarningGiven,
)
from overtrick.core.event.acts.table import ActTable
from overtrick.core.event.fold.conducted import Conducted
from overtrick.core.event.fold.replaying import SetAside, put_aside, refold
from overtrick.core.event.plan.stages import Entrants, Event, Stage
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure

folds: ActTable[None] = ActTable("fold it into an event")
"""How each act is folded: functions of the event, the act and its posting."""

PlanFor: TypeAlias = Callable[[Entrants, frozenset[str], Mapping[str, str]], Event]
"""The regulation: the event for such an entry, under these choices and readings."""

Editions: TypeAlias = Callable[[str], PlanFor | None]
"""The regulation by an edition of the rules, named by its fingerprint; nothing if nobody has that edition."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Told:
    """A posting that was folded and those before it: a chain, so that a copy of an event has all of it in common."""

    posting: Posting
    before: "Told | Earlier | None"


class Earlier:
    """The chain of postings up to *last*, which is left in the book and read when somebody follows it so far."""

    def __init__(self, read: Callable[[], Iterable[Posting]], last: int) -> None:
        self.last = last
        self._read = read
        self._chain: Told | None = None

    @property
    def posting(self) -> Posting:
        """The last of them."""
        return self._told().posting

    @property
    def before(self) -> "Told | Earlier | None":
        """Those before it."""
        return self._told().before

    def _told(self) -> Told:
        chain = self._chain
        if chain is None:
            for posting in self._read():
                chain = Told(posting, chain)
            if chain is None:
                raise EngineError("A book that was folded has no postings")
            self._chain = chain
        return chain


LARGE = 200
"""Every event can be planned for some entry below this."""


@dataclass(slots=True)
class Tournament:
    """An event as it stands after its last posting. Only `post` writes in it.

    *plan_for* is the regulation until the book names its *edition*; then the regulation of that, if *editions* has it.
    *undone* are the postings that were taken back; they are among those *told*, and nothing of them is folded in.
    *gone* are those of which a book that is folded as a whole says further on that they are: they are never folded.
    """

    plan_for: PlanFor
    editions: Editions | None = None
    edition: str = ""
    opened: EventOpened | None = None
    event: Event | None = None
    entries: dict[str, EntryTaken] = field(default_factory=dict)
    entries_closed: bool = False
    planned_for: Entrants | None = None
    choices: frozenset[str] = frozenset()
    readings: dict[str, str] = field(default_factory=dict)
    seeds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lots: dict[str, LotDrawn] = field(default_factory=dict)
    stages: dict[str, StageState] = field(default_factory=dict)
    declined: dict[str, set[str]] = field(default_factory=dict)
    carry_overs: dict[str, Figure[Exact]] = field(default_factory=dict)
    warnings: dict[int, WarningGiven] = field(default_factory=dict)
    substitutes: list[SubstituteUsed] = field(default_factory=list)
    line_ups: dict[tuple[str, int, str], LineUpPosted] = field(default_factory=dict)
    late: list[ArrivedLate] = field(default_factory=list)
    picked: list[ChoiceMade] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)
    prizes: dict[int, PrizesSet] = field(default_factory=dict)
    dealing: dict[str, Dealing] = field(default_factory=dict)
    conducted: Conducted = field(default_factory=Conducted)
    aside: dict[int, SetAside] = field(default_factory=dict)
    undone: frozenset[int] = frozenset()
    last: int = 0
    gone: frozenset[int] = field(default=frozenset(), compare=False)
    history: Told | Earlier | None = field(default=None, compare=False)
    before_any: PlanFor | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        """Which event it is, its last posting, and its stages that have started."""
        called = self.opened.event if self.opened is not None else "not opened"
        return f"<Tournament {called}, {self.last} postings, stages {list(self.stages)}>"

    def __post_init__(self) -> None:
        self.before_any = self.before_any or self.plan_for

    def planned(self) -> Event:
        """The event as planned for its entry; until the entry closes, for those there are."""
        if self.event is not None:
            return self.event
        return self.plan_for(self.entrants, self.choices, self.readings)

    def any_plan(self) -> Event:
        """The event as planned, or for the least entry it takes: what does not depend on the entry's size."""
        if self.event is not None:
            return self.event
        for size in range(1, LARGE):
            try:
                return self.plan_for(Entrants(size), self.choices, self.readings)
            except DirectorError:
                continue
        return self.planned()

    @property
    def entrants(self) -> Entrants:
        """The entry as it stands, as a regulation counts it."""
        entered = [entry for entry in self.entries.values() if not entry.house]
        contending = sum(entry.contending for entry in entered)
        return Entrants(len(entered), contending, len(self.entries) - len(entered))

    def stage(self, name: str) -> StageState:
        """A stage that has started."""
        if name not in self.stages:
            raise DirectorError(
                "{name} has not started", remedy="Start the stage with its contestants first.", name=name
            )
        return self.stages[name]

    def plan(self, name: str) -> Stage:
        """A stage as planned."""
        found = self.planned().stage(name)
        if found is None:
            names = ", ".join(stage.name for stage in self.planned().stages)
            raise DirectorError(
                "There is no stage called {name}", remedy="The stages are {names}.", name=name, names=names
            )
        return found

    def post(self, posting: Posting) -> None:
        """Fold one posting more; one with an act that nobody can read is set aside."""
        if isinstance(posting.act, Unread):
            put_aside(self, posting, posting.act.why)
            return
        if posting.number not in self.gone:
            self.conducted.set_zone(posting)
            folds[type(posting.act)](self, posting.act, posting)
        self.last = posting.number
        self.history = Told(posting, self.history)

    def told(self) -> tuple[Posting, ...]:
        """Every posting that was folded, in the order of the book; those that were taken back too."""
        return self.told_since(0)

    def told_since(self, number: int) -> tuple[Posting, ...]:
        """Those of them from a number on; what was left in the book before it is not read."""
        return tuple(reversed([*self._back(number)]))

    def _back(self, least: int) -> Iterator[Posting]:
        at = self.history
        while at is not None and not (isinstance(at, Earlier) and at.last < least) and at.posting.number >= least:
            yield at.posting
            at = at.before

    def from_the_first(self) -> "Tournament":
        """The event before its first posting."""
        return Tournament(self.before_any or self.plan_for, self.editions)


def replay(plan_for: PlanFor, postings: Iterable[Posting], editions: Editions | None = None) -> Tournament:
    """The event as it stands after these postings; what cannot be folded is set aside."""
    return refold(lambda: Tournament(plan_for, editions), postings)
