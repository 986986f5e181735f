"""The signs of bridge, the same on pages, sheets and phones: suits, bids, and artificial adjusted scores."""

from collections.abc import Callable
from typing import NamedTuple

from overtrick.core.model.contracts import Contract
from overtrick.core.model.results import Average


class SuitSign(NamedTuple):
    """A suit's symbol, and the singular of its name, which is its class in style sheets."""

    symbol: str
    name: str

    @property
    def red(self) -> bool:
        """Whether the suit is printed in red."""
        return self.name in ("heart", "diamond")


SUITS = {
    "S": SuitSign("♠", "spade"), "H": SuitSign("♥", "heart"),
    "D": SuitSign("♦", "diamond"), "C": SuitSign("♣", "club"),
}  # fmt: skip
"""The sign of each suit by its letter, which is the value of the suit and of the strain."""
LETTERS = {sign.symbol: letter for letter, sign in SUITS.items()}
"""The letter of each suit by its symbol, for reading what people type."""
AWARDS = {Average.PLUS: "AV+", Average.MINUS: "AV−", Average.EVEN: "AV"}


def doubling_sign(contract: Contract) -> str:
    """A cross for a double, two for a redouble."""
    return "×" * len(contract.doubling.value)


def bid(contract: Contract, notrump: str, suit: Callable[[SuitSign], str] = lambda sign: sign.symbol) -> str:
    """A contract without its declarer; *notrump* is the word for notrump, *suit* writes the sign of a suit.

    >>> from overtrick.core.model.notation import read_result
    >>> bid(read_result("4SX S +1").contract, "NT"), bid(read_result("3NT E =").contract, "SA")
    ('4♠×', '3SA')
    """
    sign = SUITS.get(contract.strain.value)
    return f"{contract.level}{notrump if sign is None else suit(sign)}{doubling_sign(contract)}"
