"""The command line and its list of commands."""

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
    0: "Success.",
    1: "A check found faults (`rules check`, `rules lint`, `draw check`, `movement check`, `verify`, `book verify`, "
    "`deals verify`, `witness`, `migrate --check`).",
    2: "The request cannot be carried out; the message says why, under which clause, and what to do.",
    3: "No valid draw exists (`draw swiss`); the message proves it and says which rule would have to give way.",
    70: "Internal error; please report it, with the command you ran.",
    74: "The output could not be written: the disk is full.",
    130: "Interrupted.",
}
"""The exit codes and their meanings, for scripts."""
DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


_COMMANDS = {
    "score": Later("boards", "score", "Score a result on a board."),
    "imps": Later("numbers", "imps", "Convert a difference or two scores to IMPs."),
    "vp": Later("numbers", "vp", "Convert net IMPs or percentages to victory points.", "scale"),
    "datum": Later("boards", "datum", "Calculate a board's datum, and IMPs against it.", "datum"),
    "matchpoints": Later("boards", "matchpoints", "Matchpoint a board."),
    "crossimps": Later("boards", "crossimps", "Score a board at cross-IMPs."),
    "adjust": Later("numbers", "adjust", "Score average plus, average and average minus.", "artificial"),
    "why": Later("why", "why", "Explain the score of a match or board.", "file"),
    "draw": Later(
        "draws",
        "draw",
        "Draw a Swiss, round robin or knockout; check a finished event's draws.",
        {"swiss": "swiss", "check": "swiss", "roundrobin": "draw", "knockout": "rule"},
    ),
    "movement": Later("movements", "movement", "List, choose, make, show and check movements."),
    "new": Later("games", "new", "Write an event file for a club game, by asking a few questions."),
    "rules": Later(
        "rules",
        "rules",
        "List and read the rulebook; check rule files.",
        {"show": "rule", "describe": "event", "adopt": "book"},
    ),
    "coverage": Later("coverage", "coverage", "Show which clauses are implemented and tested, by document."),
    "book": Later("server_books", "book", "Export, import and verify the books in the server's database."),
    "account": Later("accounts", "account", "Manage officials' accounts."),
    "database": Later("database", "database", "Set up the server's database roles."),
    "organisation": Later("organisations", "organisation", "Manage the organisations on this server."),
    "doctor": Later("doctor", "doctor", "Check everything the server depends on."),
    "migrate": Later("database", "migrate", "Migrate the server's database."),
    "witness": Later("witness", "witness", "Record and check a book's signed heads."),
    "serve": Later("serving", "serve", "Run the server: desk, table entry and public pages."),
    "lead": Later("lead", "lead", "Run a congress from a venue laptop while another server publishes it."),
    "demo": Later("demo", "demo", "Run a demonstration congress with simulated play."),
    "import": Later("imports", "import_results", "Import a session scored by another program.", "file"),
    "lab": Later("lab", "lab", "Study a format by simulation, with confidence intervals."),
    "simulate": Later("books", "simulate", "Simulate a whole event and write its book.", "event"),
    "verify": Later("books", "verify", "Verify a book: every posting, draw and total.", "book"),
    "standings": Later("standings", "standings", "Show the standings of a stage, with tie-breaks.", "book"),
    "match": Later("books", "match", "Show a match board by board.", "book"),
    "scorecard": Later("books", "scorecard", "Show a contestant's matches, carry-over and penalties.", "book"),
    "late": Later("late_pairs", "late", "Seat a late pair in a movement.", "book"),
    "heats": Later("several_books", "heats", "Score a simultaneous across the books of its heats.", "book"),
    "ladder": Later("several_books", "ladder", "Rank a ladder over several sessions.", "book"),
    "bridgemate": Later("bridgemate", "bridgemate", "Exchange results with Bridgemates."),
    "awards": Later("awards", "awards", "Show the awards of an event.", "book"),
    "deals": Later("deals", "deals", "Make, verify, convert and analyse deals."),
    "print": Later("prints", "print_sheets", "Print sheets as PDF.", "book"),
    "export": Later("exports", "export", "Export results as USEBIO, PBN, CSV, XLSX or JSON.", "book"),
    "masterpoints": Later("masterpoints", "masterpoints", "Write a masterpoint file for the ABF Masterpoint Centre."),
    "publish": Later("publish", "publish", "Send queued deliveries."),
    "site": Later("publish", "site", "Write an event's public pages as a static site.", "book"),
    "completion": Later("shell", "completion", "Print a shell completion script."),
    "man": Later("shell", "man", "Write man pages."),
    "graph": Later("graph", "graph", "Draw a flow chart of an event's stages.", "event"),
    "paths": Later("paths", "paths", "Show a contestant's path through an event and what it needs to qualify.", "book"),
    "selection": Later("selection", "selection", "Run a selection year: points, trial fields and teams."),
}


