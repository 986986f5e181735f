"""The rules of a stage besides play: tariffs, clocks, times, eligibility, amount of play, and systems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import TypeAlias

from overtrick.core.conduct.allowance import AllowanceRule
from overtrick.core.conduct.appeal_rules import AppealRules
from overtrick.core.conduct.cards import GraceRule
from overtrick.core.conduct.clocks import Clock, ClockPurpose, RollingRule, Window
from overtrick.core.conduct.eligibility import BarRule, CommonRule, Eligibility, FirstEnteredRule
from overtrick.core.conduct.entries import LeaverRule, RejectionRule, WithdrawalRule
from overtrick.core.conduct.participation import AbsenceRule, PlayRule, SubstituteRule, check_absences, check_play
from overtrick.core.conduct.penalties import Breach, Ladder, SlowPlayScale
from overtrick.core.conduct.precedence import DeterminationRule
from overtrick.core.conduct.record import CountRule
from overtrick.core.conduct.stage import StageConduct
from overtrick.core.conduct.systems import ClassifyingRule, PsychicRule, SystemRules
from overtrick.core.conduct.timetable import FinalsDatesRule, MoveRule, Slots, TimetableRow
from overtrick.core.conduct.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class AbsencesPlacing:
    """A maximum number of absences, by the kind of event and its length; *sittings* counts sittings, not matches."""

    rule: AbsenceRule
    kind: str
    sittings: bool = False


@dataclass(frozen=True, slots=True)
class SharePlacing:
    """A share of the matches that the pair itself must play, by the first part of the rule."""

    rule: PlayRule

    @property
    def limb(self) -> str:
        """The part of the rule that counts the matches."""
        return self.rule.limbs[0].name


PlacingRule: TypeAlias = AbsencesPlacing | SharePlacing


@dataclass(frozen=True, slots=True)
class PairAttendance:
    """A pair's matches: their number, the rounds a member missed, and those in which no one played for it."""

    matches: int
    away: Sequence[int]
    unrepresented: Sequence[int]
    session_of: Mapping[int, int]
    sittings: int


def may_be_placed(attended: PairAttendance, rule: PlacingRule) -> Verdict:
    """Whether a pair has played enough for a place, assuming that it plays all the remaining rounds."""
    missed = [*attended.away, *attended.unrepresented]
    match rule:
        case AbsencesPlacing(absences, kind, sittings):
            length = attended.sittings if sittings else len(attended.session_of)
            away = len({attended.session_of[number] for number in missed}) if sittings else len(set(missed))
            byes = 0 if sittings else length - attended.matches
            represented = not attended.unrepresented
            return check_absences(absences, kind, length, away, represented=represented, byes=byes).verdict
        case SharePlacing(play):
            there = attended.matches
            return check_play(play, {rule.limb: there}, {rule.limb: there - len(set(missed))})


@dataclass(frozen=True, slots=True)
class Tariffs:
    """The penalties for offences in a stage; empty where the document is silent.

    *ladders* are offences by name, each with its own steps.
    """

    stage: StageConduct | None = None
    breaches: tuple[Breach, ...] = ()
    ladders: Mapping[str, Ladder] = field(default_factory=lambda: MappingProxyType({}))
    slow_play: SlowPlayScale | None = None
    count: CountRule | None = None

    @property
    def silent(self) -> bool:
        """Whether the document sets no penalties for this stage."""
        return self.stage is None and self.slow_play is None and not self.ladders


@dataclass(frozen=True, slots=True)
class Times:
    """The clocks of a stage, the time a match is allowed, and when its rounds start where the document says so.

    *closes* is the clock that closes corrections, the same for everyone who asks; *first_day* is the day on which the
    timetable starts, which the rules call *opening*; *moves* is the rule for moving a match to another day;
    *finals_dates* holds the days that the document sets. *windows* are the clocks for corrections, one for each kind
    of mistake: a request within any of them is in time.
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

    def clocks_for(self, about: ClockPurpose) -> tuple[Clock, ...]:
        """The clocks for one kind of act."""
        return tuple(clock for clock in self.clocks if clock.about is about)

    def roll(self, about: ClockPurpose) -> RollingRule | None:
        """The rolling period for one kind of act, if there is one."""
        return next((rule for rule in self.rolling if rule.about is about), None)


@dataclass(frozen=True, slots=True)
class PlayersRule:
    """The rules on who may enter and play, with which systems, how much, and with which substitutes.

    *entry* are the rules for an entry, *seat* those for playing in this stage, *titles* those for winning
    its title; *played* says from which stage play is counted. A player falls short of *play* only at the
    end. *withdrawal* says what happens to the scores of a contestant that leaves, *leaver* whether it may still win;
    *rejection* which entries a field that is too large turns away. *bars* are exclusions that a sanction can impose,
    also beyond the event; *first_entered* says for which state a player plays who may choose.
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
    leaver: LeaverRule | None = None
    rejection: RejectionRule | None = None
    bars: tuple[BarRule, ...] = ()
    first_entered: FirstEnteredRule | None = None


@dataclass(frozen=True, slots=True)
class StageRules:
    """All rules of a stage besides play; *id* is the name that rules use for the stage, with its event.

    *appeals* says how appeals are heard, if the document does, and *heard_as* the class of its event;
    *grace* is about system cards, *determination* about matters that may be decided once an event is in progress.
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
"""The rules of a stage that has none besides play."""
