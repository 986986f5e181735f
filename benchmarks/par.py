"""Our par compared with DDS: the score and the contracts of random deals with every dealer and vulnerability.

`--write FILE` stores the deals, one for each board, with DDS's results, for `tests/laws/test_par.py`.
"""

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

from endplay.dds import calc_all_tables
from endplay.dds import par as par_by_dds
from endplay.dds.ddtable import DDTable
from endplay.types import Deal as DdsDeal
from endplay.types import Denom, Player, Vul

from overtrick.core.laws.par import Par, Tricks, par
from overtrick.core.model.boards import Board, Vulnerability
from overtrick.core.model.cards import RANKS, Deal
from overtrick.core.model.contracts import Contract, Doubling, Strain
from overtrick.core.model.results import PlayedContract
from overtrick.core.model.seats import CLOCKWISE, Seat

AT_ONCE = 40
"""The most deals that DDS solves in one call."""
STRAINS = {
    Strain.CLUBS: Denom.clubs, Strain.DIAMONDS: Denom.diamonds, Strain.HEARTS: Denom.hearts,
    Strain.SPADES: Denom.spades, Strain.NOTRUMP: Denom.nt,
}  # fmt: skip
BACK = {denom: strain for strain, denom in STRAINS.items()}
VULNERABLE = {
    Vulnerability.NONE: Vul.none, Vulnerability.NS: Vul.ns, Vulnerability.EW: Vul.ew, Vulnerability.ALL: Vul.both,
}  # fmt: skip


def deals(count: int, seed: int) -> list[Deal]:
    """Random deals."""
    dice = random.Random(seed)
    found = []
    for _ in range(count):
        cards = [(suit, rank) for suit in range(4) for rank in RANKS]
        dice.shuffle(cards)
        hands = {
            seat: ".".join("".join(r for s, r in cards[13 * at : 13 * at + 13] if s == suit) for suit in range(4))
            for at, seat in enumerate(CLOCKWISE)
        }
        found.append(Deal.of(hands))
    return found


def solved(dealt: list[Deal]) -> Iterator[tuple[Deal, DDTable, Tricks]]:
    """Each deal with DDS's table, and that as tricks."""
    for at in range(0, len(dealt), AT_ONCE):
        batch = dealt[at : at + AT_ONCE]
        tables = calc_all_tables([DdsDeal(str(deal)) for deal in batch])
        for deal, table in zip(batch, tables, strict=True):
            tricks = {
                (seat, strain): table[STRAINS[strain], Player.find(seat.value)] for seat in Seat for strain in Strain
            }
            yield deal, table, tricks


def by_dds(table: DDTable, board: Board) -> Par:
    """Par by DDS."""
    told = par_by_dds(table, VULNERABLE[board.vulnerability], Player.find(board.dealer.value))
    results = []
    for each in told:
        doubling = Doubling.DOUBLED if each.penalty.name == "doubled" else Doubling.UNDOUBLED
        contract = Contract(each.level, BACK[each.denom], Seat(each.declarer.abbr), doubling)
        results.append(PlayedContract(contract, contract.needed + each.result))
    return Par(told.score, tuple(results))


def same(one: Par, other: Par) -> bool:
    """Whether both have the same score by the same contracts."""
    return one.ns == other.ns and set(map(str, one.contracts)) == set(map(str, other.contracts))


def main() -> None:
    """Compare, and print the result."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--deals", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=16)
    asked.add_argument("--write", type=Path)
    given = asked.parse_args()
    begun, ours, asked_for, faults = time.perf_counter(), 0.0, 0, 0
    lines = []
    for at, (deal, table, tricks) in enumerate(solved(deals(given.deals, given.seed)), start=1):
        for vulnerability in Vulnerability:
            for dealer in Seat:
                board = Board(at, dealer, vulnerability)
                told = by_dds(table, board)
                start = time.perf_counter()
                own = par(tricks, board)
                ours += time.perf_counter() - start
                asked_for += 1
                if not same(own, told):
                    faults += 1
                    print(f"{deal} {dealer} {vulnerability}: {own} but DDS {told}")
        told = by_dds(table, Board.from_number(at))
        numbers = " ".join(str(tricks[seat, strain]) for seat in CLOCKWISE for strain in Strain)
        lines.append("\t".join((str(deal), numbers, str(told.ns), "; ".join(sorted(map(str, told.contracts))))))
    if given.write:
        given.write.write_text("\n".join(lines) + "\n")
    print(
        f"{given.deals} deals, seed {given.seed}: {asked_for} pars, {faults} differ from DDS; "
        f"{time.perf_counter() - begun:.0f} s, of which ours {1e6 * ours / asked_for:.0f} µs a par"
    )


if __name__ == "__main__":
    main()
