"""A wheel with one rule changed serves every golden book with its old numbers, and shows first what adopting does."""

import json
import lzma
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from golden.stated import stated
from housekeeping.test_wheel import ROOT, run

pytestmark = pytest.mark.slow

GOLDEN = ROOT / "tests" / "golden"
RULE = "overtrick/rulebook/nsw-swiss-pairs/scoring.toml"
PROGRAM = "import sys; sys.path.insert(0, {home!r}); from overtrick.cli import main; main()"


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this source with one number of one rule changed, unpacked as an installation has it."""
    built = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", built, cwd=ROOT)
    (wheel,) = built.glob("overtrick-*.whl")
    home = tmp_path_factory.mktemp("other")
    with zipfile.ZipFile(wheel) as content:
        content.extractall(home)
    rule = home / RULE
    text = rule.read_text(encoding="utf-8")
    assert 'share = "1/10"' in text
    rule.write_text(text.replace('share = "1/10"', 'share = "1/3"', 1), encoding="utf-8")
    return home


def test_a_wheel_with_one_rule_changed(other: Path, tmp_path: Path) -> None:
    def ask(*words: str) -> str:
        return run(sys.executable, "-c", PROGRAM.format(home=str(other)), *words, cwd=tmp_path)

    assert ask("rules", "editions", "--json") != run(sys.executable, "-m", "overtrick", "rules", "editions", "--json")
    shutil.copy(GOLDEN / "books" / "club-swiss-teams.toml", tmp_path)
    for packed in sorted((GOLDEN / "books").glob("*.jsonl.xz")):
        name = packed.name.removesuffix(".jsonl.xz")
        book = tmp_path / f"{name}.jsonl"
        book.write_bytes(lzma.decompress(packed.read_bytes()))
        ask("rules", "keep", str(GOLDEN / "editions" / "first.zip"), "--book", str(book))
        wanted = (GOLDEN / "standings" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        assert list(stated(ask, str(book))) == wanted, name
    congress = str(tmp_path / "congress.jsonl")
    before = Path(congress).read_bytes()
    shown = json.loads(ask("rules", "adopt", congress, "--json"))
    assert (shown["posted"], Path(congress).read_bytes() == before) == (False, True)
    assert any(row["total_was"] != row["total"] for row in shown["changes"])
    assert any(row["place_was"] != row["place"] for row in shown["changes"])
    ask("rules", "adopt", congress, "--clause", "NSWSP 1.4", "--reason", "a misprint", "--yes")
    now = {row["contestant"]: row["total"] for row in json.loads(ask("standings", congress, "--json"))["fields"]["all"]}
    assert all(now[row["contestant"]] == row["total"] for row in shown["changes"])
