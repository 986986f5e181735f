"""The lines of a selection year's pages: a pair with its players and awards, a player with the rank."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure
from overtrick.core.selection.credits import Credit, PairCredits, PlayerCredits
from overtrick.core.selection.events import QUALIFYING_POINTS
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.views import year_addresses
from overtrick.views.addresses import join_path
from overtrick.views.slugs import slugify
from overtrick.views.texts import Text
from overtrick.views.whys import Number, figure_number


@dataclass(frozen=True, slots=True)
class AwardLine:
    """One award of a player as it counts for the pair: its source, how it was adjusted, and its points.

    *earned* is what the place earned the player; *made* lists each adjustment, with its clause.
    """

    player: str
    event: str
    place: Text
    team: Text
    earned: Number
    made: tuple[Text, ...]
    value: Number
    withheld: Text
    source: str


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player of a pair: what counts for the pair, and own points and rank among all players."""

    name: str
    counted: Number
    own: Number
    rank: Number


@dataclass(frozen=True, slots=True)
class PairLine:
    """A nominated pair in the table: its place, its points, its status for the trials, and its awards.

    *state* is one word for what *says* explains: automatic, in, tied, waits or out; empty where no field is prescribed.
    """

    place: Number
    name: str
    address: str
    points: Number
    players: tuple[PlayerLine, ...]
    awards: tuple[AwardLine, ...]
    state: str
    says: Text


@dataclass(frozen=True, slots=True)
class RankLine:
    """A player's own points and rank among all players."""

    rank: Number
    player: str
    points: Number
    enough: bool


def slug_of(name: str) -> str:
    """A team as an address names it.

    >>> slug_of("Women's")
    'womens'
    """
    return slugify(name.replace("'", ""))


def pair_address(target: str, pair: str) -> str:
    """The address of a pair's own page, below the year's."""
    return f"{join_path(target, 'pair', pair)}/"


def player_line(
    each: PlayerCredits, slug: str, pair: str, own: Mapping[str, Figure[Exact]], ranks: Mapping[str, int]
) -> PlayerLine:
    """What a player contributes to a pair, with the player's own points and rank."""
    name = each.player
    return PlayerLine(
        name, figure_number(each.total, year_addresses.PairPlayer(slug, pair, name)),
        figure_number(own[name], year_addresses.PlayerOwn(slug, name))
        if name in own else Number(_number(0), value="0"),
        rank_number(slug, name, ranks[name]) if name in ranks else Number("none"),
    )  # fmt: skip


def rank_number(slug: str, player: str, rank: int) -> Number:
    """A player's rank on own points, with its address."""
    return Number(str(rank), year_addresses.PlayerRank(slug, player).path(), value=str(rank))


def pair_as_line(
    slug: str, pair: PairCredits, players: tuple[PlayerLine, ...], place: str, state: str, *, says: Said
) -> PairLine:
    """A pair with its players and their awards; *place* is text, *state* and *says* are its status."""
    name = pair.nomination.name
    credits = [credit for player in pair.players for credit in player.credits]
    awards = tuple(_award(credit, slug, name, number) for number, credit in enumerate(credits))
    return PairLine(
        Number(place, year_addresses.PairPlace(slug, name).path(), value=place.rstrip("=")), name,
        pair_address(slug, name),
        figure_number(pair.total, year_addresses.PairTotal(slug, name)), players, awards, state, says,
    )  # fmt: skip


def _award(credit: Credit, slug: str, pair: str, number: int) -> AwardLine:
    award = credit.award
    entry = award.entry
    size = entry.size or (len(entry.members) if award.event.reduced else 0)
    return AwardLine(
        award.player, award.event.name, tied_place(entry.place, entry.tied),
        phrase("team of {size}", size=size) if size else "",
        figure_number(award.amount, year_addresses.PairEarned(slug, pair, number)), tuple(_adjustments(credit)),
        figure_number(credit.value, year_addresses.PairAward(slug, pair, number)), award.withheld, entry.source,
    )  # fmt: skip


def tied_place(place: int, tied: int) -> Phrase:
    """A place, and how many share it."""
    return phrase("{place:ordinal}[, shared by {tied:#contestant}]", place=place, tied=tied if tied > 1 else None)


def _adjustments(credit: Credit) -> Iterator[Phrase]:
    """The adjustments to an award on its way to the pair, in the order of the regulation."""
    base = credit.award.table.points_for(credit.award.entry.place)
    earned = credit.award.amount
    if earned.of and earned.note and earned.value != base and not credit.award.withheld:
        base_text = _number(base) if credit.award.entry.tied == 1 else ""
        yield phrase("[{base}, ]{note} ({clause})", base=base_text, note=earned.note, clause=earned.clause.cite)
    if credit.conversion != 1:
        yield phrase(
            "each {currency} point counts {factor:times}",
            currency=credit.award.table.currency,
            factor=credit.conversion,
        )
    if credit.value.note:
        yield phrase("{note} ({clause})", note=credit.value.note, clause=credit.value.clause.cite)


def _number(value: Exact) -> str:
    return QUALIFYING_POINTS.number(value)
