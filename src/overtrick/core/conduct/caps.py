"""Limits on what an official may fix: discretionary fines, and the fine for a frivolous appeal."""

from dataclasses import dataclass

from overtrick.core.conduct.consequences import Amount
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Unit


@dataclass(frozen=True, slots=True)
class Cap:
    """The most that may be charged, in each unit it is stated in.

    *from_offence* is the first that may be fined; *finding* is what somebody must have found before any fine.
    """

    clause: Clause
    name: str
    most: tuple[Amount, ...]
    from_offence: int = 1
    finding: str = ""


@dataclass(frozen=True, slots=True)
class FineCheck:
    """Whether an amount may stand: yes, no, or not stated (`None`), and why."""

    allowed: bool | None
    clause: Clause
    says: str


def check_fine(value: Exact, unit: Unit, cap: Cap, *, offence: int = 1, found: bool = True) -> FineCheck:
    """Whether a fine of *value* is within its limit; the limit itself is within it.

    >>> from overtrick.core.provenance import VPS
    >>> rule = Cap(Clause("SABF20", "19.7#6"), "mis-scoring", (Amount(3, VPS),))
    >>> check_fine(3, VPS, rule).allowed, check_fine(4, VPS, rule).allowed
    (True, False)
    """
    if cap.finding and not found:
        return FineCheck(False, cap.clause, f"no fine without a finding: {cap.finding}")
    if offence < cap.from_offence:
        return FineCheck(False, cap.clause, f"no fine before offence {cap.from_offence}")
    most = next((amount for amount in cap.most if amount.unit == unit), None)
    if most is None:
        stated = " and ".join(amount.unit.many for amount in cap.most)
        return FineCheck(None, cap.clause, f"no limit is stated in {unit.many}, only in {stated}")
    within = 0 <= value <= most.value
    return FineCheck(within, cap.clause, f"{Amount(value, unit)} is {'within' if within else 'outside'} {most}")
