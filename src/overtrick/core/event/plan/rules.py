"""What binds a stage besides its play: tariffs, clocks, times, who may play, how much and with which systems."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType

from overtrick.core.conduct.allowance import AllowanceRule
from overtrick.core.conduct.appeal_rules import AppealRules
from overtrick.core.conduct.cards import GraceRule
from overtrick.core.conduct.clocks import About, Clock, RollingRule, Window
from overtrick.core.conduct.eligibility import BarRule, CommonRule, Eligibility, FirstEnteredRule
from overtrick.core.conduct.entries import RejectionRule, WithdrawalRule
from overtrick.core.conduct.participation import PlayRule, SubstituteRule
from overtrick.core.conduct.penalties import Breach, Ladder, SlowPlayScale
from overtrick.core.conduct.precedence import DeterminationRule
from overtrick.core.conduct.record import CountRule
from overtrick.core.conduct.stage import StageConduct
from overtrick.core.conduct.systems import ClassifyingRule, PsychicRule, SystemRules
from overtrick.core.conduct.timetable import FinalsDatesRule, MoveRule, Slots, TimetableRow


@dataclass(frozen=True, slots=True)
class Tariffs:
    """What offences cost in a stage; nothing where the document is silent.

    *ladders* are offences by name, each with its own steps.
    """

    stage: StageConduct | None = None
    breaches: tuple[Breach, ...] = ()
    ladders: Mapping[str, Ladder] = field(default_factory=lambda: MappingProxyType({}))
    slow_play: SlowPlayScale | None = None
    count: CountRule | None = None

    @property
    def silent(self) -> bool:
        """Whether the document prices nothing in this stage."""
        return self.stage is None and self.slow_play is None and not self.ladders


@dataclass(frozen=True, slots=True)
class Times:
    """The clocks of a stage, the time a match is allowed, and when its rounds start where the document says so.

    *closes* is the one clock that closes corrections, whoever asks; *first_day* the day the timetable starts,
    which rules speak of as *opening*; *moves* is the rule for another day than the one set, *finals_dates* the days
    that the document lays down. *windows* are the clocks for corrections by what was wrong: one in time is enough.
    """

    clocks: tuple[Clock, ...] = ()
    rolling: tuple[RollingRule, ...] = ()
    closes: Clock | None = None
    allowance: AllowanceRule | None = None
    slots: Slots | None = None
    timetable: tuple[TimetableRow, ...] = ()
    first_day: date | None = None
    opening: str = ""
    moves: MoveRule | None = None
    finals_dates: FinalsDatesRule | None = None
    windows: tuple[Window, ...] = ()

    def of(self, about: About) -> tuple[Clock, ...]:
        """The clocks for something."""
        return tuple(clock for clock in self.clocks if clock.about is about)

    def roll(self, about: About) -> RollingRule | None:
        """The rolling period for something, if there is one."""
        return next((rule for rule in self.rolling if rule.about is about), None)


@dataclass(frozen=True, slots=True)
class PlayersRule:
    """Who may enter and play, with which systems, how much, and with what substitutes.

    *entry* are the rules an entry must meet, *seat* those for sitting in this stage, *titles* those for taking
    its title; *played* says from which stage a count of play is taken. A player falls short of *play* at the
    end, not before. *withdrawal* is what becomes of the scores of one that leaves; *rejection*
    whom a field too large to work turns away. *bars* are those that a sanction may bring, beyond the event too;
    *first_entered* says for which state somebody plays who may choose.
    """

    entry: tuple[Eligibility, ...] = ()
    seat: tuple[Eligibility, ...] = ()
    titles: tuple[Eligibility, ...] = ()
    played: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    common: CommonRule | None = None
    lodging: Eligibility | None = None
    notice: Eligibility | None = None
    limited: Eligibility | None = None
    systems: SystemRules | None = None
    play: PlayRule | None = None
    substitutes: SubstituteRule | None = None
    classifying: ClassifyingRule | None = None
    psychic: PsychicRule | None = None
    withdrawal: WithdrawalRule | None = None
    rejection: RejectionRule | None = None
    bars: tuple[BarRule, ...] = ()
    first_entered: FirstEnteredRule | None = None


@dataclass(frozen=True, slots=True)
class StageRules:
    """Everything that binds a stage besides its play; *id* is the stage as rules name it, with its event.

    *appeals* is how they are heard, where the document says so, and *heard_as* the class its event is of;
    *grace* is about system cards, *determination* about what may be settled once an event is in progress.
    """

    id: str = ""
    tariffs: Tariffs = Tariffs()
    times: Times = Times()
    players: PlayersRule = PlayersRule()
    appeals: AppealRules | None = None
    heard_as: str = ""
    grace: GraceRule | None = None
    determination: DeterminationRule | None = None


UNBOUND = StageRules()
"""A stage that nothing binds but its play."""
