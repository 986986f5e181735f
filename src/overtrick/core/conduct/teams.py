"""Who may sit in a team later on: members of one stage picked or added for the finals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from overtrick.core.conduct.eligibility import Eligibility
from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.conduct.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class FinalsTeamRule:
    """Who joins those who played throughout: any who meet *picked*, and so many more who meet *added*.

    *added* may ask for the “team size after” the player has joined.
    """

    picked: Eligibility
    added: Eligibility
    most_added: int


@dataclass(frozen=True, slots=True)
class FinalsTeam:
    """Who may play, in order; who was added beyond the pick; and the verdict on each who did not play throughout."""

    members: tuple[str, ...]
    added: tuple[str, ...]
    verdicts: Mapping[str, Verdict]


def finals_team(rule: FinalsTeamRule, core: Sequence[str], others: Sequence[Facts]) -> FinalsTeam:
    """The players a team may use in its finals: *core* played throughout, *others* in one stage alone.

    Others are tried in the order given; those picked join first, then those added, as far as the rule goes.
    """
    verdicts = {other.name: rule.picked.judge(other) for other in others}
    members = [*core, *(name for name, verdict in verdicts.items() if verdict.allowed)]
    added: list[str] = []
    for other in others:
        if other.name in members or len(added) == rule.most_added:
            continue
        size = Amount("team size after", len(members) + 1)
        verdict = rule.added.judge(replace(other, amounts=(*other.amounts, size)))
        verdicts[other.name] = verdict
        if verdict.allowed:
            members.append(other.name)
            added.append(other.name)
    return FinalsTeam(tuple(members), tuple(added), verdicts)
