"""The command line: one command a question."""

import sys
from importlib import import_module

import click

from overtrick.core.errors import EngineError, OvertrickError
from overtrick.ledger.collecting import collect_seldom

EXIT_CODES = {
    0: "Answered.",
    1: "A check found faults (`rules check`, `rules lint`, `draw check`, `movement check`, `verify`, `book verify`, "
    "`witness`).",
    2: "The question cannot be answered as put; the message says why, by which clause, and what to do.",
    3: "No valid draw exists (`draw swiss`); the message proves it and says what would have to yield.",
    70: "A promise of ours is broken; please report it with what you did.",
    130: "Interrupted.",
}
"""What the program tells the shell, for scripts."""

_COMMANDS = {
    "score": ("overtrick.cli.boards", "score"),
    "imps": ("overtrick.cli.numbers", "imps"),
    "vp": ("overtrick.cli.numbers", "vp"),
    "datum": ("overtrick.cli.boards", "datum"),
    "matchpoints": ("overtrick.cli.boards", "matchpoints"),
    "crossimps": ("overtrick.cli.boards", "crossimps"),
    "adjust": ("overtrick.cli.numbers", "adjust"),
    "why": ("overtrick.cli.why", "why"),
    "draw": ("overtrick.cli.draws", "draw"),
    "movement": ("overtrick.cli.movements", "movement"),
    "rules": ("overtrick.cli.rules", "rules"),
    "coverage": ("overtrick.cli.coverage", "coverage"),
    "book": ("overtrick.cli.kept_books", "book"),
    "database": ("overtrick.cli.database", "database"),
    "witness": ("overtrick.cli.witnessing", "witness"),
    "serve": ("overtrick.cli.serving", "serve"),
    "demo": ("overtrick.cli.demo", "demo"),
    "simulate": ("overtrick.cli.books", "simulate"),
    "verify": ("overtrick.cli.books", "verify"),
    "standings": ("overtrick.cli.books", "standings"),
    "match": ("overtrick.cli.books", "match"),
    "scorecard": ("overtrick.cli.books", "scorecard"),
    "awards": ("overtrick.cli.awards", "awards"),
    "graph": ("overtrick.cli.graph", "graph"),
    "paths": ("overtrick.cli.paths", "paths"),
    "selection": ("overtrick.cli.selection", "selection"),
}


class _Commands(click.Group):
    """Commands that are imported when they are called, so that each starts quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's own signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's own
        if cmd_name not in _COMMANDS:
            return None
        module, name = _COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="overtrick")
def overtrick() -> None:
    """Duplicate bridge to the letter of its regulations; every number says why.

    \b
    Examples: overtrick score --board 13 "4SX S +1"
              overtrick vp abf/swiss-pairs --boards 8 12
              overtrick rules list

    Each command explains itself: overtrick vp --help
    """


def main() -> None:
    """Run the command line; a person's mistake is answered in words, never with a traceback."""
    collect_seldom()
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
    except EngineError as fault:
        click.echo(f"overtrick: {fault}", err=True)
        sys.exit(70)
    except OvertrickError as fault:
        click.echo(f"overtrick: {fault}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


def _in_words(fault: click.ClickException) -> str:
    """A fault in how a command was put, on one line, with the help that shows how to put it."""
    said = " ".join(fault.format_message().split())
    context = getattr(fault, "ctx", None)
    if context is None:
        return said
    return f"{said} See `{context.command_path} --help`."
