"""Awards: what each player earned in each event, independent of later nominations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, mean, plain
from overtrick.core.provenance import TIMES, Clause, Derivation, Fact, Figure, total
from overtrick.core.selection.events import (
    QUALIFYING_POINTS,
    AwardTable,
    Entry,
    EntryUnit,
    LedgerRule,
    Player,
    SelectedEvent,
)
from overtrick.core.wording import Said, phrase


@dataclass(frozen=True, slots=True)
class Award:
    """The points that one player earned with one entry in one currency; *withheld* says why they are reduced to 0."""

    player: Player
    entry: Entry
    event: SelectedEvent
    table: AwardTable
    amount: Figure[Exact]
    withheld: Said = ""


def table_award(entry: Entry, event: SelectedEvent, table: AwardTable, rule: LedgerRule) -> Figure[Exact]:
    """The exact award for a place to each player, after sharing ties and adjusting for the size of the team."""
    said = phrase("{place:ordinal} in the {name}", place=entry.place, name=event.name)
    who = (Fact(", ".join(entry.members), entry.source),)
    if entry.tied > 1:
        places = range(entry.place, entry.place + entry.tied)
        parts = tuple(
            Figure(
                table.points_for(each),
                QUALIFYING_POINTS,
                table.clause,
                who,
                phrase("{place:ordinal} in the {name}", place=each, name=event.name),
            )
            for each in places
        )
        base = share_awards(parts, rule.ties)
    else:
        base = Figure(table.points_for(entry.place), QUALIFYING_POINTS, table.clause, who, said)
    if not event.reduced:
        return base
    size = len(entry.members) if entry.size is None else entry.size
    factor = rule.sizes.factor(size)
    if factor == 1:
        return base
    value = plain(base.value * factor)
    times = Figure(factor, TIMES, rule.sizes.clause, (), phrase("for a team of {size}", size=size))
    note = phrase("{factor:ratio} of the award, for a team of {size}", factor=factor, size=size)
    return Figure(value, QUALIFYING_POINTS, rule.sizes.clause, (base, times), note, Derivation.PRODUCT)


def awards_for(entries: Sequence[Entry], rule: LedgerRule) -> tuple[Award, ...]:
    """Every award of a season, in the order of the events and of their places.

    No player may be placed twice in one event. Awards do not depend on nominations.
    """
    _placed_once(entries, rule)
    order = {name: number for number, name in enumerate(rule.events)}
    played = events_played(entries, rule)
    found = []
    for entry in sorted(entries, key=lambda each: (order[each.event], each.place)):
        event = rule.event(entry.event)
        for table in event.tables:
            amount = table_award(entry, event, table, rule)
            for player in entry.members if amount.value else ():
                why = _withheld(player, entry, table, played.get(player, 0))
                kept = _withheld_from(amount, table, why) if why else amount
                found.append(Award(player, entry, event, table, kept, why))
    return tuple(found)


def _withheld_from(amount: Figure[Exact], table: AwardTable, why: Said) -> Figure[Exact]:
    return Figure(0, QUALIFYING_POINTS, table.clause, (amount,), phrase("withheld: {why}", why=why), Derivation.INSTEAD)


def events_played(entries: Iterable[Entry], rule: LedgerRule) -> dict[Player, int]:
    """The number of selected events in which each player took part."""
    seen = {(player, entry.event) for entry in entries for player in entry.members if rule.event(entry.event).selected}
    count: dict[Player, int] = {}
    for player, _ in seen:
        count[player] = count.get(player, 0) + 1
    return count


def player_points(awards: Iterable[Award], currency: str, clause: Clause) -> dict[Player, Figure[Exact]]:
    """Each player's own points in one currency, before any halving for a nomination."""
    by_player: dict[Player, list[Award]] = {}
    for award in awards:
        if award.table.currency == currency and award.amount.value:
            by_player.setdefault(award.player, []).append(award)
    return {
        player: total(
            [each.amount for each in own],
            QUALIFYING_POINTS,
            clause,
            phrase("{player}’s own {currency} points", player=player, currency=currency),
        )
        for player, own in sorted(by_player.items())
    }


def rank_players(points: Mapping[Player, Exact]) -> dict[Player, int]:
    """Rank players by points; equal points share the better rank, and players without points have no rank.

    >>> rank_players({"A": 30, "B": 20, "C": 20, "D": 10, "E": 0})
    {'A': 1, 'B': 2, 'C': 2, 'D': 4}
    """
    with_points = {player: value for player, value in points.items() if value > 0}
    values = sorted(with_points.values(), reverse=True)
    return {player: values.index(value) + 1 for player, value in sorted(with_points.items(), key=lambda p: -p[1])}


def share_awards(awards: Sequence[Figure[Exact]], clause: Clause) -> Figure[Exact]:
    """The award of each player tied for some places: the mean of the awards for them, even if the tie was broken."""
    note = phrase("mean of the awards for {awards} places", awards=len(awards))
    return Figure(mean(award.value for award in awards), awards[0].unit, clause, tuple(awards), note, Derivation.MEAN)


def _withheld(player: Player, entry: Entry, table: AwardTable, played: int) -> Said:
    lacking: list[Said] = [need for need in table.needs if (player, need) in entry.lacking]
    if played < table.least_events:
        lacking.append(phrase("play in at least {least:#selected event}", least=table.least_events))
    return phrase("conditions not met ({needs:,})", needs=tuple(lacking)) if lacking else ""


def _placed_once(entries: Sequence[Entry], rule: LedgerRule) -> None:
    seen: set[tuple[Player, str]] = set()
    for entry in entries:
        event = rule.event(entry.event)
        if event.kind is EntryUnit.PAIRS and len(entry.members) != 2:
            raise DirectorError(
                "A pair has two players, but this entry names {members:,}",
                remedy="Name two players: the {event} is for pairs.",
                members=tuple(entry.members),
                event=event.name,
            )
        for player in entry.members:
            if (player, entry.event) in seen:
                raise DirectorError(
                    "{player} is placed twice in the {event}",
                    remedy="Keep only the entry with which the player finished.",
                    player=player,
                    event=event.name,
                )
            seen.add((player, entry.event))
