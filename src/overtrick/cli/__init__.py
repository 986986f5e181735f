"""The command line: one command a question."""

import errno
import os
import re
import sys
from io import TextIOWrapper
from pathlib import Path

import click

from overtrick.cli.lazy import Later, LazyGroup
from overtrick.core.errors import EngineError, OvertrickError
from overtrick.ledger.garbage_collection import collect_seldom

EXIT_CODES = {
    0: "Answered.",
    1: "A check found faults (`rules check`, `rules lint`, `draw check`, `movement check`, `verify`, `book verify`, "
    "`deals verify`, `witness`, `migrate --check`).",
    2: "The question cannot be answered as put; the message says why, by which clause, and what to do.",
    3: "No valid draw exists (`draw swiss`); the message proves it and says what would have to yield.",
    70: "A promise of ours is broken; please report it with what you did.",
    74: "The output could not be written: the disk is full.",
    130: "Interrupted.",
}
"""What the program tells the shell, for scripts."""
DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


_COMMANDS = {
    "score": Later("boards", "score", "What a result scores on a board."),
    "imps": Later("numbers", "imps", "IMPs for a difference or two scores."),
    "vp": Later("numbers", "vp", "Victory points for net IMPs or per cent.", "scale"),
    "datum": Later("boards", "datum", "A board's datum, and IMPs against it.", "datum"),
    "matchpoints": Later("boards", "matchpoints", "Matchpoints of every table on a board."),
    "crossimps": Later("boards", "crossimps", "Cross-IMPs of every table on a board."),
    "adjust": Later("numbers", "adjust", "What average plus and minus are worth.", "artificial"),
    "why": Later("why", "why", "Why a match or a board came out as it did.", "file"),
    "draw": Later(
        "draws",
        "draw",
        "Who meets whom: Swiss, round robin, knockout; check a finished event.",
        {"swiss": "swiss", "check": "swiss", "roundrobin": "draw", "knockout": "rule"},
    ),
    "movement": Later("movements", "movement", "Movements: list, choose, make, show, check; individuals, teams."),
    "new": Later("games", "new", "The file of a club's own game, by a few questions."),
    "rules": Later(
        "rules",
        "rules",
        "The rulebook: list it, read it, check a file.",
        {"show": "rule", "describe": "event", "adopt": "book"},
    ),
    "coverage": Later("coverage", "coverage", "Which clauses are done, by document."),
    "book": Later("server_books", "book", "The books in the server's database: export, import, verify."),
    "account": Later("accounts", "account", "Accounts of officials: add, invite, password, disable, unlock."),
    "database": Later("database", "database", "The server's database: its roles."),
    "organisation": Later("organisations", "organisation", "The organisations that share this server."),
    "doctor": Later("doctor", "doctor", "Whether all that the server leans on is well."),
    "migrate": Later("database", "migrate", "Bring the server's database up to date."),
    "witness": Later("witness", "witness", "Keep the heads of a book as a witness."),
    "serve": Later("serving", "serve", "Serve the desk, the tables and the players' pages."),
    "lead": Later("lead", "lead", "Lead a congress from a venue; another server shows it to the world."),
    "demo": Later("demo", "demo", "A running congress to look at: officials, phones and players' pages."),
    "import": Later("imports", "import_results", "A session that was scored elsewhere, as a book.", "file"),
    "lab": Later("lab", "lab", "What a format does: play it many times, and tell with intervals."),
    "simulate": Later("books", "simulate", "Play a whole event by its rules, into a book.", "event"),
    "verify": Later("books", "verify", "Prove a book: every posting, draw and total again.", "book"),
    "standings": Later("standings", "standings", "The standings of a stage, with what broke each tie.", "book"),
    "match": Later("books", "match", "A match: its boards and both scores.", "book"),
    "scorecard": Later("books", "scorecard", "A contestant's matches, with carry-over and penalties.", "book"),
    "late": Later("late_pairs", "late", "A late pair: its seat in a movement that is being played.", "book"),
    "heats": Later("heats", "heats", "A simultaneous: heats in many books, scored over all of them.", "book"),
    "ladder": Later("ladder", "ladder", "A ladder over several evenings: the best so many of a season.", "book"),
    "bridgemate": Later("bridgemate", "bridgemate", "Bridgemates: write, read and watch their file; connect."),
    "awards": Later("awards", "awards", "What was won: by place, by members of teams, by category.", "book"),
    "deals": Later("deals", "deals", "Deals: plan, make, verify; read and write their files; statistics."),
    "print": Later("prints", "print_sheets", "Sheets for the wall and the tables, as PDF.", "book"),
    "export": Later("exports", "export", "Results for other programs and sites: USEBIO, PBN, CSV, XLSX, JSON.", "book"),
    "masterpoints": Later("masterpoints", "masterpoints", "A list of awards as the ABF's centre takes it."),
    "publish": Later("publish", "publish", "Send what waits to be published, and go on sending."),
    "site": Later("site", "site", "Every public page of an event in a folder that needs no server.", "book"),
    "completion": Later("shell", "completion", "Completion of commands and options for your shell."),
    "man": Later("shell", "man", "Man pages of every command."),
    "graph": Later("graph", "graph", "Draw an event: its stages, who goes where, and the scores.", "event"),
    "paths": Later("paths", "paths", "A contestant's way: where it has been, where it can go, what it needs.", "book"),
    "selection": Later("selection", "selection", "A selection year: qualifying points, fields, trials, teams."),
}


