"""The solver, in a process of its own: it reads lines of several deals and writes each deal with its twenty numbers.

It is separate because it takes a core for half a second per deal and a lot of memory, which would slow down pages.
Start it with `python -m overtrick.double_dummy.solver`; it ends at the end of its input.
"""

import os
import sys
from collections.abc import Iterator, Sequence

from overtrick.core.model.contracts import Strain
from overtrick.core.model.seats import CLOCKWISE
from overtrick.double_dummy.process import READY

LAST_IN_LINE = 15
"""The niceness of the process, so that other processes go first."""


def solve_deals(deals: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each deal with its tricks: seats clockwise from North, and for each the strains from clubs up."""
    from endplay.dds import calc_all_tables
    from endplay.types import Deal, Denom, Player

    strains = {
        Strain.CLUBS: Denom.clubs, Strain.DIAMONDS: Denom.diamonds, Strain.HEARTS: Denom.hearts,
        Strain.SPADES: Denom.spades, Strain.NOTRUMP: Denom.nt,
    }  # fmt: skip
    for deal, table in zip(deals, calc_all_tables([Deal(each) for each in deals]), strict=True):
        numbers = [table[strains[strain], Player.find(seat.value)] for seat in CLOCKWISE for strain in Strain]
        yield deal, " ".join(map(str, numbers))


def main() -> None:
    """Solve deals until the input ends."""
    if hasattr(os, "nice"):
        os.nice(LAST_IN_LINE)
    import endplay.dds  # noqa: F401 - load the library before saying READY, or end here

    sys.stdout.write(f"{READY}\n")
    sys.stdout.flush()
    for line in sys.stdin:
        for deal, numbers in solve_deals(line.strip().split("\t")):
            sys.stdout.write(f"{deal}\t{numbers}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
