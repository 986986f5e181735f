"""The limit on the fine for a frivolous appeal."""

from dataclasses import dataclass

from overtrick.core.conduct.consequences import Amount
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Unit
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class Cap:
    """The most that may be charged, in each unit it is stated in."""

    clause: Clause
    name: str
    most: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class FineCheck:
    """Whether an amount may stand: yes, no, or not stated (`None`), and why."""

    allowed: bool | None
    clause: Clause
    says: Phrase


def check_fine(value: Exact, unit: Unit, cap: Cap) -> FineCheck:
    """Whether a fine of *value* is within its limit; the limit itself is within it.

    >>> from overtrick.core.provenance import VPS
    >>> rule = Cap(Clause("SABF20", "7#8"), "frivolous appeal", (Amount(3, VPS),))
    >>> check_fine(3, VPS, rule).allowed, check_fine(4, VPS, rule).allowed
    (True, False)
    """
    most = next((amount for amount in cap.most if amount.unit == unit), None)
    if most is None:
        stated = tuple(Phrase(amount.unit.many) for amount in cap.most)
        says = phrase(
            "the limit on this fine is stated in {stated}, not in {unit}", unit=Phrase(unit.many), stated=stated
        )
        return FineCheck(None, cap.clause, says)
    within = 0 <= value <= most.value
    says = phrase(
        "{amount} is {within:within|above} the limit of {most}", amount=Amount(value, unit), within=within, most=most
    )
    return FineCheck(within, cap.clause, says)
