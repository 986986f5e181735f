"""From qualifying stages and trials to teams: who continues, who is chosen, and the records of both."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.conduct.participation import CommonMembersRule, claims
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, plain, to_places
from overtrick.core.provenance import Clause, Figure, total
from overtrick.core.ranking.awards import MASTERPOINTS
from overtrick.core.ranking.measures import StageRecord
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class CarriedOn:
    """The team of the first stage that each team of the second continues, and the teams claimed by two.

    A team claimed by two counts for neither until the committee has ruled.
    """

    linked: Mapping[str, str]
    claimed_twice: Mapping[str, tuple[str, ...]]


def carried_on(
    first: Mapping[str, Collection[str]], second: Mapping[str, Collection[str]], rule: CommonMembersRule
) -> CarriedOn:
    """The links between two stages, from the members of their teams."""
    found = claims(rule, first, second)
    return CarriedOn(
        {verdict.reasons[0].name: name for name, verdict in found.items() if verdict.allowed},
        {name: tuple(r.name for r in verdict.reasons) for name, verdict in found.items() if not verdict.allowed},
    )


def both_stages(
    first: Mapping[str, StageRecord], second: Mapping[str, StageRecord], links: CarriedOn, clause: Clause
) -> tuple[StageRecord, ...]:
    """The record of every team in the championship; one that continues has its number from the first stage.

    A stage that was not played adds nothing.
    """
    later = {links.linked.get(name, name): record for name, record in second.items()}
    return tuple(
        _together(name, [stage[name] for stage in (first, later) if name in stage], clause)
        for name in dict.fromkeys((*first, *later))
    )


def _together(name: str, stages: list[StageRecord], clause: Clause) -> StageRecord:
    points: list[Figure[Exact]] = [stage.points for stage in stages if stage.points is not None]
    return StageRecord(
        name,
        tuple(match for stage in stages for match in stage.matches),
        penalties=tuple(penalty for stage in stages for penalty in stage.penalties),
        points=total(points, points[0].unit, clause, phrase("{name}, both stages", name=name)) if points else None,
    )


def in_two_teams(teams: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """The players who are in two teams, and must choose one before play begins."""
    listed = [player for members in teams.values() for player in set(members)]
    return tuple(sorted({player for player in listed if listed.count(player) > 1}))


@dataclass(frozen=True, slots=True)
class TeamRule:
    """The number of highest-placed available pairs that make a team.

    *trial* is the id of the event in which they are placed, *day* that of the qualifying day before it, if any.
    """

    clause: Clause
    pairs: int
    trial: str = ""
    day: str = ""


def pick_team(order: Sequence[str], unavailable: Collection[str], rule: TeamRule) -> tuple[str, ...]:
    """The team: the highest-placed pairs that are available."""
    available = [pair for pair in order if pair not in unavailable]
    if len(available) < rule.pairs:
        raise DirectorError(
            "Only {available:#pair} from the trial can play, but a team needs {pairs}",
            clause=rule.clause,
            remedy="The selectors must fill the other places.",
            available=len(available),
            pairs=rule.pairs,
        )
    return tuple(available[: rule.pairs])


@dataclass(frozen=True, slots=True)
class RateRule:
    """Masterpoints at a share of the full rate."""

    clause: Clause
    share: Fraction
    places: int
    halves: Halves


def at_rate(full: Figure[Exact], rule: RateRule) -> Figure[Exact]:
    """A full award of masterpoints at the rate of the rule."""
    value = to_places(full.value * rule.share, rule.places, rule.halves)
    return Figure(
        value,
        MASTERPOINTS,
        rule.clause,
        (full,),
        phrase("{value}% of the full award", value=MASTERPOINTS.number(plain(100 * rule.share))),
    )


@dataclass(frozen=True, slots=True)
class DayRule:
    """The number of boards in a day of finals."""

    clause: Clause
    boards: int

    def match(self, days: int) -> int:
        """The number of boards in a match over this many days."""
        return self.boards * days
