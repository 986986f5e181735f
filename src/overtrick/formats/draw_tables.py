"""Standings, meetings, seeds and entrants from files, and the draw of a round for others.

`docs/reference/csv.md` lists the columns. A draw is written with the columns from which meetings are read, so that one
file grows from round to round.
"""

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from io import StringIO

from overtrick.core.draws import Draw, DrawStanding, Meeting, MeetingKind, Meetings, RoundResult, SatOut
from overtrick.core.draws.drawn import ShareMatch
from overtrick.core.draws.order import Record
from overtrick.core.draws.rules import SwissRule
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.ranking.measures import Measure
from overtrick.core.typed_numbers import NotANumber, read_whole
from overtrick.core.wording import Phrase, phrase
from overtrick.formats.tables import Row, Table, read_table

_WHO = {"contestant": ("number", "no", "team", "pair"), "name": ("names",)}
_STANDINGS = {
    **_WHO,
    "vps": ("vp", "total"),
    "penalties": ("penalty", "fines"),
    "net_imps": ("imps", "net"),
    "opponents": ("opponents_vps", "opponents'_vps"),
}
_SEEDS = {**_WHO, "seed": ("rank", "place")}
_LOSSES = {**_WHO, "winning": ("won_by",), "losing": ("lost_with",), "playoff": ("play-off",)}
_MATCHES = {
    "round": ("match",),
    "table": (),
    "first": ("ns", "home", "team", "pair"),
    "second": ("ew", "away", "visiting", "opponent"),
    "third": (),
    **{
        f"{who}_{what}": others
        for who, side in (("first", "ns"), ("second", "ew"), ("third", ""))
        for what, others in (("vps", (f"{side}_vps",) if side else ()), ("imps", ()), ("penalty", ()))
    },
}
_ORDERS = {**_WHO, "round": (), "place": ("rank", "seed"), "entrant": ("drops_in",)}
_NOBODY = ("", "-", "–", "bye")
_COLUMN = {Measure.OPPONENTS: "opponents", Measure.NET_IMPS: "net_imps"}
WRITTEN = ("round", "table", "first", "second", "third")


@dataclass(frozen=True, slots=True)
class Standings:
    """The field before a draw: its lines, the names where given, and the columns that were present.

    Without a column of VPs the lines are in the order of the draw.
    """

    lines: tuple[DrawStanding, ...]
    names: Mapping[str, str]
    columns: frozenset[str]

    @property
    def ranked(self) -> bool:
        """Whether the lines of the file are already in order."""
        return "vps" not in self.columns

    def lacks(self, measure: Measure) -> str:
        """The column that a measure needs and the file does not have."""
        column = _COLUMN.get(measure, "")
        return column if column not in self.columns else ""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One line of a file of meetings: two who met, three in a three-way match, or one who sat out, and their scores."""

    round: int
    table: int
    contestants: tuple[str, ...]
    outcomes: tuple[RoundResult, ...] = ()

    @property
    def three(self) -> tuple[str, str, str] | None:
        """The three contestants of a three-way match."""
        match self.contestants:
            case (a, b, c):
                return a, b, c
            case _:
                return None


@dataclass(frozen=True, slots=True)
class RecordedOrder:
    """The order a round was drawn from, and those who dropped in for it, best first."""

    order: tuple[str, ...]
    entrants: tuple[str, ...]


def read_standings(text: str, name: str) -> Standings:
    """The field before a draw."""
    table = read_table(text, name, _STANDINGS, ("contestant",))
    lines = table.read_rows(
        lambda row: DrawStanding(
            row.require("contestant"),
            row.exact("vps"),
            row.exact("penalties"),
            row.exact("net_imps"),
            row.exact("opponents"),
        )
    )
    table.once([_contestant(line.contestant)] for line in lines)
    return Standings(lines, _names(table), table.columns)


def read_seeds(text: str, name: str) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Contestants from the top seed down, and their names; without a column of seeds, in the order of the lines."""
    table = read_table(text, name, _SEEDS, ("contestant",))
    listed = table.read_rows(lambda row: (row.whole("seed", 1), row.require("contestant")))
    table.once([_contestant(who)] for _, who in listed)
    if "seed" in table.columns:
        table.once([phrase("seed {seed}", seed=seed)] for seed, _ in listed)
        listed = tuple(sorted(listed))
    return tuple(who for _, who in listed), _names(table)


def read_losses(text: str, name: str) -> tuple[tuple[Record, ...], bool]:
    """Contestants who drop in, with the match each lost, and whether the file contains those matches at all."""
    table = read_table(text, name, _LOSSES, ("contestant",))
    losses = table.read_rows(
        lambda row: Record(row.require("contestant"), row.exact("losing"), row.exact("winning"), playoff=_playoff(row))
    )
    table.once([_contestant(loss.team)] for loss in losses)
    return losses, "winning" in table.columns


def read_matches(text: str, name: str, *, one_a_round: bool = True) -> tuple[PlayedMatch, ...]:
    """The matches of an event, round by round: each contestant plays one per round, or two meet at most once in it."""
    table = read_table(text, name, _MATCHES, ("round", "first", "second"))
    scored = "first_vps" in table.columns
    matches = table.read_rows(lambda row: _match(row, scored=scored))
    table.once(
        [
            phrase("{who} in round {round}", who=who, round=each.round)
            for who in (each.contestants if one_a_round else [tuple(sorted(each.contestants))])
        ]
        for each in matches
    )
    return matches


