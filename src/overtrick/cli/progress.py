"""How far a long command is: a bar on standard error while somebody looks at it, and nothing at all otherwise."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Told = Callable[[int, int], None]
"""Hears how much is done, and of how much; nought of nought where nobody knows."""


@contextmanager
def progress(doing: str) -> Iterator[Told]:
    """A bar for as long as this lasts, if standard error is a terminal; it leaves nothing behind."""
    if not sys.stderr.isatty():
        yield lambda _, __: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(doing, total=None)
        yield lambda done, of: shown.update(task, completed=done, total=of or None)
