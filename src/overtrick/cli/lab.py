"""The format lab on the command line: run a study, and report its findings."""

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
from overtrick.cli.show import progress, show_json, show_lines
from overtrick.core.errors import DirectorError
from overtrick.core.wording import count_of
from overtrick.lab.needs import NEEDS

if TYPE_CHECKING:
    from overtrick.lab.study.summary import Summary

F = TypeVar("F", bound=Callable[..., Any])


@click.group
def lab() -> None:
    """Study the effect of a regulation before anyone plays under it.

    \b
    Example: overtrick lab study examples/studies/carry-over.toml --runs 2 --workers 1
    """
    if missing := [name for name in NEEDS if find_spec(name) is None]:
        raise DirectorError(
            "{missing} is not installed", remedy="Install it with: pip install 'overtrick[lab]'", missing=missing[0]
        )


def _playing(command: F) -> F:
    """Add the options that say how a study is run."""
    for option in (
        click.option(
            "--workers",
            type=click.IntRange(1),
            default=os.cpu_count() or 1,
            show_default="one per processor",
            help="Number of local processes.",
        ),
        click.option("--scheduler", default="", help="Dask scheduler to run on, like tcp://10.0.0.1:8786."),
        click.option("--runs-in", "folder", help="Folder for the runs (default: beside FILE)."),
        click.option("--runs", type=click.IntRange(1), help="Number of runs (default: as in the study)."),
    ):
        command = option(command)
    return command


@lab.command
@click.argument("file")
@_playing
@as_json
def study(file: str, runs: int | None, folder: str | None, workers: int, scheduler: str, as_json: bool) -> None:
    """Run the study in FILE and report each measure with its confidence interval.

    Finished runs are kept and not repeated, so a study can be stopped and resumed. The same seed gives the same runs on
    every machine.

    \b
    Example: overtrick lab study examples/studies/carry-over.toml --runs 2 --workers 1
    """
    from overtrick.lab.study.words import as_data, in_words

    found = _run_study(file, runs, folder, workers, scheduler)
    if as_json:
        show_json(as_data(found))
        return
    show_lines("\n".join(in_words(found)))


@lab.command
@click.argument("file")
@_playing
@click.option("--output", "-o", required=True, help="The HTML page to write.")
@as_json
def report(
    file: str, runs: int | None, folder: str | None, workers: int, scheduler: str, output: str, as_json: bool
) -> None:
    """Write the findings of the study in FILE as one page with charts, which needs no server and no network.

    Missing runs are simulated first.

    \b
    Example: overtrick lab report examples/studies/carry-over.toml --runs 2 --workers 1 -o carry-over.html
    """
    from overtrick.lab.study.report import page

    found = _run_study(file, runs, folder, workers, scheduler)
    look = files("overtrick").joinpath("web/static/overtrick/tokens.css").read_text(encoding="utf-8")
    Path(output).write_text(page(found, look), encoding="utf-8")
    if as_json:
        show_json({"study": found.study.name, "runs": found.study.runs, "page": output})
        return
    show_lines(f"{found.study.name}: {count_of(found.study.runs, 'run')} of each format in {output}")


@lab.command
@click.argument("books", nargs=-1, required=True, metavar="BOOK...")
@as_json
def fit(books: tuple[str, ...], as_json: bool) -> None:
    """Estimate the luck in a board and the spread of strength in a field from BOOKs, with confidence intervals.

    The output can be pasted into a study. Every book is a field of its own; the luck is assumed to be the same in all.

    \b
    Example: overtrick lab fit book.jsonl
    """
    from overtrick.cli.books import read_book
    from overtrick.lab.study.fit import as_strength, fit_as_data, observed_matches
    from overtrick.lab.study.fit import fit as fitted

    found = fitted([observed_matches(read_book(book)) for book in books])
    if as_json:
        show_json(fit_as_data(found))
        return
    show_lines("\n".join(as_strength(found)))


def _run_study(file: str, runs: int | None, folder: str | None, workers: int, scheduler: str) -> "Summary":
    """Run what a study still lacks, and return its summary."""
    from overtrick.lab.spread import spread
    from overtrick.lab.store import Store
    from overtrick.lab.study.batches import SentBatch, batches, play_sent, refuse_unplayable
    from overtrick.lab.study.file import read_study, with_runs
    from overtrick.lab.study.summary import summarise

    asked = with_runs(read_study(Path(file)), runs)
    refuse_unplayable(asked)
    store = Store(Path(folder) if folder else Path(file).with_suffix(".runs"))
    wanted = list(batches(asked))
    left = [batch for batch in wanted if not store.has(batch.key)]
    with progress(f"Simulating {asked.name}") as told:
        sent = [SentBatch.of(batch) for batch in left]
        with closing(spread(play_sent, sent, workers, scheduler, _page)) as playing:
            for done, (each, played) in enumerate(playing, start=1):
                store.keep(each.batch.key, played)
                told(len(wanted) - len(left) + done, len(wanted))
    return summarise(asked, store.rows(batch.key for batch in wanted).sort("format", "entries", "run"))


def _page(address: str) -> None:
    """Print the address of the Dask dashboard, on a terminal."""
    if sys.stderr.isatty():
        click.echo(f"Workers: {address or 'to see them on a page, pip install bokeh'}", err=True)
