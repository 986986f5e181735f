"""Deals at the prompt: fix them before anybody can know them, deal them, and prove it afterwards."""

import os
import secrets
from dataclasses import replace
from pathlib import Path

import click

from overtrick.cli.deal_files import convert, statistics_of
from overtrick.cli.entries import read_bytes
from overtrick.cli.options import Counting, as_json
from overtrick.cli.progress import progress
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.dealing.proof import DealtSet, all_sets, key_faults, origins
from overtrick.core.dealing.squaredeal import (
    KEY_LENGTH,
    LETTERS,
    Keys,
    Phase,
    Plan,
    dealt,
    hash_of,
    read_phase,
    written_keys,
    written_ranges,
)
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Json
from overtrick.core.wording import count_of
from overtrick.formats.deals.files import read_boards, write_boards
from overtrick.formats.deals.squaredeal import read_key_file, read_plan, with_value, write_plan
from overtrick.views.slugs import slugify

_AT_ONCE = Plan("", "nothing: dealt at once", (), value="none")
"""What stands in the plan of a set that is dealt without ceremony."""


@click.group
def deals() -> None:
    """Deals as championships make them: fixed before anybody can know them, and proved afterwards.

    \b
    Example: overtrick deals make --boards 24 --name Tuesday
             overtrick deals verify examples/cup.sqd examples/cup.sqk examples/F1.pbn
    """


deals.add_command(convert)
deals.add_command(statistics_of)


@deals.command(short_help="Fix the deals of an event: a plan to publish, and keys to keep.")
@click.argument("file", metavar="FILE.sqd")
@click.option("--name", required=True, help="What the event is called.")
@click.option("--delayed", required=True, help="The public value nobody can know yet, and the day it comes.")
@click.option(
    "--phase",
    "phases",
    multiple=True,
    required=True,
    metavar="SESSIONS:BOARDS:FILE:NAME",
    help="Like 3:1-16,17-32:QF#:Quarterfinal #; 0 sessions where nobody knows how many; may be repeated.",
)
@as_json
def plan(file: str, name: str, delayed: str, phases: tuple[str, ...], as_json: bool) -> None:
    """Write FILE.sqd, to be published now, and the keys beside it in FILE.sqk, to be kept secret until play is over.

    The deals follow from the keys and from a value that nobody knows before its day, like a stock index. Whoever has
    the plan can check afterwards that neither was chosen.

    \b
    Example: overtrick deals plan spring.sqd --name Spring --delayed "FTSE close on 3 May" --phase 2:16:F#:"Final #"
    """
    path = Path(file).with_suffix(".sqd")
    kept = _planned(Plan(name, delayed, tuple(map(read_phase, phases))), path)
    if as_json:
        show_json({"plan": str(path), "keys": str(path.with_suffix(".sqk")), "key_hash": kept.key_hash})
        return
    show_lines(f"{path}: publish it now. Its keys have the hash {kept.key_hash}.")
    show_lines(f"{path.with_suffix('.sqk')}: keep it secret until play is over, and then publish it.")


