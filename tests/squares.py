"""Work for processes that a test starts: they find it by the name of this module."""

import os
import signal
import time
from pathlib import Path

EVERY_TIME = "whoever comes to this is killed"


def squared(task: tuple[int, str]) -> int:
    """A square; whoever is given the marker of a death for the first time is killed at it, or every time."""
    number, marker = task
    if marker == EVERY_TIME:
        os.kill(os.getpid(), signal.SIGKILL)
    if marker and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number**2


def slowly(seconds: float) -> float:
    """Something that takes its time."""
    time.sleep(seconds)
    return seconds
