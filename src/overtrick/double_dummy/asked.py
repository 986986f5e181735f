"""What is known of a deal's double dummy tricks: asked for at any time, never waited for.

Whoever runs the program says who keeps them: a server its database, the prompt its memory. Where nobody keeps them, or
the solver is not installed, nothing is ever known, and whoever asks says nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from overtrick.core.laws.par import Tricks
from overtrick.core.model.cards import Deal
from overtrick.core.model.contracts import Strain
from overtrick.core.model.seats import CLOCKWISE
from overtrick.double_dummy.process import installed, solve

_PLACES = tuple((seat, strain) for seat in CLOCKWISE for strain in Strain)


class Keeper(Protocol):
    """Who keeps the tricks of deals, each as twenty numbers; none of a deal that the solver failed on."""

    @property
    def able(self) -> bool:
        """Whether what is not known yet will be."""
        ...

    def find(self, deals: Sequence[str]) -> Mapping[str, str]:
        """What is known of these deals; the others are put in line to be solved."""
        ...


class InMemory:
    """The tricks that this process has solved itself, while somebody waits: for the prompt."""

    able = False

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def find(self, deals: Sequence[str]) -> Mapping[str, str]:
        """What was solved."""
        return {deal: self.found[deal] for deal in deals if deal in self.found}

    def solve(self, deals: Iterable[Deal]) -> Iterator[int]:
        """Solve deals, and say how many are done."""
        wanted = [deal for deal in dict.fromkeys(map(str, deals)) if deal not in self.found] if installed() else []
        for done, (deal, numbers) in enumerate(solve(wanted), start=1):
            self.found[deal] = numbers
            yield done


class DoubleDummy:
    """The tricks that are known, by whoever keeps them."""

    def __init__(self) -> None:
        self.keeper: Keeper = InMemory()

    @property
    def able(self) -> bool:
        """Whether what is not known yet will be."""
        return self.keeper.able

    def tricks(self, deal: Deal) -> Tricks | None:
        """A deal's tricks, if they are known by now; none at all where the solver failed on it."""
        return self.several([deal]).get(deal)

    def several(self, deals: Iterable[Deal]) -> dict[Deal, Tricks]:
        """The tricks of those of these deals that are known by now; the others are solved after this."""
        texts = {str(deal): deal for deal in deals}
        found = self.keeper.find(list(texts)) if texts else {}
        return {texts[text]: _read(numbers) for text, numbers in found.items()}


def _read(numbers: str) -> Tricks:
    return dict(zip(_PLACES, map(int, numbers.split()), strict=False))


known = DoubleDummy()
"""What this process knows."""
