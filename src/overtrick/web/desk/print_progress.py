"""The progress of a long print: counted while the answer is made, and polled by the page.

The count is a small file in this machine's temporary folder, so that any process of the server can read it. It holds
two numbers and nothing about the event; if it cannot be written, the print is made without it.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from overtrick.web.private_tempdir import private_folder

KEY = 32
"""The number of hexadecimal digits in the key that a page gives its print."""
KEPT = 3600.0
"""Seconds after which the count of an abandoned print is deleted."""
STEP = 0.2
"""The least number of seconds between two updates of the count."""


def count_steps(steps: Iterable[int], key: str, of: int) -> Iterator[int]:
    """The steps of a print, counted as they are made; without a valid key nothing is counted."""
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
    """How many pieces of a print are made, and out of how many; zeros if it is not known."""
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
    folder = private_folder("prints")
    for each in folder.iterdir():
        if time.time() - each.stat().st_mtime > KEPT:
            each.unlink(missing_ok=True)
    return folder
