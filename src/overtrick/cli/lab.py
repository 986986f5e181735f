"""The format lab at the prompt: play a study, and tell what it found."""

import os
import sys
from collections.abc import Callable
from contextlib import closing
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from overtrick.cli.options import as_json
from overtrick.cli.progress import progress
from overtrick.cli.show import show_json, show_lines
from overtrick.core.errors import DirectorError
from overtrick.lab.needs import NEEDS

if TYPE_CHECKING:
    from overtrick.lab.study.summary import Summary

F = TypeVar("F", bound=Callable[..., Any])


@click.group
def lab() -> None:
    """What a regulation does, before anybody plays it.

    \b
    Example: overtrick lab study examples/studies/carry-over.toml --runs 2 --workers 1
    """
    if missing := [name for name in NEEDS if find_spec(name) is None]:
        raise DirectorError("{missing} is not installed", remedy="pip install 'overtrick[lab]'", missing=missing[0])


def _playing(command: F) -> F:
    """How a study is played."""
    for option in (
        click.option(
            "--workers",
            type=click.IntRange(1),
            default=os.cpu_count() or 1,
            show_default="as many as processors",
            help="How many processes of this machine.",
        ),
        click.option(
            "--scheduler", default="", help="A Dask scheduler whose workers play, such as tcp://10.0.0.1:8786."
        ),
        click.option("--runs-in", "folder", help="Where runs are kept (default: a folder beside FILE)."),
        click.option("--runs", type=click.IntRange(1), help="How many runs, instead of those the study says."),
    ):
        command = option(command)
    return command


@lab.command
@click.argument("file")
@_playing
@as_json
def study(file: str, runs: int | None, folder: str | None, workers: int, scheduler: str, as_json: bool) -> None:
    """Play the study in FILE, and tell each measure with its interval.

    What was played is kept and is not played again: a study can be stopped and taken up later. The same seed gives the
    same runs, whoever plays them.

    \b
    Example: overtrick lab study examples/studies/carry-over.toml --runs 2 --workers 1
    """
    from overtrick.lab.study.words import as_data, in_words

    found = _played(file, runs, folder, workers, scheduler)
    if as_json:
        show_json(as_data(found))
        return
    show_lines("\n".join(in_words(found)))


@lab.command
@click.argument("file")
@_playing
@click.option("--output", "-o", required=True, help="The page to write.")
@as_json
def report(
    file: str, runs: int | None, folder: str | None, workers: int, scheduler: str, output: str, as_json: bool
) -> None:
    """Write what the study in FILE found as one page, with charts, that needs no server and no network.

    What is still to be played is played first.

    \b
    Example: overtrick lab report examples/studies/carry-over.toml --runs 2 --workers 1 -o carry-over.html
    """
    from overtrick.lab.study.report import page

    found = _played(file, runs, folder, workers, scheduler)
    look = files("overtrick").joinpath("web/static/overtrick/tokens.css").read_text(encoding="utf-8")
    Path(output).write_text(page(found, look), encoding="utf-8")
    if as_json:
        show_json({"study": found.study.name, "runs": found.study.runs, "page": output})
        return
    show_lines(f"{found.study.name}: {found.study.runs} runs of each format in {output}")


@lab.command
@click.argument("books", nargs=-1, required=True, metavar="BOOK...")
@as_json
def fit(books: tuple[str, ...], as_json: bool) -> None:
    """Learn from the BOOKs of events how much luck a board has and how far a field is spread, with intervals.

    What is printed can be put into a study. Every book is a field of its own; the same luck is taken for all of them.

    \b
    Example: overtrick lab fit book.jsonl
    """
    from overtrick.cli.books import read_book
    from overtrick.lab.study.fit import fit as fitted
    from overtrick.lab.study.fit_words import as_strength, fit_as_data
    from overtrick.lab.study.observed import observed

    found = fitted([observed(read_book(book)) for book in books])
    if as_json:
        show_json(fit_as_data(found))
        return
    show_lines("\n".join(as_strength(found)))


def _played(file: str, runs: int | None, folder: str | None, workers: int, scheduler: str) -> "Summary":
    """What a study comes to, once all of it is played."""
    from overtrick.lab.spread import spread
    from overtrick.lab.store import Store
    from overtrick.lab.study.batches import Sent, batches, play_sent, refuse_unplayable
    from overtrick.lab.study.file import read_study, with_runs
    from overtrick.lab.study.summary import summarise

    asked = with_runs(read_study(Path(file)), runs)
    refuse_unplayable(asked)
    store = Store(Path(folder) if folder else Path(file).with_suffix(".runs"))
    wanted = list(batches(asked))
    left = [batch for batch in wanted if not store.has(batch.key)]
    with progress(f"Playing {asked.name}") as told:
        sent = [Sent.of(batch) for batch in left]
        with closing(spread(play_sent, sent, workers, scheduler, _page)) as playing:
            for done, (each, played) in enumerate(playing, start=1):
                store.keep(each.batch.key, played)
                told(len(wanted) - len(left) + done, len(wanted))
    return summarise(asked, store.rows(batch.key for batch in wanted).sort("format", "entries", "run"))


def _page(address: str) -> None:
    """Say where Dask shows what its workers are at, to whoever looks."""
    if sys.stderr.isatty():
        click.echo(f"Workers: {address or 'pip install bokeh shows them on a page'}", err=True)
