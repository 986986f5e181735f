"""The documents' draw rules as the rulebook states them, for the answers below."""

from overtrick.core.draws import First, Meeting, Meetings
from overtrick.core.draws.swiss_draws import Settings, Swiss, SwissDraw
from overtrick.core.exact import Exact, decimal_text
from overtrick.regulations.read.library import shipped_rulebook


def swiss(name: str) -> Swiss:
    """A Swiss draw of the rulebook, for an odd field so that its rule for one is there."""
    ways = {each.way for each in shipped_rulebook().get(SwissDraw, name).first}
    return shipped_rulebook().swiss(name, Settings(13, First.HALVES if First.HALVES in ways else First.LOT))


SABF, SABF_ORDER = swiss("sabf-2020/swiss").rule, swiss("sabf-2020/swiss").order
NSWSP, NSWSP_ORDER = swiss("nsw-swiss-pairs/swiss").rule, swiss("nsw-swiss-pairs/swiss").order
GNOT, GNOT_ORDER = swiss("gnot-nsw-2018/swiss").rule, swiss("gnot-nsw-2018/swiss").order
GNOT_ENTRANTS = swiss("gnot-nsw-2018/swiss").entrants or GNOT_ORDER
ANC_ORDER = shipped_rulebook().get(SwissDraw, "anc-2026/swiss").order


def met(pairs: list[list[object]]) -> Meetings:
    """Meetings of which the vector does not tell the round."""
    return Meetings.of(Meeting(str(one), str(other), 1) for one, other in pairs)


def names(listed: list[object]) -> tuple[str, ...]:
    return tuple(map(str, listed))


def vps(value: Exact) -> str:
    return decimal_text(value, 2)
