"""Bridgemates at the prompt: their file written, read and watched, and their maker's Data Connector."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from platform import node
from time import monotonic, sleep

import click

from overtrick.cli.books import stage_of
from overtrick.cli.device_desks import open_desk
from overtrick.cli.lazy import Later, LazyGroup
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Json
from overtrick.core.wording import count_of
from overtrick.director.device_people import introduce, introduced
from overtrick.director.devices import Verdict, Weighed, counted, take, weigh
from overtrick.formats.bridgemate.bws import UNTRIED, BwsFile, write_bws
from overtrick.views.bridgemates import device_plan, session_guid

EVERY = 2.0
"""Seconds between two looks at a file that is watched."""

stage_option = click.option("--stage", help="The stage (default: the last that has started).")
into_option = click.option(
    "--into", required=True, metavar="BOOK", help="The book of the event, or an event on this server."
)


_LATER = {"connect": Later("bridgemate_connect", "connect", "Speak with the Data Connector while play goes on.")}


@click.group(cls=LazyGroup, later=_LATER)
def bridgemate() -> None:
    """Bridgemates and the tablets that speak like them, by their file (.bws) or by the Data Connector.

    \b
    Example: overtrick bridgemate write night.jsonl -o tonight.bws
    """


@bridgemate.command("write", short_help="Write the .bws of a stage: seats, rounds, names, hands.")
@click.argument("event")
@stage_option
@click.option("--round", "number", type=click.IntRange(1), metavar="NUMBER", help="This round alone (default: all).")
@click.option("--computer", help="The computer that Bridgemate's program runs on (default: this one).")
@click.option("--output", "-o", required=True, help="The file to write; it must not exist yet.")
@as_json
def write(event: str, stage: str | None, number: int | None, computer: str | None, output: str, as_json: bool) -> None:
    """Write the .bws for EVENT, a book or an event on this server: who sits where in which round, names and hands.

    \b
    Example: overtrick bridgemate write night.jsonl -o tonight.bws
             overtrick bridgemate write night.jsonl --round 2 -o round-2.bws
    """
    now = open_desk(event).event()
    plan = device_plan(now, stage_of(now, stage).plan.name, (number,) if number else ())
    path = Path(output)
    written = write_bws(plan, datetime.now(), node() if computer is None else computer)  # noqa: DTZ005 - a .bws has the room's own time
    try:
        with path.open("xb") as file:
            file.write(written)
    except FileExistsError:
        raise DirectorError(
            "{output} exists", remedy="Bridgemate's program may have it open: choose another name.", output=output
        ) from None
    tables, rounds = len({play.table for play in plan.plays}), len({play.round for play in plan.plays})
    if as_json:
        show_json(
            {
                "file": output, "session": plan.guid, "tables": tables, "rounds": rounds, "names": len(plan.names),
                "hands": len(plan.deals), "untried": UNTRIED,
            }
        )  # fmt: skip
        return
    show_lines(
        f"{output}: {count_of(tables, 'table')}, {count_of(rounds, 'round')}, {count_of(len(plan.names), 'name')}, "
        f"{count_of(len(plan.deals), 'hand')}"
    )
    show_lines(UNTRIED)


@bridgemate.command("read", short_help="What the devices have said, beside the book; --post takes it.")
@click.argument("file")
@into_option
@stage_option
@click.option("--post", "posts", is_flag=True, help="Post it to the book; without this nothing is posted.")
@as_json
def read(file: str, into: str, stage: str | None, posts: bool, as_json: bool) -> None:
    """Read a .bws and say of every result what becomes of it in the book: new, the same, different, not possible.

    Whoever sat the other way round, and whatever is no result of play, calls the director and is not scored.

    \b
    Example: overtrick bridgemate read night.bws --into night.jsonl
             overtrick bridgemate read night.bws --into night.jsonl --post
    """
    desk = open_desk(into)
    chosen = stage_of(desk.event(), stage).plan.name
    if not Path(file).is_file():
        raise DirectorError("There is no file {file}", remedy="Check its name.", file=file)
    bws = BwsFile(Path(file).read_bytes(), file)
    said = bws.received()
    people = introduce(desk, chosen, said.sat) if posts else introduced(desk.event(), chosen, said.sat)
    found = take(desk, chosen, said.words) if posts else weigh(desk.event(), chosen, said.words)
    own = bws.plan().guid in ("", session_guid(desk.event(), chosen))
    if as_json:
        show_json(
            {
                "file": file, "stage": chosen, "posted": posts, "own": own,
                "counts": {str(verdict): many for verdict, many in counted(found).items()},
                "results": [_row_json(each) for each in found], "people": [each.says for each in people],
                "unaccepted": len(said.unaccepted),
            }
        )  # fmt: skip
        return
    if not own:
        show_lines(f"{file} was not written from this book: compare its pairs with care.")
    told = [each for each in found if each.verdict is not Verdict.SAME]
    if told:
        show_table(("table", "round", "board", "NS", "EW", "result", "", ""), map(_row, told), f"{file}, {chosen}")
    for each in people:
        show_lines(each.says)
    show_lines(_counts(found))
    if said.unaccepted:
        show_lines(f"{count_of(len(said.unaccepted), 'board')} entered and not accepted by the other side yet")
    show_lines("Posted." if posts else "Nothing is posted; --post does.")


@bridgemate.command("watch", short_help="Follow a .bws while play goes on, and post what is new.")
@click.argument("file")
@into_option
@stage_option
@click.option("--seconds", type=click.FloatRange(0), help="Stop after so many (default: when interrupted).")
@as_json
def watch(file: str, into: str, stage: str | None, seconds: float | None, as_json: bool) -> None:
    """Follow a .bws that Bridgemate's program fills: each look reads a copy and posts what is new since the last.

    It may be stopped and started again at any time: what was taken is known by the book.

    \b
    Example: overtrick bridgemate watch night.bws --into night.jsonl --seconds 0
    """
    desk = open_desk(into)
    chosen = stage_of(desk.event(), stage).plan.name
    path, seen, until = Path(file), b"", monotonic() + (seconds or 0)
    if not as_json:
        show_lines(f"Watching {file} for {chosen}. Ctrl-C stops it.")
    while True:
        try:
            copy = path.read_bytes() if path.is_file() else b""
            if copy and copy != seen:
                said = BwsFile(copy, file).received()
                introduce(desk, chosen, said.sat)
                tell(take(desk, chosen, said.words), as_json=as_json)
                seen = copy
        except (DirectorError, OSError) as fault:  # it is being written, or cannot be had just now: look again
            click.echo(f"{fault} Looking again.", err=True)
        if seconds is not None and monotonic() >= until:
            return
        sleep(EVERY)


def tell(found: Sequence[Weighed], *, as_json: bool = False) -> None:
    """What came of a look, where it came to anything."""
    if as_json and found:
        show_json({"seen": len(found), "taken": [_row_json(each) for each in found if each.acts]})
        return
    for each in found:
        if each.acts:
            table, number, board, ns, ew, result, verdict, why = _row(each)
            said = f"{verdict}: {why}" if why else verdict
            show_lines(f"table {table}, round {number}, board {board}: {ns} v {ew}, {result or 'no result'} ({said})")


def _row(each: Weighed) -> tuple[str, ...]:
    word = each.word
    result = "" if word.result is None else str(word.result)
    ns, ew = (f"{one}+{two}" if two else str(one) for one, two in ((word.ns, word.south), (word.ew, word.west)))
    return str(word.table), str(word.round), str(word.board), ns, ew, result, str(each.verdict), each.why


def _row_json(each: Weighed) -> Json:
    names = ("table", "round", "board", "ns", "ew", "result", "verdict", "why")
    return dict(zip(names, _row(each), strict=True))


def _counts(found: Sequence[Weighed]) -> str:
    counts = counted(found)
    parts = [f"{counts[verdict]} {verdict}" for verdict in Verdict if verdict in counts]
    return f"{count_of(len(found), 'result')}{': ' if parts else ''}{', '.join(parts)}"
