"""A selection year on the command line: the commands that post to its book, and those that read it."""

from importlib.metadata import version
from pathlib import Path

import click

from overtrick.cli.books import read_book
from overtrick.cli.options import as_json
from overtrick.cli.selection_books import (
    by_option,
    document_option,
    post_acts,
    read_year,
    refuse_existing,
    target_option,
    write_year,
)
from overtrick.cli.selection_proof import simulate, verify
from overtrick.cli.selection_views import places, points, show_field, show_team, why
from overtrick.cli.show import show_json, show_lines
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, PairNominated, PlacingCredited, SelectionOpened
from overtrick.core.selection_year.crediting import credits_of
from overtrick.core.selection_year.fields import propose_field
from overtrick.core.selection_year.year import SelectionYear
from overtrick.core.wording import count_of
from overtrick.director.selection import decide_selection
from overtrick.formats.given_json import read_json
from overtrick.ledger.codec import read_act
from overtrick.regulations.plan.event_book import edition_for_year
from overtrick.regulations.plan.selection import load_selection


@click.group
def selection() -> None:
    """Run a selection year: placings, nominations, berths and teams.

    \b
    Example: overtrick selection open year.jsonl --year 2027
             overtrick selection credit year.jsonl state-pairs.jsonl
             overtrick selection nominate year.jsonl "A. Able" "B. Best"
             overtrick selection points year.jsonl
             overtrick selection why year.jsonl "A. Able and B. Best"
    """


@selection.command("open", short_help="Open the book of a selection year.")
@click.argument("file")
@click.option("--year", type=click.IntRange(1900), required=True, metavar="YEAR", help="The year the teams are for.")
@document_option
@by_option
@as_json
def open_year(file: str, year: int, document: str, by: str, as_json: bool) -> None:
    """Open a new book for a selection year.

    \b
    Example: overtrick selection open next-year.jsonl --year 2028
    """
    path = Path(file)
    refuse_existing(path)
    edition = edition_for_year(document)
    opened = SelectionOpened(document, year, edition.hash, f"overtrick {version('overtrick')}")
    write_year(path, decide_selection(SelectionYear(load_selection(document)), opened).acts, by, edition)
    if as_json:
        show_json({"year": year, "document": document, "book": file})
        return
    show_lines(f"Selection year {year}, under {document}, is open in {file}")


@selection.command(short_help="Credit placings: from a finished book, or by hand with their source.")
@click.argument("file")
@click.argument("finished", required=False)
@click.option("--event", help="By hand: the event, by its id in the selection.")
@click.option("--place", type=click.IntRange(1), metavar="PLACE", help="By hand: the place.")
@click.option("--member", "members", multiple=True, help="By hand: a member of the pair or team; repeatable.")
@click.option(
    "--tied", type=click.IntRange(1), default=1, metavar="NUMBER", help="By hand: the number tied for the place."
)
@click.option("--size", type=click.IntRange(0), default=0, metavar="NUMBER", help="By hand: the size of the team.")
@click.option("--source", help="Source (default for a finished book: its name).")
@by_option
@as_json
def credit(
    file: str, finished: str | None, event: str | None, place: int | None, members: tuple[str, ...], tied: int,
    size: int, source: str | None, by: str, as_json: bool,
) -> None:  # fmt: skip
    """Credit the placings in an event: from its book FINISHED, or one placing by hand.

    Placings that the book of the year already has from the same source are not credited again.

    \b
    Example: overtrick selection credit year.jsonl state-pairs.jsonl
             overtrick selection credit year.jsonl --event swiss-pairs --place 9 --member A --member B --source bulletin
    """
    acts: tuple[PlacingCredited, ...]
    if finished is not None:
        acts = _from_book(file, finished, source)
    elif event is None or place is None or not members or not source:
        raise click.UsageError("Give a finished book, or --event, --place, --member and --source.")
    else:
        acts = (PlacingCredited(event, members, place, source, tied, size),)
    done = post_acts(file, acts, by)
    if as_json:
        show_json({"placings": len(acts), **done.json()})
        return
    already = f", {len(acts) - done.count} already credited" if done.count < len(acts) else ""
    show_lines(f"{done.count} placing{'' if done.count == 1 else 's'} credited{already}")
    done.show_cautions()


def _from_book(file: str, finished: str, source: str | None) -> tuple[PlacingCredited, ...]:
    """Return the placings in a finished book, under the id that the selection gives its event."""
    return credits_of(read_book(finished), read_year(file).rules.ledger, source or f"book {Path(finished).stem}")


@selection.command(short_help="Nominate a pair.")
@click.argument("file")
@click.argument("players", nargs=2)
@target_option
@click.option("--name", help="Name of the pair (default: both players' names).")
@by_option
@as_json
def nominate(file: str, players: tuple[str, str], target: str, name: str | None, by: str, as_json: bool) -> None:
    """Nominate two players as a pair for a team's trials.

    \b
    Example: overtrick selection nominate year.jsonl "C. Cole" "D. Dean" --target Open
    """
    act = PairNominated(target, name or f"{players[0]} and {players[1]}", players)
    done = post_acts(file, (act,), by)
    if as_json:
        show_json({"target": target, "pair": act.pair, "players": list(players), **done.json()})
        return
    show_lines(f"{act.pair} nominated for the {target} trials")
    done.show_cautions()


@selection.command(short_help="Post any other act of a year, as JSON.")
@click.argument("file")
@click.argument("act")
@by_option
@as_json
def post(file: str, act: str, by: str, as_json: bool) -> None:
    """Post any other act by its name and fields, like a declined berth, a trial's placings or a club's report.

    \b
    Example: overtrick selection post year.jsonl '{"act": "club qualifier", "club": "Bay", "teams": 6, "source": "fax"}'
    """
    read = _read_act(act)
    done = post_acts(file, (read,), by)
    if as_json:
        show_json({"act": read.called, **done.json()})
        return
    show_lines(f"{done.count} posted")
    done.show_cautions()


def _read_act(text: str) -> Act:
    """Read the act given as JSON on the command line."""
    written = read_json(text, "This")
    if not isinstance(written, dict):
        raise DirectorError("This JSON is not an act", remedy='Write {"act": "…", …}.')
    return read_act(written)


@selection.command(short_help="Close the field of a team's trials.")
@click.argument("file")
@target_option
@by_option
@as_json
def close(file: str, target: str, by: str, as_json: bool) -> None:
    """Close the field of a team's trials; it can no longer change.

    \b
    Example: overtrick selection close year.jsonl --target Open
    """
    act = propose_field(read_year(file), target).act
    done = post_acts(file, (act,), by)
    if as_json:
        show_json(
            {
                "target": target,
                "berths": list(act.berths),
                "reserves": list(act.reserves),
                "qualifiers": list(act.qualifiers),
                "places": act.places,
                **done.json(),
            }
        )
        return
    sizes = f"{count_of(len(act.berths), 'berth')}, {count_of(len(act.reserves), 'reserve')}"
    show_lines(f"The field for the {target} trials is closed: {sizes}")
    done.show_cautions()


for command in (points, why, show_field, show_team, places, verify, simulate):
    selection.add_command(command)
