"""Half a minute of `just kills`: processes of a real server and of its PostgreSQL die while results come in."""

import random
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import psycopg
import pytest
from history import History
from kills import Run
from rig import Cluster, Congress, Server

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


@dataclass
class SlowToBeAsked:
    """A database to which there is no line at first; then it is not reached; then a line has just left."""

    victim: int
    left: int
    asked: int = 0

    def backends(self) -> list[int]:
        self.asked += 1
        if self.asked == 2:
            raise psycopg.OperationalError
        return {1: [], 3: [self.left]}.get(self.asked, [self.victim])

    def answers(self) -> bool:
        return True


def test_a_process_of_the_database_is_waited_for_until_one_is_killed(tmp_path: Path) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    victim = subprocess.Popen(["sleep", "60"])
    database = SlowToBeAsked(victim.pid, gone.pid)
    run = Run(
        port=0, server=Server(0, 1, tmp_path / "log"), cluster=cast("Cluster", database), dice=random.Random(1),
        congress=Congress((), "", 0, "", ""), history=History(tmp_path / "history"), pause=1.0,
    )  # fmt: skip
    run._backend()
    run.history.close()
    assert victim.wait(10) == -signal.SIGKILL
    assert (run.killed["backend"], database.asked) == (1, 4)
