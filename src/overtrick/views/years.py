"""A selection year as pages show it: the points of a team's pairs, a pair's awards, fields and teams.

The same for the desk, the players and programs. Every number is a `Number` whose why `year_whys` finds.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import PlacingCredited
from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure
from overtrick.core.selection.awards import ordinal
from overtrick.core.selection.credits import Credit, PairCredits, PlayerCredits
from overtrick.core.selection.events import QUALIFYING_POINTS
from overtrick.core.selection.field import NeedsLot
from overtrick.core.selection_year.fields import berth_tie, field_now, propose_field
from overtrick.core.selection_year.year import (
    SelectionYear,
    current_field,
    offer_now,
    players_of,
    points_of,
    ranks_of,
    team_of,
)
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.views import addresses
from overtrick.views.slugs import slugify
from overtrick.views.texts import Text
from overtrick.views.whys import Number, figure_number

AUTOMATIC, IN, TIED, WAITS, OUT = "automatic", "in", "tied", "waits", "out"


@dataclass(frozen=True, slots=True)
class AwardLine:
    """One award of a player as it counts for the pair: where it is from, what was made of it, what it brings.

    *earned* is what the place earned the player; *made* says each thing that was done to it, with its clause.
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
    """A nominated pair in the table: its place, its points, how it stands for the trials, and its awards.

    *state* is one word for what *says* tells: automatic, in, tied, waits or out; empty where no field is laid down.
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
class PointsPage:
    """The points of everybody who nominates for a team's trials.

    *waits* says why there is no field yet; *tie* tells a tie for the last berth test by test; *lowest* is the rank
    that a player must reach; *chosen* are readings the organiser chose otherwise.
    """

    year: int
    target: str
    slug: str
    targets: tuple[tuple[str, str], ...]
    clause: str
    pairs: tuple[PairLine, ...]
    closed: bool
    waits: Text
    tie: tuple[Text, ...]
    lowest: Text
    chosen: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class RankLine:
    """A player's own points and rank among all players."""

    rank: Number
    player: str
    points: Number
    enough: bool


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """Every player with points, by their own points; *lowest* is the last rank that may enter, if one is asked."""

    year: int
    target: str
    slug: str
    targets: tuple[tuple[str, str], ...]
    currency: str
    lowest: Text
    players: tuple[RankLine, ...]


@dataclass(frozen=True, slots=True)
class PlacingLine:
    """A placing that is credited: by which posting, to whom, from where, and who lacks what."""

    posting: int
    place: Text
    members: tuple[str, ...]
    team: Text
    lacking: tuple[Text, ...]
    source: str


@dataclass(frozen=True, slots=True)
class PlacingsOf:
    """An event that earns points, and who is credited with a place in it."""

    id: str
    name: str
    placings: tuple[PlacingLine, ...]


@dataclass(frozen=True, slots=True)
class BerthLine:
    """A pair of a field: its seed if it has a berth, and why it is where it is."""

    seed: int
    name: str
    address: str
    says: Text


@dataclass(frozen=True, slots=True)
class FieldPage:
    """The field of a team's trials, as it would be closed now or as it stands since it was.

    *waits* says why there is none yet, *level* whom only a lot can part, *day* who plays a qualifying day for places
    that are left; *ranked* that players must reach a rank.
    """

    target: str
    slug: str
    closed: bool
    pairs: tuple[BerthLine, ...]
    tie: tuple[Text, ...]
    waits: Text
    level: tuple[str, ...]
    day: tuple[str, ...]
    ranked: bool


@dataclass(frozen=True, slots=True)
class TeamPage:
    """A team: its pairs, who cannot go, who withdrew and how the place was filled, and whether it is ratified."""

    target: str
    slug: str
    clause: str
    waits: Text
    pairs: tuple[str, ...]
    order: tuple[str, ...]
    told: tuple[Text, ...]
    ratified: Text


def slug_of(name: str) -> str:
    """A team as an address names it.

    >>> slug_of("Women's")
    'womens'
    """
    return slugify(name.replace("'", ""))


def target_at(year: SelectionYear, slug: str) -> str | None:
    """The team that an address names; the first one where it names none."""
    names = list(year.rules.targets)
    return names[0] if not slug else next((name for name in names if slug_of(name) == slug), None)


def year_of(year: SelectionYear) -> int:
    """Which year it is."""
    return year.opened.year if year.opened is not None else 0


