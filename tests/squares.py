"""Work for processes that a test starts: they find it by the name of this module."""

import os
import signal
from pathlib import Path


def squared(task: tuple[int, str]) -> int:
    """A square; whoever is given the marker of a death for the first time is killed at it."""
    number, marker = task
    if marker and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number**2
