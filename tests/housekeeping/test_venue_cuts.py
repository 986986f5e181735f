"""Some of `just venue-cuts`: two servers, a line that breaks, kills, and changes of the lead, by a seed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from web.servers import free_port

SCRIPT = Path(__file__).parents[2] / "scripts" / "venue_cuts.py"
POSTGRES = list(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or shutil.which("pg_config")


@pytest.mark.skipif(not POSTGRES, reason="no PostgreSQL programs here to make a cluster that may be killed")
def test_nothing_is_lost_or_doubled_and_no_two_lead_whatever_breaks(tmp_path: Path) -> None:
    words = ["--times", "5", "--seed", "3", "--keep", str(tmp_path), "--port", str(free_port())]
    done = subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 faults" in done.stdout
