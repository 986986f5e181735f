"""Consequences in the vectors' own words."""

from typing import Any, assert_never

from overtrick.core.conduct.consequences import (
    Amount,
    Consequence,
    Nothing,
    OffenceWarning,
    Penalty,
    Referral,
    Sanction,
)
from overtrick.core.exact import Exact, exact_text
from overtrick.core.provenance import IMPS, VPS, Unit
from overtrick.core.typed_numbers import read_exact

UNITS = {"VP": VPS, "IMP": IMPS}


def unit_of(word: str) -> Unit:
    return UNITS[word]


def unit_word(unit: Unit | None) -> str | None:
    return next((word for word, known in UNITS.items() if known == unit), None)


def amount_told(amount: Amount) -> dict[str, Any]:
    return {"amount": exact_text(amount.value), "unit": unit_word(amount.unit)}


def told(due: Consequence, unit: Unit | None) -> dict[str, Any]:
    """What comes of an offence, as ANC26's vectors write it."""
    match due:
        case Nothing():
            return {"action": "none", "amount": "0", "unit": None}
        case OffenceWarning():
            return {"action": "warning", "amount": "0", "unit": unit_word(unit)}
        case Penalty(amount):
            return {"action": "penalty", "amount": exact_text(amount.value), "unit": unit_word(amount.unit)}
        case Referral():
            return {"action": "refer_ctd", "amount": None, "unit": None}
        case Sanction():
            return {"action": due.what, "amount": None, "unit": None}
        case _:
            assert_never(due)


def charged(due: Consequence) -> Exact:
    """The amount a consequence takes off: nothing unless it is a penalty."""
    return due.amount.value if isinstance(due, Penalty) else 0


def minutes(text: str) -> Exact:
    """Minutes and seconds, as `84:59`."""
    whole, seconds = text.split(":")
    return int(whole) + read_exact(f"{seconds}/60")


def clock_text(value: Exact) -> str:
    """Minutes as `52:30`."""
    seconds = int(value * 60)
    return f"{seconds // 60:02}:{seconds % 60:02}"
