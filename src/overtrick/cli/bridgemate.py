"""Bridgemates on the command line: write, read and watch their file, or connect to the Data Connector."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from platform import node
from time import monotonic, sleep

import click

from overtrick.api import Event
from overtrick.cli.books import stage_of
from overtrick.cli.entries import read_bytes
from overtrick.cli.lazy import Later, LazyGroup
from overtrick.cli.options import as_json, data_folder
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.provenance import Json
from overtrick.core.wording import count_of
from overtrick.director.device_people import introduce, introductions
from overtrick.director.devices import BY, AssessedReport, Desk, ReportVerdict, count_verdicts, take, weigh
from overtrick.formats.bridgemate.bws import UNTRIED, BwsFile, write_bws
from overtrick.views.bridgemates import device_plan, session_guid

EVERY = 2.0
"""Seconds between two checks of a watched file."""

stage_option = click.option("--stage", help="The stage (default: the last that has started).")
into_option = click.option(
    "--into", required=True, metavar="BOOK", help="The book of the event, or an event on this server."
)


_LATER = {"connect": Later("bridgemate_connect", "connect", "Exchange results with the Data Connector during play.")}


@click.group(cls=LazyGroup, later=_LATER)
def bridgemate() -> None:
    """Exchange results with Bridgemates and compatible tablets, by file (.bws) or through the Data Connector.

    \b
    Example: overtrick bridgemate write night.jsonl -o tonight.bws
    """


@data_folder
@bridgemate.command("write", short_help="Write the .bws of a stage: seats, rounds, names, hands.")
@click.argument("event")
@stage_option
@click.option("--round", "number", type=click.IntRange(1), metavar="NUMBER", help="This round only (default: all).")
@click.option("--computer", help="Name of the computer running BCS (default: this one).")
@click.option("--output", "-o", required=True, help="The file to write; it must not exist yet.")
@as_json
def write(event: str, stage: str | None, number: int | None, computer: str | None, output: str, as_json: bool) -> None:
    """Write the .bws for EVENT, a book or an event on this server: the seats of each round, names and hands.

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
            "{output} already exists",
            remedy="The Bridgemate software may have it open: choose another name.",
            output=output,
        ) from None
    tables, rounds = len({play.table for play in plan.plays}), len({play.round for play in plan.plays})
    if as_json:
        show_json(
            {
                "file": output, "session": plan.guid, "tables": tables, "rounds": rounds, "names": len(plan.names),
                "hands": len(plan.deals), "untried": str(UNTRIED),
            }
        )  # fmt: skip
        return
    show_lines(
        f"{output}: {count_of(tables, 'table')}, {count_of(rounds, 'round')}, {count_of(len(plan.names), 'name')}, "
        f"{count_of(len(plan.deals), 'hand')}"
    )
    show_lines(str(UNTRIED))


@data_folder
@bridgemate.command("read", short_help="Compare the devices' results with the book; --post to post them.")
@click.argument("file")
@into_option
@stage_option
@click.option("--post", "posts", is_flag=True, help="Post to the book; without this, only preview.")
@as_json
def read(file: str, into: str, stage: str | None, posts: bool, as_json: bool) -> None:
    """Compare a .bws with the book: each result is new, the same, different or impossible.

    Pairs that sat in the wrong direction, and entries that are not played results, are not scored; the director is
    called.

    \b
    Example: overtrick bridgemate read night.bws --into night.jsonl
             overtrick bridgemate read night.bws --into night.jsonl --post
    """
    desk = open_desk(into)
    chosen = stage_of(desk.event(), stage).plan.name
    bws = BwsFile(read_bytes(Path(file)), file)
    said = bws.reports()
    people = introduce(desk, chosen, said.sat) if posts else introductions(desk.event(), chosen, said.sat)
    found = take(desk, chosen, said.words) if posts else weigh(desk.event(), chosen, said.words)
    own = bws.plan().guid in ("", session_guid(desk.event(), chosen))
    if as_json:
        show_json(
            {
                "file": file, "stage": chosen, "posted": posts, "own": own,
                "counts": {str(verdict): many for verdict, many in count_verdicts(found).items()},
                "results": [_row_json(each) for each in found], "people": [each.says for each in people],
                "unaccepted": len(said.unaccepted),
            }
        )  # fmt: skip
        return
    if not own:
        show_lines(f"{file} was not written from this book: check its pair numbers carefully.")
    told = [each for each in found if each.verdict is not ReportVerdict.SAME]
    if told:
        show_table(("table", "round", "board", "NS", "EW", "result", "", ""), map(_row, told), f"{file}, {chosen}")
    for each in people:
        show_lines(each.says)
    show_lines(_counts(found))
    if said.unaccepted:
        show_lines(f"{count_of(len(said.unaccepted), 'board')} entered but not yet accepted by the other side")
    show_lines("Posted." if posts else "Nothing was posted. Add --post to post the results.")


