"""A late pair on the command line: seat it in a movement that is being played."""

import click

from overtrick.api import Event
from overtrick.cli.books import stage_of
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines
from overtrick.core.event.acts import EntryTaken
from overtrick.core.provenance import Json
from overtrick.director.decide import decide
from overtrick.director.late_pairs import late_pair
from overtrick.director.what_if import what_if
from overtrick.formats.players import read_players
from overtrick.views.seat_changes import seat_changes


@click.command
@click.argument("file")
@click.argument("contestant")
@click.option(
    "--round", "number", type=click.IntRange(1), metavar="NUMBER", required=True, help="First round the pair plays."
)
@click.option("--stage", help="The stage (default: the last that has started).")
@click.option("--name", default="", help="Name of the pair.")
@click.option("--player", "players", multiple=True, help="Players on one line, or one player; repeatable.")
@click.option("--reason", default="", help="Reason, recorded in the book.")
@click.option("--post", "posts", is_flag=True, help="Post to the book; without this, only preview.")
@as_json
def late(
    file: str, contestant: str, number: int, stage: str | None, name: str, players: tuple[str, ...], reason: str,
    posts: bool, as_json: bool,
) -> None:  # fmt: skip
    """Seat a late pair in the movement of a book, and show what changes in its draws.

    \b
    Example: overtrick late night.jsonl 20 --round 2 --player "A. Reed / B. Stone"
             overtrick late night.jsonl 20 --round 2 --post
    """
    event = Event.open(file)
    before = event.state
    entry = EntryTaken(contestant, name, tuple(player for line in players for player in read_players(line)))
    entered = () if contestant in before.entries else (entry,)
    after = what_if(before, [act for wanted in entered for act in decide(before, wanted).acts])
    act = late_pair(after, stage_of(before, stage).plan.name, contestant, number, reason)
    decided = decide(after, act)
    changes: list[Json] = [str(each) for each in seat_changes(before, what_if(after, decided.acts), act.stage)]
    cautions: list[Json] = [str(each) for each in decided.cautions]
    if posts:
        event.do(*entered, act)
    if as_json:
        seat: dict[str, Json] = {"field": act.field, "number": act.number, "instead": act.instead}
        show_json({"contestant": contestant, **seat, "changes": changes, "cautions": cautions, "posted": posts})
        return
    for line in (*changes, *cautions, "Posted." if posts else "Nothing was posted. Add --post to post the pair."):
        show_lines(str(line))
