"""The grammar of the tables beside the rules in `eligibility.toml`: play, substitutes, systems, entries, places."""

from typing import Annotated

from pydantic import PlainValidator, WithJsonSchema

from overtrick.core.conduct.eligibility import BarRule, CommonRule, FirstEnteredRule
from overtrick.core.conduct.entries import (
    ClubPlacesRule,
    FieldFormat,
    FieldRule,
    FreeWithdrawalRule,
    OfferRule,
    ReentryRule,
    RejectionRule,
    ReplacementRule,
    WithdrawalRule,
)
from overtrick.core.conduct.participation import (
    AbsenceRow,
    CommonMembersRule,
    Limb,
    PlayRule,
    SubstituteRow,
    SubstituteRule,
)
from overtrick.core.conduct.systems import ClassifyingRule, DefenceRule
from overtrick.core.conduct.verdicts import Answer
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.eligibility import FailingWord, LadderWords, LeastWords, RankWords, RuleWords
from overtrick.regulations.grammar.words import Cite, Cited, Number, Table


def _day_of_year(value: object) -> tuple[int, int]:
    month, _, day = str(value).partition("-")
    if not (month.isdigit() and day.isdigit()):
        raise ValueError(f"“{value}” is not a day of the year; write month and day, like “06-30”")
    return int(month), int(day)


DayOfYear = Annotated[tuple[int, int], PlainValidator(_day_of_year), WithJsonSchema({"type": "string"})]


class CommonWords(Cited):
    """That all members may represent one and the same."""

    id: str
    of: str
    nominated: bool = False

    def rule(self) -> CommonRule:
        return CommonRule(self.cited, self.of, self.nominated)


class FirstEnteredWords(Cited):
    """That a choice of states falls to the selection entered first."""

    refer: str

    def rule(self) -> FirstEnteredRule:
        return FirstEnteredRule(self.cited, self.refer)


class BarWords(Cited):
    """How long, and from what, somebody is kept out."""

    id: str
    says: str
    of: tuple[str, ...]
    months: int | None = None
    years_later: int | None = None
    automatic: bool = True
    by: str = ""
    excused: str = ""

    def rule(self) -> BarRule:
        return BarRule(self.cited, self.of, self.months, self.years_later, self.automatic, self.by, self.excused)


class LimbWords(LeastWords):
    """One part of a rule on least play."""

    clause: Cite | None = None
    readings: tuple[str, ...] = ()
    name: str
    unit: str
    team: int | None = None

    def limb(self, outer: Clause) -> Limb:
        clause = (outer if self.clause is None else self.clause).reading(*self.readings)
        return Limb(clause, self.name, self.unit, self.least, self.team)


class PlayWords(Cited):
    """The least to be played; *stages* are those it is laid down for by name."""

    id: str
    says: str
    stages: tuple[str, ...] = ()
    limb: tuple[LimbWords, ...]
    failing: FailingWord = Answer.REFUSED
    remedy: str = ""

    def rule(self) -> PlayRule:
        limbs = tuple(limb.limb(self.cited) for limb in self.limb)
        return PlayRule(self.id, self.cited, self.says, limbs, self.failing, self.remedy)


class AbsenceWords(Cited):
    """A list of the most absences; *beside* is the rule on least play for what is not listed."""

    id: str
    says: str
    rows: tuple[tuple[str, tuple[int, ...], int], ...]
    beside: str
    limb: str

    def absence_rows(self) -> tuple[AbsenceRow, ...]:
        return tuple(AbsenceRow(kind, lengths, most) for kind, lengths, most in self.rows)


class SubstituteRowWords(Table):
    """The most substitutions with matches of these lengths."""

    most: int
    boards: tuple[int, ...] = ()


class SubstituteWords(Cited):
    """How many substitutions, of what extent, and who may allow one all the same.

    *beyond* are the ladders by which more of them are offences: with the need not known before, and known.
    """

    id: str
    says: str
    stages: tuple[str, ...] = ()
    rows: tuple[SubstituteRowWords, ...]
    extent: Number | None = None
    unless: str = ""
    beyond: tuple[str, str] | None = None

    def rule(self) -> SubstituteRule:
        rows = tuple(SubstituteRow(row.most, row.boards) for row in self.rows)
        return SubstituteRule(self.id, self.cited, self.says, rows, self.extent, self.unless, self.beyond)


class CommonMembersWords(Cited, LeastWords):
    """When a team carries on an earlier one."""

    claimed_twice: str

    def rule(self) -> CommonMembersRule:
        return CommonMembersRule(self.cited, self.least, self.claimed_twice)


