"""How a posting is put right: by which form, with what filled in already. Nothing is ever taken out of a book."""

from dataclasses import dataclass
from urllib.parse import urlencode

from overtrick.core.event.acts import DrawPublished, LineUpPosted, PenaltyGiven, Posting, WarningGiven
from overtrick.core.event.entry_acts import EntryTaken, SeedsSet
from overtrick.core.event.result_acts import ResultCorrected, ResultPosted, RulingGiven
from overtrick.core.event.selection_acts import PairNominated, PlacingCredited
from overtrick.core.model.notation import write_result


@dataclass(frozen=True, slots=True)
class Remedy:
    """A form that puts a posting right, and what is filled in."""

    form: str
    says: str
    query: str


def put_right(posting: Posting) -> Remedy | None:
    """The form that puts a posting right, if one act can."""
    match posting.act:
        case ResultPosted() | ResultCorrected() as act:
            return _remedy("correct", "put it right", _place(act))
        case RulingGiven() as act:
            fouled = {"fouled": "on"} if act.fouled else {}
            return _remedy("rule", "rule again", {**_place(act), "clause": act.clause, **fouled})
        case PenaltyGiven() | WarningGiven():
            return _remedy("lift", "take it back", {"posting": str(posting.number)})
        case DrawPublished(stage, number):
            return _remedy("take-back-draw", "take the draw back", {"stage": stage, "round": str(number)})
        case EntryTaken(contestant):
            return _remedy("entry", "put the entry right", {"contestant": contestant})
        case SeedsSet(stage):
            return _remedy("seeds", "seed again", {"stage": stage})
        case PlacingCredited():
            return _remedy("put-right", "put it right", {"posting": str(posting.number)})
        case PairNominated(target, pair):
            return _remedy("withdraw-nomination", "withdraw it", {"target": target, "pair": pair})
        case LineUpPosted(stage, number, contestant):
            return _remedy("line-up", "post another", {"stage": stage, "round": str(number), "contestant": contestant})
        case _:
            return None


def _place(act: ResultPosted | ResultCorrected | RulingGiven) -> dict[str, str]:
    return {
        "stage": act.stage, "round": str(act.round), "table": str(act.table), "board": str(act.board),
        "room": act.room, "result": write_result(act.result),
    }  # fmt: skip


def _remedy(form: str, says: str, filled: dict[str, str]) -> Remedy:
    return Remedy(form, says, urlencode({name: value for name, value in filled.items() if value}))
