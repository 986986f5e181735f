"""Look up a deal's double dummy tricks without waiting for the solver.

The program that starts up chooses the keeper: a server uses its database, the command line its memory. Without a
keeper or an installed solver no tricks are ever known, and callers leave them out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from overtrick.core.laws.par import Tricks
from overtrick.core.model.cards import Deal
from overtrick.core.model.contracts import Strain
from overtrick.core.model.seats import CLOCKWISE
from overtrick.double_dummy.process import is_solver_installed, solve

_PLACES = tuple((seat, strain) for seat in CLOCKWISE for strain in Strain)


class Keeper(Protocol):
    """A store of deals' tricks, twenty numbers for each deal; empty for a deal that the solver failed on."""

    @property
    def able(self) -> bool:
        """Whether tricks that are not known yet will be solved."""
        ...

    def find(self, deals: Sequence[str]) -> Mapping[str, str]:
        """The known tricks of these deals; the other deals are queued for the solver."""
        ...


class InMemory:
    """The tricks that this process has solved itself while the user waited: for the command line."""

    able = False

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def find(self, deals: Sequence[str]) -> Mapping[str, str]:
        """The tricks of those deals that are solved."""
        return {deal: self.found[deal] for deal in deals if deal in self.found}

    def solve(self, deals: Iterable[Deal]) -> Iterator[int]:
        """Solve deals, and yield how many are done."""
        wanted = (
            [deal for deal in dict.fromkeys(map(str, deals)) if deal not in self.found] if is_solver_installed() else []
        )
        for done, (deal, numbers) in enumerate(solve(wanted), start=1):
            self.found[deal] = numbers
            yield done


class DoubleDummy:
    """The tricks that the keeper knows."""

    def __init__(self) -> None:
        self.keeper: Keeper = InMemory()

    @property
    def able(self) -> bool:
        """Whether tricks that are not known yet will be solved."""
        return self.keeper.able

    def tricks(self, deal: Deal) -> Tricks | None:
        """A deal's tricks, or None if they are not known yet; empty if the solver failed on the deal."""
        return self.several([deal]).get(deal)

    def several(self, deals: Iterable[Deal]) -> dict[Deal, Tricks]:
        """The tricks of the deals that are known so far; the other deals are queued for the solver."""
        texts = {str(deal): deal for deal in deals}
        found = self.keeper.find(list(texts)) if texts else {}
        return {texts[text]: _read(numbers) for text, numbers in found.items()}


def _read(numbers: str) -> Tricks:
    return dict(zip(_PLACES, map(int, numbers.split()), strict=False))


known = DoubleDummy()
"""The tricks that this process knows."""
