"""The one file for a laptop: it runs with a bare Python, unpacks itself once, and says for which Python it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from single_file import needed, write

from housekeeping.test_wheel import FEW

pytestmark = pytest.mark.slow


def test_what_the_program_needs_is_what_the_wheel_brings() -> None:
    assert {name.replace("_", "-") for name in needed(["overtrick"])} <= FEW


def test_it_is_made_with_nothing_but_what_the_program_needs(tmp_path: Path) -> None:
    """A user has neither packaging nor hatchling: only pip, which brings the first with it."""
    without = "import sys; sys.modules['packaging'] = sys.modules['hatchling'] = None; import single_file"
    made = f"{without}; print(single_file.write(single_file.Path({str(tmp_path / 'overtrick.pyz')!r}), ()))"
    scripts = Path(__file__).parents[2] / "scripts"
    ran = subprocess.run([sys.executable, "-c", made], cwd=scripts, capture_output=True, text=True, check=True)
    assert int(ran.stdout) > 500


def test_it_runs_with_a_bare_python_and_unpacks_once(tmp_path: Path) -> None:
    target = tmp_path / "overtrick.pyz"
    assert write(target, ()) > 500
    bare = os.path.realpath(sys.executable)
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": os.environ["PATH"]}
    for _ in range(2):
        asked = [bare, "-I", "-S", str(target), "score", "--board", "13", "4SX S +1"]
        ran = subprocess.run(asked, env=home, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert "+990" in ran.stdout
        assert len(list((tmp_path / "cache" / "overtrick").iterdir())) == 1
    asked = [bare, "-I", "-S", str(target), "--rulebook", "gold-cup", "rules", "describe", "gold-cup/gold-cup"]
    ran = subprocess.run(asked, env=home, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "Gold Cup" in ran.stdout
    assert str(Path(__file__).parents[2]).encode() not in target.read_bytes()
