"""Awards on the command line: by place, by member, and the best of each category."""

from collections.abc import Iterator

import click

from overtrick.cli.books import read_book
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.errors import DirectorError
from overtrick.core.event.after.honours import (
    Award,
    AwardTable,
    awards_by_place,
    awards_of,
    awards_to_members,
    category_leaders,
    last_stage,
    title_of,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import exact_text, short_text
from overtrick.core.provenance import Figure, Json
from overtrick.director.substitutes import title_verdicts

_DEPTH = 4
"""The levels of an explanation: the award, the place, the total and the matches."""


@click.command("awards")
@click.argument("file")
@click.option("--why", "contestant", metavar="NAME", help="Explain this contestant's awards, down to the boards.")
@as_json
def awards(file: str, contestant: str | None, as_json: bool) -> None:
    """Show the awards of the event in a book, once its last stage is closed.

    Example: overtrick awards book.jsonl
    """
    event = read_book(file)
    if last_stage(event) is None:
        raise DirectorError("There are no awards yet", remedy="Awards are decided when the last stage is closed.")
    if contestant is not None:
        _explain(event, contestant, as_json=as_json)
        return
    if as_json:
        show_json(_awards_json(event))
        return
    if not awards_of(event):
        show_lines("The regulations define no awards. Run `overtrick standings` for the places.")
    by_place = awards_by_place(event)
    members = awards_to_members(event)
    own = awards_of(event)[len(by_place) + len(members) :]
    for table in (*by_place, *own):
        title = f"{table.unit.many}, by place ({table.clause})"
        if table.awards:
            rows = [
                (each.place, each.contestant, short_text(each.figure.value), _because(each)) for each in table.awards
            ]
            show_table(("place", "contestant", table.unit.many, "because"), rows, title)
        else:
            show_lines(f"{title}: the organiser sets the amounts.")
    for table in members:
        rows = [(each.contestant, each.player, short_text(each.figure.value), _because(each)) for each in table.awards]
        title = f"{table.unit.many}, by member ({table.clause})"
        show_table(("contestant", "player", table.unit.many, "because"), rows, title)
    for category, names in category_leaders(event).items():
        show_lines(f"Best of {category}: {', '.join(names)}")
    for line in _title_lines(event):
        show_lines(line)


def _title_lines(event: Tournament) -> Iterator[str]:
    """Yield the lines about the title: its vacancy, if any, and each player's right to it."""
    if vacant := _no_winner(event):
        yield vacant
    for player, verdict in _titles(event).items():
        against = "; ".join(str(reason) for reason in verdict.against)
        yield f"Title: {player}" if verdict.allowed else f"No title for {player}: {against}"


def _titles(event: Tournament) -> dict[str, Verdict]:
    """Return the verdict on the title for each player of the winners of the last stage; empty without a title rule."""
    final = last_stage(event)
    if final is None or not final.plan.rules.players.titles:
        return {}
    return {
        player: verdict
        for contestant in title_of(final).holders
        for player, verdict in title_verdicts(event, final.plan.name, contestant, won=True).items()
    }


def _no_winner(event: Tournament) -> str:
    """Return that the title is vacant, and why; an empty string if someone has won it."""
    final = last_stage(event)
    vacancy = title_of(final).vacancy if final is not None else None
    return f"No winner: {vacancy.why} ({vacancy.clause})" if vacancy is not None else ""


def _because(each: Award) -> str:
    figure = each.figure
    return figure.said or " and ".join(part.said for part in figure.of if isinstance(part, Figure))


def _explain(event: Tournament, contestant: str, *, as_json: bool) -> None:
    won = [each for table in awards_of(event) for each in table.awards if each.contestant == contestant]
    if not won:
        raise DirectorError(
            "{contestant} has no award", remedy="Run `overtrick standings` to see its place.", contestant=contestant
        )
    if as_json:
        show_json([{**_line(each), "why": each.figure.explained()} for each in won])
        return
    show_lines("\n\n".join(f"{each.player}\n{each.figure.why(_DEPTH)}".lstrip() for each in won))


def _awards_json(event: Tournament) -> Json:
    best: dict[str, Json] = {category: list(names) for category, names in category_leaders(event).items()}
    return {
        "after": event.last,
        "places": [_table(each) for each in awards_by_place(event)],
        "members": [_table(each) for each in awards_to_members(event)],
        "categories": best,
        "titles": {player: verdict.allowed for player, verdict in _titles(event).items()},
        "no_winner": _no_winner(event),
    }


def _table(table: AwardTable) -> Json:
    return {"clause": str(table.clause), "unit": table.unit.many, "awards": [_line(each) for each in table.awards]}


def _line(each: Award) -> dict[str, Json]:
    said: dict[str, Json] = {"contestant": each.contestant}
    said |= {"player": each.player} if each.player else {"place": each.place}
    return {**said, "amount": exact_text(each.figure.value), "because": _because(each)}