def points_page(year: SelectionYear, target: str) -> PointsPage:
    """The points of everybody who nominates for a team's trials."""
    field = field_page(year, target)
    states = dict(_states(year, target, field))
    rule = year.rules.fields.get(target)
    listed = points_of(year, target)
    own, ranks = players_of(year, currency_of(year, target)), ranks_of(year, currency_of(year, target))
    pairs = []
    for pair in listed:
        state, says = states.get(pair.nomination.name, ("", ""))
        place = 1 + sum(other.total.value > pair.total.value for other in listed)
        shared = "=" if sum(other.total.value == pair.total.value for other in listed) > 1 else ""
        players = tuple(_player(each, slug_of(target), pair.nomination.name, own, ranks) for each in pair.players)
        pairs.append(_pair(slug_of(target), pair, players, f"{place}{shared}", state, says))
    return PointsPage(
        year_of(year), target, slug_of(target), _targets(year), str(year.rules.targets[target].clause), tuple(pairs),
        target in year.closed, field.waits, field.tie, ordinal(rule.rank.lowest) if rule else "",
        chosen_otherwise(year),
    )  # fmt: skip


def pair_line(year: SelectionYear, target: str, name: str) -> PairLine | None:
    """One pair of the table, if it nominates."""
    return next((each for each in points_page(year, target).pairs if each.name == name), None)


def players_page(year: SelectionYear, target: str) -> PlayersPage:
    """Every player with points of the currency that ranks them, by their own points."""
    rule = year.rules.fields.get(target)
    currency = currency_of(year, target)
    own, slug = players_of(year, currency), slug_of(target)
    lowest = rule.rank.lowest if rule else 0
    lines = tuple(
        RankLine(
            _rank(slug, player, rank), player, figure_number(own[player], addresses.PlayerOwn(slug, player)),
            not lowest or rank <= lowest,
        )
        for player, rank in ranks_of(year, currency).items()
    )  # fmt: skip
    return PlayersPage(
        year_of(year), target, slug, _targets(year), currency, ordinal(lowest) if lowest else "", lines
    )  # fmt: skip


def placings_page(year: SelectionYear) -> tuple[PlacingsOf, ...]:
    """Every placing that is credited, by event in the order of the regulation."""
    found: dict[str, list[tuple[int, PlacingCredited]]] = {name: [] for name in year.rules.ledger.events}
    for number, act in year.placings.items():
        found[act.event].append((number, act))
    return tuple(
        PlacingsOf(
            name, year.rules.ledger.event(name).name,
            tuple(_placing(number, act) for number, act in sorted(acts, key=lambda each: (each[1].place, each[0]))),
        )
        for name, acts in found.items()
    )  # fmt: skip


def _placing(number: int, act: PlacingCredited) -> PlacingLine:
    lacking = tuple(phrase("{player} lacks {need}", player=each.player, need=each.need) for each in act.lacking)
    team = phrase("team of {size}", size=act.size) if act.size else ""
    return PlacingLine(number, _place(act.place, act.tied), act.members, team, lacking, act.source)


def currency_of(year: SelectionYear, target: str) -> str:
    """The points that players are ranked by towards a team."""
    rule = year.rules.fields.get(target)
    return rule.rank.currency if rule else year.rules.targets[target].worth[0].currency


def field_page(year: SelectionYear, target: str) -> FieldPage:
    """The field of a team's trials, or why there is none yet."""
    slug, closed, ranked = slug_of(target), target in year.closed, target in year.rules.fields
    day: tuple[str, ...] = year.closed[target].qualifiers if closed and target not in year.days else ()
    try:
        pairs = field_now(year, target)
        berths = current_field(year, target) if closed else propose_field(year, target).act.berths
        tie = () if closed else berth_tie(year, target)
    except NeedsLot as level:
        return FieldPage(target, slug, closed, (), (), str(level), level.level, day, ranked)
    except DirectorError as waits:
        return FieldPage(target, slug, closed, (), (), str(waits), (), day, ranked)
    seeds = {pair: seed for seed, pair in enumerate(berths, start=1)}
    lines = tuple(
        BerthLine(seeds.get(pair, 0), pair, _pair_address(slug, pair), said)
        for pair, said in sorted(pairs, key=lambda each: seeds.get(each[0], len(seeds) + 1))
    )
    return FieldPage(target, slug, closed, lines, tie, "", (), day, ranked)


def team_page(year: SelectionYear, target: str) -> TeamPage:
    """A team as it stands, or what it waits for."""
    clause = str(year.rules.teams[target].clause)
    try:
        team = team_of(year, target)
    except DirectorError as waits:
        return TeamPage(target, slug_of(target), clause, str(waits), (), (), (), "")
    told = [
        phrase("{pair} are not available[: {reason}].", pair=act.pair, reason=act.reason)
        for act in year.unavailable.get(target, ())
    ]
    for left, filled in zip(year.left.get(target, ()), team.replacements, strict=False):
        told.append(
            phrase(
                "{pair} withdrew, received {received}: {method} ({clause}).",
                pair=left.pair,
                received=left.received,
                method=filled.method,
                clause=filled.clause,
            )
        )
    told += [
        phrase("{pair} may not be selected until {last} ({clause}).", pair=pair, last=bar.last, clause=bar.clause)
        for pair, bar in team.bars.items()
    ]
    ratified = team.ratified
    said = (
        "" if ratified is None else phrase("Refused: {refused}.", refused=ratified.refused) if ratified.refused else ""
    )
    if ratified is not None and not said:
        said = phrase("Ratified on {on}.", on=ratified.on)
    return TeamPage(
        target, slug_of(target), clause, "", team.pairs, year.trials[target].order, tuple(told), said
    )  # fmt: skip


