"""The demo as a process of its own, for tests that ask it."""

import http.client
import os
import re
import subprocess
import sys
from pathlib import Path

from web.servers import free_port

_OURS = {"DATABASE_URL", "OVERTRICK_DATA", "OVERTRICK_SECRET", "OVERTRICK_LOG", "DJANGO_SETTINGS_MODULE"}


class Running:
    """The demo in a process of its own, on SQLite."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        environment = {name: value for name, value in os.environ.items() if name not in _OURS}
        command = [sys.executable, "-m", "overtrick", "demo", "--port", str(self.port), "--pace", "0.2"]
        self.out, self.err = folder / "out", folder / "err"
        with self.out.open("w") as out, self.err.open("w") as err:
            self.process = subprocess.Popen(
                command, env={**environment, "TMPDIR": str(folder)}, cwd=folder, stdout=out, stderr=err,
                start_new_session=True,
            )  # fmt: skip

    def ask(self, path: str) -> tuple[int, str]:
        """The status and the text of a page; 0 if nobody answers."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            line.request("GET", path)
            answer = line.getresponse()
            return answer.status, answer.read().decode()
        except OSError:
            return 0, ""
        finally:
            line.close()

    def last(self) -> int:
        """The number of the posting that the Swiss stands at."""
        found = re.search(r'data-number="(\d+)"', self.ask("/e/swiss-pairs/")[1])
        return int(found[1]) if found else 0
