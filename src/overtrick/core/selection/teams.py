"""From a trial to a team: the highest-placed available pairs; masterpoints and boards of its finals."""

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
