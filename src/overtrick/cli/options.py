"""Options that several commands share."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.types import IntParamType

from overtrick.core.limits import DIGITS

F = TypeVar("F", bound=Callable[..., Any])


class Counting(IntParamType):
    """The type of a counting number: of a board, a table or a match."""

    name = "number"

    def __init__(self, least: int = 1) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; a refusal says which numbers are accepted."""
        if isinstance(value, int):
            return value
        if not value.isdecimal() or (len(value) <= DIGITS and int(value) < self.least):
            self.fail(f"“{value}” is not a whole number of at least {self.least}.", param, ctx)
        if len(value) > DIGITS:
            self.fail(f"“{value:.40}” is too large. A number has at most {DIGITS} digits.", param, ctx)
        return int(value)


def refuse_options(ctx: click.Context, _param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse misspelt options among arguments that may also be negative scores."""
    known = [option for param in ctx.command.params for option in param.opts if option.startswith("--")]
    for text in value:
        if text.startswith("--"):
            raise click.NoSuchOption(text, possibilities=_close(text, known), ctx=ctx)
    return value


def _close(text: str, known: list[str]) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(text, known)


def as_json(command: F) -> F:
    """`--json`: the answer as JSON."""
    return click.option("--json", "as_json", is_flag=True, help="Output JSON, with exact numbers and explanations.")(
        command
    )


def depth(command: F) -> F:
    """`--depth`: the levels of explanation."""
    return click.option(
        "--depth", type=Counting(0), default=None, help="Levels of explanation to show (default: all)."
    )(command)


def json_depth(command: F) -> F:
    """`--depth` for commands that explain only in JSON."""
    return click.option(
        "--depth", type=Counting(0), default=None, help="With --json: levels of explanation (default: all)."
    )(command)


def board_number(command: F) -> F:
    """`--board`: the board number."""
    return click.option("--board", "-b", type=Counting(), help="Board number, which sets the vulnerability.")(command)


def results_file(command: F) -> F:
    """`--file`: results from a CSV file."""
    return click.option(
        "--file", "-f", "file", metavar="FILE", help="Read results from a CSV file; - for standard input."
    )(command)


def data_folder(command: click.Command) -> click.Command:
    """`--data`: add the option for the server's folder to a command that opens its database."""
    command.params.append(
        click.Option(
            ["--data"],
            type=click.Path(file_okay=False),
            expose_value=False,
            callback=_set_data_folder,
            help="The server's folder (default: OVERTRICK_DATA, or overtrick-data here), instead of DATABASE_URL.",
        )
    )
    return command


def _set_data_folder(ctx: click.Context, _param: click.Parameter, folder: str | None) -> None:
    """Use this folder until the command ends; the processes that it starts use it too."""
    if folder is None:
        return
    before = {name: os.environ.pop(name, None) for name in ("DATABASE_URL", "OVERTRICK_DATA")}
    os.environ["OVERTRICK_DATA"] = str(Path(folder).absolute())

    def restore() -> None:
        os.environ.pop("OVERTRICK_DATA", None)
        os.environ.update({name: value for name, value in before.items() if value is not None})

    ctx.call_on_close(restore)


def why(command: F) -> F:
    """`--why`: the reasons, in words."""
    return click.option("--why", is_flag=True, help="Explain the result.")(command)


def seed(command: F) -> F:
    """`--seed`: the random seed of the lots."""
    return click.option("--seed", metavar="TEXT", help="Random seed, any text; the same seed gives the same draw.")(
        command
    )


def refuse_csv(what: str) -> click.UsageError:
    """Return the refusal of `--csv` for an answer that is written only as a table or JSON."""
    return click.UsageError(f"{what} has no CSV. Use --json for output that a program can read.")


def refuse_inapplicable(what: str, **given: object) -> None:
    """Refuse options that mean nothing for *what*: those of *given* that are set, by their long names."""
    names = [f"--{name.replace('_', '-')}" for name, value in given.items() if value not in (None, False)]
    if names:
        verb = "does" if len(names) == 1 else "do"
        raise click.UsageError(f"{' and '.join(names)} {verb} not apply to {what}.")


def as_csv(command: F) -> F:
    """`--csv`: the answer as CSV."""
    return click.option("--csv", "as_csv", is_flag=True, help="Output CSV.")(command)


def against_options(command: F) -> F:
    """`--against`, `--key` and `--signed-as`: heads or receipts kept earlier, to check a book against."""
    for option in (
        click.option("--signed-as", default="", help="The event's short name in the heads, if it has changed since."),
        click.option(
            "--key", "keys", multiple=True, help="The public key that must have signed them: a file, or base64."
        ),
        click.option("--against", multiple=True, help="Heads or receipts kept earlier: a file, or one as JSON."),
    ):
        command = option(command)
    return command


def listen_options(command: F) -> F:
    """`--host` and `--port`: where a server listens."""
    for option in (
        click.option(
            "--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port to listen on."
        ),
        click.option(
            "--host",
            default="127.0.0.1",
            show_default=True,
            help="The address to listen on; 0.0.0.0 for all interfaces.",
        ),
    ):
        command = option(command)
    return command
