"""The solver, in a process of its own: deals come in a line each, and each goes out again with its twenty numbers.

It is kept apart because it takes a core for half a second a deal and a lot of memory, and no page should feel that.
Started as `python -m overtrick.double_dummy.solver`; it ends with its input.
"""

import os
import sys
from collections.abc import Iterable, Iterator

from overtrick.core.model.contracts import Strain
from overtrick.core.model.seats import CLOCKWISE

LAST_IN_LINE = 15
"""How far the process stands back for others."""


def solved(deals: Iterable[str]) -> Iterator[str]:
    """Each deal with its tricks: seats clockwise from North, and for each the strains from clubs up."""
    from endplay.dds import calc_dd_table
    from endplay.types import Deal, Denom, Player

    strains = {
        Strain.CLUBS: Denom.clubs, Strain.DIAMONDS: Denom.diamonds, Strain.HEARTS: Denom.hearts,
        Strain.SPADES: Denom.spades, Strain.NOTRUMP: Denom.nt,
    }  # fmt: skip
    for deal in deals:
        table = calc_dd_table(Deal(deal))
        numbers = [table[strains[strain], Player.find(seat.value)] for seat in CLOCKWISE for strain in Strain]
        yield f"{deal}\t{' '.join(map(str, numbers))}"


def main() -> None:
    """Solve what comes in until there is no more."""
    if hasattr(os, "nice"):
        os.nice(LAST_IN_LINE)
    for line in solved(each.strip() for each in sys.stdin):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
