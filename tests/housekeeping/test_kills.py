"""Half a minute of `just kills`: processes of a real server and of its PostgreSQL die while results come in."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from web.servers import free_port

SCRIPT = Path(__file__).parents[2] / "scripts" / "kills.py"


POSTGRES = list(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or shutil.which("pg_config")


@pytest.mark.slow
@pytest.mark.skipif(not POSTGRES, reason="no PostgreSQL programs here to make a cluster that may be killed")
def test_nothing_acknowledged_is_lost_or_doubled_when_processes_and_the_database_are_killed() -> None:
    words = ["--minutes", "0.3", "--kills", "6", "--events", "1", "--workers", "2", "--pause", "0.2"]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words, "--port", str(free_port())], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lost 0; doubled 0;" in done.stdout
    killed = done.stdout.split("killed in", 1)[1].splitlines()[0]
    assert "6 worker, 1 backend, 1 " in killed, killed
