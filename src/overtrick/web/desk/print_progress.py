"""How far a long print is: counted while its own answer is made, and asked for beside it.

The count is a small file in this machine's temporary folder, so that another process of the same server can tell it. It
holds two numbers and nothing of the event; where it cannot be written, the sheet is made without it.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from overtrick.web.own_folder import own_folder

KEY = 32
"""Digits to the base of sixteen of what a page calls its print."""
KEPT = 3600.0
"""Seconds after which the count of a print that was given up is thrown away."""
STEP = 0.2
"""Seconds between two counts that are written."""


def counted(steps: Iterable[int], key: str, of: int) -> Iterator[int]:
    """The steps of a print, written down as they are made; nothing is written without a key."""
    if not _is_key(key):
        yield from steps
        return
    said = 0.0
    for done in steps:
        if time.monotonic() - said > STEP:
            said = time.monotonic()
            with suppress(OSError):
                (_folder() / key).write_text(f"{done} {of}")
        yield done
    with suppress(OSError):
        (_folder() / key).unlink(missing_ok=True)


def progress(key: str) -> tuple[int, int]:
    """How many pieces of a print are made, and of how many; nought where nobody knows."""
    if not _is_key(key):
        return 0, 0
    try:
        done, of = (_folder() / key).read_text().split()
    except (OSError, ValueError):
        return 0, 0
    return int(done), int(of)


def _is_key(text: str) -> bool:
    return len(text) == KEY and set(text) <= set("0123456789abcdef")


def _folder() -> Path:
    folder = own_folder("prints")
    for each in folder.iterdir():
        if time.time() - each.stat().st_mtime > KEPT:
            each.unlink(missing_ok=True)
    return folder