def _contestant(name: str) -> Phrase:
    return phrase("contestant {name}", name=name)


def read_orders(text: str, name: str) -> dict[int, RecordedOrder]:
    """The order that each round was drawn from, as recorded."""
    table = read_table(text, name, _ORDERS, ("round", "contestant"))
    places: dict[int, int] = defaultdict(int)

    def line(row: Row) -> tuple[int, bool, int, str]:
        number = row.whole("round")
        places[number] += 1
        entrant = row.text("entrant").lower() in ("yes", "y", "1", "true", "x")
        return number, entrant, row.whole("place", places[number]), row.require("contestant")

    orders: dict[int, RecordedOrder] = {}
    lines = table.read_rows(line)
    table.once(
        [
            phrase("{who} in round {round}", who=who, round=number),
            phrase("{entrant:entrant|place} {place} of round {round}", entrant=entrant, place=place, round=number),
        ]
        for number, entrant, place, who in lines
    )
    for number, entrant, _, who in sorted(lines):
        so_far = orders.get(number, RecordedOrder((), ()))
        orders[number] = (
            replace(so_far, entrants=(*so_far.entrants, who))
            if entrant
            else replace(so_far, order=(*so_far.order, who))
        )
    return orders


def by_round(matches: Iterable[PlayedMatch]) -> dict[int, list[PlayedMatch]]:
    """The matches of each round, rounds in order."""
    rounds: dict[int, list[PlayedMatch]] = {}
    for match in sorted(matches, key=lambda match: match.round):
        rounds.setdefault(match.round, []).append(match)
    return rounds


def meetings_of(matches: Iterable[PlayedMatch], rule: SwissRule) -> tuple[Meetings, ShareMatch | None]:
    """Who has met, and the three whose match continues; three who play on have met once, when they started."""
    happened: list[Meeting | SatOut] = []
    going_on: dict[frozenset[str], ShareMatch] = {}
    for number, played in by_round(matches).items():
        before, going_on = going_on, {}
        for match in played:
            share = _sharing(match, before, rule)
            if share is None or share.part == 1:
                happened += _meetings_of_match(match, number)
            if share is not None and share.part < share.rounds:
                going_on[frozenset(match.contestants)] = share
    return Meetings.of(happened), next(iter(going_on.values()), None)


def _sharing(match: PlayedMatch, before: Mapping[frozenset[str], ShareMatch], rule: SwissRule) -> ShareMatch | None:
    if match.three is None:
        return None
    rounds = rule.share.rounds if rule.share is not None else 1
    started = before.get(frozenset(match.contestants))
    return ShareMatch(match.three, rounds, started.part + 1 if started else 1)


def _meetings_of_match(match: PlayedMatch, number: int) -> Iterator[Meeting | SatOut]:
    if match.three is not None:
        yield from (Meeting(one, other, number, MeetingKind.SHARE) for one, other in ShareMatch(match.three).tables)
    elif len(match.contestants) == 1:
        yield SatOut(match.contestants[0], number)
    else:
        one, other = match.contestants
        yield Meeting(one, other, number)


def written_rows(draw: Draw) -> list[dict[str, str]]:
    """A draw in the columns from which meetings are read."""
    units = [(each.first, each.second) for each in draw.pairings]
    odd = [draw.share.contestants] if draw.share is not None else []
    odd_one = [(draw.bye.contestant, "bye")] if draw.bye is not None else []
    rows = []
    for table, unit in enumerate((*units, *odd, *odd_one), start=1):
        cells = (str(draw.round), str(table), *unit, *[""] * (3 - len(unit)))
        rows.append(dict(zip(WRITTEN, cells, strict=True)))
    return rows


def write_csv(columns: Iterable[str], rows: Iterable[Mapping[str, str]]) -> str:
    """A table as CSV, with its line of column names."""
    out = StringIO()
    writer = csv.DictWriter(out, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _match(row: Row, *, scored: bool) -> PlayedMatch:
    sides = ("first", "second", "third")
    who = tuple((side, name) for side in sides if (name := row.text(side)).lower() not in _NOBODY)
    names = tuple(name for _, name in who)
    if not who or who[0][0] != "first":
        raise DirectorError("the column “first” is empty")
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise DirectorError("number {twice} is drawn against itself", twice=twice)
    outcomes = tuple(_outcome(row, side, name, names) for side, name in who) if scored else ()
    return PlayedMatch(row.whole("round"), row.whole("table", 1), names, outcomes)


def _outcome(row: Row, side: str, name: str, names: tuple[str, ...]) -> RoundResult:
    row.require(f"{side}_vps")
    imps: Exact = row.exact(f"{side}_imps")
    if side == "second" and not row.text("second_imps") and len(names) == 2:
        imps = -row.exact("first_imps")
    others = tuple(other for other in names if other != name)
    return RoundResult(name, others, row.exact(f"{side}_vps"), imps, row.exact(f"{side}_penalty"))


def _playoff(row: Row) -> tuple[Exact, Exact] | None:
    """The play-off that a contestant lost, its own score first; the file has the winner's first."""
    text = row.text("playoff")
    if not text:
        return None
    won, _, lost = text.replace("–", "-").partition("-")
    try:
        return read_whole(lost), read_whole(won)
    except NotANumber as fault:
        raise DirectorError("the play-off “{text}” is not a score like 12-5", text=f"{text:.40}") from fault


def _names(table: Table) -> dict[str, str]:
    return {row.text("contestant"): row.text("name") for row in table.rows if row.text("name")}
