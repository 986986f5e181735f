"""The fold: an event's regulation and its book, folded into the event as it stands.

Folding one posting more touches only what it can change, and equals folding the whole book again. What a
round's draw was made from is frozen in the posting that published it; nothing posted later moves it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    ArrivedLate,
    BoardFouled,
    ChoiceMade,
    Declined,
    DrawPublished,
    DrawWithdrawn,
    EntriesClosed,
    EntryCancelled,
    EntryTaken,
    EventOpened,
    FormatChosen,
    LineUpPosted,
    LotDrawn,
    MatchForfeited,
    NoteMade,
    PenaltyGiven,
    PenaltyLifted,
    Posting,
    ReadingChosen,
    ResultConfirmed,
    ResultCorrected,
    ResultPosted,
    RoundClosed,
    RulingGiven,
    ScoreAwarded,
    SeedsSet,
    StageClosed,
    StageStarted,
    SubstituteUsed,
    WarningGiven,
    Withdrawn,
)
from overtrick.core.event.carrying import carried_into
from overtrick.core.event.plan import Entrants, Event, Stage
from overtrick.core.event.rounds import Recorded, RoundState
from overtrick.core.event.stage import StageState
from overtrick.core.laws.table_score import table_score
from overtrick.core.lots import Lots
from overtrick.core.model.boards import Board
from overtrick.core.ranking.chance import Lot

PlanFor: TypeAlias = Callable[[Entrants, frozenset[str], Mapping[str, str]], Event]
"""The regulation: the event for such an entry, under these choices and readings."""


@dataclass(slots=True)
class Tournament:
    """An event as it stands after its last posting. Only `post` writes in it."""

    plan_for: PlanFor
    opened: EventOpened | None = None
    event: Event | None = None
    entries: dict[str, EntryTaken] = field(default_factory=dict)
    entries_closed: bool = False
    choices: frozenset[str] = frozenset()
    readings: dict[str, str] = field(default_factory=dict)
    seeds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lots: dict[str, LotDrawn] = field(default_factory=dict)
    stages: dict[str, StageState] = field(default_factory=dict)
    declined: dict[str, set[str]] = field(default_factory=dict)
    warnings: dict[int, WarningGiven] = field(default_factory=dict)
    substitutes: list[SubstituteUsed] = field(default_factory=list)
    line_ups: dict[tuple[str, int, str], LineUpPosted] = field(default_factory=dict)
    late: list[ArrivedLate] = field(default_factory=list)
    picked: list[ChoiceMade] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)
    last: int = 0

    def planned(self) -> Event:
        """The event as planned for its entry; until the entry closes, for those there are."""
        if self.event is not None:
            return self.event
        return self.plan_for(self.entrants, self.choices, self.readings)

    @property
    def entrants(self) -> Entrants:
        """The entry as it stands, as a regulation counts it."""
        entered = [entry for entry in self.entries.values() if not entry.house]
        contending = sum(entry.contending for entry in entered)
        return Entrants(len(entered), contending, len(self.entries) - len(entered))

    def stage(self, name: str) -> StageState:
        """A stage that has started."""
        if name not in self.stages:
            raise DirectorError(f"{name} has not started", remedy="Start the stage with its contestants first.")
        return self.stages[name]

    def plan(self, name: str) -> Stage:
        """A stage as planned."""
        found = self.planned().stage(name)
        if found is None:
            names = ", ".join(stage.name for stage in self.planned().stages)
            raise DirectorError(f"There is no stage called {name}", remedy=f"The stages are {names}.")
        return found

    def offences(self, contestant: str, offence: str) -> int:
        """How many warnings and penalties of a kind a contestant has had in the whole event."""
        warned = sum(given.contestant == contestant and given.offence == offence for given in self.warnings.values())
        fined = sum(
            given.contestant == contestant and given.offence == offence
            for stage in self.stages.values()
            for given in stage.penalties.values()
        )
        return warned + fined

    def post(self, posting: Posting) -> None:
        """Fold one posting more."""
        self._fold(posting)
        self.last = posting.number

    def _fold(self, posting: Posting) -> None:  # noqa: C901, PLR0912, PLR0915 - one case an act is the clearest table
        match posting.act:
            case EventOpened() as act:
                self.opened = act
            case ReadingChosen(reading, choice):
                self.readings[reading] = choice
            case FormatChosen(choice):
                self.choices |= {choice}
            case EntryTaken() as act:
                self.entries[act.contestant] = act
            case EntryCancelled(contestant):
                self.entries.pop(contestant, None)
            case EntriesClosed():
                self.entries_closed = True
                self.event = self.plan_for(self.entrants, self.choices, self.readings)
            case SeedsSet(stage, order):
                self.seeds[stage] = order
            case LotDrawn() as act:
                self._lot(act)
            case StageStarted() as act:
                self._start(act, posting.number)
            case DrawPublished() as act:
                self._draw(act, posting.number)
            case DrawWithdrawn(stage, number):
                self.stage(stage).rounds.pop(number, None)
                self.stage(stage).touch_round(number)
            case ResultPosted() | ResultCorrected() | RulingGiven() as act:
                self._result(act, posting)
            case ResultConfirmed() as act:
                self._confirm(act)
            case BoardFouled() as act:
                self.stage(act.stage).round(act.round).fouled[act.board] = act
                self.stage(act.stage).touch_round(act.round)
            case WarningGiven() as act:
                self.warnings[posting.number] = act
            case PenaltyGiven() as act:
                self.stage(act.stage).penalties[posting.number] = act
                self.stage(act.stage).touch_totals([act.contestant])
            case PenaltyLifted(number):
                self._lift(number)
            case MatchForfeited() as act:
                self.stage(act.stage).round(act.round).forfeits[act.table] = act
                self.stage(act.stage).touch_round(act.round)
            case ScoreAwarded() as act:
                self.stage(act.stage).round(act.round).awarded[act.contestant] = act
                self.stage(act.stage).touch_totals()
            case Withdrawn() as act:
                self.stage(act.stage).withdrawn[act.contestant] = act
                self.stage(act.stage).touch_all()
            case Declined(contestant, stage):
                self.declined.setdefault(stage, set()).add(contestant)
            case RoundClosed(stage, number):
                self.stage(stage).round(number).closed = True
            case StageClosed(stage):
                self.stage(stage).closed = True
            case SubstituteUsed() as act:
                self.substitutes.append(act)
            case LineUpPosted() as act:
                self.line_ups[act.stage, act.round, act.contestant] = act
            case ArrivedLate() as act:
                self.late.append(act)
            case ChoiceMade() as act:
                self.picked.append(act)
            case NoteMade(text):
                self.notes.append((posting.number, text))

    def _lot(self, act: LotDrawn) -> None:
        self.lots[act.about] = act
        if act.about in self.stages:
            self.stages[act.about].lot = _lot(act)
            self.stages[act.about].touch_totals()

    def _start(self, act: StageStarted, number: int) -> None:
        plan = self.plan(act.stage)
        state = StageState(plan, act.fields, number)
        state.lot = _lot(self.lots[plan.name]) if plan.name in self.lots else None
        state.non_contending = frozenset(
            name for name, entry in self.entries.items() if entry.house or not entry.contending
        )
        state.carried = carried_into(plan, state.contestants, self.stages)
        self.stages[act.stage] = state

    def _draw(self, act: DrawPublished, number: int) -> None:
        state = self.stage(act.stage)
        state.rounds[act.round] = RoundState.of(act, number)
        state.touch_round(act.round)

    def _result(self, act: ResultPosted | ResultCorrected | RulingGiven, posting: Posting) -> None:
        state = self.stage(act.stage)
        score = table_score(Board.numbered(act.board), act.result, f"posting {posting.number}")
        recorded = Recorded(act.result, score, posting.number, not isinstance(act, ResultPosted))
        state.round(act.round).results[act.table, act.room, act.board] = recorded
        state.touch_result(act.round, act.table, act.board)

    def _confirm(self, act: ResultConfirmed) -> None:
        results = self.stage(act.stage).round(act.round).results
        place = (act.table, act.room, act.board)
        if place not in results:
            raise DirectorError(
                f"Table {act.table} board {act.board} has no result to confirm", remedy="Enter the result first."
            )
        results[place] = replace(results[place], confirmed=True)

    def _lift(self, number: int) -> None:
        self.warnings.pop(number, None)
        for state in self.stages.values():
            given = state.penalties.pop(number, None)
            if given is not None:
                state.touch_totals([given.contestant])


def _lot(act: LotDrawn) -> Lot:
    return act.order or Lots(act.seed)


def replay(plan_for: PlanFor, postings: Iterable[Posting]) -> Tournament:
    """The event as it stands after these postings."""
    tournament = Tournament(plan_for)
    for posting in postings:
        tournament.post(posting)
    return tournament
