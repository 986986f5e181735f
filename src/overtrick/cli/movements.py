"""Movements on the command line: list, choose, make, show and check them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from overtrick.cli.draw_words import clause_json
from overtrick.cli.entries import read_file
from overtrick.cli.movement_words import (
    check_final,
    choice_json,
    choice_row,
    movement_json,
    report_json,
    show_cards,
    show_final,
    show_table_cards,
)
from overtrick.cli.options import Counting, as_csv, as_json, refuse_csv, refuse_inapplicable
from overtrick.cli.other_movements import individual, teams
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.movements.check import check as prove
from overtrick.core.movements.choice import choices
from overtrick.core.movements.families import FAMILIES, Family, MovementRequest, make_movement, refuse_unsound
from overtrick.core.movements.finals import BalancedFinal
from overtrick.core.movements.mitchell import Form
from overtrick.core.movements.movement import Movement
from overtrick.core.movements.notation import table_words, write_movement
from overtrick.core.movements.switches import scramble_movement
from overtrick.core.movements.two_fields import coverage, propose_length, two_field_sessions
from overtrick.formats.draw_tables import write_csv
from overtrick.formats.movement_files import COLUMNS, OF_INDIVIDUALS, movement_rows, read_movement_file
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.read.documents import load_all
from overtrick.regulations.read.file_kinds import InputKind
from overtrick.views.movements import event_row, report_words


@dataclass(frozen=True)
class _Kind:
    """A construction: its description, its function (one movement per session) and its numbers of tables."""

    says: str
    make: Callable[[MovementRequest, int], Sequence[Movement]]
    tables: str


def _two_fields(wanted: MovementRequest, sessions: int) -> Sequence[Movement]:
    length = propose_length(wanted.tables, sessions)
    boards = wanted.boards if wanted.boards > 1 or wanted.rounds is not None else length.boards
    return two_field_sessions(wanted.tables, wanted.rounds or length.rounds, sessions, boards)


def _maker(family: Family) -> Callable[[MovementRequest, int], Sequence[Movement]]:
    return lambda wanted, _: (make_movement(family, wanted),)


_KINDS = {
    **{
        str(family).lower().replace(" ", "-"): _Kind(how.says, _maker(family), how.tables)
        for family, how in FAMILIES.items()
        if how.seats == 2
    },
    "two-fields": _Kind("two seeded fields over several sessions, without early rematches", _two_fields, "2 or more"),
}


@click.group
def movement() -> None:
    """Make, show and verify pairs movements as readable text files.

    \b
    Example: overtrick movement show howell-5
             overtrick movement check examples/howell-5.txt
    """


movement.add_command(individual)
movement.add_command(teams)


@movement.command("list", short_help="List the constructions, and the finals in the rulebook.")
@as_json
def list_movements(as_json: bool) -> None:
    """List the constructions that `make` accepts, and the balanced finals printed in the rulebook.

    \b
    Example: overtrick movement list
    """
    finals = _finals()
    if as_json:
        show_json(
            {
                "constructions": [
                    {"name": name, "tables": kind.tables, "says": kind.says} for name, kind in _KINDS.items()
                ],
                "finals": [
                    {"name": name, "tables": final.tables, "boards": final.boards, **clause_json(final.clause)}
                    for name, final in finals.items()
                ],
            }
        )
        return
    show_table(("name", "tables", "description"), [(name, kind.tables, kind.says) for name, kind in _KINDS.items()])
    show_lines("")
    rows = [
        (name, str(final.tables), f"{len(final.draw)} matches of {final.boards} boards ({final.clause})")
        for name, final in finals.items()
    ]
    show_table(("balanced final", "tables", "description"), rows)


def _finals() -> dict[str, BalancedFinal]:
    return {
        f"{folder}/{id_.replace(' ', '')}": final
        for folder, book in load_all(DrawBook).items()
        for id_, final in book.finals.items()
    }


@movement.command(short_help="Make a movement as a text file.")
@click.argument("kind", type=click.Choice(list(_KINDS)))
@click.option("--tables", "-t", type=Counting(2), help="Number of tables.")
@click.option(
    "--pairs", "-p", type=Counting(3), help="Number of pairs, instead of --tables; an odd number gives a half table."
)
@click.option("--rounds", "-r", type=Counting(), help="Number of rounds (default: all).")
@click.option("--boards", "-b", type=Counting(), help="Boards per round.")
@click.option(
    "--form",
    type=click.Choice([form.value for form in Form]),
    help="For a Mitchell: how to handle an even number of tables (default: share and relay).",
)
@click.option(
    "--core", type=Counting(), help="For an appendix Mitchell: the tables that move (default: as many as possible)."
)
@click.option("--arrow-switch", is_flag=True, help="One winner: arrow-switch whole rounds.")
@click.option(
    "--switched", type=Counting(), multiple=True, metavar="ROUND", help="Arrow-switch this round; repeatable."
)
@click.option("--scramble", is_flag=True, help="One winner: arrow-switch different rounds at each table.")
@click.option("--without", type=Counting(), metavar="PAIR", help="Half table: leave out this pair.")
@click.option("--sessions", type=Counting(), default=1, help="For two fields: number of sessions.")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="File to write (one per session).")
@as_json
def make(
    kind: str,
    tables: int | None,
    pairs: int | None,
    rounds: int | None,
    boards: int | None,
    form: str | None,
    core: int | None,
    arrow_switch: bool,
    switched: tuple[int, ...],
    scramble: bool,
    without: int | None,
    sessions: int,
    output: Path | None,
    as_json: bool,
) -> None:
    """Make a movement of this KIND and verify it; it is written as text to standard output, or to a file with -o.

    \b
    Example: overtrick movement make howell --tables 5 --boards 3
             overtrick movement make mitchell -t 8 --form skip --arrow-switch
             overtrick movement make blandon --pairs 19 --boards 3
             overtrick movement make two-fields -t 13 --sessions 3
    """
    if (tables is None) == (pairs is None):
        raise click.UsageError("Give either --tables or --pairs.")
    if form is not None and kind not in ("mitchell", "arrow-switched-mitchell"):
        raise click.UsageError("--form applies only to a Mitchell.")
    if core is not None and kind != "appendix":
        raise click.UsageError("--core applies only to an appendix Mitchell.")
    if sessions > 1 and kind != "two-fields":
        raise click.UsageError("--sessions applies only to two fields.")
    number = pairs if pairs is not None else 2 * (tables or 0) - (without is not None)
    wanted = MovementRequest(
        number, rounds, boards or 1, Form(form) if form else None, 1 if arrow_switch else None, switched or None,
        without, core,
    )  # fmt: skip
    found = list(_KINDS[kind].make(wanted, sessions))
    if scramble:
        found = [scramble_movement(each) for each in found]
    for each in found:
        refuse_unsound(each, prove(each).faults)
    if output is not None:
        _save(found, output)
    elif as_json:
        show_json([movement_json(each) for each in found])
    else:
        click.echo("\n".join(write_movement(each) for each in found), nl=False)


def _save(found: Sequence[Movement], output: Path) -> None:
    for place, each in enumerate(found, start=1):
        path = output if len(found) == 1 else output.with_stem(f"{output.stem}-{place}")
        _write(path, write_movement(each))
        show_lines(f"{path}: {each.name}, verified")
    if len(found) > 1:
        met = coverage(found)
        show_lines(
            f"In {met.meetings} rounds every pair meets {met.distinct} of {met.ideal} possible opponents; "
            f"{met.copies} copies of the boards, where {met.least_copies} is the minimum"
        )


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DirectorError(
            "{path} cannot be written: {strerror}", remedy="Check the folder.", path=path, strerror=error.strerror
        ) from error


@movement.command(short_help="List the movements that suit a session, best first.")
@click.option(
    "--pairs", "-p", type=Counting(4), required=True, help="Number of pairs; an odd number gives a half table."
)
@click.option("--boards", "-b", type=Counting(), default=26, help="Boards for each pair to play (default: 26).")
@click.option(
    "--winners", type=click.IntRange(1, 2), default=1, help="1 for one ranking, 2 for one per line (default: 1)."
)
@click.option("--copies", type=Counting(), default=1, help="Copies of each set of boards (default: 1).")
@as_json
def choose(pairs: int, boards: int, winners: int, copies: int, as_json: bool) -> None:
    """List the movements for a number of pairs and boards, best first, each verified.

    Below the list is the line that puts the first movement in an event file.

    \b
    Example: overtrick movement choose --pairs 19 --boards 27 --winners 2
    """
    found = choices(pairs, boards, winners, copies)
    if as_json:
        show_json([choice_json(each) for each in found])
        return
    if not found:
        raise DirectorError(
            "No movement of {pairs} pairs has about {boards} boards",
            remedy="Ask for more boards, or more copies.",
            pairs=pairs,
            boards=boards,
        )
    headers = ("movement", "length", "boards", "opponents", "sit-outs", "shared", "balance")
    show_table(headers, [choice_row(each) for each in found])
    show_lines("")
    show_lines(event_row(found[0]))


@movement.command(short_help="Show a movement as a table, or its guide cards.")
@click.argument("name")
@click.option("--cards", is_flag=True, help="Show a guide card for every pair.")
@click.option("--table-cards", "tables", is_flag=True, help="Show a card for every table.")
@click.option("--pair", type=Counting(), help="Show the guide card of this pair only.")
@as_csv
@as_json
def show(name: str, cards: bool, tables: bool, pair: int | None, as_csv: bool, as_json: bool) -> None:
    """Show a movement: a FILE (- for standard input), or a NAME like howell-5, blandon-9.5, nsw-its-2021/4x16.

    \b
    Example: overtrick movement show howell-5
             overtrick movement show examples/howell-5.txt --pair 3
             overtrick movement show nsw-its-2021/4x16
    """
    found = _find_movement(name)
    if isinstance(found, BalancedFinal):
        if as_csv:
            raise refuse_csv("A balanced final")
        refuse_inapplicable("a balanced final", pair=pair, cards=cards, table_cards=tables)
        show_final(found, as_json=as_json)
        return
    if pair is not None and pair > found.contestants:
        raise DirectorError(
            "Pair {pair} is not in this movement",
            remedy="There are {contestants} pairs.",
            pair=pair,
            contestants=found.contestants,
        )
    if as_json:
        show_json(movement_json(found))
    elif as_csv:
        click.echo(write_csv(OF_INDIVIDUALS if found.alone else COLUMNS, movement_rows(found)), nl=False)
    elif cards or pair is not None:
        show_cards(found, pair)
    elif tables:
        show_table_cards(found)
    else:
        rows = [(str(number), *map(table_words, seats)) for number, seats in enumerate(found.rounds, start=1)]
        places = (f"table {s.table}" if s.table <= found.tables else "sits out" for s in found.rounds[0])
        show_table(("round", *places), rows, found.name)


def _find_movement(name: str) -> Movement | BalancedFinal:
    finals = _finals()
    if name in finals:
        return finals[name]
    if (kind := re.fullmatch(r"(.+)-(\d{1,3})(\.5|½)?", name)) and kind[1] in _KINDS and int(kind[2]) > 1:
        return _KINDS[kind[1]].make(MovementRequest(2 * int(kind[2]) + (kind[3] is not None)), 1)[0]
    if name != "-" and not Path(name).exists():
        raise DirectorError(
            "There is no file or movement called “{name}”",
            remedy="Name a movement like howell-5; `overtrick movement list` lists the kinds.",
            name=name,
        )
    return read_movement_file(*read_file(name, InputKind.MOVEMENT))


@movement.command(short_help="Check a movement, and list its faults.")
@click.argument("name")
@as_json
def check(name: str, as_json: bool) -> None:
    """Check a movement: a FILE (- for standard input) or a NAME like howell-5.

    Checks that no one plays a board twice, a table never has two sets, no set is at more tables than it has copies,
    and no two pairs meet more often than stated; then shows the balance. Exit code 1 if there are faults.

    \b
    Example: overtrick movement check examples/howell-5.txt
             overtrick movement check nsw-its-2021/4x16
    """
    found = _find_movement(name)
    if isinstance(found, BalancedFinal):
        check_final(found, as_json=as_json)
        return
    report = prove(found)
    if as_json:
        show_json(report_json(found, report))
    else:
        show_lines("\n".join([found.name, *(f"  {line}" for line in report_words(found, report))]))
    if not report.sound:
        raise SystemExit(1)
