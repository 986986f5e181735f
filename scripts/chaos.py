"""Break things while results come in, and check that nothing is lost, doubled, changed or kept although it was refused.

    python scripts/chaos.py server --minutes 60 --times 1000 --seed 7
    python scripts/chaos.py cluster --times 3 --pause 1
    python scripts/chaos.py connector --times 6 --tables 4 --seed 3
    python scripts/chaos.py venue --times 5 --seed 3

The modules `chaos_server`, `chaos_cluster`, `chaos_connector` and `chaos_venue` say what each kind breaks and checks;
`python scripts/chaos.py KIND --help` lists its options. It fails if the check finds anything.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from chaos_cluster import ClusterTrial
from chaos_connector import ConnectorTrial
from chaos_server import ServerTrial
from chaos_venue import VenueTrial
from trials import Trial

KINDS: dict[str, type[Trial]] = {
    "server": ServerTrial,
    "cluster": ClusterTrial,
    "connector": ConnectorTrial,
    "venue": VenueTrial,
}
HELP = {
    "--times": "how many faults; the server and the cluster have rarer ones beside them",
    "--minutes": "over which the faults are spread",
    "--seed": "of the order of the faults",
    "--events": "of the congress",
    "--tables": "of each event",
    "--workers": "processes of the server",
    "--pause": "seconds between a client's messages",
    "--port": "of the server; further services take the next ones",
}


def main(words: Sequence[str] | None = None) -> int:
    """Run one kind; return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    for name, kind in KINDS.items():
        each = kinds.add_parser(name, description=kind.__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
        for option, usual in kind.options.items():
            names = ["--times", "--kills"] if option == "times" else [f"--{option}"]
            each.add_argument(*names, type=type(usual), default=usual, help=HELP[names[0]])
        each.add_argument("--keep", type=Path, help="a folder for the history, the books and the logs")
    asked = parser.parse_args(words)
    with ExitStack() as stack:
        folder = asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="overtrick-chaos-")))
        folder.mkdir(parents=True, exist_ok=True)
        return KINDS[asked.kind](asked, folder, stack).run()


if __name__ == "__main__":
    sys.exit(main())
