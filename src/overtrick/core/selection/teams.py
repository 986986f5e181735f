"""From a trial to a team: the highest placed pairs that are available; masterpoints and boards of its finals."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, plain, to_places
from overtrick.core.provenance import Clause, Figure
from overtrick.core.ranking.awards import MASTERPOINTS
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class TeamRule:
    """How many of the highest placed available pairs make a team.

    *trial* is the id of the event they are placed in, *day* that of the qualifying day before it, if there is one.
    """

    clause: Clause
    pairs: int
    trial: str = ""
    day: str = ""


def pick_team(order: Sequence[str], unavailable: Collection[str], rule: TeamRule) -> tuple[str, ...]:
    """The team: the highest placed pairs that can go."""
    available = [pair for pair in order if pair not in unavailable]
    if len(available) < rule.pairs:
        raise DirectorError(
            "Only {available} pairs of the trial are available and a team has {pairs}",
            clause=str(rule.clause),
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
    """What a full award of masterpoints becomes."""
    value = to_places(full.value * rule.share, rule.places, rule.halves)
    return Figure(
        value,
        MASTERPOINTS,
        rule.clause,
        (full,),
        phrase("{value}% of it", value=MASTERPOINTS.number(plain(100 * rule.share))),
    )


@dataclass(frozen=True, slots=True)
class DayRule:
    """How many boards are played in a day of finals."""

    clause: Clause
    boards: int

    def match(self, days: int) -> int:
        """The length of a match played over so many days."""
        return self.boards * days
