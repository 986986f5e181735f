"""Which systems may be played where, who classifies them, and what a pair may change against them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.conduct.conditions import RankCondition
from overtrick.core.conduct.eligibility import Eligibility
from overtrick.core.conduct.facts import Facts
from overtrick.core.conduct.verdicts import Answer, Reason, Verdict, one_reason
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class SitsFirstRule:
    """The systems whose users sit first in a match of one session, whatever the lot says."""

    clause: Clause
    systems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SystemRules:
    """The systems a document knows: which may be played anywhere, and the rule of each that may not.

    *register_open* is the clause that opens the register of the latter to the players; *sits_first* the systems that
    cost a side its right to sit second.
    """

    clause: Clause
    anywhere: tuple[str, ...]
    limited: Mapping[str, Eligibility]
    register_open: Clause | None = None
    sits_first: SitsFirstRule | None = None


def may_play(rules: SystemRules, colour: str, facts: Facts) -> Verdict:
    """Whether a system of this colour may be played in the match the facts describe.

    A colour the document does not know is a mistake of anyone who asks.
    """
    if colour in rules.limited:
        return rules.limited[colour].judge(facts)
    if colour in rules.anywhere:
        says = phrase("{colour} systems may be played in every match", colour=colour)
        return one_reason(Reason(Answer.ALLOWED, colour, says, rules.clause))
    raise DirectorError(
        "“{colour}” is not a system class in these regulations",
        clause=rules.clause,
        remedy="The classes are {all:,}.",
        colour=colour,
        all=(*rules.anywhere, *rules.limited),
    )


@dataclass(frozen=True, slots=True)
class ClassifyingRule:
    """Who says what colour a system is: one at once, another finally."""

    clause: Clause
    first: str
    final: str


@dataclass(frozen=True, slots=True)
class Classification:
    """The colour in force, and whose word it is."""

    colour: str
    by: str
    clause: Clause


def in_force(rule: ClassifyingRule, first: str, final: str | None = None) -> Classification:
    """The colour a system counts as now: the first word is enforced until the final one is given."""
    if final is not None:
        return Classification(final, rule.final, rule.clause)
    return Classification(first, rule.first, rule.clause)


@dataclass(frozen=True, slots=True)
class DefenceRule:
    """What a pair of some colour must keep unchanged when it defends against a system; others may change all."""

    clause: Clause
    kept: Mapping[str, tuple[str, ...]]


def may_change(rule: DefenceRule, colour: str, part: str) -> Verdict:
    """Whether a pair playing *colour* may change this part of its system as a defence."""
    kept = part in rule.kept.get(colour, ())
    says = f"a {colour} pair {'keeps' if kept else 'may change'} its {part}"
    return one_reason(Reason(Answer.REFUSED if kept else Answer.ALLOWED, part, says, rule.clause))


@dataclass(frozen=True, slots=True)
class PsychicRule:
    """That deliberate psychic calls are barred against weaker opponents: below a rank, one of them or both."""

    clause: Clause
    below: RankCondition
    both: bool = False


@dataclass(frozen=True, slots=True)
class Psychic:
    """Whether the bar applies to a call, and whether the opponents were of both kinds."""

    applies: bool
    mixed: bool
    clause: Clause


def psychic_barred(rule: PsychicRule, opponents: Sequence[str], *, intentional: bool) -> Psychic:
    """Whether a psychic call against these ranks is barred; one that was not meant never is."""
    weaker = [rule.below.check(Facts(words={rule.below.what: rank})).holds for rank in opponents]
    if unknown := [rank for rank, holds in zip(opponents, weaker, strict=True) if holds is None]:
        raise DirectorError(
            "An opponent’s rank is not in the regulations: {opponents:,}",
            clause=rule.clause,
            remedy="The ranks are {ladder:,}.",
            opponents=tuple(unknown),
            ladder=tuple(rule.below.ladder),
        )
    found = all(weaker) if rule.both else any(weaker)
    return Psychic(intentional and found, any(weaker) and not all(weaker), rule.clause)
