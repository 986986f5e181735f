"""The progress of a long command: a bar on standard error if that is a terminal, otherwise nothing."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
