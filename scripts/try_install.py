"""Try an installed Overtrick: its version, a score, a body's event by name, and a server with books in files.

    python scripts/try_install.py .venv/bin/overtrick
    python scripts/try_install.py python dist/overtrick.pyz

It runs outside the source, in an empty folder, without settings of ours.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ASKED = (
    (("--version",), "overtrick"),
    (("score", "--board", "13", "4SX S +1"), "990"),
    (("--rulebook", "gold-cup", "rules", "describe", "gold-cup/gold-cup"), "Gold Cup"),
)
"""Commands, and what their answers contain."""
PATIENCE = 120
"""Seconds in which the server must answer."""


def answers(command: list[str], folder: str, settings: dict[str, str]) -> bool:
    """Whether every command answers as it should."""
    good = True
    for words, wanted in ASKED:
        done = subprocess.run([*command, *words], cwd=folder, env=settings, capture_output=True, check=False)
        told = done.stdout.decode("utf-8", "replace") + done.stderr.decode("utf-8", "replace")
        right = done.returncode == 0 and wanted in told
        print(f"{'ok' if right else 'FAILED'}  overtrick {' '.join(words)}" + ("" if right else f"\n{told}"))
        good = good and right
    return good


def serves(command: list[str], folder: str, settings: dict[str, str]) -> bool:
    """Whether a server starts on an empty folder, shows its front page, and ends."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([*command, "serve", "--port", str(port)], cwd=folder, env=settings)
    status = 0
    try:
        until = time.monotonic() + PATIENCE
        while not status and time.monotonic() < until and server.poll() is None:
            try:
                with urlopen(f"http://127.0.0.1:{port}/", timeout=10) as page:
                    status = page.status
            except (URLError, OSError):
                time.sleep(0.5)
    finally:
        if os.name == "nt":  # a .cmd file and the Python it started
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(server.pid)], check=False)
        else:
            server.terminate()
        server.wait(30)
    print(f"{'ok' if status == 200 else 'FAILED'}  overtrick serve: {status or 'no answer'}")
    return status == 200


def main() -> int:
    """Try the command given; the exit code says whether all of it works."""
    command = [shutil.which(sys.argv[1]) or sys.argv[1], *sys.argv[2:]]
    command = [str(Path(word).absolute()) if Path(word).is_file() else word for word in command]
    hidden = ("OVERTRICK", "DATABASE_URL", "PYTHONPATH", "DJANGO_")
    settings = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    with tempfile.TemporaryDirectory(prefix="overtrick-try-", ignore_cleanup_errors=True) as folder:
        return 0 if answers(command, folder, settings) and serves(command, folder, settings) else 1


if __name__ == "__main__":
    sys.exit(main())
