"""Reads who may play, how much, with what and by when, from a document's `eligibility.toml`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from overtrick.core.conduct.conditions import Ranked
from overtrick.core.conduct.eligibility import BarRule, CommonRule, Eligibility, FirstEnteredRule
from overtrick.core.conduct.entries import (
    ClubPlacesRule,
    FieldRule,
    FreeWithdrawalRule,
    OfferRule,
    ReentryRule,
    RejectionRule,
    ReplacementRule,
    WithdrawalRule,
)
from overtrick.core.conduct.participation import AbsenceRule, CommonMembersRule, PlayRule, SubstituteRule
from overtrick.core.conduct.systems import ClassifyingRule, DefenceRule, PsychicRule, SystemRules
from overtrick.core.conduct.teams import FinalsTeamRule
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.regulations.grammar.eligibility import Named, build_rule
from overtrick.regulations.grammar.entries import (
    EligibilityFile,
    PlayWords,
    PsychicWords,
    SubstituteWords,
    SystemsWords,
)
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.load import read_as, text_of

R = TypeVar("R")

AS_WRITTEN: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Eligibilities:
    """Everything a document says of who may play, by name; nothing where it is silent."""

    rules: Mapping[str, Eligibility]
    common: Mapping[str, CommonRule]
    first_entered: FirstEnteredRule | None
    bars: Mapping[str, BarRule]
    play: Mapping[str, PlayRule]
    play_stages: Mapping[str, str]
    absences: Mapping[str, AbsenceRule]
    substitutes: Mapping[str, SubstituteRule]
    substitute_stages: Mapping[str, str]
    common_members: CommonMembersRule | None
    systems: SystemRules | None
    classifying: ClassifyingRule | None
    defence: DefenceRule | None
    psychic: PsychicRule | None
    rejection: RejectionRule | None
    withdrawal: WithdrawalRule | None
    free_withdrawal: FreeWithdrawalRule | None
    reentry: ReentryRule | None
    offers: Mapping[str, OfferRule]
    replacement: ReplacementRule | None
    club_places: ClubPlacesRule | None
    fields: Mapping[str, FieldRule]
    finals_teams: Mapping[str, FinalsTeamRule]

    def play_in(self, stage: str) -> PlayRule:
        """The least play laid down for a stage, named by its event and its own name."""
        return self.play[_named(self.play_stages, stage, "least play")]

    def substitutes_in(self, stage: str) -> SubstituteRule:
        """The substitutions laid down for a stage, named by its event and its own name."""
        return self.substitutes[_named(self.substitute_stages, stage, "number of substitutions")]


@by_edition
def load_eligibility(folder: str, instead: tuple[tuple[str, str], ...] = ()) -> Eligibilities:
    """The eligibility of one folder of the rulebook; *instead* are rules that stand for others, above them.

    >>> load_eligibility("anc-2026").rules["anc-2026/youth"].clause.cite
    'ANC26 3.5(a)'
    """
    text = text_of(folder, "eligibility.toml")
    return read_eligibility(text, f"{folder}/eligibility.toml", dict(instead))


def read_eligibility(text: str, name: str, instead: Mapping[str, str] = AS_WRITTEN) -> Eligibilities:
    """The eligibility in a text, or every fault in it at once; *name* is what the faults call it."""
    words = read_as(EligibilityFile, text, name)
    faults = [f"{name}: {fault}" for fault in _faults(words)]
    if faults:
        raise RegulationErrors(faults)
    rules = _rules(words, instead)
    play = {each.id: each.rule() for each in words.play}
    return Eligibilities(
        rules=rules,
        common={each.id: each.rule() for each in words.common},
        first_entered=words.first_entered.rule() if words.first_entered else None,
        bars={each.id: each.rule() for each in words.bar},
        play=play,
        play_stages=_stages(words.play),
        absences={
            each.id: AbsenceRule(each.cited, each.absence_rows(), play[each.beside], each.limb)
            for each in words.absences
        },
        substitutes={each.id: each.rule() for each in words.substitutes},
        substitute_stages=_stages(words.substitutes),
        common_members=words.common_members.rule() if words.common_members else None,
        systems=_systems(words.systems, rules) if words.systems else None,
        classifying=words.classifying.rule() if words.classifying else None,
        defence=words.defence.rule() if words.defence else None,
        psychic=_psychic(words.psychic, words) if words.psychic else None,
        rejection=words.rejection.rule() if words.rejection else None,
        withdrawal=words.withdrawal.rule() if words.withdrawal else None,
        free_withdrawal=words.free_withdrawal.rule() if words.free_withdrawal else None,
        reentry=words.reentry.rule() if words.reentry else None,
        offers={each.id: each.rule() for each in words.offer},
        replacement=words.replacement.rule() if words.replacement else None,
        club_places=words.club_places.rule() if words.club_places else None,
        fields={each.id: each.rule() for each in words.field},
        finals_teams={
            each.id: FinalsTeamRule(rules[each.picked], rules[each.added], each.most_added)
            for each in words.finals_team
        },
    )


def _ladders(words: EligibilityFile) -> dict[str, tuple[str, ...]]:
    return {ladder.name: ladder.ranks for ladder in words.ladder}


def _rules(words: EligibilityFile, instead: Mapping[str, str]) -> dict[str, Eligibility]:
    """The rules in their order; one may use those above it, and one above it may stand in its place."""
    rules: dict[str, Eligibility] = {}
    for each in words.rule:
        rules[each.id] = build_rule(each, Named(_ladders(words), rules))
        if each.id in instead:
            rules[each.id] = _named(rules, instead[each.id], f"rule above {each.id}")
    return rules


def _faults(words: EligibilityFile) -> Iterator[str]:
    """Names that lead nowhere, and names given twice."""
    ladders = _ladders(words)
    rules: dict[str, Eligibility] = {}
    for each in words.rule:
        if each.id in rules:
            yield f"there are two rules named {each.id}."
        try:
            rules[each.id] = build_rule(each, Named(ladders, rules))
        except KeyError as missing:
            yield f"{each.id} uses {missing}, which is neither a ladder nor a rule above it."
    play = {each.id for each in words.play}
    for absences in words.absences:
        if absences.beside not in play:
            yield f"{absences.id} stands beside {absences.beside}, which is no [[play]]."
    wanted = [
        (f"the {colour} system", rule) for colour, rule in (words.systems.limited if words.systems else {}).items()
    ]
    wanted += [(team.id, rule) for team in words.finals_team for rule in (team.picked, team.added)]
    for who, rule in wanted:
        if rule not in rules:
            yield f"{who} goes by {rule}, which is no [[rule]]."
    if words.psychic and words.psychic.rank.ladder not in ladders:
        yield f"psychic calls go by {words.psychic.rank.ladder}, which is no [[ladder]]."


def _systems(words: SystemsWords, rules: Mapping[str, Eligibility]) -> SystemRules:
    limited = {colour: rules[rule] for colour, rule in words.limited.items()}
    return SystemRules(words.cited, words.anywhere, limited, words.register_open)


def _psychic(words: PsychicWords, file: EligibilityFile) -> PsychicRule:
    ranked = Ranked(words.rank.what, words.rank.below, _ladders(file)[words.rank.ladder])
    return PsychicRule(words.cited, ranked, words.both)


def _stages(tables: tuple[PlayWords, ...] | tuple[SubstituteWords, ...]) -> dict[str, str]:
    return {stage: each.id for each in tables for stage in each.stages}


def _named(known: Mapping[str, R], name: str, kind: str) -> R:
    if name not in known:
        raise DirectorError(f"No {kind} is laid down for {name}", remedy=f"There is one for {', '.join(known)}.")
    return known[name]
