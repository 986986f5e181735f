"""Puts faults into a copy of the core one at a time, and shows that the second scorer finds each.

    python scripts/seeded_faults.py              # all of them, with what was found: `just seeded-faults`
    python scripts/seeded_faults.py "IMP scale"  # some of them, by a part of their names

A fault is a piece of a module's text and its replacement. The faulty copy calculates the standings of a correct book;
for a fault in a draw it plays the book itself. The exit code says whether any fault was missed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
TIMEOUT = 600


@dataclass(frozen=True)
class Fault:
    """A fault, and a book on which it shows; with *plays* the faulty program plays the book."""

    name: str
    module: str
    sound: str
    faulty: str
    event: str
    entries: int
    seed: int = 1
    plays: bool = False


NSWSP, OPEN, OITS = ("nsw-swiss-pairs/congress", 13), ("anc-2026/open-butler", 20), ("nsw-its-2021/oits", 18)
TEAMS = ("anc-2026/interstate-open", 7)
CONTRACTS = ("every contract", 0)
"""Instead of a book, every contract: no rehearsed table makes a doubled overtrick."""

FAULTS = (
    Fault(
        "datum drops one score too many",
        "scoring/datum.py",
        "min(self.count, (scores",
        "min(self.count + 1, (scores",
        *OPEN,
    ),
    Fault(
        "a tenth of the scores rounded down",
        "scoring/datum.py",
        "self.whole.whole(scores * self.share)",
        "int(scores * self.share)",
        *NSWSP,
    ),
    Fault(
        "datum not rounded",
        "scoring/datum.py",
        "exact if rule.round_to is None else",
        "exact if rule.round_to else",
        *NSWSP,
    ),
    Fault(
        "forms of a fouled board not kept apart",
        "event/score/boards.py",
        'if foul is not None else ("", None)',
        'if foul == 0 else ("", None)',
        "anc-2026/welcome-pairs",
        24,
        0,
    ),
    Fault(
        "a bye brings nothing",
        "scoring/unplayed.py",
        "if rule.a_board else rule.worth\n",
        "if rule.a_board else 0\n",
        *TEAMS,
    ),
    Fault(
        "penalties added",
        "ranking/measures.py",
        "self.scored + self.penalised",
        "self.scored - self.penalised",
        *NSWSP,
    ),
    Fault(
        "tie-breaks prefer the worse",
        "ranking/chain.py",
        "reverse=step.better is Better.MORE",
        'reverse=(step.better is Better.MORE) == (str(step.by) == "total")',
        "nsw-its-2021/oits",
        40,
        0,
    ),
    Fault(
        "carry-over of the rank above",
        "ranking/carry_over.py",
        "rule.amounts[place - 1]",
        "rule.amounts[place - 2]",
        *OPEN,
    ),
    Fault(
        "scale of a match one board longer",
        "scales/types.py",
        "column = self.column(boards)\n",
        "column = self.column(boards + 1) or self.column(boards)\n",
        *NSWSP,
    ),
    Fault(
        "arrow-switch ignored",
        "event/score/cards.py",
        "(line.ew, line.ns) if switched",
        "(line.ns, line.ew) if switched",
        *OITS,
    ),
    Fault(
        "a substitute's score not capped",
        "scoring/stand_ins.py",
        "max(min(own.value, upper), lower)",
        "max(own.value, lower)",
        "sabf-2020/state-open-pairs",
        14,
        0,
    ),
    Fault(
        "scores of a wiped pair kept",
        "event/play/stage.py",
        "any(map(self.has_cancelled_scores, seating.names))",
        "any(map(self.has_cancelled_scores, ()))",
        *OITS,
    ),
    Fault(
        "least instead of greatest for a forfeit",
        "scoring/unplayed.py",
        "_round_value(max(each.value",
        "_round_value(min(each.value",
        "sabf-2020/gnot-monday",
        12,
        0,
    ),
    Fault(
        "IMP scale: 380 for 9 IMPs",
        "laws/imps.py",
        "320, 370, 430",
        "320, 380, 430",
        *TEAMS,
    ),
    Fault(
        "board 13 with nobody vulnerable",
        "model/boards.py",
        "_ROUND[(place + place // 4) % 4])",
        "Vulnerability.NONE if number == 13 else _ROUND[(place + place // 4) % 4])",
        *TEAMS,
    ),
    Fault(
        "doubled overtricks 80 each",
        "laws/score.py",
        "(100 if vulnerable else 50) * doubling.factor",
        "(100 if vulnerable else 40) * doubling.factor",
        *CONTRACTS,
    ),
    Fault(
        "cross-IMPs divided by one too few",
        "scoring/cross_imps.py",
        "                return results\n",
        "                return max(1, results - 1)\n",
        *OITS,
    ),
    Fault(
        "the last lucky losers instead of the first",
        "draws/lucky_losers.py",
        "not in barred][:places]",
        "not in barred][-places:]",
        "gnot-nsw-2018/gnot",
        21,
        1,
        plays=True,
    ),
    Fault(
        "a shared match scored from the other side",
        "scoring/teams.py",
        "return _credit(sitting_ns.ns, sitting_ew.ew, 1, by)",
        "return _credit(sitting_ns.ns, sitting_ew.ew, -1, by)",
        "sabf-2020/swiss-teams",
        7,
    ),
    Fault(
        "missing results not made up for",
        "laws/matchpoints.py",
        "factor * (matchpoints_in_group + 1) - 1",
        "matchpoints_in_group",
        "anc-2026/novice-pairs",
        9,
    ),
    Fault(
        "rematches allowed",
        "draws/meetings.py",
        "return self._met.get(contestant, {})",
        "return {}",
        "nsw-swiss-pairs/congress",
        8,
        1,
        plays=True,
    ),
    Fault(
        "losses not limited",
        "scoring/caps.py",
        "max(min(net.value, cap.win), -cap.loss)",
        "min(net.value, cap.win)",
        "nsw-its-2021/wits",
        8,
    ),
)


def run(source: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run this file's own commands with the product in a folder."""
    environment = {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{ROOT / 'tests'}", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, __file__, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=TIMEOUT)


def occurrences(fault: Fault) -> int:
    """How many times the sound text of a fault occurs in its module; exactly once if the fault can be seeded."""
    return (ROOT / "src" / "overtrick" / "core" / fault.module).read_text(encoding="utf-8").count(fault.sound)


def find(fault: Fault, folder: Path) -> Iterator[str]:
    """Every difference that a fault makes; an error counts as one."""
    source, sound = folder / "src", folder / f"{fault.event.replace('/', '-')}-{fault.entries}-{fault.seed}.jsonl"
    asked = fault.event, str(fault.entries), str(fault.seed)
    if not sound.exists() and fault.event != CONTRACTS[0]:
        run(ROOT / "src", "--play", str(sound), *asked)
    module = source / "overtrick" / "core" / fault.module
    text = module.read_text(encoding="utf-8")
    if occurrences(fault) != 1:
        raise SystemExit(f"{fault.name}: {fault.module} has its text {occurrences(fault)} times")
    module.write_text(text.replace(fault.sound, fault.faulty), encoding="utf-8")
    try:
        book = folder / "faulty.jsonl" if fault.plays else sound
        if fault.plays:
            book.unlink(missing_ok=True)
            run(source, "--play", str(book), *asked)
        done = run(source, "--contracts") if fault.event == CONTRACTS[0] else run(source, "--compare", str(book))
    finally:
        module.write_text(text, encoding="utf-8")
    yield from json.loads(done.stdout) if done.returncode == 0 else [done.stderr.strip().splitlines()[-1]]


def seen(names: list[str]) -> Iterator[tuple[Fault, list[str]]]:
    """Each fault with the differences it makes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ignored = shutil.ignore_patterns("__pycache__", "*.po", "*.pot")
        shutil.copytree(ROOT / "src" / "overtrick", folder / "src" / "overtrick", ignore=ignored)
        for fault in FAULTS:
            if not names or any(part in fault.name for part in names):
                yield fault, list(find(fault, folder))


def main() -> int:
    """Seed the faults, and print the differences found for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of the names of faults (default: all)")
    parser.add_argument(
        "--play", nargs=4, metavar=("BOOK", "EVENT", "ENTRIES", "SEED"), help="play a book, and no more"
    )
    parser.add_argument("--compare", metavar="BOOK", help="compare a book, and no more")
    parser.add_argument("--contracts", action="store_true", help="compare the scores of every contract, and no more")
    given = parser.parse_args()
    if given.play or given.compare or given.contracts:
        from second.comparison import compare, compare_contracts, simulate

        if given.contracts:
            print(json.dumps([str(each) for each in compare_contracts()]))
        elif given.play:
            path, event, entries, seed = given.play
            simulate(Path(path), event, int(entries), int(seed))
        else:
            print(json.dumps([str(each) for each in compare(Path(given.compare))]))
        return 0
    unseen = 0
    for fault, found in seen(given.names):
        unseen += not found
        print(
            f"{'found ' if found else 'UNSEEN'} {len(found):4}  {fault.name}: {found[0] if found else ''}"[:200],
            flush=True,
        )
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
