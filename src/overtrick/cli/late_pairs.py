"""A late pair at the prompt: where it would sit in a movement that is being played, and the pair seated."""

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
    "--round", "number", type=click.IntRange(1), metavar="NUMBER", required=True, help="From which round it plays."
)
@click.option("--stage", help="The stage (default: the last that has started).")
@click.option("--name", default="", help="The name of the pair.")
@click.option("--player", "players", multiple=True, help="Its players in a line, or one; may be repeated.")
@click.option("--reason", default="", help="Why, in a few words.")
@click.option("--post", "posts", is_flag=True, help="Post it to the book; without this nothing is posted.")
@as_json
def late(
    file: str, contestant: str, number: int, stage: str | None, name: str, players: tuple[str, ...], reason: str,
    posts: bool, as_json: bool,
) -> None:  # fmt: skip
    """Seat a pair that comes late into the movement of a book, and show what changes in its draws.

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
    changes: list[Json] = [*seat_changes(before, what_if(after, decided.acts), act.stage)]
    if posts:
        event.do(*entered, act)
    if as_json:
        cautions: list[Json] = [*decided.cautions]
        seat: dict[str, Json] = {"field": act.field, "number": act.number, "instead": act.instead}
        show_json({"contestant": contestant, **seat, "changes": changes, "cautions": cautions, "posted": posts})
        return
    for line in (*changes, *decided.cautions, "Posted." if posts else "Nothing is posted; --post does."):
        show_lines(str(line))
