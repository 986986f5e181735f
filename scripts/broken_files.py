"""Feeds broken files to every reader: valid files with changed bytes, changed pieces, or excessive sizes.

A reader must either read a file or refuse it with a message. A crash, more than two seconds, or accepting a file of
deals with wrong check digits is a fault: the file is stored, and the exit code is 1.

    python scripts/broken_files.py --files 1000000 --seed 16
"""

import argparse
import io
import random
import signal
import sys
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import FrameType

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

from openpyxl import Workbook

from formats.bridgemate.test_bws import PLAN
from formats.test_deal_files import SET
from formats.test_results_readers import LIN, PBN, game_file
from overtrick.core.errors import DirectorError
from overtrick.formats.bridgemate.bws import write_bws
from overtrick.formats.deals.files import FORMATS, read_boards, write_boards
from overtrick.formats.pbn import read_deals
from overtrick.formats.pbn_results import pbn_results
from overtrick.formats.plain_text import plain_text
from overtrick.formats.recognition import read_session
from overtrick.formats.session_tables import csv_file
from overtrick.formats.usebio import flat_usebio, nested_usebio
from sessions_made import two_pairs

SECONDS = 2.0
"""The time limit of a reader for one file."""
LARGEST = 400_000
"""Bytes of the largest broken file."""
EXTREMES = (
    b"\x00", b"\xff" * 4, b"\x00" * 64, b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f", b"99999999999999999999", b"-1", b"0",
    b"1e999", b"NaN", b"\xef\xbb\xbf", b"\xff\xfe", b"\r", b"\n\n", b'"', b"'", b"<", b"</", b"&#0;", b"<!--", b"]]>",
    b"|", b"[", b"]", b"{", b"}", b";", b",", b"\t", b"\xed\xa0\x80", "٣".encode(), "²".encode(), b"%s", b"A" * 5000,
    b"(" * 500,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Door:
    """Valid files of a kind, their reader, and what must hold if a broken one is accepted."""

    whole: tuple[bytes, ...]
    read: Callable[[bytes], object]
    holds: Callable[[bytes, object], bool] = lambda data, read: True  # noqa: ARG005 - asked alike


def doors() -> Mapping[str, Door]:
    """Every reader, by the name of its kind of file."""
    session = two_pairs()
    few = {board: SET[board] for board in (1, 2, 3)}

    def sessions(*whole: bytes) -> Door:
        return Door(whole, lambda data: read_session(data, "broken"))

    found = {
        "USEBIO": sessions(flat_usebio(session), nested_usebio(session)),
        "PBN results": sessions(PBN.encode(), pbn_results(session)),
        "CSV results": sessions(b"board,ns,ew,result\n1,1,2,4S N =\n2,1,2,3NT S -1\n", csv_file(session, "results")),
        "XLSX": sessions(_spreadsheet()),
        "LIN results": sessions(LIN.encode()),
        "ACBLscore": sessions(game_file(), game_file(howell=False)),
        "Bridgemate .bws": sessions(write_bws(PLAN, datetime(2026, 11, 15, 19, 30))),  # noqa: DTZ001 - it knows no zones
        "PBN deals at the desk": Door(
            (write_boards(few, "pbn"),), lambda data: read_deals(plain_text(data, "broken").text, "broken")
        ),
    }
    for name, each in FORMATS.items():
        if each.write is not None:
            whole = write_boards(few, name)
            holds = checked if name == "dlm" else lambda data, read: True  # noqa: ARG005 - asked alike
            found[f"deals as {name.upper()}"] = Door((whole,), lambda data: read_boards(data, "broken"), holds)
    return found


def _spreadsheet() -> bytes:
    """Results in a spreadsheet, as another program saves it."""
    book, out = Workbook(), io.BytesIO()
    for row in (("board", "ns", "ew", "result"), (1, 1, 2, "4S N ="), (2, 1, 2, "3NT S -1")):
        book.active.append(row)
    book.save(out)
    return out.getvalue()


def checked(data: bytes, read: object) -> bool:
    """Whether every board accepted from a Duplimate file has valid check digits in it."""
    if not isinstance(read, Mapping) or b"Board" not in data:
        return True  # recognised as another format by its content
    lines = {line.strip().lower() for line in data.decode("latin-1").splitlines()}
    for board, deal in read.items():
        head = f"Board {board:02}=".encode()
        right = [line for line in write_boards({board: deal}, "dlm").splitlines() if line.startswith(head)]
        if right[0].decode().strip().lower() not in lines:
            return False
    return True


def broken(data: bytes, dice: random.Random, others: tuple[bytes, ...]) -> bytes:
    """A file with one to four defects; for a spreadsheet sometimes inside its archive."""
    if data.startswith(b"PK") and dice.random() < 0.7:
        return _inside(data, dice, others)
    made = bytearray(data)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 4))):
        _one(made, dice, others)
    return bytes(made[:LARGEST])