@click.group(cls=LazyGroup, later=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="overtrick", prog_name="overtrick")
@click.option(
    "--rulebook",
    metavar="DIR",
    multiple=True,
    help="An extra rulebook folder, or the name of a rulebook that ships with Overtrick, like acbl-swiss; repeatable.",
)
def overtrick(rulebook: tuple[str, ...]) -> None:
    """Run duplicate bridge events exactly by their regulations, with every score explained.

    \b
    Examples: overtrick score --board 13 "4SX S +1"
              overtrick vp abf/swiss-pairs --boards 8 12
              overtrick rules list

    For help on a command: overtrick vp --help
    """
    if rulebook:
        # Processes that this one starts have it too.
        os.environ["OVERTRICK_RULEBOOK"] = os.pathsep.join(
            str(Path(each).absolute()) if Path(each).exists() else each for each in rulebook
        )


def _refuse_path(fault: OSError) -> None:
    """Exit with what is wrong with the file that a command wanted to write, if the fault names one."""
    if not isinstance(fault.filename, str):
        return
    path = Path(fault.filename)
    if isinstance(fault, FileNotFoundError) and not path.parent.is_dir():
        message = f"There is no folder {path.parent}. Create the folder, or choose another."
    elif isinstance(fault, PermissionError):
        message = f"{path} cannot be opened: {fault.strerror}. Check its permissions, or choose another place."
    elif isinstance(fault, IsADirectoryError | NotADirectoryError | FileExistsError):
        message = f"{path} cannot be written: {fault.strerror}. Choose another name."
    else:
        return
    click.echo(f"overtrick: {message}", err=True)
    sys.exit(2)


def _is_locked(fault: Exception) -> bool:
    """Whether another program has locked the database; checked by class name, since Django may not be installed."""
    return type(fault).__name__ == "OperationalError" and "database is locked" in str(fault)


def main() -> None:
    """Run the command line; a user's mistake gets a message, never a traceback."""
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
            _refuse_path(fault)
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left has nowhere to go at the end
        click.echo(
            f"overtrick: The output was cut short: {fault.strerror}. Free some space and run the command again.",
            err=True,
        )
        sys.exit(74)
    except Exception as fault:
        if not _is_locked(fault):
            raise
        click.echo("overtrick: Another program is writing to the books. Wait a moment and try again.", err=True)
        sys.exit(75)


def _write_utf_8() -> None:
    """Write UTF-8 to pipes and files on every system: the Windows code page lacks minus signs and suit symbols."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.encoding.lower() != "utf-8":
            stream.reconfigure(encoding="utf-8")


def _in_words(fault: click.ClickException) -> str:
    """Return a usage error on one line, with the command that shows the help."""
    said = _plain_message(fault, " ".join(fault.format_message().split()))
    context = getattr(fault, "ctx", None)
    if context is None:
        return said
    return f"{said if said.endswith(('.', '?')) else f'{said}.'} See `{context.command_path} --help`."


def _plain_message(fault: click.ClickException, said: str) -> str:
    """Return click's message in plain English, with a suggestion for a misspelt name."""
    from overtrick.regulations.grammar.tables import nearest

    said = re.sub("is not a valid integer( range)?", "is not a whole number", said)
    if not isinstance(fault, click.UsageError) or fault.ctx is None:
        return said
    if (missing := re.match("No such (command|option) '(.*?)'", said)) is not None:
        near = _similar(missing[2], fault.ctx, missing[1])
        return f"{missing[0]}. Did you mean {near}?" if near else f"{missing[0]}."
    if (port := re.search(r"extra argument \((\d+)\)", said)) is not None and "--port" in _names(fault.ctx, "option"):
        return f"{said.removesuffix('.')}. Did you mean --port {port[1]}?"
    kind = fault.param.type if isinstance(fault, click.BadParameter) and fault.param is not None else None
    if isinstance(kind, click.Choice) and (wrong := re.search("'([^']*)' is not one of", said)):
        near = nearest(wrong[1], map(str, kind.choices))
        return f"“{wrong[1]}” is not one of the choices. Did you mean {near}?" if near else said
    return said


def _similar(name: str, context: click.Context, what: str) -> str:
    """Return the command or option that is most probably meant by a misspelt name; dashes do not count."""
    names = _names(context, what)
    if what == "option":
        typed = next((word for word in sys.argv if len(name) == len("-v") and word.startswith(name)), name)
        near = _begun_or_nearest(typed.lstrip("-"), [each.lstrip("-") for each in names])
        return f"--{near}" if near else ""
    root = context.find_root()
    return _begun_or_nearest(name, names) or (f"`{root.info_name} {name}`" if name in _names(root, what) else "")


def _begun_or_nearest(name: str, names: list[str]) -> str:
    from overtrick.regulations.grammar.tables import nearest

    begun = [each for each in names if each.startswith(name)]
    return begun[0] if len(begun) == 1 else nearest(name, names)


def _names(context: click.Context, what: str) -> list[str]:
    """Return the names of the commands or of the long options that may be given here."""
    if what == "option":
        return [name for each in context.command.get_params(context) for name in each.opts if name.startswith("--")]
    return context.command.list_commands(context) if isinstance(context.command, click.Group) else []
