"""Files of deals on the command line: convert them, and compare a set with what is expected."""

from fractions import Fraction
from pathlib import Path

import click

from overtrick.cli.entries import read_bytes
from overtrick.cli.options import Counting, as_json
from overtrick.cli.show import progress, show_json, show_lines, show_table
from overtrick.core.dealing.statistics import Comparison, statistics
from overtrick.core.errors import DirectorError
from overtrick.core.exact import decimal_text
from overtrick.core.provenance import Json
from overtrick.core.wording import count_of
from overtrick.formats.deals.files import read_boards, recognise_format, write_boards
from overtrick.regulations.read.file_kinds import InputKind


@click.command(short_help="Convert a file of deals to another format.")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--format", "format_", help="Format of OUT, if the file extension does not show it.")
@click.option("--first", type=Counting(), help="First board number, if the file has none (default: 1).")
@click.option("--title", default="", help="Title of the set in OUT.")
@as_json
def convert(source: str, target: str, format_: str | None, first: int | None, title: str, as_json: bool) -> None:
    """Convert a file of deals to another format; the format of IN is detected from its content.

    The formats are PBN, DLM, DUP, LIN, BigDeal CSV, BRI, DGE, BER, BHG, RZD and CDS; RBN can be read but not written.

    \b
    Example: overtrick deals convert examples/F1.pbn final.dlm
    """
    data, path = read_bytes(Path(source), InputKind.DEALS), Path(target)
    boards = read_boards(data, Path(source).name, first)
    if path.exists():
        raise DirectorError(
            "{path} already exists", remedy="Existing files are never overwritten: choose another name.", path=path
        )
    written = write_boards(boards, format_ or path.suffix.removeprefix("."), title or Path(source).stem)
    path.write_bytes(written)
    known, made = recognise_format(data), recognise_format(written)
    was, now = (each.says if each is not None else "" for each in (known, made))
    if as_json:
        show_json({"file": str(path), "boards": [*boards], "from": was, "to": now})
        return
    show_lines(f"{path}: {count_of(len(boards), 'board')}, from {was} to {now}")


@click.command("statistics", short_help="Compare the points and shapes of a set with the expected ones.")
@click.argument("files", nargs=-1, required=True)
@click.option("--first", type=Counting(), help="First board number, for files without numbers (default: 1).")
@as_json
def statistics_of(files: tuple[str, ...], first: int | None, as_json: bool) -> None:
    """Compare the deals in FILES with the exact expected distribution.

    Chi-square tests compare each seat's points and shapes, and the numbers of the deals among all possible deals.
    “Chance” is how often a well-dealt set is at least as far off: one set in twenty is below 0.05.

    \b
    Example: overtrick deals statistics examples/F1.pbn
    """
    with progress("Counting"):
        sets = [read_boards(read_bytes(Path(file), InputKind.DEALS), Path(file).name, first) for file in files]
        found = statistics([deal for boards in sets for deal in boards.values()])
    if as_json:
        seats: list[Json] = [
            {"seat": str(each.seat), "points": each.points, "by_points": _json(each.by_points),
             "by_shape": _json(each.by_shape)}
            for each in found.seats
        ]  # fmt: skip
        shapes: dict[str, Json] = {
            shape: {"dealt": dealt, "expected": decimal_text(expected, 2)}
            for shape, (dealt, expected) in found.shapes.items()
        }
        show_json({"deals": found.deals, "seats": seats, "shapes": shapes, "numbers": _json(found.numbers)})
        return
    show_table(
        ("seat", "points per hand", "points: chi-square", "chance", "shapes: chi-square", "chance"),
        [
            (
                str(each.seat),
                decimal_text(Fraction(each.points, found.deals), 2),
                *_cells(each.by_points),
                *_cells(each.by_shape),
            )
            for each in found.seats
        ],
        title=f"{count_of(found.deals, 'deal')}; 10 points per hand are expected",
    )
    show_lines("")
    rows = [
        ("-".join(shape), str(dealt), decimal_text(expected, 2))
        for shape, (dealt, expected) in found.shapes.items()
        if dealt or expected >= 1
    ]
    show_table(("shape", "dealt", "expected"), rows)
    value, chance = _cells(found.numbers)
    show_lines("")
    show_lines(f"Numbers of the deals among all possible deals: chi-square {value}, chance {chance}")


def _cells(compared: Comparison) -> tuple[str, str]:
    if not compared.freedom:
        return "too few", "–"
    return f"{decimal_text(compared.value, 2)} ({compared.freedom})", str(compared.chance)


def _json(compared: Comparison) -> Json:
    return {
        "chi_square": decimal_text(compared.value, 4),
        "freedom": compared.freedom,
        "chance": str(compared.chance),
    }
