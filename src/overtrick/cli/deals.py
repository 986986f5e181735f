"""Deals on the command line: commit to them in advance, deal them, and verify them afterwards."""

import os
import secrets
from dataclasses import replace
from pathlib import Path

import click

from overtrick.cli.deal_files import convert, statistics_of
from overtrick.cli.entries import read_bytes
from overtrick.cli.options import Counting, as_json
from overtrick.cli.show import progress, show_json, show_lines, show_table
from overtrick.core.dealing.proof import DealtSet, all_sets, key_faults, origins
from overtrick.core.dealing.squaredeal import (
    KEY_LENGTH,
    LETTERS,
    Keys,
    Phase,
    Plan,
    generate_deals,
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

_AT_ONCE = Plan("", "no value: dealt at once", (), value="none")
"""The plan of a set that is dealt at once, without a public value."""


@click.group
def deals() -> None:
    """Make deals as championships do: committed in advance and verifiable afterwards.

    \b
    Example: overtrick deals make --boards 24 --name Tuesday
             overtrick deals verify examples/cup.sqd examples/cup.sqk examples/F1.pbn
    """


deals.add_command(convert)
deals.add_command(statistics_of)


@deals.command(short_help="Commit to the deals of an event: a plan to publish, keys to keep secret.")
@click.argument("file", metavar="FILE.sqd")
@click.option("--name", required=True, help="Name of the event.")
@click.option("--delayed", required=True, help="A public value not yet known, and its date.")
@click.option(
    "--phase",
    "phases",
    multiple=True,
    required=True,
    metavar="SESSIONS:BOARDS:FILE:NAME",
    help="For example 3:1-16,17-32:QF#:Quarterfinal #; use 0 sessions if the number is not known; repeatable.",
)
@as_json
def plan(file: str, name: str, delayed: str, phases: tuple[str, ...], as_json: bool) -> None:
    """Write a plan to publish now, FILE.sqd, and its keys to keep secret until play is over, FILE.sqk.

    The deals follow from the keys and from a value that no one knows in advance, like a stock index. Anyone who has the
    plan can check afterwards that neither was chosen to get particular deals.

    \b
    Example: overtrick deals plan spring.sqd --name Spring --delayed "FTSE close on 3 May" --phase 2:16:F#:"Final #"
    """
    path = Path(file).with_suffix(".sqd")
    kept = _create_plan(Plan(name, delayed, tuple(map(read_phase, phases))), path)
    if as_json:
        show_json({"plan": str(path), "keys": str(path.with_suffix(".sqk")), "key_hash": kept.key_hash})
        return
    show_lines(f"{path}: publish it now. The hash of its keys is {kept.key_hash}.")
    show_lines(f"{path.with_suffix('.sqk')}: keep it secret until play is over, then publish it.")


@deals.command(short_help="Deal the sessions of a plan, or a single set.")
@click.argument("file", metavar="[FILE.sqd]", required=False)
@click.option("--value", help="The public value, once known; it is added to the plan.")
@click.option("--keys", metavar="FILE.sqk", help="The keys, if they are not beside the plan.")
@click.option("--phase", type=Counting(), help="This phase only.")
@click.option("--session", type=Counting(), help="This session of the phase only.")
@click.option("--reserve", is_flag=True, help="Deal the reserve set instead.")
@click.option("--boards", help="Without a plan: the boards, like 24 or 17-32.")
@click.option("--name", help="Without a plan: the name of the set and of its files.")
@click.option("--format", "formats", multiple=True, help="pbn (default), dlm, dup, lin, csv …; repeatable.")
@click.option("--output", "-o", "folder", default=".", help="Folder for the files (default: the current folder).")
@as_json
def make(file: str | None, formats: tuple[str, ...], folder: str, as_json: bool, **asked: object) -> None:
    """Deal the sessions of a plan into files, or a single set without a plan.

    A single set gets a plan and keys of its own, so that it can be verified like any other: publish the plan before
    play, and the keys after play.

    \b
    Example: overtrick deals make examples/cup.sqd --format pbn --format dlm
             overtrick deals make --boards 24 --name Tuesday
    """
    if file is None:
        path, planned, keys = _at_once(asked, Path(folder))
    else:
        path, planned, keys = _of_plan(Path(file), asked)
    made: list[Json] = []
    wanted = list(_sets_to_deal(planned, asked))
    with progress("Dealing") as told:
        for done, each in enumerate(wanted):
            told(done, len(wanted))
            boards = generate_deals(planned, keys, each.phase, each.session, reserve=each.reserve)
            for format_ in formats or ("pbn",):
                target = Path(folder) / f"{each.file(planned)}.{format_.lower()}"
                _write_secret(target, write_boards(boards, format_, each.name_in(planned)))
                made.append({"file": str(target), "session": each.name_in(planned), "boards": len(boards)})
    if as_json:
        show_json({"plan": str(path), "files": made})
        return
    rows = [[str(value) for value in line.values()] for line in made if isinstance(line, dict)]
    show_table(("file", "session", "boards"), rows)
    show_lines(f"Verify them at any time: overtrick deals verify {path} {path.with_suffix('.sqk')} FILE…")


@deals.command(short_help="Verify that the keys match the plan, and the deals match the keys.")
@click.argument("file", metavar="FILE.sqd")
@click.argument("keys", metavar="FILE.sqk")
@click.argument("files", metavar="[DEALS]...", nargs=-1)
@as_json
def verify(file: str, keys: str, files: tuple[str, ...], as_json: bool) -> None:
    """Verify that the keys match the published plan, and that every board in DEALS follows from them.

    Exit code 1 if anything does not match. Check the public value yourself against its published source.

    \b
    Example: overtrick deals verify examples/cup.sqd examples/cup.sqk examples/F1.pbn
    """
    planned = read_plan(read_bytes(Path(file)), Path(file).name)
    found = read_key_file(read_bytes(Path(keys)), Path(keys).name)
    sets = {Path(each).name: read_boards(read_bytes(Path(each)), Path(each).name) for each in files}
    faults = [str(each) for each in key_faults(planned, found)]
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
                    "sessions": [each.name_in(planned) for each in named],
                    "wrong": [*wrong],
                }
            )
            if wrong:
                faults.append(
                    f"{name}: {count_of(len(wrong), 'board')} not from this plan: {' '.join(map(str, wrong))}"
                )
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
        show_lines(f"{planned.delayed} = {planned.value}: check this value at its source")
    if total:
        show_lines(f"The keys match the published hash ({planned.key_hash}) and make {count_of(total, 'deal')}.")
    for line in checked:
        if isinstance(line, dict):
            sessions = line["sessions"]
            of = ", ".join(map(str, sessions)) if isinstance(sessions, list) else ""
            show_lines(
                f"{line['file']}: {line['proved']} of {line['boards']} boards verified{f' ({of})' if of else ''}"
            )
    for fault in faults:
        click.echo(f"overtrick: {fault}", err=True)


