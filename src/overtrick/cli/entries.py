"""What people hand to a command: scores, results and files."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from overtrick.core.errors import DirectorError, ResultRefused
from overtrick.core.exact import Exact
from overtrick.core.laws.table_score import TableScore, bare, points, table_score
from overtrick.core.model import Board, NotPlayed, Scored, read_result
from overtrick.core.provenance import Figure
from overtrick.core.typed_numbers import read_exact
from overtrick.formats.plain_text import plain_text
from overtrick.formats.results_csv import ResultRow, compared_once, read_results

NUMBERS = {"ignore_unknown_options": True}
"""Lets a negative score stand as an argument."""


def read_number(text: str) -> Exact:
    """A number a person typed."""
    try:
        return read_exact(text)
    except (ValueError, ZeroDivisionError) as error:
        raise DirectorError("“{text}” is not a number", remedy="Write it like 12, -3.5 or 37/5.", text=text) from error


def read_file(file: str) -> tuple[str, str]:
    """The text of a table and what to call it; `-` is standard input. What had to be guessed is said."""
    name = "standard input" if file == "-" else Path(file).name
    found = plain_text(_standard_input() if file == "-" else read_bytes(Path(file)), name)
    if found.notice:
        click.echo(f"overtrick: {found.notice}", err=True)
    return found.text, name


def read_rows(file: str) -> list[ResultRow]:
    """The results of a CSV file, or of standard input for `-`."""
    text, name = read_file(file)
    return read_results(text.splitlines(), name)


def read_text(path: Path) -> str:
    """The text of a file that must be UTF-8, or a sentence about why it cannot be read."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DirectorError("{path} is not plain text in UTF-8", remedy="Save it as UTF-8.", path=path.name) from error


def _standard_input() -> bytes:
    buffer = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read().encode() if buffer is None else bytes(buffer.read())


def read_bytes(path: Path) -> bytes:
    """What is in a file, or a sentence about why it cannot be read."""
    if path.is_dir():
        raise DirectorError("{path} is a folder", remedy="Give the path of a file in it.", path=path)
    if not path.is_file():
        raise DirectorError("There is no file {path}", remedy="Check its name and the folder you are in.", path=path)
    try:
        return path.read_bytes()
    except OSError as error:
        raise DirectorError(
            "{path} cannot be read: {strerror}", remedy="Check who may read it.", path=path, strerror=error.strerror
        ) from error


def outside_scores(text: str) -> tuple[Figure[int], ...]:
    """The scores of another field, as one text with spaces between them."""
    numbers = [read_number(score) for score in text.split()]
    if not all(isinstance(number, int) for number in numbers):
        raise DirectorError("“{text}” are not whole scores", remedy="Write them like 430 450 -50.", text=text)
    return points(*(int(number) for number in numbers))


def table_scores(entries: Sequence[str], board: int | None) -> list[TableScore]:
    """The tables of one board, each a score, a result or `-` for none, in the order of the draw.

    A bare score is taken as it is without a board, and checked against Law 77 with one.
    """
    return [_table_score(entry, board) for entry in entries]


def _table_score(entry: str, board: int | None) -> TableScore:
    if entry.strip() in ("-", "–"):
        return table_score(Board.numbered(1), NotPlayed())
    result = Scored(0) if entry.strip() == "0" else read_result(entry)
    if board is not None:
        return table_score(Board.numbered(board), result)
    if isinstance(result, Scored):
        return bare(points(result.ns)[0])
    if not hasattr(result, "contract"):
        return table_score(Board.numbered(1), result)
    raise ResultRefused(
        "“{entry}” needs its board, because the score depends on who is vulnerable",
        clause="Law 77",
        remedy="Add --board with its number.",
        entry=entry,
    )


@dataclass(frozen=True)
class BoardEntries:
    """One board to score: its number if known, each table's score, each table's name."""

    board: int | None
    scores: list[TableScore]
    tables: list[str]


def board_tables(entries: Sequence[str], board: int | None, file: str | None) -> list[BoardEntries]:
    """The boards a command is to score: one from arguments, or those of a file."""
    if file is None:
        if not entries:
            raise click.UsageError("Give the tables' scores or results, or --file with a CSV file.")
        names = [str(place) for place in range(1, len(entries) + 1)]
        return [BoardEntries(board, table_scores(entries, board), names)]
    rows = read_rows(file)
    compared_once([row for row in rows if board in (None, row.board)], file)
    found = []
    for number in sorted({row.board for row in rows if board in (None, row.board)}):
        of_board = sorted((row for row in rows if row.board == number), key=lambda row: (row.table, row.round))
        scores = [row.table_result().score for row in of_board]
        found.append(BoardEntries(number, scores, [str(row.table) for row in of_board]))
    if not found:
        raise DirectorError(
            "{file} has no results of board {board}", remedy="Check the board's number.", file=file, board=board
        )
    return found
