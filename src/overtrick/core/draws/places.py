"""Places in a ranking that the regulations assign directly, whatever the score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from overtrick.core.draws.knockout import Team
from overtrick.core.draws.order import Order, with_fixed_places
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause


class FieldSizePlace(Enum):
    """A place that depends on the size of the field."""

    PAST_THE_MIDDLE = "just past the middle"
    ABOVE_THE_LUCKY = "above the lucky losers"

    def __str__(self) -> str:
        return "first in the lower half" if self is FieldSizePlace.PAST_THE_MIDDLE else self.value

    def place(self, size: int, lucky: int) -> int:
        """The place in a completed field of *size* teams, the last *lucky* of them lucky losers.

        >>> lucky = FieldSizePlace.ABOVE_THE_LUCKY
        >>> FieldSizePlace.PAST_THE_MIDDLE.place(12, 1), lucky.place(12, 1), lucky.place(12, 0)
        (7, 11, 12)
        """
        match self:
            case FieldSizePlace.PAST_THE_MIDDLE:
                return size // 2 + 1
            case FieldSizePlace.ABOVE_THE_LUCKY:
                return size - lucky
        assert_never(self)


@dataclass(frozen=True, slots=True)
class PlaceRule:
    """The team that has a fixed place, the place, and the number of wins required (any number if None)."""

    clause: Clause
    of: str
    at: int | FieldSizePlace
    wins: tuple[Exact, ...] | None = None


@dataclass(frozen=True, slots=True)
class FixedPlace:
    """A team with a fixed place, and the number of its wins."""

    team: Team
    of: str
    wins: Exact = 0


def complete(order: Order, teams: Sequence[FixedPlace], rules: Sequence[PlaceRule], lucky: int) -> Order:
    """The ranking with the teams that have fixed places inserted; the last *lucky* are lucky losers."""
    size = len(order.places) + len(teams)
    fixed: dict[int, tuple[Team, str]] = {}
    for team in teams:
        rule = _rule(team, rules)
        place = rule.at if isinstance(rule.at, int) else rule.at.place(size, lucky)
        fixed[place] = (team.team, f"{team.of}: place {place} ({rule.clause})")
    return with_fixed_places(order, _all_there(fixed, teams))


def _rule(team: FixedPlace, rules: Sequence[PlaceRule]) -> PlaceRule:
    for rule in rules:
        if rule.of == team.of and (rule.wins is None or team.wins in rule.wins):
            return rule
    raise DirectorError(
        "The regulations give no place to the {of} with {wins:#win}",
        clause=rules[0].clause,
        of=team.of,
        wins=team.wins,
    )


def _all_there(fixed: Mapping[int, tuple[Team, str]], teams: Sequence[FixedPlace]) -> Mapping[int, tuple[Team, str]]:
    if len(fixed) != len(teams):
        names = ", ".join(team.team for team in teams)
        raise DirectorError(
            "Two of the teams with fixed places ({names}) would share a place",
            remedy="Check the number of teams.",
            names=names,
        )
    return fixed
