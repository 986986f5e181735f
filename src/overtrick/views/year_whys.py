"""Whys of a selection year: the figure at the address of a number on its pages."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Fact, Figure
from overtrick.core.ranking.measures import PLACES
from overtrick.core.selection.credits import Credit, PairCredits
from overtrick.core.selection_year.fields import lowest_rank, place_why
from overtrick.core.selection_year.year import SelectionYear, players_of, points_of, ranks_of
from overtrick.core.wording import phrase
from overtrick.views import year_addresses
from overtrick.views.addresses import Address, NoSuchNumber, read_address
from overtrick.views.board_whys import FigureAtAddress
from overtrick.views.year_addresses import IN_YEAR
from overtrick.views.years import currency_of, target_at


def find_in_year(year: SelectionYear, path: str) -> FigureAtAddress:
    """The number at an address; refused with the reason where there is none."""
    target = target_at(year, path.strip("/").partition("/")[0] or "?")
    if target is None:
        raise NoSuchNumber(
            "There is no figure at {path}", remedy="Select a figure on a page to see its explanation.", path=path
        )
    at = read_address(path, IN_YEAR)
    try:
        return _FINDERS[type(at)](year, target, at)
    except (KeyError, ValueError, IndexError, DirectorError) as fault:
        raise NoSuchNumber(
            "There is no figure at {path}",
            remedy="Try again later, because the figure may not have been calculated yet.",
            path=path,
        ) from fault


def _pair(year: SelectionYear, target: str, name: str) -> PairCredits:
    return {each.nomination.name: each for each in points_of(year, target)}[name]


def _total(year: SelectionYear, target: str, at: year_addresses.PairTotal) -> FigureAtAddress:
    return FigureAtAddress(
        phrase("Qualifying points of {pair} towards the {target} team", pair=at.pair, target=target),
        _pair(year, target, at.pair).total,
    )


def _place(year: SelectionYear, target: str, at: year_addresses.PairPlace) -> FigureAtAddress:
    return FigureAtAddress(
        phrase("Place of {pair} in the ranking for the {target} trials", pair=at.pair, target=target),
        place_why(year, target, at.pair),
    )


def _player(year: SelectionYear, target: str, at: year_addresses.PairPlayer) -> FigureAtAddress:
    found = {each.player: each for each in _pair(year, target, at.pair).players}[at.player]
    return FigureAtAddress(
        phrase("Contribution of {player} to the points of {pair}", player=at.player, pair=at.pair), found.total
    )


def _credit(year: SelectionYear, target: str, at: year_addresses.PairAward | year_addresses.PairEarned) -> Credit:
    credits = [credit for player in _pair(year, target, at.pair).players for credit in player.credits]
    return dict(enumerate(credits))[at.line]


def _award(year: SelectionYear, target: str, at: year_addresses.PairAward) -> FigureAtAddress:
    credit = _credit(year, target, at)
    title = phrase(
        "Contribution of {player}’s place in the {name} to the points of {pair}",
        player=credit.award.player,
        name=credit.award.event.name,
        pair=at.pair,
    )
    return FigureAtAddress(title, credit.value)


def _points_earned(year: SelectionYear, target: str, at: year_addresses.PairEarned) -> FigureAtAddress:
    credit = _credit(year, target, at)
    return FigureAtAddress(
        phrase("Points earned by {player} in the {name}", player=credit.award.player, name=credit.award.event.name),
        credit.award.amount,
    )


def _own_points(year: SelectionYear, target: str, at: year_addresses.PlayerOwn) -> FigureAtAddress:
    currency = currency_of(year, target)
    return FigureAtAddress(
        phrase("{player}’s own {currency} points, with any partner", player=at.player, currency=currency),
        players_of(year, currency)[at.player],
    )


def _rank(year: SelectionYear, target: str, at: year_addresses.PlayerRank) -> FigureAtAddress:
    player, currency = at.player, currency_of(year, target)
    ranks, own = ranks_of(year, currency), players_of(year, currency)
    rule = year.rules.fields.get(target)
    clause = rule.rank.clause if rule else year.rules.targets[target].clause
    level = sum(rank == ranks[player] for rank in ranks.values()) - 1
    lowest = lowest_rank(year, target)
    above = Fact(phrase("players with more points: {sum}", sum=sum(rank < ranks[player] for rank in ranks.values())))
    figure = Figure(
        ranks[player],
        PLACES,
        clause,
        (own[player], above),
        phrase(
            "of {ranks:#player} with points[, tied with {level:#other}][; players down to {lowest:ordinal} may enter]",
            ranks=len(ranks),
            level=level,
            lowest=lowest,
        ),
    )
    return FigureAtAddress(
        phrase("Rank of {player} by the player’s own {currency} points", player=player, currency=currency), figure
    )


Finder: TypeAlias = Callable[[SelectionYear, str, Any], FigureAtAddress]

_FINDERS: Mapping[type[Address], Finder] = {
    year_addresses.PairTotal: _total,
    year_addresses.PairPlace: _place,
    year_addresses.PairPlayer: _player,
    year_addresses.PairAward: _award,
    year_addresses.PairEarned: _points_earned,
    year_addresses.PlayerOwn: _own_points,
    year_addresses.PlayerRank: _rank,
}
