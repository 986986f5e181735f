"""A selection year on the command line: points, explanations and fields before the trials, then its teams."""

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
    TeamState,
    current_field,
    offer_now,
    places_by_club,
    players_of,
    points_of,
    ranks_of,
    target_of,
    team_of,
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
        said = dict(field_now(year, target)).get(pair) or phrase("has no berth in the field")
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


@click.command("team", short_help="Show a selected team, with replacements.")
@click.argument("file")
@target_option
@as_json
def show_team(file: str, target: str, as_json: bool) -> None:
    """Show the team as it stands: the highest placed available pairs, replacements, bars and ratification.

    \b
    Example: overtrick selection team year.jsonl --target "Seniors'"
    """
    year = read_year(file)
    target_of(year, target)
    team = team_of(year, target)
    if as_json:
        show_json(_team_json(year, target, team))
        return
    show_lines(f"{target} team: {'; '.join(team.pairs)} ({year.rules.teams[target].clause})")
    for act in year.unavailable.get(target, ()):
        show_lines(f"not available: {act.pair}{f', {act.reason}' if act.reason else ''}")
    for left, filled in zip(year.left.get(target, ()), team.replacements, strict=False):
        said = f"{filled.method} ({filled.clause})"
        show_lines(f"{left.pair} withdrew, received {left.received}: {said}")
    for pair, bar in team.bars.items():
        show_lines(f"{pair} may not be selected until {bar.last} ({bar.clause})")
    if team.ratified is not None:
        show_lines(
            f"ratified on {team.ratified.on}" if not team.ratified.refused else f"refused: {team.ratified.refused}"
        )


def _team_json(year: SelectionYear, target: str, team: TeamState) -> dict[str, Json]:
    """Return a team as JSON, with its withdrawals, bars and ratification."""
    unavailable: list[Json] = [{"pair": act.pair, "reason": act.reason} for act in year.unavailable.get(target, ())]
    left = year.left.get(target, ())
    filled = {act.pair: each for act, each in zip(left, team.replacements, strict=False)}
    withdrawals: list[Json] = [
        {
            "pair": act.pair,
            "received": act.received,
            "accepted": act.accepted,
            "filled": filled[act.pair].method if act.pair in filled else None,
            "clause": str(filled[act.pair].clause) if act.pair in filled else None,
        }
        for act in left
    ]
    barred: list[Json] = [
        {"pair": pair, "until": str(bar.last) if bar.last else None, "clause": str(bar.clause)}
        for pair, bar in team.bars.items()
    ]
    ratified = team.ratified
    return {
        "target": target,
        "team": list(team.pairs),
        "clause": str(year.rules.teams[target].clause),
        "unavailable": unavailable,
        "withdrawals": withdrawals,
        "waits": list(team.waits),
        "barred": barred,
        "ratified": {"on": ratified.on, "refused": ratified.refused or None} if ratified else None,
    }


@click.command(short_help="Show places offered in other events: by club, or down a ranking.")
@click.argument("file")
@as_json
def places(file: str, as_json: bool) -> None:
    """Show the places each club has in a regional final, and the places offered down a ranking.

    \b
    Example: overtrick selection places year.jsonl
    """
    year = read_year(file)
    clubs = places_by_club(year) if year.clubs else {}
    offers = {name: offer_now(year, name) for name in year.offers}
    if as_json:
        by_club: list[Json] = [
            {"club": club, "places": clubs[club].value, "why": clubs[club].explained()} for club in sorted(year.clubs)
        ]
        offered: list[Json] = [
            {"offer": name, "taken": list(each.taken), "clause": str(each.clause)} for name, each in offers.items()
        ]
        in_all = next((figure.value for club, figure in clubs.items() if club not in year.clubs), None)
        show_json({"clubs": by_club, "in_all": in_all, "offers": offered})
        return
    if clubs:
        show_table(("club", "places"), [(club, str(figure)) for club, figure in clubs.items()])
    for name, each in offers.items():
        show_lines(f"{name}: {', '.join(each.taken)} ({each.clause})")
    if not clubs and not offers:
        show_lines("No club has reported, and no ranking has been posted for offering places.")
