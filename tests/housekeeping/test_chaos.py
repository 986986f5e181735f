"""A little of `just kills` and `just venue-cuts`: processes die and lines break while results come in."""

import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import psycopg
import pytest
from chaos_server import kill_backend
from rig import Cluster, free_port

SCRIPT = Path(__file__).parents[2] / "scripts" / "chaos.py"
POSTGRES = list(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or shutil.which("pg_config")
own_cluster = pytest.mark.skipif(
    not POSTGRES, reason="no PostgreSQL programs here to make a cluster that may be killed"
)


def chaos(*words: str) -> str:
    """What a run that found no fault has printed."""
    command = [sys.executable, str(SCRIPT), *words, "--port", str(free_port())]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@own_cluster
@pytest.mark.slow
def test_nothing_acknowledged_is_lost_or_doubled_when_processes_and_the_database_are_killed() -> None:
    printed = chaos(
        "server", "--minutes", "0.3", "--kills", "6", "--events", "1", "--workers", "2", "--pause", "0.2"
    )  # fmt: skip
    assert "lost 0; doubled 0;" in printed
    killed = printed.split("broken in", 1)[1].splitlines()[0]
    assert "1 backend, 1 " in killed
    assert "6 worker" in killed


@own_cluster
def test_nothing_is_lost_or_doubled_and_no_two_lead_whatever_breaks(tmp_path: Path) -> None:
    printed = chaos("venue", "--times", "5", "--seed", "3", "--keep", str(tmp_path))
    assert "lost 0; doubled 0;" in printed
    assert "led by another 0" in printed


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


def test_a_process_of_the_database_is_waited_for_until_one_is_killed() -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    victim = subprocess.Popen(["sleep", "60"])
    database = SlowToBeAsked(victim.pid, gone.pid)
    assert kill_backend(cast("Cluster", database)) == "backend"
    assert victim.wait(10) == -signal.SIGKILL
    assert database.asked == 4
