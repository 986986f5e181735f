"""Events that are graphs of stages at the prompt: the matches of a knockout stage, and the end of the event."""

from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.event.after.ending import Ending, ending
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.knockout import Outcome, outcomes, triangles
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import exact_text, short_text
from overtrick.core.provenance import Json


def show_knockout(state: StageState, after: int, *, as_json: bool) -> None:
    """The matches of a knockout stage, who won each and by what, its triangles, and who left it how."""
    played, trios = outcomes(state), triangles(state)
    ways = {str(who): list(teams) for who, teams in state.left.ways.items() if teams} if state.left else {}
    if as_json:
        matches: list[Json] = [_match(each) for each in played]
        orders: list[Json] = [list(trio.order.teams) for trio in trios]
        left: dict[str, Json] = {who: list(teams) for who, teams in ways.items()}
        show_json({"stage": state.plan.name, "after": after, "matches": matches, "triangles": orders, "left": left})
        return
    rows = [
        (str(each.table), each.one, short_text(each.imps[0]), each.two, short_text(each.imps[1]),
         each.winner or "–", each.by or each.waits)
        for each in played
    ]  # fmt: skip
    headers = ("table", "team", "IMPs", "against", "IMPs", "winner", "by")
    show_table(headers, rows, state.plan.name)
    for trio in trios:
        show_lines(f"triangle: {', '.join(map(str, trio.order.places))}")
    for who, teams in ways.items():
        show_lines(f"{who}: {', '.join(teams)}")


def _match(each: Outcome) -> dict[str, Json]:
    return {
        "table": each.table,
        "teams": [each.one, each.two],
        "imps": [exact_text(value) for value in each.imps],
        "winner": each.winner,
        "by": each.by,
        "waits": each.waits,
        "extra": list(each.extra),
    }


def show_ending(event: Tournament, *, as_json: bool) -> None:
    """The final ranking, who must play off, and who goes on where."""
    end = ending(event, event.declined)
    if as_json:
        show_json(_ending_json(end))
        return
    rows = [
        (str(rank), team, f"{end.by[team][1]} of {end.by[team][0]}") for rank, team in enumerate(end.ranking, start=1)
    ]
    show_table(("rank", "contestant", "as"), rows, f"{event.planned().name}: final ranking")
    if end.play_off:
        show_lines(f"{', '.join(end.play_off)} must play off for the last place")
    for name, teams in end.qualified.teams if end.qualified else ():
        show_lines(f"{name}: {', '.join(teams)}")


def _ending_json(end: Ending) -> dict[str, Json]:
    ranking: list[Json] = [
        {"rank": rank, "contestant": team, "stage": end.by[team][0], "as": str(end.by[team][1])}
        for rank, team in enumerate(end.ranking, start=1)
    ]
    going: dict[str, Json] = {name: list(teams) for name, teams in end.qualified.teams} if end.qualified else {}
    return {"ranking": ranking, "play_off": list(end.play_off), "goes_on": going}
