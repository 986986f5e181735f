"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def as_json(command: F) -> F:
    """`--json`: the answer as JSON."""
    return click.option("--json", "as_json", is_flag=True, help="Answer in JSON, with exact numbers and reasons.")(
        command
    )


def depth(command: F) -> F:
    """`--depth`: how far down the reasons go."""
    return click.option(
        "--depth", type=click.IntRange(0), default=None, help="How many levels of reasons to show (default: all)."
    )(command)


def board_number(command: F) -> F:
    """`--board`: which board."""
    return click.option("--board", type=click.IntRange(1), help="The board's number: it sets who is vulnerable.")(
        command
    )


def results_file(command: F) -> F:
    """`--file`: results from a CSV file."""
    return click.option("--file", "-f", "file", help="Results from a CSV file instead; - for standard input.")(command)
