"""The input of commands: scores, results and files."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from overtrick.core.errors import DirectorError, ResultRefused
from overtrick.core.laws.table_score import TableScore, bare, points, table_score
from overtrick.core.model import Board, NotPlayed, PointsResult, Result, read_result
from overtrick.core.provenance import Figure
from overtrick.core.typed_numbers import read_exact
from overtrick.formats.plain_text import plain_text
from overtrick.formats.results_csv import ResultRow, compared_once, read_results
from overtrick.regulations.read.file_kinds import InputKind, refuse_other_kinds

NUMBERS = {"ignore_unknown_options": True}
"""Settings of a command that accepts negative scores as arguments."""


def read_file(file: str, needed: InputKind = InputKind.TABLE) -> tuple[str, str]:
    """Return the text of a table and its name; `-` is standard input. Any guess about the encoding is printed."""
    name = "standard input" if file == "-" else Path(file).name
    found = plain_text(_standard_input() if file == "-" else read_bytes(Path(file), needed), name)
    if found.notice:
        click.echo(f"overtrick: {found.notice}", err=True)
    return found.text, name


def read_rows(file: str) -> list[ResultRow]:
    """Read the results from a CSV file, or from standard input for `-`."""
    text, name = read_file(file)
    return read_results(text.splitlines(), name)


def read_text(path: Path, needed: InputKind | None = None) -> str:
    """Return the text of a file that must be UTF-8; a refusal says why a file cannot be read."""
    try:
        return read_bytes(path, needed).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DirectorError("{path} is not plain text in UTF-8", remedy="Save it as UTF-8.", path=path.name) from error


def _standard_input() -> bytes:
    buffer = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read().encode() if buffer is None else bytes(buffer.read())


def read_bytes(path: Path, needed: InputKind | None = None) -> bytes:
    """Return the bytes of a file; a refusal says why a file cannot be read, or that it is not what is *needed*."""
    if path.is_dir():
        raise DirectorError("{path} is a folder", remedy="Give the path of a file in this folder.", path=path)
    if not path.exists():
        raise DirectorError("There is no file {path}", remedy="Check its name and the folder you are in.", path=path)
    try:
        if needed is not None:
            refuse_other_kinds(path, needed, path.name)
        return path.read_bytes()
    except OSError as error:
        raise DirectorError(
            "{path} cannot be read: {strerror}", remedy="Check its permissions.", path=path, strerror=error.strerror
        ) from error


def outside_scores(text: str) -> tuple[Figure[int], ...]:
    """Read the scores of another field, separated by spaces."""
    numbers = [read_exact(score) for score in text.split()]
    if not all(isinstance(number, int) for number in numbers):
        raise DirectorError(
            "Not every score in “{text}” is a whole number", remedy="Write them like 430 450 -50.", text=text
        )
    return points(*(int(number) for number in numbers))


_SCORES = re.compile(r"[-+]?\d+(?:[,;][-+]?\d+)+")


def read_typed(words: Sequence[str]) -> list[Result]:
    """Read results as typed; the words of a single result without quotes are refused with the quotes."""
    try:
        return [read_result(word) for word in words]
    except ResultRefused:
        whole = " ".join(words)
        if len(words) == 1 or not _is_result(whole):
            raise
        raise DirectorError(
            "“{whole}” is a result of several words", remedy='Put it in quotes: "{whole}".', whole=whole
        ) from None


def _is_result(text: str) -> bool:
    try:
        read_result(text)
    except ResultRefused:
        return False
    return True


def table_scores(entries: Sequence[str], board: int | None) -> list[TableScore]:
    """Read the scores of one board, in the order of the draw: each entry is a score, a result or `-` for none.

    Without a board number, a bare score is accepted as it is; with one, it is checked against Law 77.
    """
    return [_table_score(entry, board) for entry in entries]


def _table_score(entry: str, board: int | None) -> TableScore:
    if entry.strip() in ("-", "–"):
        return table_score(Board.from_number(1), NotPlayed())
    if _SCORES.fullmatch(entry.strip()):
        raise DirectorError(
            "“{entry}” is several scores in one word",
            remedy="Separate the scores with spaces: {scores}.",
            entry=entry.strip(),
            scores=" ".join(re.split(r"[,;]", entry.strip())),
        )
    result = PointsResult(0) if entry.strip() == "0" else read_result(entry)
    if board is not None:
        return table_score(Board.from_number(board), result)
    if isinstance(result, PointsResult):
        return bare(points(result.ns)[0])
    if not hasattr(result, "contract"):
        return table_score(Board.from_number(1), result)
    raise ResultRefused(
        "“{entry}” needs a board number, because the score depends on the vulnerability",
        clause="Law 77",
        remedy="Add --board with the board number.",
        entry=entry,
    )


@dataclass(frozen=True)
class BoardEntries:
    """One board to score: its number if known, and each table's score and name."""

    board: int | None
    scores: list[TableScore]
    tables: list[str]


def board_tables(entries: Sequence[str], board: int | None, file: str | None) -> list[BoardEntries]:
    """Return the boards that a command scores: one from the arguments, or all those in a file."""
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
            "{file} has no results for board {board}", remedy="Check the board's number.", file=file, board=board
        )
    return found
