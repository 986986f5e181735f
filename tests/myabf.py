"""A stand-in for the reader of results of MyABF, as the specification lists it: it breaks where that one breaks."""

from dataclasses import dataclass
from datetime import date, datetime

import xmltodict

TODAY = date(1999, 12, 31)
"""What a day that it cannot read silently becomes."""
TYPES = ("MP_PAIRS", "CROSS_IMP", "BUTLER_PAIRS")


@dataclass(frozen=True)
class Shown:
    """What its page of results shows."""

    kind: str
    winners: str
    day: date
    pairs: dict[str, tuple[int, float, tuple[str, ...], tuple[int | None, ...], str, float]]
    boards: dict[int, list[tuple[str, str, str, float, float]]]
    hands: dict[int, dict[str, str]]


def read_as_myabf(data: bytes) -> Shown:
    """Read a file as it does: lists are assumed where it assumes them, numbers are read as it reads them."""
    usebio = xmltodict.parse(data)["USEBIO"]
    event = usebio["EVENT"]
    kind = event["@EVENT_TYPE"]
    if kind not in TYPES:
        raise ValueError(f"Event type {kind} is not currently supported")
    pairs = {}
    for pair in event["PARTICIPANTS"]["PAIR"]:  # the keys of one pair, where there is only one
        first, second = pair["PLAYER"]
        people = (first, second)
        numbers = tuple(
            int(each["NATIONAL_ID_NUMBER"]) if each["NATIONAL_ID_NUMBER"] is not None else None for each in people
        )
        score = float(pair["PERCENTAGE"] if kind == "MP_PAIRS" else pair["TOTAL_SCORE"])
        pairs[pair["PAIR_NUMBER"]] = (
            int(pair["PLACE"]), score, tuple(each["PLAYER_NAME"].title() for each in people), numbers,
            pair["DIRECTION"] if event["WINNER_TYPE"] == "2" else "",
            int(pair.get("MASTER_POINTS_AWARDED", 0)) / 100,
        )  # fmt: skip
    boards: dict[int, list[tuple[str, str, str, float, float]]] = {}
    for board in event["BOARD"]:
        lines = board["TRAVELLER_LINE"]
        boards[int(board["BOARD_NUMBER"])] = [
            (
                line["NS_PAIR_NUMBER"], line["EW_PAIR_NUMBER"],
                "ADJ" if line["SCORE"].startswith("A") else line["SCORE"],
                float(line["NS_MATCH_POINTS"]), float(line["EW_MATCH_POINTS"]),
            )
            for line in (lines if isinstance(lines, list) else [lines])
        ]  # fmt: skip
    hands = {}
    for board in usebio["HANDSET"]["BOARD"] if "HANDSET" in usebio else ():
        hands[int(board["BOARD_NUMBER"])] = {
            hand["DIRECTION"]: ".".join(hand[suit] or "" for suit in ("SPADES", "HEARTS", "DIAMONDS", "CLUBS"))
            for hand in board["HAND"]
        }
    return Shown(kind, event["WINNER_TYPE"], _day(event.get("DATE", "")), pairs, boards, hands)


def _day(text: str) -> date:
    for form in ("%d/%m/%Y", "%d-%m-%Y"):
        try:
            return datetime.strptime(text, form).date()  # noqa: DTZ007 - a day, which is in no zone
        except ValueError:
            continue
    return TODAY
