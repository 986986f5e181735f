"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.types import IntParamType

F = TypeVar("F", bound=Callable[..., Any])


class Counting(IntParamType):
    """A whole number a person counts with: a board, a table, a match."""

    name = "number"

    def __init__(self, least: int = 1) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a sentence that says what may stand there."""
        if isinstance(value, int):
            return value
        if not value.isdecimal() or int(value) < self.least:
            self.fail(f"“{value}” is not a whole number from {self.least} up.", param, ctx)
        return int(value)


def refuse_options(ctx: click.Context, _param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Tells a misspelt option from a negative score, where both may stand among the arguments."""
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
    return click.option("--json", "as_json", is_flag=True, help="Answer in JSON, with exact numbers and reasons.")(
        command
    )


def depth(command: F) -> F:
    """`--depth`: how far down the reasons go."""
    return click.option(
        "--depth", type=Counting(0), default=None, help="How many levels of reasons to show (default: all)."
    )(command)


def json_depth(command: F) -> F:
    """`--depth` where only the JSON answer carries reasons."""
    return click.option(
        "--depth", type=Counting(0), default=None, help="With --json: how many levels of reasons (default: all)."
    )(command)


def board_number(command: F) -> F:
    """`--board`: which board."""
    return click.option("--board", "-b", type=Counting(), help="The board's number: it sets who is vulnerable.")(
        command
    )


def results_file(command: F) -> F:
    """`--file`: results from a CSV file."""
    return click.option(
        "--file", "-f", "file", metavar="FILE", help="Results from a CSV file instead; - for standard input."
    )(command)


def why(command: F) -> F:
    """`--why`: the reasons, in words."""
    return click.option("--why", is_flag=True, help="Tell the reasons, in words.")(command)


def seed(command: F) -> F:
    """`--seed`: where the lots come from."""
    return click.option(
        "--seed", metavar="TEXT", help="The recorded seed of the lots, any text: the same seed gives the same lots."
    )(command)


def as_csv(command: F) -> F:
    """`--csv`: the answer as CSV."""
    return click.option("--csv", "as_csv", is_flag=True, help="Answer in CSV, to be read again.")(command)


def against_options(command: F) -> F:
    """`--against`, `--key` and `--signed-as`: what somebody kept of a book, to compare it with."""
    for option in (
        click.option("--signed-as", default="", help="The short name they speak of, where the book has another now."),
        click.option(
            "--key", "keys", multiple=True, help="The public key they must be signed with: a file, or base64."
        ),
        click.option(
            "--against", multiple=True, help="Heads or receipts that were kept: a file, or one pasted as JSON."
        ),
    ):
        command = option(command)
    return command
