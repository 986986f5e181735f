"""A contestant's path through an event, on the command line."""

from collections.abc import Iterator

import click

from overtrick.cli.books import read_book
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines
from overtrick.core.errors import DirectorError
from overtrick.core.event.after.paths import ANY, Been, Need, Path, PathMatch, path_of
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import exact_text, short_text
from overtrick.core.flow.stages import Who
from overtrick.core.provenance import Json
from overtrick.core.wording import count_of


@click.command
@click.argument("file")
@click.option("--team", "team", required=True, metavar="NUMBER", help="Number of the contestant.")
@as_json
def paths(file: str, team: str, as_json: bool) -> None:
    """Show the stages that a contestant has played in, those it can still reach, and what it needs for each.

    \b
    Example: overtrick paths book.jsonl --team 7
    """
    event = read_book(file)
    if team not in event.entries:
        raise DirectorError(
            "{team} has not entered", remedy="The entries are {entries:,}.", team=team, entries=tuple(event.entries)
        )
    if event.current_plan().graph is None:
        lines = list(_stage_by_stage(event, team))
        show_json({"contestant": team, "said": [*lines]}) if as_json else show_lines("\n".join(lines))
        return
    found = path_of(event, team)
    if as_json:
        show_json(_json(found))
        return
    show_lines("\n".join(_path_lines(found)))


def _path_lines(path: Path) -> Iterator[str]:
    yield f"{path.team} has played in:"
    if not path.been:
        yield "  no stage yet"
    for each in path.been:
        yield f"  {_been(each)}"
    if path.needs:
        yield f"In {path.been[-1].step.node} now{_now(path)}"
        for need in path.needs:
            yield f"  {_need(need, path)}"
    if path.ahead:
        yield f"It can still reach {', '.join(path.ahead)}"
    if path.ranks:
        yield f"It can still finish in place {' or '.join(_rank(*each) for each in path.ranks)}"


def _been(been: Been) -> str:
    matches = ", ".join(_match_text(met) for met in been.matches)
    step = been.step
    if step.who is None:
        return f"{step.node}: {matches or 'not drawn yet'}"
    role = "" if step.who is Who.ALL else f" as {_one(step.who)}"
    outcome = f"went on{role} to {step.to}" if step.to else f"left{role}, ranked from place {step.rank}"
    return f"{step.node}: {matches or 'no match'}; {outcome}"


def _match_text(met: PathMatch) -> str:
    if not (met.decided or met.ours or met.theirs):
        return f"against {met.opponent}"
    return f"{short_text(met.ours)}–{short_text(met.theirs)} against {met.opponent}"


def _one(who: Who) -> str:
    return {Who.WINNERS: "winner", Who.LOSERS: "loser", Who.LUCKY: "lucky loser"}.get(who, str(who))


def _now(path: Path) -> str:
    if not path.boards:
        return ""
    far = short_text(path.net if path.net > 0 else -path.net)
    lead = "level" if not path.net else f"{'up' if path.net > 0 else 'down'} {far}"
    return f", {lead} with {count_of(path.boards, 'board')} to play"


def _need(need: Need, path: Path) -> str:
    goal = need.to or _rank(need.rank or 1, need.rank or 1)
    match need.who:
        case Who.WINNERS:
            return f"win{_remaining(path)}: {goal}" if path.boards else f"has won: {goal}"
        case Who.LUCKY if need.barred:
            return "lucky loser: not possible a second time"
        case Who.LUCKY if need.stands is not None:
            return f"{'' if need.stands else 'not '}a lucky loser, as the other matches stand: {goal}"
        case Who.LUCKY if need.margin is None:
            return f"lucky loser: {goal}; not possible by any margin, as the other matches stand"
        case Who.LUCKY if need.margin == ANY:
            return f"lose by any margin, as the other matches stand, and be a lucky loser: {goal}"
        case Who.LUCKY:
            return f"lose by at most {need.margin}, as the other matches stand, and be a lucky loser: {goal}"
        case Who.LOSERS:
            return f"lose: {goal}" if path.boards else f"has lost: {goal}"
        case Who.ALL:
            return f"play on: {goal}"
        case _:
            return f"finish {need.who}: {goal}"


def _remaining(path: Path) -> str:
    if not path.boards or not path.net:
        return ""
    if path.net > 0:
        return f" (lose the remaining boards by less than {short_text(path.net)})"
    return f" (win the remaining boards by more than {short_text(-path.net)})"


def _rank(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first}–{last}"


def _json(path: Path) -> dict[str, Json]:
    return {
        "contestant": path.team,
        "been": [
            {
                "stage": each.step.node,
                "matches": [
                    {"opponent": m.opponent, "ours": exact_text(m.ours), "theirs": exact_text(m.theirs)}
                    for m in each.matches
                ],
                "left": str(each.step.who) if each.step.who else None,
                "to": each.step.to or each.step.rank,
            }
            for each in path.been
        ],
        "needs": [
            {"way": str(n.who), "to": n.to or n.rank, "margin": n.margin, "stands": n.stands, "barred": n.barred}
            for n in path.needs
        ],
        "ahead": [*path.ahead],
        "ranks": [[first, last] for first, last in path.ranks],
    }


def _stage_by_stage(event: Tournament, team: str) -> Iterator[str]:
    """Yield the path through consecutive stages: matches, place, and who goes on."""
    planned = event.current_plan()
    yield f"{team} has played in:"
    for name, state in event.stages.items():
        if team not in state.contestants:
            continue
        row = state.standings(state.field_of(team)).row(team)
        total = row.total.unit.show(row.total.value)
        yield f"  {name}: place {row.place_text}, {total} after round {state.last_round}"
        for number in sorted(state.rounds):
            line = state.match_line(team, number)
            if line is not None:
                against = f"against {' and '.join(line.opponents)}" if line.opponents else str(line.kind)
                yield f"    round {number}: {line.score} {against}"
        for other in planned.stages:
            for source in other.comes_from(name):
                later = event.stages.get(other.name)
                gone = (
                    "not started yet" if later is None else "went on" if team in later.contestants else "did not go on"
                )
                first, last = source.after + 1, source.after + source.each
                go = "goes" if source.each == 1 else "go"
                which = f"place {first}" if first == last else f"places {first} to {last}"
                if not source.after:
                    which = "the first" if last == 1 else f"the first {last}"
                yield f"    {which} of each field {go} on to {other.name}; {gone}"