class SystemsWords(Cited):
    """Systems that may be played anywhere, and the rules of those that may not.

    *register_open* is the clause by which players may look into the register of those that may not.
    """

    anywhere: tuple[str, ...]
    limited: dict[str, str]
    register_open: Cite | None = None


class ClassifyingWords(Cited):
    """Who classifies systems first, and who finally."""

    first: str
    final: str

    def rule(self) -> ClassifyingRule:
        return ClassifyingRule(self.cited, self.first, self.final)


class DefenceWords(Cited):
    """What pairs of a colour keep when they defend."""

    kept: dict[str, tuple[str, ...]]

    def rule(self) -> DefenceRule:
        return DefenceRule(self.cited, self.kept)


class PsychicWords(Cited):
    """Below which rank psychic calls are barred."""

    rank: RankWords
    both: bool = False


class RejectionWords(Cited):
    """That the last to nominate are turned away first."""

    says: str

    def rule(self) -> RejectionRule:
        return RejectionRule(self.cited)


class WithdrawalWords(Cited):
    """Before and after the middle match: what a withdrawal leaves."""

    later: Cite
    later_readings: tuple[str, ...] = ()
    owed: str
    remedy: str
    stages: tuple[str, ...] = ()

    def rule(self) -> WithdrawalRule:
        later = self.later.reading(*self.later_readings)
        return WithdrawalRule(self.cited, later, self.owed, self.remedy, self.stages)


class FreeWithdrawalWords(Cited):
    """A withdrawal without blame, and where the place is filled from."""

    replaced_from: str
    remedy: str

    def rule(self) -> FreeWithdrawalRule:
        return FreeWithdrawalRule(self.cited, self.replaced_from, self.remedy)


class ReentryWords(Cited):
    """That those who withdrew may not come back with others."""

    says: str

    def rule(self) -> ReentryRule:
        return ReentryRule(self.cited)


class OfferWords(Cited):
    """How places are offered."""

    id: str
    contending: bool = False
    places: int = 1

    def rule(self) -> OfferRule:
        return OfferRule(self.id, self.cited, self.contending, self.places)


class ReplacementWords(Cited):
    """Until when a place is filled by itself, and by whom later."""

    late: Cite
    late_readings: tuple[str, ...] = ()
    last: DayOfYear
    by: str
    options: tuple[str, ...]

    def rule(self) -> ReplacementRule:
        return ReplacementRule(self.cited, self.late.reading(*self.late_readings), self.last, self.by, self.options)


class ClubPlacesWords(Cited, LeastWords):
    """A club's places in a final."""

    without: int
    least_places: int
    extra: int

    def rule(self) -> ClubPlacesRule:
        return ClubPlacesRule(self.cited, self.without, self.least_places, self.least, self.extra)


class FieldFormatWords(Table):
    """The format of a field up to some size."""

    most: int | None = None
    name: str
    round_robin: bool = False
    first_day: int
    later_days: int
    boards: int | None = None
    finals: str = ""

    def format(self) -> FieldFormat:
        return FieldFormat(
            self.most, self.name, self.round_robin, self.first_day, self.later_days, self.boards, self.finals
        )


class FieldWords(Cited):
    """Formats by number of teams."""

    id: str
    even: bool = False
    format: tuple[FieldFormatWords, ...]

    def rule(self) -> FieldRule:
        return FieldRule(self.cited, self.even, tuple(each.format() for each in self.format))


class FinalsTeamWords(Cited):
    """Who joins the players who sat throughout: the rules for those picked and for those added."""

    id: str
    picked: str
    added: str
    most_added: int


class EligibilityFile(Table):
    """A whole `eligibility.toml`."""

    ladder: tuple[LadderWords, ...] = ()
    rule: tuple[RuleWords, ...] = ()
    common: tuple[CommonWords, ...] = ()
    first_entered: FirstEnteredWords | None = None
    bar: tuple[BarWords, ...] = ()
    play: tuple[PlayWords, ...] = ()
    absences: tuple[AbsenceWords, ...] = ()
    substitutes: tuple[SubstituteWords, ...] = ()
    common_members: CommonMembersWords | None = None
    systems: SystemsWords | None = None
    classifying: ClassifyingWords | None = None
    defence: DefenceWords | None = None
    psychic: PsychicWords | None = None
    rejection: RejectionWords | None = None
    withdrawal: WithdrawalWords | None = None
    free_withdrawal: FreeWithdrawalWords | None = None
    reentry: ReentryWords | None = None
    offer: tuple[OfferWords, ...] = ()
    replacement: ReplacementWords | None = None
    club_places: ClubPlacesWords | None = None
    field: tuple[FieldWords, ...] = ()
    finals_team: tuple[FinalsTeamWords, ...] = ()