def _one(made: bytearray, dice: random.Random, others: tuple[bytes, ...]) -> None:
    at = dice.randrange(len(made) + 1)
    some = dice.choice((1, 2, 4, 16, 256))
    match dice.randrange(9):
        case 0 | 1 if at < len(made):
            made[at] ^= 1 << dice.randrange(8)
        case 2 if at < len(made):
            made[at] = dice.randrange(256)
        case 3:
            del made[at:]
        case 4:
            del made[at : at + some]
        case 5:
            made[at:at] = made[at : at + some] * dice.choice((1, 2, 50))
        case 6:
            made[at:at] = dice.choice(EXTREMES)
        case 7:
            made[at : at + some] = dice.choice(EXTREMES)
        case _:
            other = dice.choice(others)
            cut = dice.randrange(len(other) + 1)
            made[at : at + some] = other[cut : cut + some * 4]


def _inside(data: bytes, dice: random.Random, others: tuple[bytes, ...]) -> bytes:
    """A spreadsheet with a valid archive in which one part is broken."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as whole, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        names = whole.namelist()
        wrong = dice.choice(names)
        for name in names:
            part = whole.read(name)
            made.writestr(name, broken(part, dice, others) if name == wrong else part)
    return out.getvalue()


def late(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - as a signal is told
    """Raise an error, since a reader takes too long."""
    raise TimeoutError(f"more than {SECONDS:g} s")


@dataclass(slots=True)
class Told:
    """The outcomes for the files."""

    read: Counter[str]
    refused: Counter[str]
    faults: list[tuple[str, bytes, str]]


def run(files: int, seed: int, only: str = "") -> Iterator[Told]:
    """Break files and feed them to each reader in turn; yield the outcomes so far after each."""
    dice = random.Random(seed)  # noqa: S311 - nothing is kept secret with it
    told = Told(Counter(), Counter(), [])
    every = {name: door for name, door in doors().items() if only.lower() in name.lower()}
    others = tuple(whole for door in every.values() for whole in door.whole)
    names = list(every)
    signal.signal(signal.SIGALRM, late)
    for each in range(files):
        name = names[each % len(names)]
        door = every[name]
        data = broken(dice.choice(door.whole), dice, others)
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            found = door.read(data)
            signal.setitimer(signal.ITIMER_REAL, 0)
            told.read[name] += 1
            if not door.holds(data, found):
                told.faults.append((name, data, "taken although its check digits are wrong"))
        except DirectorError:
            told.refused[name] += 1
        except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
            told.faults.append((name, data, traceback.format_exc(limit=-4)))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        yield told


def main() -> None:
    """Run, and print the outcomes."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--files", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=16)
    asked.add_argument("--only", default="", help="Doors with this in their name.")
    asked.add_argument("--minutes", type=float, default=600)
    asked.add_argument("--keep", type=Path, default=Path("broken-files"))
    given = asked.parse_args()
    begun, told, done = time.monotonic(), Told(Counter(), Counter(), []), 0
    for done, told in enumerate(run(given.files, given.seed, given.only), start=1):  # noqa: B007 - the last is told below
        if done % 1000 == 0 and time.monotonic() - begun > given.minutes * 60:
            break
    for name in sorted(told.read | told.refused):
        print(f"{name:24} {told.read[name]:>8} read {told.refused[name]:>8} refused")
    seen: Counter[str] = Counter()
    for name, data, says in told.faults:
        last = says.strip().splitlines()[-1][:120]
        where = next((line.strip() for line in reversed(says.splitlines()) if line.lstrip().startswith("File ")), "")
        kind = f"{name}: {last} {where}"
        seen[kind] += 1
        if seen[kind] == 1:
            given.keep.mkdir(exist_ok=True)
            (given.keep / f"{len(seen)}.broken").write_bytes(data)
    for number, (kind, count) in enumerate(seen.items(), start=1):
        print(f"FAULT {number}, {count} times: {kind}")
    print(f"{done} broken files, seed {given.seed}, {time.monotonic() - begun:.0f} s: {len(told.faults)} faults")
    sys.exit(bool(told.faults))


if __name__ == "__main__":
    main()
