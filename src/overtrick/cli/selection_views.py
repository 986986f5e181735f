"""A selection year before the trials: points, explanations and fields."""

import click

from overtrick.cli.options import as_json, depth
from overtrick.cli.selection_books import read_year, target_option
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, exact_text
from overtrick.core.provenance import Json
from overtrick.core.selection.credits import PairCredits
from overtrick.core.selection.events import QUALIFYING_POINTS
from overtrick.core.selection_year.fields import berth_tie, field_now, place_why, propose_field
from overtrick.core.selection_year.year import (
    SelectionYear,
    current_field,
    players_of,
    points_of,
    ranks_of,
    target_of,
)
from overtrick.core.wording import phrase


@click.command(short_help="Show the points table of a year.")
@click.argument("file")
@target_option
@click.option("--players", is_flag=True, help="Show every player's own points and rank instead.")
@as_json
def points(file: str, target: str, players: bool, as_json: bool) -> None:
    """Show the points of the nominated pairs towards a team, or every player's own points.

    \b
    Example: overtrick selection points year.jsonl --target "Women's"
             overtrick selection points year.jsonl --players
    """
    year = read_year(file)
    if players:
        _players(year, target, as_json=as_json)
        return
    pairs = points_of(year, target)
    if as_json:
        show_json({"target": target, "year": _year(year), "pairs": [_pair_json(pair) for pair in pairs]})
        return
    rows = [
        (
            str(place),
            pair.nomination.name,
            *(_number(each.total.value) for each in pair.players),
            _number(pair.total.value),
        )
        for place, pair in enumerate(pairs, start=1)
    ]
    title = f"Qualifying points towards the {target} team, {_year(year)}"
    show_table(("", "pair", "first", "second", "points"), rows, title)


def _year(year: SelectionYear) -> int | None:
    return year.opened.year if year.opened else None


def _number(value: Exact) -> str:
    return QUALIFYING_POINTS.number(value)


def _players(year: SelectionYear, target: str, *, as_json: bool) -> None:
    currency = target_of(year, target).worth[0].currency
    ranks, own = ranks_of(year, currency), players_of(year, currency)
    if as_json:
        listed: list[Json] = [
            {"player": name, "rank": rank, "points": exact_text(own[name].value)} for name, rank in ranks.items()
        ]
        show_json({"currency": currency, "year": _year(year), "players": listed})
        return
    rows = [(str(rank), name, _number(own[name].value)) for name, rank in ranks.items()]
    show_table(("rank", "player", "points"), rows, f"Players by their own {currency} points")


def _pair_json(pair: PairCredits, depth: int | None = None) -> dict[str, Json]:
    return {
        "pair": pair.nomination.name,
        "players": list(pair.nomination.players),
        "points": exact_text(pair.total.value),
        "why": pair.total.explained(depth),
    }


@click.command(short_help="Explain a pair's points, and whether it has a berth.")
@click.argument("file")
@click.argument("pair")
@target_option
@depth
@as_json
def why(file: str, pair: str, target: str, depth: int | None, as_json: bool) -> None:
    """Explain a pair's points, down to placings and clauses, and why it is in the field or not.

    \b
    Example: overtrick selection why year.jsonl "A. Able and B. Best"
    """
    year = read_year(file)
    found = next((each for each in points_of(year, target) if each.nomination.name == pair), None)
    if found is None:
        raise DirectorError(
            "No pair called {pair} is nominated for the {target} trials",
            remedy="Check the name.",
            pair=pair,
            target=target,
        )
    berth, tie = _berth(year, target, pair)
    if as_json:
        place = place_why(year, target, pair).explained(depth)
        show_json({"target": target, **_pair_json(found, depth), "berth": berth, "tie": list(tie), "place": place})
        return
    show_lines(found.total.why(depth))
    show_lines(f"{pair}: {berth}")
    for line in tie:
        show_lines(line)
    if tie:
        show_lines(place_why(year, target, pair).why(depth))


def _berth(year: SelectionYear, target: str, pair: str) -> tuple[str, tuple[str, ...]]:
    """Return why a pair is in the field, waiting or out, and any tie for the last berth that includes it."""
    try:
        said = dict(field_now(year, target)).get(pair) or phrase("has no berth in the closed field")
        tied = target not in year.closed and pair in propose_field(year, target).level
    except DirectorError as waits:
        return f"not known yet: {waits}", ()
    return str(said), tuple(map(str, berth_tie(year, target))) if tied else ()


@click.command("field", short_help="Show a field: berths, reserves and the reasons.")
@click.argument("file")
@target_option
@as_json
def show_field(file: str, target: str, as_json: bool) -> None:
    """Show the field of a team's trials: as it was closed, or as it would be closed now.

    \b
    Example: overtrick selection field year.jsonl --target Open
    """
    year = read_year(file)
    closed = target in year.closed
    pairs = field_now(year, target)
    berths = current_field(year, target) if closed else propose_field(year, target).act.berths
    tie = () if closed else tuple(map(str, berth_tie(year, target)))
    seeds = {pair: seed for seed, (pair, _) in enumerate(pairs, start=1) if pair in berths}
    if as_json:
        listed: list[Json] = [{"pair": pair, "seed": seeds.get(pair), "because": str(said)} for pair, said in pairs]
        show_json({"target": target, "closed": closed, "pairs": listed, "tie": list(tie)})
        return
    rows = [(str(seeds.get(pair, "")), pair, str(said)) for pair, said in pairs]
    show_table(
        ("seed", "pair", "because"), rows, f"{target} trials, {'closed' if closed else 'as it would be if closed now'}"
    )
    for line in tie:
        show_lines(line)
