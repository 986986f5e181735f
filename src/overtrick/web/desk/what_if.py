"""*What would change?* at the desk: a small simulation study, run by a low-priority process beside the server.

Its files are in this machine's temporary folder, one folder per question, and hold nothing about any congress. One
study runs at a time on a machine, and none for longer than `LONGEST`.
"""

import json
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

from overtrick.core.errors import DirectorError
from overtrick.lab.needs import NEEDS
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.event_book import edition_for, rules_name
from overtrick.web.private_tempdir import private_folder

SLOWEST = "19"
"""The niceness of a study's process."""

LONGEST = 1800.0
"""Seconds after which a study is abandoned."""

_TAKEN = "?"
"""Stands for a study that has started but whose name is not written yet."""


@dataclass(frozen=True, slots=True)
class SmallStudy:
    """A small study: whether it is running, how many of its parts are done, and its findings once all are."""

    entries: int
    playing: bool = False
    failed: bool = False
    parts: int = 0
    found: dict[str, object] | None = None


def is_installed() -> bool:
    """Whether the packages that the lab needs are installed."""
    return all(find_spec(name) is not None for name in NEEDS)


def study_of(file: EventFile, entries: int) -> SmallStudy:
    """The state of a study of an event; one that cannot be stored here counts as not begun."""
    with suppress(OSError):
        folder = _folder(file, entries)
        with suppress(OSError, ValueError):
            return SmallStudy(entries, found=json.loads((folder / "found.json").read_text(encoding="utf-8")))
        begun, playing = (folder / "study.toml").is_file(), _whose_turn() == folder.name
        parts = len(list((folder / "runs").glob("*.parquet"))) if begun else 0
        return SmallStudy(entries, playing=playing, failed=begun and not playing, parts=parts)
    return SmallStudy(entries)


def begin(file: EventFile, entries: int) -> bool:
    """Start a study; return False if another is running."""
    from overtrick.lab.study.small import small_study

    try:
        folder = _folder(file, entries)
        if _whose_turn():
            return False
        folder.mkdir(exist_ok=True)
        study = small_study(file, entries, folder)
        with _turn().open("x", encoding="utf-8") as turn:
            turn.write(folder.name)
    except FileExistsError:
        return False
    except OSError as fault:
        raise DirectorError(
            "Simulations cannot be saved on this server: {fault}",
            remedy="Ask the server administrator to correct this fault or free some disk space.",
            fault=str(fault),
        ) from fault
    nice = shutil.which("nice")
    command = [*([nice, "-n", SLOWEST] if nice else []), sys.executable, "-m", "overtrick", "lab", "study", str(study)]
    command += ["--workers", "1", "--runs-in", str(folder / "runs"), "--json"]
    Thread(target=_play, args=(command, folder / "found.json"), daemon=True).start()
    return True


def _play(command: list[str], found: Path) -> None:
    """Run the process of a study, and store its output when it is done."""
    half = found.with_suffix(".half")
    try:
        with half.open("wb") as said:
            done = subprocess.run(  # noqa: S603 - our own program, and no shell
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.DEVNULL, timeout=LONGEST, check=False
            )
        if not done.returncode:
            half.replace(found)
    except (OSError, subprocess.TimeoutExpired):
        half.unlink(missing_ok=True)
    finally:
        _turn().unlink(missing_ok=True)


def _whose_turn() -> str:
    """The folder of the study that is running on this machine. A turn left behind by a dead server expires."""
    with suppress(OSError):
        if time.time() - _turn().stat().st_mtime <= LONGEST:
            return _turn().read_text(encoding="utf-8") or _TAKEN
        _turn().unlink(missing_ok=True)
    return ""


def _turn() -> Path:
    return private_folder("studies") / "turn"


def _folder(file: EventFile, entries: int) -> Path:
    """The folder of a study, by its event, the edition of its rules and the number of entries."""
    rules = edition_for(rules_name(file.event.id)).hash
    return private_folder("studies") / blake2b(f"{file.event.id} {rules} {entries}".encode(), digest_size=8).hexdigest()