def _at_once(asked: dict[str, object], folder: Path) -> tuple[Path, Plan, Keys]:
    boards, name = asked["boards"], asked["name"]
    if not isinstance(boards, str) or not isinstance(name, str):
        raise click.UsageError("Give a plan, or --boards and --name for a single set.")
    for option in ("value", "keys", "phase", "session"):
        if asked[option] is not None:
            raise click.UsageError(f"--{option} needs a plan.")
    called = slugify(name) or "deals"
    path = folder / f"{called}.sqd"
    bare = replace(_AT_ONCE, name=name, phases=(Phase(1, written_ranges(boards), called, name),))
    kept = _create_plan(bare, path)
    return path, kept, read_key_file(read_bytes(path.with_suffix(".sqk")), path.name)


def _of_plan(path: Path, asked: dict[str, object]) -> tuple[Path, Plan, Keys]:
    if asked["boards"] is not None or asked["name"] is not None:
        raise click.UsageError("The plan sets the boards and the names: leave out --boards and --name.")
    text = read_bytes(path)
    planned = read_plan(text, path.name)
    beside = Path(str(asked["keys"])) if asked["keys"] else path.with_suffix(".sqk")
    keys = read_key_file(read_bytes(beside), beside.name)
    if isinstance(value := asked["value"], str):
        planned = planned.with_value(value.strip())
        path.write_bytes(with_value(text, planned))
    faults = key_faults(planned, keys)
    if faults:
        raise DirectorError("{faults:;}", remedy="Nothing was dealt.", faults=faults)
    return path, planned, keys


def _sets_to_deal(planned: Plan, asked: dict[str, object]) -> list[DealtSet]:
    phase, session, reserve = asked["phase"], asked["session"], bool(asked["reserve"])
    if isinstance(session, int):
        if not isinstance(phase, int):
            raise click.UsageError("--session needs --phase.")
        planned.phase(phase, session)
        return [DealtSet(phase, session, reserve)]
    if isinstance(phase, int):
        planned.phase(phase, 1)
    found = [DealtSet(*each, reserve) for each in planned.sessions() if phase in (None, each[0])]
    if not found:
        raise DirectorError("The plan does not say how many sessions there are", remedy="Give --phase and --session.")
    return found


def _create_plan(bare: Plan, path: Path) -> Plan:
    """Make new keys, write them and the plan with their hash, and return the plan; nothing is overwritten."""
    if path.exists():
        raise DirectorError(
            "{path} already exists", remedy="Existing files are never overwritten: choose another name.", path=path
        )
    keys = {each: "".join(secrets.choice(LETTERS) for _ in range(KEY_LENGTH)) for each in bare.wanted_keys()}
    kept = replace(bare, key_hash=hash_of(keys))
    _write_secret(path.with_suffix(".sqk"), written_keys(keys))
    path.write_bytes(write_plan(kept))
    return kept


def _write_secret(path: Path, data: bytes) -> None:
    """Write a file that only its owner can ever read: keys, and deals that no one has played."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
            opened.write(data)
    except FileExistsError as error:
        raise DirectorError(
            "{path} already exists",
            remedy="Existing files are never overwritten: choose another name or folder.",
            path=path,
        ) from error
    except OSError as error:
        raise DirectorError(
            "{path} cannot be written: {strerror}", remedy="Check the folder.", path=path, strerror=error.strerror
        ) from error