@click.group(cls=LazyGroup, later=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="overtrick", prog_name="overtrick")
@click.option(
    "--rulebook",
    metavar="DIR",
    multiple=True,
    help="A folder of rules beside those in force, or the name of another body's that comes with the program, like "
    "acbl-swiss; may be repeated.",
)
def overtrick(rulebook: tuple[str, ...]) -> None:
    """Duplicate bridge to the letter of its regulations; every number says why.

    \b
    Examples: overtrick score --board 13 "4SX S +1"
              overtrick vp abf/swiss-pairs --boards 8 12
              overtrick rules list

    Each command explains itself: overtrick vp --help
    """
    if rulebook:
        # Processes that this one starts have it too.
        os.environ["OVERTRICK_RULEBOOK"] = os.pathsep.join(
            str(Path(each).absolute()) if Path(each).exists() else each for each in rulebook
        )


def _is_locked(fault: Exception) -> bool:
    """Whether another program holds the file of books; Django may not be installed, so its fault goes by its name."""
    return type(fault).__name__ == "OperationalError" and "database is locked" in str(fault)


def main() -> None:
    """Run the command line; a person's mistake is answered in words, never with a traceback."""
    collect_seldom()
    _write_utf_8()
    try:
        overtrick.main(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as asked:
        asked.show()
        sys.exit(asked.exit_code)
    except click.ClickException as fault:
        click.echo(f"overtrick: {_in_words(fault)}", err=True)
        sys.exit(fault.exit_code)
    except click.Abort:
        sys.exit(130)
    except OvertrickError as fault:
        click.echo(f"overtrick: {fault}", err=True)
        sys.exit(70 if isinstance(fault, EngineError) else 2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as fault:
        if fault.errno not in DISK_FULL:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left has nowhere to go at the end
        click.echo(f"overtrick: The output was cut short: {fault.strerror}. Make room, and ask again.", err=True)
        sys.exit(74)
    except Exception as fault:
        if not _is_locked(fault):
            raise
        click.echo("overtrick: Another program is writing to the books. Wait a moment and try again.", err=True)
        sys.exit(75)


def _write_utf_8() -> None:
    """Write UTF-8 into pipes and files on every system: Windows has a code page there without minus signs and suits."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.encoding.lower() != "utf-8":
            stream.reconfigure(encoding="utf-8")


def _in_words(fault: click.ClickException) -> str:
    """A fault in how a command was put, on one line, with the help that shows how to put it."""
    said = _meant(fault, " ".join(fault.format_message().split()))
    context = getattr(fault, "ctx", None)
    if context is None:
        return said
    return f"{said} See `{context.command_path} --help`."


def _meant(fault: click.ClickException, said: str) -> str:
    """What click says of a fault, with the word that may have been meant, and in plain words."""
    from overtrick.regulations.grammar.tables import nearest

    said = re.sub("is not a valid integer( range)?", "is not a whole number", said)
    if not isinstance(fault, click.UsageError) or fault.ctx is None:
        return said
    if (missing := re.match("No such command '(.*)'", said)) and isinstance(fault.ctx.command, click.Group):
        near = nearest(missing[1], fault.ctx.command.list_commands(fault.ctx))
        return f"{said} Did you mean {near}?" if near else said
    kind = fault.param.type if isinstance(fault, click.BadParameter) and fault.param is not None else None
    if isinstance(kind, click.Choice) and (wrong := re.search("'([^']*)' is not one of", said)):
        near = nearest(wrong[1], map(str, kind.choices))
        return f"There is no “{wrong[1]}” here. Did you mean {near}?" if near else said
    return said