@data_folder
@bridgemate.command("watch", short_help="Watch a .bws during play, and post new results.")
@click.argument("file")
@into_option
@stage_option
@click.option(
    "--seconds", type=click.FloatRange(0), help="Stop after this many seconds (default: run until interrupted)."
)
@as_json
def watch(file: str, into: str, stage: str | None, seconds: float | None, as_json: bool) -> None:
    """Watch a .bws while BCS fills it, and post new results.

    You can stop and restart it at any time; no result is posted twice.

    \b
    Example: overtrick bridgemate watch night.bws --into night.jsonl --seconds 0
    """
    desk = open_desk(into)
    chosen = stage_of(desk.event(), stage).plan.name
    path, seen, until = Path(file), b"", monotonic() + (seconds or 0)
    if not as_json:
        show_lines(f"Watching {file} for {chosen}. Press Ctrl-C to stop.")
    while True:
        try:
            copy = path.read_bytes() if path.is_file() else b""
            if copy and copy != seen:
                said = BwsFile(copy, file).reports()
                introduce(desk, chosen, said.sat)
                tell(take(desk, chosen, said.words), as_json=as_json)
                seen = copy
        except (DirectorError, OSError) as fault:  # it is being written, or cannot be had just now: look again
            click.echo(f"{fault} Retrying.", err=True)
        if seconds is not None and monotonic() >= until:
            return
        sleep(EVERY)


def tell(found: Sequence[AssessedReport], *, as_json: bool = False) -> None:
    """Print the results that were posted, if any."""
    if as_json and found:
        show_json({"seen": len(found), "taken": [_row_json(each) for each in found if each.acts]})
        return
    for each in found:
        if each.acts:
            table, number, board, ns, ew, result, verdict, why = _row(each)
            said = f"{verdict}: {why}" if why else verdict
            show_lines(f"table {table}, round {number}, board {board}: {ns} v {ew}, {result or 'no result'} ({said})")


def _row(each: AssessedReport) -> tuple[str, ...]:
    word = each.word
    result = "" if word.result is None else str(word.result)
    ns, ew = (f"{one}+{two}" if two else str(one) for one, two in ((word.ns, word.south), (word.ew, word.west)))
    return str(word.table), str(word.round), str(word.board), ns, ew, result, str(each.verdict), str(each.why)


def _row_json(each: AssessedReport) -> Json:
    names = ("table", "round", "board", "ns", "ew", "result", "verdict", "why")
    return dict(zip(names, _row(each), strict=True))


def _counts(found: Sequence[AssessedReport]) -> str:
    counts = count_verdicts(found)
    parts = [f"{counts[verdict]} {verdict}" for verdict in ReportVerdict if verdict in counts]
    return f"{count_of(len(found), 'result')}{': ' if parts else ''}{', '.join(parts)}"


class FileDesk:
    """A book file; a server that has it open, or another program, can post to it at the same time."""

    def __init__(self, path: str) -> None:
        self._event = Event.open(path, by=BY)

    def event(self) -> Tournament:
        """Return the event, including postings by other programs."""
        return self._event.state

    def post(self, act: Act, key: str) -> None:
        """Post an act once under its key; the posting is on disk when this returns."""
        self._event.do_once(act, key)


def open_desk(name: str) -> Desk:
    """Open the book file of this name, or the event of this name on this server."""
    if Path(name).is_file() or "." in name:
        return FileDesk(name)
    from overtrick.cli.server_books import ready

    ready()
    from overtrick.web.congress.devices import ServerDesk

    return ServerDesk.find(name)
