"""Limits on a match score, which may differ for wins and losses."""

from dataclasses import dataclass
from functools import lru_cache

from overtrick.core.errors import NoScale
from overtrick.core.exact import Exact
from overtrick.core.provenance import IMPS, Clause, Figure, Made
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class Cap:
    """The most a match of so many boards may bring, won or lost."""

    boards: int
    win: Exact
    loss: Exact


@dataclass(frozen=True, slots=True)
class CapRule:
    """A regulation's limits by match length, or *per_board* (win, loss) for any length."""

    id: str
    clause: Clause
    caps: tuple[Cap, ...] = ()
    per_board: tuple[Exact, Exact] | None = None

    def cap(self, boards: int) -> Cap:
        """The limits of a match of so many boards."""
        for cap in self.caps:
            if cap.boards == boards:
                return cap
        if self.per_board is not None:
            return Cap(boards, self.per_board[0] * boards, self.per_board[1] * boards)
        lengths = ", ".join(str(cap.boards) for cap in self.caps)
        raise NoScale(
            "There is no limit for matches of {boards} boards, only for {lengths}",
            clause=str(self.clause),
            remedy="The director sets the limits for this length.",
            boards=boards,
            lengths=lengths,
        )


def capped(net: Figure[Exact], boards: int, rule: CapRule) -> Figure[Exact]:
    """A match score within its limits; the two sides are limited each on its own.

    >>> rule = CapRule("its", Clause("ITS21", "OITS.final-caps"), (Cap(16, 32, 40),))
    >>> [capped(Figure(n, IMPS, rule.clause), 16, rule).value for n in (35, -35, -41)]
    [32, -35, -40]
    """
    cap = rule.cap(boards)
    value = max(min(net.value, cap.win), -cap.loss)
    note = phrase("within the limits") if value == net.value else phrase("limited from {net}", net=net)
    most, least = _limits(cap, rule.clause)
    return Figure(
        value,
        IMPS,
        rule.clause,
        (net, least, most),
        phrase("{note} of {most} and {least}", note=note, most=most, least=least),
        Made.BETWEEN,
    )


@lru_cache(maxsize=256)
def _limits(cap: Cap, clause: Clause) -> tuple[Figure[Exact], Figure[Exact]]:
    """The most and the least that a match can bring, as figures; every match of a length has the same."""
    return Figure(cap.win, IMPS, clause, (), phrase("the most")), Figure(
        -cap.loss, IMPS, clause, (), phrase("the least")
    )
