"""A newcomer's laptop: an empty folder, `overtrick serve` typed into a terminal, and nothing set."""

import errno
import os
import re
import struct
import subprocess
import sys
import threading
from pathlib import Path

from web.installation import Installation
from web.servers import wait_until

_OURS = ("DATABASE_URL", "OVERTRICK_", "DJANGO_")
_COLOURS = re.compile(r"\033\[[\d;]*m")
ROWS, COLUMNS = 40, 100


class Laptop(Installation):
    """The server in a terminal, for all the room, with its books in a file in that folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(1, database="none", host="0.0.0.0")  # noqa: S104 - what phones need
        self.folder = folder

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of ours is set."""
        own = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
        return {**own, "TERM": "xterm-256color"}

    def start(self) -> None:
        """Type the command, and wait until it is well; what the terminal shows is kept on."""
        import fcntl
        import pty  # Unix alone has terminals that a program can stand in for
        import termios

        near, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        command = [sys.executable, "-m", "overtrick", "serve", "--host", self.host, "--port", str(self.port)]
        self.process = subprocess.Popen(
            command, cwd=self.folder, env=self.environment, stdin=far, stdout=far, stderr=far, start_new_session=True
        )
        os.close(far)
        threading.Thread(target=self._watch, args=(near,), daemon=True).start()
        wait_until(lambda: self.status("/health") == 200, 120)
        wait_until(lambda: "First run" in self.said, 10)

    def _watch(self, terminal: int) -> None:
        """Read what the terminal shows, until nobody writes to it any more."""
        with os.fdopen(terminal, "rb", buffering=0) as shown:
            while True:
                try:
                    piece = shown.read(65536)
                except OSError as fault:
                    if fault.errno == errno.EIO:  # how Linux says that the other end is closed
                        return
                    raise
                if not piece:
                    return
                self.said += piece.decode("utf-8", "replace").replace("\r\n", "\n")

    @property
    def code(self) -> list[str]:
        """The lines of the code in the terminal, as they are drawn; each must say its colours."""
        lines = [line for line in self.said.split("\n") if re.search("[█▀▄]", line)]
        assert all(line.startswith("\033[97;40m") and line.endswith("\033[0m") for line in lines), "white on black"
        return [_COLOURS.sub("", line) for line in lines]
