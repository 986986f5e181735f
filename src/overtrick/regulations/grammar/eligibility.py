"""The grammar of `eligibility.toml`: who may play, how much, with what and by when.

A table of a rule holds exactly one test. A part without a clause of its own uses its rule's clause.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from overtrick.core.conduct import conditions, eligibility, entries
from overtrick.core.conduct.participation import AbsenceRule, CommonMembersRule, Limb, PlayRule, SubstituteRule
from overtrick.core.conduct.shares import AllBut, MoreThan, ShareOf
from overtrick.core.conduct.systems import ClassifyingRule, DefenceRule, PsychicRule, SystemRules
from overtrick.core.conduct.teams import FinalsTeamRule
from overtrick.core.exact import Share
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar import tables
from overtrick.regulations.grammar.files import document_file, tables_field
from overtrick.regulations.grammar.forms import HERE, HIDDEN, WordPlace, either, form, makes, usually
from overtrick.regulations.grammar.place import FilePosition
from overtrick.regulations.grammar.values import text

form(MoreThan, share="more_than")
form(AllBut, count="all_but")
form(ShareOf, whole=usually(Share.CEILING))
form(conditions.ShareCondition, least=HERE)
form(Limb, inherits=True, least=HERE)
form(CommonMembersRule, least=HERE)
form(entries.ClubPlacesRule, least="least_places", share=HERE)


class Masterpoints:
    """Limits on masterpoints."""


class StatementWords:
    """Something stated, by name or with the meaning of silence."""

    @staticmethod
    def read_at(value: object, at: FilePosition) -> Any:
        """The statement in the table."""
        return (
            conditions.StatementCondition(value)
            if isinstance(value, str)
            else tables.read(conditions.StatementCondition, value, at)
        )


@dataclass(frozen=True, slots=True)
class Ladder:
    """Ranks in order, lowest first."""

    name: str
    clause: Clause
    ranks: tuple[str, ...]


form(conditions.StatementCondition, is_so="is")


form(Masterpoints, made=conditions.AmountCondition, what=usually("masterpoints"))
form(conditions.DateCondition, what=HIDDEN)


@makes(conditions.RankCondition)
def rank_condition(*, what: str, below: str, ladder: Ladder) -> conditions.RankCondition:
    """A rank below another, on a ladder of the file."""
    return conditions.RankCondition(what, below, ladder.ranks)


class NamedRule:
    """A rule of the file by its id, as a part of another."""


@makes(NamedRule)
def named_rule(*, rule: eligibility.Eligibility) -> eligibility.Rule:
    """The requirement of the *rule*."""
    return rule.rule


either(
    conditions.Condition,
    born=conditions.DateCondition, aged=conditions.AgeCondition, masterpoints=Masterpoints,
    count=conditions.AmountCondition,
    share=conditions.ShareCondition, rank=conditions.RankCondition, clear_of_lower=conditions.ClearOfLower,
    said=StatementWords,
    word=conditions.Word, same=conditions.SameWord, lived=conditions.ResidenceCondition, member=conditions.Belongs,
    in_time=conditions.InTime,
)  # fmt: skip
RuleWords = eligibility.Test | eligibility.All | eligibility.Any | eligibility.When | NamedRule
"""A rule in a table: one test, several combined, or a rule of the file by name."""

form(eligibility.Test, inherits=True, condition=HERE)
form(eligibility.All, inherits=True, parts=WordPlace("all", tuple[RuleWords, ...]))
form(eligibility.Any, inherits=True, parts=WordPlace("any", tuple[RuleWords, ...]))
form(
    eligibility.When, inherits=True,
    condition=WordPlace("when.if", RuleWords), then=WordPlace("when.then", RuleWords),
    otherwise=WordPlace("when.else", RuleWords, None),
)  # fmt: skip
form(eligibility.Eligibility, rule=WordPlace("*", RuleWords))


@text
def day_of_year(value: object) -> tuple[int, int]:
    """A day of the year, written as month and day, like “06-30”."""
    month, _, day = str(value).partition("-")
    if not (month.isdigit() and day.isdigit()):
        raise ValueError(f"“{value}” is not a day of the year; write month and day, like “06-30”")
    return int(month), int(day)


@document_file("eligibility.toml")
@dataclass(frozen=True, slots=True)
class Eligibilities:
    """Everything a document says of who may play, by name; empty where it is silent."""

    ladder: Mapping[str, Ladder] = tables_field("", "ladder")
    rules: Mapping[str, eligibility.Eligibility] = tables_field("rule", "rule of eligibility")
    common: Mapping[str, eligibility.CommonRule] = tables_field("", "common rule")
    bars: Mapping[str, eligibility.BarRule] = tables_field("bar")
    play: Mapping[str, PlayRule] = tables_field("", "rule of least play")
    absences: Mapping[str, AbsenceRule] = tables_field("", "list of absences")
    substitutes: Mapping[str, SubstituteRule] = tables_field("", "number of substitutions")
    offers: Mapping[str, entries.OfferRule] = tables_field("offer")
    fields: Mapping[str, entries.FieldRule] = tables_field("field")
    finals_teams: Mapping[str, FinalsTeamRule] = tables_field("finals_team", "rule for a finals team")
    first_entered: eligibility.FirstEnteredRule | None = None
    common_members: CommonMembersRule | None = None
    systems: SystemRules | None = None
    classifying: ClassifyingRule | None = None
    defence: DefenceRule | None = None
    psychic: PsychicRule | None = None
    rejection: entries.RejectionRule | None = None
    withdrawal: entries.WithdrawalRule | None = None
    leaver: entries.LeaverRule | None = None
    free_withdrawal: entries.FreeWithdrawalRule | None = None
    reentry: entries.ReentryRule | None = None
    replacement: entries.ReplacementRule | None = None
    club_places: entries.ClubPlacesRule | None = None

    @property
    def play_at(self) -> dict[str, PlayRule]:
        """The rules on minimum play of stages, by the names of the event and the stage."""
        return {stage: each for each in self.play.values() for stage in each.stages}

    @property
    def substitutes_at(self) -> dict[str, SubstituteRule]:
        """The rules on substitutes of stages, by the names of the event and the stage."""
        return {stage: each for each in self.substitutes.values() for stage in each.stages}


form(PlayRule, limbs="limb")
form(PsychicRule, below="rank")
form(entries.WithdrawalRule, before="clause")
form(entries.ReplacementRule, last=WordPlace("", day_of_year))
form(entries.FieldRule, formats="format")
form(FinalsTeamRule, beside="clause readings says")
