"""Whys of a selection year: the address of every number on its pages, and the figure that stands there.

An address is the team's, what the number is, and whose: `open/total/<pair>`, `open/place/<pair>`,
`open/player/<pair>/<player>`, `open/award/<pair>/3` (the third as the pair's page lists them), `open/own/<player>`.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.event.selection_fields import place_why
from overtrick.core.event.selection_year import SelectionYear, players_of, points_of, ranks_of
from overtrick.core.provenance import Fact, Figure
from overtrick.core.ranking.places import PLACES
from overtrick.core.selection.awards import ordinal
from overtrick.core.selection.credits import Credit, PairCredits
from overtrick.web.shown.years import currency_of, target_at
from overtrick.web.whys import Found, NoSuchNumber


def find_in_year(year: SelectionYear, path: str) -> Found:
    """What stands at an address, or why nothing does."""
    slug, _, rest = path.strip("/").partition("/")
    kind, _, whose = rest.partition("/")
    target, finder = target_at(year, slug or "?"), _KINDS.get(kind)
    if target is None or finder is None:
        raise NoSuchNumber(f"No number stands at {path}", remedy="Start from a number on a page.")
    try:
        return finder(year, target, whose)
    except (KeyError, ValueError, IndexError, DirectorError) as fault:
        raise NoSuchNumber(f"No number stands at {path}", remedy="It may not have been made yet.") from fault


def _pair(year: SelectionYear, target: str, name: str) -> PairCredits:
    return {each.nomination.name: each for each in points_of(year, target)}[name]


def _total(year: SelectionYear, target: str, name: str) -> Found:
    return Found(f"Qualifying points of {name} towards the {target} team", _pair(year, target, name).total)


def _place(year: SelectionYear, target: str, name: str) -> Found:
    return Found(f"Place of {name} for the {target} trials", place_why(year, target, name))


def _player(year: SelectionYear, target: str, rest: str) -> Found:
    name, _, player = rest.rpartition("/")
    found = {each.player: each for each in _pair(year, target, name).players}[player]
    return Found(f"What {player} brings to {name}", found.total)


def _credit(year: SelectionYear, target: str, rest: str) -> tuple[str, Credit]:
    name, _, number = rest.rpartition("/")
    credits = [credit for player in _pair(year, target, name).players for credit in player.credits]
    return name, dict(enumerate(credits))[int(number)]


def _award(year: SelectionYear, target: str, rest: str) -> Found:
    name, credit = _credit(year, target, rest)
    return Found(f"What {credit.award.player}’s place in the {credit.award.event.name} counts for {name}", credit.value)


def _earned(year: SelectionYear, target: str, rest: str) -> Found:
    _, credit = _credit(year, target, rest)
    return Found(f"What {credit.award.player} earned in the {credit.award.event.name}", credit.award.amount)


def _own(year: SelectionYear, target: str, player: str) -> Found:
    currency = currency_of(year, target)
    return Found(f"{player}’s own {currency} points, whoever the partner", players_of(year, currency)[player])


def _rank(year: SelectionYear, target: str, player: str) -> Found:
    currency = currency_of(year, target)
    ranks, own = ranks_of(year, currency), players_of(year, currency)
    rule = year.rules.fields.get(target)
    clause = rule.rank.clause if rule else year.rules.targets[target].clause
    level = sum(rank == ranks[player] for rank in ranks.values()) - 1
    shared = f", shared with {level} other{'' if level == 1 else 's'}" if level else ""
    asked = f"; the {ordinal(rule.rank.lowest)} is the last that may enter" if rule else ""
    above = Fact(f"{sum(rank < ranks[player] for rank in ranks.values())} players have more")
    figure = Figure(ranks[player], PLACES, clause, (own[player], above), f"of {len(ranks)} with points{shared}{asked}")
    return Found(f"Rank of {player} on own {currency} points", figure)


Finder: TypeAlias = Callable[[SelectionYear, str, str], Found]

_KINDS: Mapping[str, Finder] = {
    "total": _total, "place": _place, "player": _player, "award": _award, "earned": _earned, "own": _own, "rank": _rank,
}  # fmt: skip