@deals.command(short_help="Deal the sessions of a plan, or a set at once.")
@click.argument("file", metavar="[FILE.sqd]", required=False)
@click.option("--value", help="The delayed value, now that it is known: it is put into the plan.")
@click.option("--keys", metavar="FILE.sqk", help="The keys, if they are not beside the plan.")
@click.option("--phase", type=Counting(), help="This phase alone.")
@click.option("--session", type=Counting(), help="This session of the phase alone.")
@click.option("--reserve", is_flag=True, help="The reserve set instead.")
@click.option("--boards", help="Without a plan: the boards, like 24 or 17-32.")
@click.option("--name", help="Without a plan: what the set is called, and its files.")
@click.option("--format", "formats", multiple=True, help="pbn (default), dlm, dup, lin, csv …; may be repeated.")
@click.option("--output", "-o", "folder", default=".", help="The folder for the files (default: this one).")
@as_json
def make(file: str | None, formats: tuple[str, ...], folder: str, as_json: bool, **asked: object) -> None:
    """Deal the sessions of a plan into files, or without one deal a set at once.

    A set that is dealt at once has a plan and a key of its own beside it, so that it can be proved like any other:
    publish the plan before play, and the key after it.

    \b
    Example: overtrick deals make examples/cup.sqd --format pbn --format dlm
             overtrick deals make --boards 24 --name Tuesday
    """
    if file is None:
        path, planned, keys = _at_once(asked, Path(folder))
    else:
        path, planned, keys = _of_plan(Path(file), asked)
    made: list[Json] = []
    wanted = list(_wanted(planned, asked))
    with progress("Dealing") as told:
        for done, each in enumerate(wanted):
            told(done, len(wanted))
            boards = dealt(planned, keys, each.phase, each.session, reserve=each.reserve)
            for format_ in formats or ("pbn",):
                target = Path(folder) / f"{each.file(planned)}.{format_.lower()}"
                _write_secret(target, write_boards(boards, format_, each.named(planned)))
                made.append({"file": str(target), "session": each.named(planned), "boards": len(boards)})
    if as_json:
        show_json({"plan": str(path), "files": made})
        return
    rows = [[str(value) for value in line.values()] for line in made if isinstance(line, dict)]
    show_table(("file", "session", "boards"), rows)
    show_lines(f"Check them at any time: overtrick deals verify {path} {path.with_suffix('.sqk')} FILE…")


@deals.command(short_help="Prove deals: the keys are those published, the deals follow from them.")
@click.argument("file", metavar="FILE.sqd")
@click.argument("keys", metavar="FILE.sqk")
@click.argument("files", metavar="[DEALS]...", nargs=-1)
@as_json
def verify(file: str, keys: str, files: tuple[str, ...], as_json: bool) -> None:
    """Prove that the keys are those the plan was published with, and that every board of DEALS follows from them.

    Exit code 1 if anything is not as it should be. That the delayed value is what its day had is for you to look up.

    \b
    Example: overtrick deals verify examples/cup.sqd examples/cup.sqk examples/F1.pbn
    """
    planned = read_plan(read_bytes(Path(file)), Path(file).name)
    found = read_key_file(read_bytes(Path(keys)), Path(keys).name)
    sets = {Path(each).name: read_boards(read_bytes(Path(each)), Path(each).name) for each in files}
    faults = list(key_faults(planned, found))
    checked: list[Json] = []
    total = 0
    if not faults:
        made = all_sets(planned, found)
        total = sum(len(made[each]) for each in made if not each.reserve and planned.phases[each.phase - 1].sessions)
        where = origins(made)
        for name, boards in sets.items():
            from_ = {board: where.get((board, deal)) for board, deal in boards.items()}
            wrong = [board for board, each in from_.items() if each is None]
            named = sorted({each for each in from_.values() if each is not None})
            checked.append(
                {
                    "file": name,
                    "boards": len(boards),
                    "proved": len(boards) - len(wrong),
                    "sessions": [each.named(planned) for each in named],
                    "wrong": [*wrong],
                }
            )
            if wrong:
                faults.append(f"{name}: {count_of(len(wrong), 'board')} not of this plan: {' '.join(map(str, wrong))}")
    if as_json:
        show_json(
            {
                "plan": planned.name, "delayed": planned.delayed, "value": planned.value, "key_hash": planned.key_hash,
                "deals": total, "files": checked, "faults": [*faults],
            }
        )  # fmt: skip
    else:
        _show_proof(planned, total, checked, faults)
    if faults:
        raise SystemExit(1)


