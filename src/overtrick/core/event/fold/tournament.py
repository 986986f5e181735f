"""The fold: combine an event's regulations and its book into the present state of the event.

Folding one more posting touches only what it can change, and gives the same state as folding the whole book again. The
data behind a draw is stored in the posting that published it, and nothing posted later changes it. Each act is
folded by a function registered in `folds`, in the module here with the same name as its module in `acts`.
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
from overtrick.core.event.fold.conducted import ConductRecord
from overtrick.core.event.fold.replaying import SetAside, put_aside, refold
from overtrick.core.event.plan.stages import Entrants, Event, Stage
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure

folds: ActTable[None] = ActTable("fold it into an event")
"""The functions that fold acts, each called with the event, the act and its posting."""

PlanFor: TypeAlias = Callable[[Entrants, frozenset[str], Mapping[str, str]], Event]
"""The regulations: a function that plans the event for an entry, under these readings and choices."""

Editions: TypeAlias = Callable[[str], PlanFor | None]
"""The regulations of an edition of the rules, by its fingerprint; None if the edition is not available."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HistoryLink:
    """A folded posting and those before it, as a linked list, so that copies of an event share it."""

    posting: Posting
    before: "HistoryLink | HistoryInBook | None"


class HistoryInBook:
    """The linked list of postings up to *last*, which is read from the book only when it is needed."""

    def __init__(self, read: Callable[[], Iterable[Posting]], last: int) -> None:
        self.last = last
        self._read = read
        self._chain: HistoryLink | None = None

    @property
    def posting(self) -> Posting:
        """The last of the postings."""
        return self._load_chain().posting

    @property
    def before(self) -> "HistoryLink | HistoryInBook | None":
        """The postings before the last."""
        return self._load_chain().before

    def _load_chain(self) -> HistoryLink:
        chain = self._chain
        if chain is None:
            for posting in self._read():
                chain = HistoryLink(posting, chain)
            if chain is None:
                raise EngineError("A book that was folded has no postings")
            self._chain = chain
        return chain


LARGE = 200
"""Every event can be planned for some number of entries below this."""


@dataclass(slots=True)
class Tournament:
    """The state of an event after its last posting. Only `post` changes it.

    *plan_for* gives the regulations until the book names its *edition*; then they are those of that edition, if
    *editions* has it. *undone* are the postings that were undone: they are among those in *told*, but have no effect.
    *gone* are postings that the book undoes later on, known when it is folded as a whole: they are never folded.
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
    conducted: ConductRecord = field(default_factory=ConductRecord)
    aside: dict[int, SetAside] = field(default_factory=dict)
    undone: frozenset[int] = frozenset()
    last: int = 0
    gone: frozenset[int] = field(default=frozenset(), compare=False)
    history: HistoryLink | HistoryInBook | None = field(default=None, compare=False)
    before_any: PlanFor | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        """The event, its last posting, and the stages that have started."""
        called = self.opened.event if self.opened is not None else "not opened"
        return f"<Tournament {called}, {self.last} postings, stages {list(self.stages)}>"

    def __post_init__(self) -> None:
        self.before_any = self.before_any or self.plan_for

    def current_plan(self) -> Event:
        """The plan of the event for its entries; until entries close, for those entered so far."""
        if self.event is not None:
            return self.event
        return self.plan_for(self.entrants, self.choices, self.readings)

    def any_plan(self) -> Event:
        """The plan of the event or of its smallest entry, for what does not depend on the number of entries."""
        if self.event is not None:
            return self.event
        for size in range(1, LARGE):
            try:
                return self.plan_for(Entrants(size), self.choices, self.readings)
            except DirectorError:
                continue
        return self.current_plan()

    @property
    def entrants(self) -> Entrants:
        """The present entries, as the regulations count them."""
        entered = [entry for entry in self.entries.values() if not entry.house]
        contending = sum(entry.contending for entry in entered)
        return Entrants(len(entered), contending, len(self.entries) - len(entered))

    def stage(self, name: str) -> StageState:
        """A stage that has started."""
        if name not in self.stages:
            self.plan(name)
            raise DirectorError(
                "{name} has not started", remedy="First start the stage with its contestants.", name=name
            )
        return self.stages[name]

    def plan(self, name: str) -> Stage:
        """The plan of a stage."""
        found = self.current_plan().stage(name)
        if found is None:
            names = ", ".join(stage.name for stage in self.current_plan().stages)
            raise DirectorError(
                "There is no stage called {name}", remedy="Stages of this event: {names}.", name=name, names=names
            )
        return found

    def post(self, posting: Posting) -> None:
        """Fold one more posting; one with an unreadable act is set aside."""
        if isinstance(posting.act, Unread):
            put_aside(self, posting, posting.act.why)
            return
        if posting.number not in self.gone:
            self.conducted.set_zone(posting)
            folds[type(posting.act)](self, posting.act, posting)
        self.last = posting.number
        self.history = HistoryLink(posting, self.history)

    def postings(self) -> tuple[Posting, ...]:
        """Every posting so far in the order of the book, including those that were undone."""
        return self.told_since(0)

    def told_since(self, number: int) -> tuple[Posting, ...]:
        """The postings from a number on; earlier ones are not read from the book."""
        return tuple(reversed([*self._back(number)]))

    def _back(self, least: int) -> Iterator[Posting]:
        at = self.history
        while at is not None and not (isinstance(at, HistoryInBook) and at.last < least) and at.posting.number >= least:
            yield at.posting
            at = at.before

    def from_the_first(self) -> "Tournament":
        """The event before its first posting."""
        return Tournament(self.before_any or self.plan_for, self.editions)


def replay(plan_for: PlanFor, postings: Iterable[Posting], editions: Editions | None = None) -> Tournament:
    """The state of the event after these postings; those that cannot be folded are set aside."""
    return refold(lambda: Tournament(plan_for, editions), postings)
