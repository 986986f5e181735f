"""Addresses of the numbers of a selection year: they begin with the team."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.views.addresses import Address


class _OfPair(Address):
    """Base of a selection year's addresses; pairs' names may contain a slash, so paths are split from the right."""

    __slots__ = ()

    @classmethod
    def _split(cls, rest: str, times: int) -> list[str]:
        return rest.rsplit("/", times)


@dataclass(frozen=True, slots=True)
class PairTotal(_OfPair):
    """A pair's qualifying points towards a team."""

    kind = "total"
    team: str
    pair: str


@dataclass(frozen=True, slots=True)
class PairPlace(_OfPair):
    """A pair's place for the trials of a team."""

    kind = "place"
    team: str
    pair: str


@dataclass(frozen=True, slots=True)
class PairPlayer(_OfPair):
    """What a player contributes to a pair."""

    kind = "player"
    team: str
    pair: str
    player: str


@dataclass(frozen=True, slots=True)
class PairAward(_OfPair):
    """What an award counts for a pair, by its line on the pair's page."""

    kind = "award"
    team: str
    pair: str
    line: int


@dataclass(frozen=True, slots=True)
class PairEarned(_OfPair):
    """What a player of a pair earned by such an award."""

    kind = "earned"
    team: str
    pair: str
    line: int


@dataclass(frozen=True, slots=True)
class PlayerOwn(_OfPair):
    """A player's own points, with any partner."""

    kind = "own"
    team: str
    player: str


@dataclass(frozen=True, slots=True)
class PlayerRank(_OfPair):
    """A player's rank on own points."""

    kind = "rank"
    team: str
    player: str


IN_YEAR: Mapping[str, type[Address]] = {
    each.kind: each for each in (PairTotal, PairPlace, PairPlayer, PairAward, PairEarned, PlayerOwn, PlayerRank)
}
"""The kinds of numbers of a selection year, by their names."""