def offers_told(year: SelectionYear) -> tuple[Phrase, ...]:
    """Who is offered places elsewhere, a sentence for each ranking."""
    found = ((name, offer_now(year, name)) for name in year.offers)
    return tuple(
        phrase("{name}: {taken:,} ({clause}).", name=name, taken=each.taken or (phrase("nobody"),), clause=each.clause)
        for name, each in found
    )


def chosen_otherwise(year: SelectionYear) -> tuple[Phrase, ...]:
    """The readings that the organiser chose otherwise, a sentence each."""
    return tuple(
        phrase("Reading {name} is “{way}”.", name=name, way=way)
        for name, way in year.readings.items()
        if way != "default"
    )


def _targets(year: SelectionYear) -> tuple[tuple[str, str], ...]:
    return tuple((name, slug_of(name)) for name in year.rules.targets)


def _pair_address(target: str, pair: str) -> str:
    return f"{addresses.written(target, 'pair', pair)}/"


def _states(year: SelectionYear, target: str, field: FieldPage) -> Iterator[tuple[str, tuple[str, Said]]]:
    """How each pair stands for the trials, in one word and in a sentence."""
    known = {act.pair: OUT for act in year.declined.get(target, ())}
    if target not in year.closed and not field.waits:
        proposed = propose_field(year, target)
        for state, names in ((TIED, proposed.level), (AUTOMATIC, proposed.automatic), (OUT, proposed.ineligible)):
            known |= dict.fromkeys(names, state)
    for pair in field.level:
        yield pair, (TIED, "level for the last berth: only a lot can decide")
    for each in field.pairs:
        yield each.name, (known.get(each.name) or (IN if each.seed else WAITS), each.says)


def _player(
    each: PlayerCredits, slug: str, pair: str, own: Mapping[str, Figure[Exact]], ranks: Mapping[str, int]
) -> PlayerLine:
    name = each.player
    return PlayerLine(
        name, figure_number(each.total, addresses.PairPlayer(slug, pair, name)),
        figure_number(own[name], addresses.PlayerOwn(slug, name)) if name in own else Number(_number(0), value="0"),
        _rank(slug, name, ranks[name], ordinal(ranks[name])) if name in ranks else Number("none"),
    )  # fmt: skip


def _rank(slug: str, player: str, rank: int, text: str = "") -> Number:
    return Number(text or str(rank), addresses.PlayerRank(slug, player).path(), value=str(rank))


def _pair(
    slug: str, pair: PairCredits, players: tuple[PlayerLine, ...], place: str, state: str, says: Said
) -> PairLine:
    name = pair.nomination.name
    credits = [credit for player in pair.players for credit in player.credits]
    awards = tuple(_award(credit, slug, name, number) for number, credit in enumerate(credits))
    return PairLine(
        Number(place, addresses.PairPlace(slug, name).path(), value=place.rstrip("=")), name, _pair_address(slug, name),
        figure_number(pair.total, addresses.PairTotal(slug, name)), players, awards, state, says,
    )  # fmt: skip


def _award(credit: Credit, slug: str, pair: str, number: int) -> AwardLine:
    award = credit.award
    entry = award.entry
    size = entry.size or (len(entry.members) if award.event.reduced else 0)
    return AwardLine(
        award.player, award.event.name, _place(entry.place, entry.tied),
        phrase("team of {size}", size=size) if size else "",
        figure_number(award.amount, addresses.PairEarned(slug, pair, number)), tuple(_made(credit)),
        figure_number(credit.value, addresses.PairAward(slug, pair, number)), award.withheld, entry.source,
    )  # fmt: skip


def _place(place: int, tied: int) -> Phrase:
    return phrase("{place}[, shared by {tied}]", place=ordinal(place), tied=tied if tied > 1 else None)


def _made(credit: Credit) -> Iterator[Phrase]:
    """What was done to an award on its way to the pair, in the order of the regulation."""
    base = credit.award.table.at(credit.award.entry.place)
    earned = credit.award.amount
    if earned.of and earned.note and earned.value != base and not credit.award.withheld:
        base_text = _number(base) if credit.award.entry.tied == 1 else ""
        yield phrase("[{base}, ]{note} ({clause})", base=base_text, note=earned.note, clause=earned.clause.cite)
    if credit.conversion != 1:
        yield phrase(
            "each {currency} point is worth {factor:ratio}",
            currency=credit.award.table.currency,
            factor=credit.conversion,
        )
    if credit.value.note:
        yield phrase("{note} ({clause})", note=credit.value.note, clause=credit.value.clause.cite)


def _number(value: Exact) -> str:
    return QUALIFYING_POINTS.number(value)
