"""Draws as JSON and as text, with the opponents that were passed over and why."""

from collections.abc import Sequence

from overtrick.core.draws import AlreadyMet, Difference, Draw, DrawOrder, Pairing, Skip, Strands
from overtrick.core.draws.ranking import draw_total
from overtrick.core.errors import NoLegalDraw
from overtrick.core.provenance import VPS, Clause, Json
from overtrick.core.ranking.chain import ChainRule, Ends
from overtrick.core.ranking.measures import Measure

_IN_VPS = {
    Measure.TOTAL: "VPs less penalties",
    Measure.BEFORE_PENALTIES: "VPs before penalties",
    Measure.OPPONENTS: "their opponents' VPs",
}


def in_vps(by: Measure | Ends) -> str:
    """Return the name of a measure, for a file whose totals are victory points."""
    return _IN_VPS.get(by, str(by)) if isinstance(by, Measure) else str(by)


def clause_json(clause: Clause) -> dict[str, Json]:
    """Return a clause and its readings as two JSON fields."""
    return {"clause": clause.cite, "readings": list(clause.readings)}


def draw_json(draw: Draw, order: DrawOrder, seed: str | None) -> dict[str, Json]:
    """Return a draw as JSON."""
    answer: dict[str, Json] = {
        "round": draw.round,
        **clause_json(draw.clause),
        "seed": seed,
        "order": list(draw.order),
        "ties": [{"order": list(tie.order), "by": in_vps(tie.settled)} for tie in order.ties],
        "pairings": [_pairing(each) for each in draw.pairings],
        "notes": list(draw.notes),
    }
    if draw.entrants:
        answer["entrants"] = list(draw.entrants)
    if draw.share is not None:
        answer["share"] = {
            "contestants": list(draw.share.contestants),
            "tables": [list(table) for table in draw.share.tables],
            "part": draw.share.part,
            "rounds": draw.share.rounds,
            "why": str(draw.share.why()),
        }
    if draw.bye is not None:
        answer["bye"] = {
            "contestant": draw.bye.contestant,
            "skipped": _skips(draw.bye.skipped),
            "why": str(draw.bye.why()),
        }
    return answer


def _pairing(each: Pairing) -> dict[str, Json]:
    return {
        "table": each.table,
        "first": each.first,
        "second": each.second,
        "by": str(each.by),
        "natural": each.natural,
        "skipped": _skips(each.skipped),
        "again": list(each.again),
        "why": str(each.why()),
    }


def _skips(skipped: Sequence[Skip]) -> list[Json]:
    return [{"opponent": skip.opponent, **_reason(skip)} for skip in skipped]


def _reason(skip: Skip) -> dict[str, Json]:
    match skip.reason:
        case AlreadyMet(rounds):
            return {"because": "met", "rounds": list(rounds)}
        case Strands(groups, outside) as strands:
            return {
                "because": "would leave others without opponents",
                "groups": [list(group) for group in groups],
                "outside": list(outside),
                "left": str(strands.as_phrase()),
            }
        case _:
            return {"because": "would cause more rematches"}


def no_draw_json(none: NoLegalDraw) -> dict[str, Json]:
    """Return as JSON that no valid draw exists: the proof, and the rule that would have to give way."""
    return {
        "drawn": False,
        "what": str(none.what),
        "clause": str(none.clause),
        "remedy": str(none.remedy),
        "groups": [list(group) for group in none.groups],
        "outside": list(none.outside),
        "rematches": [list(pair) for pair in none.rematches],
    }


def order_words(order: DrawOrder, rule: ChainRule[Measure], number: int) -> str:
    """Return the order that a draw was made from, as text, with the ties that had to be broken."""
    told = [f"{line.contestant} ({VPS.number(draw_total(line, rule).value)})" for line in order.lines]
    lines = [f"The order for round {number}, by {in_vps(rule.measures[0])} ({order.clause}):", f"  {', '.join(told)}."]
    lines += [f"  Tied: {', '.join(tie.order)}; tie broken by {in_vps(tie.settled)}." for tie in order.ties]
    return "\n".join(lines)


def difference_json(difference: Difference) -> dict[str, Json]:
    """Return a difference between a round and its rule as JSON."""
    return {
        "round": difference.round,
        **clause_json(difference.clause),
        "played": [list(unit) for unit in difference.played],
        "drawn": [list(unit) for unit in difference.drawn],
        "faults": list(difference.faults),
        "why": list(difference.why),
    }
