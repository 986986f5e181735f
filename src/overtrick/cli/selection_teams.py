"""The results of a selection year: its teams, and the places offered in other events."""

import click

from overtrick.cli.options import as_json
from overtrick.cli.selection_books import read_year, target_option
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.provenance import Json
from overtrick.core.selection_year.year import SelectionYear, TeamState, offer_now, places_by_club, target_of, team_of


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
