"""The solver, in a process of its own: deals come in, some on a line, and each goes out with its twenty numbers.

It is kept apart because it takes a core for half a second a deal and a lot of memory, and no page should feel that.
Started as `python -m overtrick.double_dummy.solver`; it ends with its input.
"""

import os
import sys
from collections.abc import Iterator, Sequence

from overtrick.core.model.contracts import Strain
from overtrick.core.model.seats import CLOCKWISE
from overtrick.double_dummy.process import READY

LAST_IN_LINE = 15
"""How far the process stands back for others."""


def solved(deals: Sequence[str]) -> Iterator[tuple[str, str]]:
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
    """Solve what comes in until there is no more."""
    if hasattr(os, "nice"):
        os.nice(LAST_IN_LINE)
    import endplay.dds  # noqa: F401 - so that it is ready, or ends here

    sys.stdout.write(f"{READY}\n")
    sys.stdout.flush()
    for line in sys.stdin:
        for deal, numbers in solved(line.strip().split("\t")):
            sys.stdout.write(f"{deal}\t{numbers}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
