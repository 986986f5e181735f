"""Limits on a match score, which may differ for wins and losses."""

from dataclasses import dataclass
from functools import lru_cache

from overtrick.core.errors import NoScale
from overtrick.core.exact import Exact
from overtrick.core.provenance import IMPS, Clause, Derivation, Figure
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class Cap:
    """The most that can be won, and lost, in a match of this many boards."""

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
        """The limits of a match of this many boards."""
        for cap in self.caps:
            if cap.boards == boards:
                return cap
        if self.per_board is not None:
            return Cap(boards, self.per_board[0] * boards, self.per_board[1] * boards)
        lengths = ", ".join(str(cap.boards) for cap in self.caps)
        raise NoScale(
            "The rule sets no limits for matches of {boards:#board}, only for {lengths}",
            clause=self.clause,
            remedy="Play matches of one of these lengths.",
            boards=boards,
            lengths=lengths,
        )


def cap_score(net: Figure[Exact], boards: int, rule: CapRule) -> Figure[Exact]:
    """A match score kept within its limits; each side is limited separately.

    >>> rule = CapRule("its", Clause("ITS21", "OITS.final-caps"), (Cap(16, 32, 40),))
    >>> [cap_score(Figure(n, IMPS, rule.clause), 16, rule).value for n in (35, -35, -41)]
    [32, -35, -40]
    """
    cap = rule.cap(boards)
    value = max(min(net.value, cap.win), -cap.loss)
    note = phrase("within the limits") if value == net.value else phrase("capped from {net}", net=net)
    most, least = _limits(cap, rule.clause)
    return Figure(
        value,
        IMPS,
        rule.clause,
        (net, least, most),
        phrase("{note} ({least} to {most})", note=note, most=most, least=least),
        Derivation.BETWEEN,
    )


@lru_cache(maxsize=256)
def _limits(cap: Cap, clause: Clause) -> tuple[Figure[Exact], Figure[Exact]]:
    """The maximum and the minimum score of a match as figures, cached because matches of one length share them."""
    return Figure(cap.win, IMPS, clause, (), phrase("maximum")), Figure(-cap.loss, IMPS, clause, (), phrase("minimum"))
