"""The fold: an event's regulation and its book, folded into the event as it stands.

Folding one posting more touches only what it can change, and equals folding the whole book again. What a
round's draw was made from is frozen in the posting that published it; nothing posted later moves it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.event import ceremony, drop_ins
from overtrick.core.event.acts import (
    DrawPublished,
    DrawWithdrawn,
    Field,
    LineUpPosted,
    LotDrawn,
    MatchDecided,
    MatchForfeited,
    NoteMade,
    PenaltyGiven,
    PenaltyLifted,
    Posting,
    RoundClosed,
    ScoreAwarded,
    StageClosed,
    StageStarted,
    Unread,
    WarningGiven,
)
from overtrick.core.event.attendance_acts import (
    AbsenceLifted,
    AbsenceRecorded,
    ArrivedLate,
    Declined,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.carrying import carried_into, own_sessions_before
from overtrick.core.event.choice_acts import (
    ChoiceDeclared,
    ChoiceForfeited,
    ChoiceMade,
    ChoosingBegun,
    EntrantsJoined,
    ExtraBoardsCalled,
    PlacesExchanged,
    PlayedOff,
)
from overtrick.core.event.conducted import Conducted
from overtrick.core.event.deal_acts import BoardDealt
from overtrick.core.event.entry_acts import (
    EntriesClosed,
    EntryCancelled,
    EntryTaken,
    EventOpened,
    FormatChosen,
    ReadingChosen,
    RulesAdopted,
    SeedsSet,
)
from overtrick.core.event.exchange import exchange, moved_on
from overtrick.core.event.graph_plan import DropInPlay, KnockoutPlay
from overtrick.core.event.knockout import leaving, undecided
from overtrick.core.event.plan import Entrants, Event, Stage
from overtrick.core.event.recording import OfResult, recorded
from overtrick.core.event.replaying import SetAside, put_aside, refold
from overtrick.core.event.result_acts import (
    BoardFouled,
    CallAnswered,
    DirectorCalled,
    OtherFieldScored,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
    RulingGiven,
)
from overtrick.core.event.rounds import AWARD, DECISION, FORFEIT, SUBSTITUTE, RoundState
from overtrick.core.event.selection_acts import OfSelection
from overtrick.core.event.stage import StageState
from overtrick.core.event.tally import tally
from overtrick.core.flow.stages import Who
from overtrick.core.lots import Lots
from overtrick.core.model.cards import Deal
from overtrick.core.provenance import Posted
from overtrick.core.ranking.chance import Lot

PlanFor: TypeAlias = Callable[[Entrants, frozenset[str], Mapping[str, str]], Event]
"""The regulation: the event for such an entry, under these choices and readings."""

Editions: TypeAlias = Callable[[str], PlanFor | None]
"""The regulation by an edition of the rules, named by its fingerprint; nothing if nobody has that edition."""


LARGE = 200
"""Every event can be planned for some entry below this."""


@dataclass(slots=True)
class Tournament:
    """An event as it stands after its last posting. Only `post` writes in it.

    *plan_for* is the regulation until the book names its *edition*; then the regulation of that, if *editions* has it.
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
    warnings: dict[int, WarningGiven] = field(default_factory=dict)
    substitutes: list[SubstituteUsed] = field(default_factory=list)
    line_ups: dict[tuple[str, int, str], LineUpPosted] = field(default_factory=dict)
    late: list[ArrivedLate] = field(default_factory=list)
    picked: list[ChoiceMade] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)
    conducted: Conducted = field(default_factory=Conducted)
    aside: dict[int, SetAside] = field(default_factory=dict)
    last: int = 0

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
            raise DirectorError(f"{name} has not started", remedy="Start the stage with its contestants first.")
        return self.stages[name]

    def plan(self, name: str) -> Stage:
        """A stage as planned."""
        found = self.planned().stage(name)
        if found is None:
            names = ", ".join(stage.name for stage in self.planned().stages)
            raise DirectorError(f"There is no stage called {name}", remedy=f"The stages are {names}.")
        return found

    def post(self, posting: Posting) -> None:
        """Fold one posting more; one with an act that nobody can read is set aside."""
        if isinstance(posting.act, Unread):
            put_aside(self, posting, posting.act.why)
            return
        self._fold(posting)
        self.conducted.post(posting)
        self.last = posting.number

    def _fold(self, posting: Posting) -> None:  # noqa: C901, PLR0912, PLR0915 - one case an act is the clearest table
        match posting.act:
            case EventOpened() as act:
                self.opened = act
                self._go_by(act.rules)
            case RulesAdopted(edition):
                self._adopt(edition)
            case ReadingChosen(reading, choice):
                self.readings[reading] = choice
            case FormatChosen(choice):
                self.choices |= {choice}
            case EntryTaken() as act:
                self.entries[act.contestant] = act
                self._members(act)
            case EntryCancelled(contestant):
                self.entries.pop(contestant, None)
            case EntriesClosed():
                self.entries_closed = True
                self.planned_for = self.entrants
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
            case ResultPosted() | ResultConfirmed() | ResultDisputed() | ResultCorrected() | RulingGiven() as act:
                self._record(act, posting.number)
            case DirectorCalled(stage, number, table, room):
                self.stage(stage).round(number).calls.setdefault((table, room), posting.number)
            case CallAnswered(stage, number, table, room):
                self.stage(stage).round(number).calls.pop((table, room), None)
            case BoardFouled() as act:
                self.stage(act.stage).fouling = True
                self.stage(act.stage).round(act.round).fouled[act.board] = act
                self.stage(act.stage).touch_round(act.round)
            case BoardDealt(stage, number, board, deal):
                state = self.stage(stage)
                state.deals[state.scope(number), board] = Deal.read(deal)
            case WarningGiven() as act:
                self.warnings[posting.number] = act
            case PenaltyGiven() as act:
                self.stage(act.stage).penalties[posting.number] = act
                self.stage(act.stage).touch_totals([act.contestant])
            case PenaltyLifted(number):
                self._lift(number)
            case MatchForfeited() as act:
                drawn = self.stage(act.stage).round(act.round)
                drawn.forfeits[act.table] = act
                drawn.sources[FORFEIT, act.table] = Posted(posting.number, act.round, act.table)
                self.stage(act.stage).touch_round(act.round)
            case MatchDecided() as act:
                drawn = self.stage(act.stage).round(act.round)
                drawn.decided[act.table] = act
                drawn.sources[DECISION, act.table] = Posted(posting.number, act.round, act.table)
                self.stage(act.stage).touch_round(act.round)
            case ScoreAwarded() as act:
                drawn = self.stage(act.stage).round(act.round)
                drawn.awarded[act.contestant] = act
                drawn.sources[AWARD, act.contestant] = Posted(posting.number, act.round)
                self.stage(act.stage).touch_totals()
            case Withdrawn() as act:
                self.stage(act.stage).withdrawn[act.contestant] = act
                self.stage(act.stage).touch_all()
            case Declined(contestant, stage):
                self.declined.setdefault(stage, set()).add(contestant)
            case RoundClosed(stage, number):
                self.stage(stage).round(number).closed = True
                self.stage(stage).touch_settled()
                if self.stage(stage).carrier is not None:
                    self.stage(stage).touch_totals()
            case StageClosed(stage):
                self.stage(stage).closed = True
                self._leave(self.stage(stage))
            case EntrantsJoined() as act:
                self._join(act)
            case ExtraBoardsCalled() as act:
                drawn = self.stage(act.stage).round(act.round)
                drawn.extra[act.table] = (*drawn.extra.get(act.table, ()), *act.boards)
            case ChoiceDeclared() | ChoosingBegun() | ChoiceForfeited() as act:
                self.stage(act.stage).choice = ceremony.stepped(self, act)
            case PlacesExchanged() as act:
                exchange(self, act.stage, act.one, act.two)
            case PlayedOff() as act:
                self.stage(act.stage).played_off = act.order
            case SubstituteUsed() as act:
                self.substitutes.append(act)
                self._stand_in(act, posting.number)
                self.stage(act.stage).stand_ins[posting.number] = act
                self.stage(act.stage).touch_totals([act.contestant])
            case AbsenceRecorded() as act:
                self.stage(act.stage).absences[act.contestant, act.session] = (posting.number, act)
                self.stage(act.stage).touch_all()
            case AbsenceLifted() as act:
                self.stage(act.stage).absences.pop((act.contestant, act.session), None)
                self.stage(act.stage).touch_all()
            case OtherFieldScored() as act:
                self.stage(act.stage).other_field[act.round, act.board] = (Posted(posting.number, act.round), act)
                self.stage(act.stage).touch_all()
            case LineUpPosted() as act:
                self.line_ups[act.stage, act.round, act.contestant] = act
            case ArrivedLate() as act:
                self.late.append(act)
            case ChoiceMade() as act:
                self.picked.append(act)
                chosen = act.about == ceremony.OPPONENT and act.stage in self.stages
                if chosen and ceremony.by_choice(self.stages[act.stage]):
                    self.stages[act.stage].choice = ceremony.stepped(self, act)
            case NoteMade(text):
                self.notes.append((posting.number, text))
            case OfSelection():
                raise DirectorError(
                    f"“{posting.act.called}” belongs in the book of a selection year", remedy="Post it there."
                )
            case _:
                pass  # times and behaviour are kept by `conducted`

    def _go_by(self, edition: str) -> None:
        """Plan by an edition from now on, if somebody has it."""
        self.edition = edition
        found = self.editions(edition) if self.editions is not None else None
        self.plan_for = found or self.plan_for

    def _adopt(self, edition: str) -> None:
        """Plan by another edition: what was played, drawn and decided stays, every number is made by the new rules.

        What a stage carries on is made again too, from the stages before as the new rules have them, in the order in
        which they started.
        """
        self._go_by(edition)
        if self.planned_for is not None:
            self.event = self.plan_for(self.planned_for, self.choices, self.readings)
        for name, state in self.stages.items():
            state.replan(self.plan(name))
            self._bring(state)
            if state.left is not None and not moved_on(self, name):
                self._leave(state)

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
        state.members = {name: _names(self.entries[name]) for name in state.contestants if name in self.entries}
        self._bring(state)
        self.stages[act.stage] = state

    def _bring(self, state: StageState) -> None:
        """What a stage takes over from the stages before."""
        plan = state.plan
        state.carried = carried_into(plan, state.contestants, self.stages)
        state.own_before = own_sessions_before(plan, state.contestants, self.stages)
        state.tallied = tally(plan, self.stages)
        state.carrier = drop_ins.carry if isinstance(plan.play, DropInPlay) else None

    def _members(self, act: EntryTaken) -> None:
        """A team that changes while a stage is played changes in that stage, not in those that are over."""
        for state in self.stages.values():
            if not state.closed and act.contestant in state.contestants:
                state.members[act.contestant] = _names(act)

    def _stand_in(self, act: SubstituteUsed, posting: int) -> None:
        state = self.stage(act.stage)
        for number in act.rounds:
            if act.imps and number in state.rounds:
                state.rounds[number].stand_ins[act.contestant] = act
                state.rounds[number].sources[SUBSTITUTE, act.contestant] = Posted(posting, number)
                state.touch_round(number)

    def _draw(self, act: DrawPublished, number: int) -> None:
        state = self.stage(act.stage)
        state.rounds[act.round] = RoundState.of(act, number)
        state.touch_round(act.round)

    def _record(self, act: OfResult, number: int) -> None:
        state = self.stage(act.stage)
        results, place = state.round(act.round).results, (act.table, act.room, act.board)
        known = results.get(place)
        results[place] = recorded(known, act, number)
        state.fouling = state.fouling or results[place].fouled
        if known is not None and known.posting == results[place].posting:
            return  # the same result, agreed or not
        state.touch_result(act.round, act.table, act.board)
        if state.left is not None and not moved_on(self, act.stage):
            self._leave(state)

    def _join(self, act: EntrantsJoined) -> None:
        state = self.stage(act.stage)
        state.joined[act.round] = act.contestants
        first = state.fields[0]
        state.fields = (Field(first.name, (*first.contestants, *act.contestants)), *state.fields[1:])
        state.touch_all()

    def _leave(self, state: StageState) -> None:
        """Send the teams of a knockout stage on, once every match of it is decided."""
        if isinstance(state.plan.play, KnockoutPlay) and not undecided(state):
            others = [each.left for each in self.stages.values() if each is not state and each.left is not None]
            state.left = leaving(state, {team for left in others for team in left.by(Who.LUCKY)})

    def _lift(self, number: int) -> None:
        self.warnings.pop(number, None)
        for state in self.stages.values():
            given = state.penalties.pop(number, None)
            if given is not None:
                state.touch_totals([given.contestant])


def _names(entry: EntryTaken) -> tuple[str, ...]:
    return tuple(player.name for player in entry.players)


def _lot(act: LotDrawn) -> Lot:
    return act.order or Lots(act.seed)


def replay(plan_for: PlanFor, postings: Iterable[Posting], editions: Editions | None = None) -> Tournament:
    """The event as it stands after these postings; what cannot be folded is set aside."""
    return refold(lambda: Tournament(plan_for, editions), postings)
