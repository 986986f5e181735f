"""A selection year as pages show it: the points of a team's pairs, a pair's awards, fields and teams.

It is the same for the desk, the players and programs. Every number is a `Number` whose why `year_whys` finds.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import PlacingCredited
from overtrick.core.model.written import read_day
from overtrick.core.selection.field import NeedsLot
from overtrick.core.selection_year.fields import berth_tie, field_now, lowest_rank, propose_field
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
from overtrick.views import year_addresses
from overtrick.views.texts import Text
from overtrick.views.whys import figure_number
from overtrick.views.year_lines import (
    PairLine,
    RankLine,
    pair_address,
    pair_as_line,
    player_line,
    rank_number,
    slug_of,
    tied_place,
)

AUTOMATIC, IN, TIED, WAITS, OUT = "automatic", "in", "tied", "waits", "out"


@dataclass(frozen=True, slots=True)
class PointsPage:
    """The points of everyone who nominates for a team's trials.

    *waits* says why there is no field yet; *tie* explains a tie for the last berth test by test; *lowest* is the rank
    that a player must reach, or *relaxed* says that the committee admitted lower ranks; *chosen* are the readings that
    the organiser changed.
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
    relaxed: Text
    chosen: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """Every player with points, by their own points; *lowest* is the last rank that may enter, if limited."""

    year: int
    target: str
    slug: str
    targets: tuple[tuple[str, str], ...]
    currency: str
    lowest: Text
    players: tuple[RankLine, ...]


@dataclass(frozen=True, slots=True)
class PlacingLine:
    """A credited placing: its posting, its contestant, its source, and who lacks what."""

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
    """A pair of a field: its seed if it has a berth, and the reason for its position."""

    seed: int
    name: str
    address: str
    says: Text


@dataclass(frozen=True, slots=True)
class FieldPage:
    """The field of a team's trials, as it would be closed now, or as it was closed.

    *waits* says why there is none yet, *level* whom only a lot can separate, *day* who plays a qualifying day for the
    remaining places; *ranked* that players must reach a rank.
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


def target_at(year: SelectionYear, slug: str) -> str | None:
    """The team that an address names; the first one where it names none."""
    names = list(year.rules.targets)
    return names[0] if not slug else next((name for name in names if slug_of(name) == slug), None)


def year_of(year: SelectionYear) -> int:
    """The year itself, as a number."""
    return year.opened.year if year.opened is not None else 0


def points_page(year: SelectionYear, target: str) -> PointsPage:
    """The points of everyone who nominates for a team's trials."""
    field = field_page(year, target)
    states = dict(_states(year, target, field))
    lowest, relaxed = lowest_rank(year, target), year.relaxed.get(target)
    listed = points_of(year, target)
    own, ranks = players_of(year, currency_of(year, target)), ranks_of(year, currency_of(year, target))
    pairs = []
    for pair in listed:
        state, says = states.get(pair.nomination.name, ("", ""))
        place = 1 + sum(other.total.value > pair.total.value for other in listed)
        shared = "=" if sum(other.total.value == pair.total.value for other in listed) > 1 else ""
        players = tuple(player_line(each, slug_of(target), pair.nomination.name, own, ranks) for each in pair.players)
        pairs.append(pair_as_line(slug_of(target), pair, players, f"{place}{shared}", state, says=says))
    return PointsPage(
        year_of(year), target, slug_of(target), _targets(year), str(year.rules.targets[target].clause), tuple(pairs),
        target in year.closed, field.waits, field.tie, phrase("{rank:ordinal}", rank=lowest) if lowest else "",
        phrase("The committee admitted players of any rank[: {reason}].", reason=relaxed.reason) if relaxed else "",
        chosen_otherwise(year),
    )  # fmt: skip


def pair_line(year: SelectionYear, target: str, name: str) -> PairLine | None:
    """One pair of the table, if it nominates."""
    return next((each for each in points_page(year, target).pairs if each.name == name), None)


def players_page(year: SelectionYear, target: str) -> PlayersPage:
    """Every player with points of the currency that ranks them, by their own points."""
    currency = currency_of(year, target)
    own, slug = players_of(year, currency), slug_of(target)
    lowest = lowest_rank(year, target)
    lines = tuple(
        RankLine(
            rank_number(slug, player, rank), player, figure_number(own[player], year_addresses.PlayerOwn(slug, player)),
            not lowest or rank <= lowest,
        )
        for player, rank in ranks_of(year, currency).items()
    )  # fmt: skip
    return PlayersPage(
        year_of(year), target, slug, _targets(year), currency,
        phrase("{rank:ordinal}", rank=lowest) if lowest else "", lines,
    )  # fmt: skip


