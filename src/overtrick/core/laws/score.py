"""Law 77: the score in points of a contract and its tricks."""

from functools import cache, lru_cache

from overtrick.core.errors import ResultRefused
from overtrick.core.exact import with_minus
from overtrick.core.model.boards import Board, Vulnerability
from overtrick.core.model.contracts import Doubling, Strain
from overtrick.core.model.results import PassedOut, PlayedContract, PointsResult, Single
from overtrick.core.model.seats import Seat, Side
from overtrick.core.provenance import POINTS, Clause, Derivation, Fact, Figure, PostingSource
from overtrick.core.wording import Phrase, Said, phrase

LAW_77 = Clause("Law", "77")


@lru_cache(maxsize=8192)
def contract_points(level: int, strain: Strain, doubling: Doubling, tricks: int, *, vulnerable: bool) -> int:
    """Points to declarer's side, below zero when the contract fails (Law 77).

    >>> contract_points(4, Strain.SPADES, Doubling.DOUBLED, 11, vulnerable=True)
    990
    >>> contract_points(3, Strain.NOTRUMP, Doubling.UNDOUBLED, 7, vulnerable=False)
    -100
    """
    over = tricks - 6 - level
    if over < 0:
        return -_undertricks(-over, doubling, vulnerable=vulnerable)
    trick = 20 if strain.minor else 30
    first = 40 if strain is Strain.NOTRUMP else trick
    contracted = (first + (level - 1) * trick) * doubling.factor
    bonus = 50
    if contracted >= 100:
        bonus = 500 if vulnerable else 300
    if level >= 6:
        bonus += (level - 5) * 500 if not vulnerable else (level - 5) * 750
    if doubling is Doubling.UNDOUBLED:
        return contracted + bonus + over * trick
    insult = 25 * doubling.factor
    overtrick = (100 if vulnerable else 50) * doubling.factor
    return contracted + bonus + insult + over * overtrick


def _undertricks(count: int, doubling: Doubling, *, vulnerable: bool) -> int:
    if doubling is Doubling.UNDOUBLED:
        return count * (100 if vulnerable else 50)
    doubled = 300 * count - 100 if vulnerable else 200 * count - 100 + 100 * max(0, count - 3)
    return doubled * doubling.factor // 2


def ns_points(board: Board, result: Single) -> int:
    """The score of a result from North-South's side.

    >>> from overtrick.core.model.notation import read_result
    >>> ns_points(Board.from_number(13), read_result("4SX W -2"))
    500
    """
    match result:
        case PassedOut():
            return 0
        case PointsResult(ns):
            return ns
        case PlayedContract(contract, tricks):
            side = contract.declarer.side
            points = contract_points(
                contract.level,
                contract.strain,
                contract.doubling,
                tricks,
                vulnerable=board.vulnerability.includes(side),
            )
            return points if side is Side.NS else -points


def board_score(board: Board, result: Single, source: Said | PostingSource = "") -> Figure[int]:
    """A result's score to North-South, with the result it came from (Law 77).

    Refuses a bare score that no contract on this board can give.
    """
    if isinstance(result, PointsResult) and result.ns not in possible_points(board.vulnerability):
        raise ResultRefused(
            "No contract gives NS {ns} with {vulnerability}",
            clause="Law 77",
            remedy="Check the score and the board number ({number}).",
            ns=with_minus(f"{result.ns:+d}"),
            vulnerability=board.vulnerability,
            number=board.number,
        )
    return Figure(
        ns_points(board, result), POINTS, LAW_77, (Fact(result, source),), _conditions(board), Derivation.SCORED
    )


@lru_cache(maxsize=512)
def _conditions(board: Board) -> Phrase:
    """The board number and vulnerability as a phrase, cached for each board."""
    return phrase("board {number}, {vulnerability}", number=board.number, vulnerability=board.vulnerability)


@cache
def possible_points(vulnerability: Vulnerability) -> frozenset[int]:
    """Every score to North-South that some result can give."""
    scores = {0}
    for declarer in (Seat.NORTH, Seat.EAST):
        sign = 1 if declarer.side is Side.NS else -1
        vulnerable = vulnerability.includes(declarer.side)
        for level in range(1, 8):
            for strain in Strain:
                for doubling in Doubling:
                    scores.update(
                        sign * contract_points(level, strain, doubling, tricks, vulnerable=vulnerable)
                        for tricks in range(14)
                    )
    return frozenset(scores)