def _show_proof(planned: Plan, total: int, checked: list[Json], faults: list[str]) -> None:
    show_lines(planned.name)
    if planned.value not in ("", _AT_ONCE.value):
        show_lines(f"{planned.delayed} = {planned.value}: look it up")
    if total:
        show_lines(f"The keys are those published ({planned.key_hash}); {count_of(total, 'deal')} follow from them.")
    for line in checked:
        if isinstance(line, dict):
            sessions = line["sessions"]
            of = ", ".join(map(str, sessions)) if isinstance(sessions, list) else ""
            show_lines(
                f"{line['file']}: {line['proved']} of {line['boards']} boards are as dealt{f' ({of})' if of else ''}"
            )
    for fault in faults:
        click.echo(f"overtrick: {fault}", err=True)


def _at_once(asked: dict[str, object], folder: Path) -> tuple[Path, Plan, Keys]:
    boards, name = asked["boards"], asked["name"]
    if not isinstance(boards, str) or not isinstance(name, str):
        raise click.UsageError("Name a plan, or give --boards and --name for a set that is dealt at once.")
    for option in ("value", "keys", "phase", "session"):
        if asked[option] is not None:
            raise click.UsageError(f"--{option} is of a plan; a set that is dealt at once has none.")
    called = slugify(name) or "deals"
    path = folder / f"{called}.sqd"
    bare = replace(_AT_ONCE, name=name, phases=(Phase(1, written_ranges(boards), called, name),))
    kept = _planned(bare, path)
    return path, kept, read_key_file(read_bytes(path.with_suffix(".sqk")), path.name)


def _of_plan(path: Path, asked: dict[str, object]) -> tuple[Path, Plan, Keys]:
    if asked["boards"] is not None or asked["name"] is not None:
        raise click.UsageError("A plan has its boards and names; leave --boards and --name out.")
    text = read_bytes(path)
    planned = read_plan(text, path.name)
    beside = Path(str(asked["keys"])) if asked["keys"] else path.with_suffix(".sqk")
    keys = read_key_file(read_bytes(beside), beside.name)
    if isinstance(value := asked["value"], str):
        planned = planned.valued(value.strip())
        path.write_bytes(with_value(text, planned))
    faults = key_faults(planned, keys)
    if faults:
        raise DirectorError("{faults:;}", remedy="Nothing was dealt.", faults=faults)
    return path, planned, keys


def _wanted(planned: Plan, asked: dict[str, object]) -> list[DealtSet]:
    phase, session, reserve = asked["phase"], asked["session"], bool(asked["reserve"])
    if isinstance(session, int):
        if not isinstance(phase, int):
            raise click.UsageError("--session is of a --phase.")
        planned.phase(phase, session)
        return [DealtSet(phase, session, reserve)]
    if isinstance(phase, int):
        planned.phase(phase, 1)
    found = [DealtSet(*each, reserve) for each in planned.sessions() if phase in (None, each[0])]
    if not found:
        raise DirectorError("The plan does not say how many sessions there are", remedy="Give --phase and --session.")
    return found


def _planned(bare: Plan, path: Path) -> Plan:
    """The plan with the hash of keys that are made now; both are written, and neither over another."""
    if path.exists():
        raise DirectorError("{path} exists", remedy="No file is written over: choose another name.", path=path)
    keys = {each: "".join(secrets.choice(LETTERS) for _ in range(KEY_LENGTH)) for each in bare.wanted_keys()}
    kept = replace(bare, key_hash=hash_of(keys))
    _write_secret(path.with_suffix(".sqk"), written_keys(keys))
    path.write_bytes(write_plan(kept))
    return kept


def _write_secret(path: Path, data: bytes) -> None:
    """A file that its owner alone can read from the first moment on: keys, and deals that nobody has played."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
            opened.write(data)
    except FileExistsError as error:
        raise DirectorError(
            "{path} exists", remedy="No file is written over: choose another name or folder.", path=path
        ) from error
    except OSError as error:
        raise DirectorError(
            "{path} cannot be written: {strerror}", remedy="Check the folder.", path=path, strerror=error.strerror
        ) from error
