"""The output of commands: drawn tables on a terminal, plain text when piped, JSON on request, and progress."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from json.encoder import encode_basestring
from typing import TYPE_CHECKING

import click

from overtrick.core.provenance import Json

if TYPE_CHECKING:  # most commands answer without any book
    from overtrick.core.event.fold.replaying import SetAside


def show_json(answer: Json) -> None:
    """Print the answer as JSON on standard output."""
    click.echo(written_json(answer))


def written_json(answer: Json, margin: str = "\n") -> str:
    """Return JSON indented by two spaces per level, as the standard library writes it.

    The standard library passes every string up through all levels above it, which is slow for a deep why.

    >>> print(written_json({"value": 3, "of": []}))
    {
      "value": 3,
      "of": []
    }
    """
    if isinstance(answer, str):
        return encode_basestring(answer)
    if not answer or not isinstance(answer, dict | list):
        return json.dumps(answer)
    inner = f"{margin}  "
    if isinstance(answer, dict):
        parts = [f"{encode_basestring(key)}: {written_json(part, inner)}" for key, part in answer.items()]
        return f"{{{inner}{f',{inner}'.join(parts)}{margin}}}"
    parts = [written_json(part, inner) for part in answer]
    return f"[{inner}{f',{inner}'.join(parts)}{margin}]"


def show_lines(text: str) -> None:
    """Print text unchanged."""
    click.echo(text)


def show_table(headers: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
    """Print a table: drawn on a terminal, with columns of spaces when piped. Numbers are right-aligned."""
    listed = [tuple(row) for row in rows]
    right = [all(_number(row[column]) for row in listed) and bool(listed) for column in range(len(headers))]
    if sys.stdout.isatty():
        _print_table(headers, listed, right, title)
    else:
        _plain(headers, listed, right, title)


def _number(text: str) -> bool:
    return not text or text.strip("+-−.%()").replace(".", "", 1).isdigit() or text in ("–", "-")


def _print_table(headers: Sequence[str], rows: list[tuple[str, ...]], right: list[bool], title: str) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, box=SIMPLE_HEAD, title_justify="left")
    for header, numeric in zip(headers, right, strict=True):
        table.add_column(header, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def _plain(headers: Sequence[str], rows: list[tuple[str, ...]], right: list[bool], title: str) -> None:
    if title:
        click.echo(title)
    widths = [max(len(row[column]) for row in [tuple(headers), *rows]) for column in range(len(headers))]
    for row in [tuple(headers), *rows]:
        cells = [
            cell.rjust(width) if numeric else cell.ljust(width)
            for cell, width, numeric in zip(row, widths, right, strict=True)
        ]
        click.echo("  ".join(cells).rstrip())


def tell_aside(file: str, aside: "Iterable[SetAside]") -> None:
    """Print on standard error the postings set aside in a book, and what to do about them."""
    for each in aside:
        click.echo(f"{file}: {each}. {each.remedy}", err=True)


Told = Callable[[int, int], None]
"""A function that takes the work done and the total; a total of 0 means unknown."""


@contextmanager
def progress(doing: str) -> Iterator[Told]:
    """Show a progress bar while the block runs, if standard error is a terminal; the bar disappears at the end."""
    if not sys.stderr.isatty():
        yield lambda _, __: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(doing, total=None)
        yield lambda done, of: shown.update(task, completed=done, total=of or None)
