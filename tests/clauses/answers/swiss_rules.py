"""The documents' draw rules as the event files will state them, for the answers below."""

from overtrick.core.draws import (
    Choice,
    Criterion,
    Entering,
    First,
    Meeting,
    Meetings,
    Odd,
    OrderRule,
    Placed,
    Rematch,
    ShareRule,
    SwissRule,
)
from overtrick.core.exact import Exact, decimal_text
from overtrick.core.provenance import Clause

SABF_ORDER = OrderRule(
    Clause("SABF20", "14.1#6", ("D89", "D90")),
    (Criterion.VPS_LESS_PENALTIES, Criterion.OPPONENTS, Criterion.NET_IMPS, Criterion.ENTRY),
)
SABF_SHARE = ShareRule(Clause("SABF20", "14.1#4", ("D87",)), Choice.CLOSEST, below_top_half=True)
SABF = SwissRule(Clause("SABF20", "14.1#3", ("D85",)), First.HALVES, odd=Odd.SHARE, share=SABF_SHARE, placed=Placed.LOW)
ANC_ORDER = OrderRule(Clause("ANC26", "18.2"), (Criterion.VPS, Criterion.NET_IMPS, Criterion.LOT))
NSWSP_ORDER = OrderRule(Clause("NSWSP", "1.3", ("S-05",)), (Criterion.VPS, Criterion.NET_IMPS, Criterion.LOT))
NSWSP = SwissRule(Clause("NSWSP", "1.3", ("S-05",)), First.LOT, Rematch.FEWEST, odd=Odd.HOUSE)
GNOT_ORDER = OrderRule(Clause("GNOT18", "4.5", ("Q60",)), (Criterion.VPS, Criterion.NET_IMPS, Criterion.LOT))
GNOT_ENTRANTS = OrderRule(
    Clause("GNOT18", "2.4", ("Q31", "Q32")),
    (Criterion.PLAYOFF, Criterion.DIFFERENCE, Criterion.QUOTIENT, Criterion.LOT),
)
GNOT = SwissRule(
    Clause("GNOT18", "2.5", ("Q35", "Q36", "Q37")),
    First.LOT,
    Rematch.FEWEST,
    odd=Odd.SHARE,
    share=ShareRule(Clause("GNOT18", "2.5", ("Q38",)), Choice.FEWEST_MEETINGS, rounds=2, spare_again=False),
    entering=Entering.REVERSE,
)


def met(pairs: list[list[object]]) -> Meetings:
    """Meetings of which the vector does not tell the round."""
    return Meetings.of(Meeting(str(one), str(other), 1) for one, other in pairs)


def names(listed: list[object]) -> tuple[str, ...]:
    return tuple(map(str, listed))


def vps(value: Exact) -> str:
    return decimal_text(value, 2)
