"""The least play for a place in a stage of matches: a list of absences, or a share of the matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.conduct.participation import AbsenceRule, PlayRule, check_absences, check_play
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
class Attended:
    """A pair's matches: their number, the rounds a member missed, and those in which no one played for it."""

    matches: int
    away: Sequence[int]
    unrepresented: Sequence[int]
    session_of: Mapping[int, int]
    sittings: int


def may_be_placed(attended: Attended, rule: PlacingRule) -> Verdict:
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