def placings_page(year: SelectionYear) -> tuple[PlacingsOf, ...]:
    """Every credited placing, by event in the order of the regulation."""
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
    lacking = tuple(
        phrase("{player} does not meet the condition “{need}”", player=each.player, need=each.need)
        for each in act.lacking
    )
    team = phrase("team of {size}", size=act.size) if act.size else ""
    return PlacingLine(number, tied_place(act.place, act.tied), act.members, team, lacking, act.source)


def currency_of(year: SelectionYear, target: str) -> str:
    """The points that players are ranked by towards a team."""
    rule = year.rules.fields.get(target)
    return rule.rank.currency if rule else year.rules.targets[target].worth[0].currency


def field_page(year: SelectionYear, target: str) -> FieldPage:
    """The field of a team's trials, or why there is none yet."""
    slug, closed, ranked = slug_of(target), target in year.closed, lowest_rank(year, target) > 0
    day: tuple[str, ...] = year.closed[target].qualifiers if closed and target not in year.days else ()
    try:
        pairs = field_now(year, target)
        berths = current_field(year, target) if closed else propose_field(year, target).act.berths
        tie = () if closed else berth_tie(year, target)
    except NeedsLot as level:
        return FieldPage(target, slug, closed, (), (), level.phrased, level.level, day, ranked)
    except DirectorError as waits:
        return FieldPage(target, slug, closed, (), (), waits.phrased, (), day, ranked)
    seeds = {pair: seed for seed, pair in enumerate(berths, start=1)}
    lines = tuple(
        BerthLine(seeds.get(pair, 0), pair, pair_address(slug, pair), said)
        for pair, said in sorted(pairs, key=lambda each: seeds.get(each[0], len(seeds) + 1))
    )
    return FieldPage(target, slug, closed, lines, tie, "", (), day, ranked)


def team_page(year: SelectionYear, target: str) -> TeamPage:
    """A team as it stands, or what it waits for."""
    clause = str(year.rules.teams[target].clause)
    try:
        team = team_of(year, target)
    except DirectorError as waits:
        return TeamPage(target, slug_of(target), clause, waits.phrased, (), (), (), "")
    told = [
        phrase("{pair} are not available[: {reason}].", pair=act.pair, reason=act.reason)
        for act in year.unavailable.get(target, ())
    ]
    for left, filled in zip(year.left.get(target, ()), team.replacements, strict=False):
        told.append(
            phrase(
                "{pair} withdrew (notice received on {received:date}). Replacement: {method} ({clause}).",
                pair=left.pair,
                received=read_day(left.received),
                method=filled.method,
                clause=filled.clause,
            )
        )
    told += [
        phrase(
            "{pair} may not be selected[ until after {last:date}] ({clause}).",
            pair=pair,
            last=bar.last,
            clause=bar.clause,
        )
        for pair, bar in team.bars.items()
    ]
    ratified = team.ratified
    said: Said = ""
    if ratified is not None and ratified.refused:
        said = phrase("Ratification was refused: {refused}.", refused=ratified.refused)
    elif ratified is not None:
        said = phrase("Ratified[ on {on:date}].", on=read_day(ratified.on) if ratified.on else "")
    return TeamPage(
        target, slug_of(target), clause, "", team.pairs, year.trials[target].order, tuple(told), said
    )  # fmt: skip


def offers_told(year: SelectionYear) -> tuple[Phrase, ...]:
    """The offers of places elsewhere, a sentence for each ranking."""
    found = ((name, offer_now(year, name)) for name in year.offers)
    return tuple(
        phrase("{name}: {taken:,} ({clause}).", name=name, taken=each.taken or (phrase("no one"),), clause=each.clause)
        for name, each in found
    )


def chosen_otherwise(year: SelectionYear) -> tuple[Phrase, ...]:
    """The readings that the organiser changed, a sentence each."""
    return tuple(
        phrase("For reading {name}, the organiser chose “{way}”.", name=name, way=way)
        for name, way in year.readings.items()
        if way != "default"
    )


def _targets(year: SelectionYear) -> tuple[tuple[str, str], ...]:
    return tuple((name, slug_of(name)) for name in year.rules.targets)


def _states(year: SelectionYear, target: str, field: FieldPage) -> Iterator[tuple[str, tuple[str, Said]]]:
    """The status of each pair for the trials, in one word and in a sentence."""
    known = {act.pair: OUT for act in year.declined.get(target, ())}
    if target not in year.closed and not field.waits:
        proposed = propose_field(year, target)
        for state, names in ((TIED, proposed.level), (AUTOMATIC, proposed.automatic), (OUT, proposed.ineligible)):
            known |= dict.fromkeys(names, state)
    for pair in field.level:
        yield pair, (TIED, phrase("tied for the last berth, which is decided by lot"))
    for each in field.pairs:
        yield each.name, (known.get(each.name) or (IN if each.seed else WAITS), each.says)
