"""A stand-in for what BridgeWebs takes: nested USEBIO, and of PBN the few tags that it looks at.

It is built from what is known of that site, which is less than of MyABF; where that says nothing it is strict.
"""

import re
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

TYPES = ("PAIRS", "SWISS_PAIRS", "TEAMS", "SWISS_TEAMS", "INDIVIDUAL")
METHODS = ("MATCH_POINTS", "BUTLER_IMPS", "CROSS_IMPS", "IMPS", "AGGREGATE", "PAB", "BAM", "HYBRID", "OTHER")
VULNERABLE = {"Love": "None", "North-South": "NS", "East-West": "EW", "All": "All"}
TAGS = ("Event", "Board", "Dealer", "Vulnerable", "Note", "Auction", "Deal", "DoubleDummyTricks", "OptimumScore")
"""The tags of PBN that it reads; OptimumResultTable, which is a table, is left out as we never write it."""
_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')


@dataclass
class Shown:
    """Its page: the ranking by number of the pair, and the travellers by board."""

    kind: str
    method: str
    winners: int
    ranking: dict[str, tuple[str, int | None, float | None, tuple[str, ...]]] = field(default_factory=dict)
    travellers: dict[int, list[tuple[str, str, str, str, float, float]]] = field(default_factory=dict)
    vulnerable: dict[int, str] = field(default_factory=dict)
    hands: dict[int, str] = field(default_factory=dict)


def read_as_bridgewebs(data: bytes) -> Shown:
    """The page of a session of pairs; broken by the flat dialect, and by a line of a pair that is not there."""
    event = _one(ET.fromstring(data), "EVENT")  # noqa: S314 - a file that a test has just written
    shown = Shown(event.attrib["EVENT_TYPE"], _said(event, "BOARD_SCORING_METHOD"), int(_said(event, "WINNER_TYPE")))
    if shown.kind not in TYPES or shown.method not in METHODS:
        raise ValueError(f"{shown.kind} by {shown.method} is not known")
    sections = event.findall("SESSION/SECTION")
    if not sections or any("SECTION_ID" not in each.attrib for each in sections):
        raise ValueError("nothing stands in a section of a session")
    for pair in (pair for section in sections for pair in section.findall("PARTICIPANTS/PAIR")):
        number, direction = _said(pair, "PAIR_NUMBER"), pair.findtext("DIRECTION") or ""
        if number in shown.ranking or (shown.winners == 2 and direction not in ("NS", "EW")):
            raise ValueError(f"pair {number} is there twice, or nobody knows where it sat")
        place, total = pair.findtext("PLACE"), pair.findtext("TOTAL_SCORE")
        names = tuple(_said(player, "PLAYER_NAME") for player in pair.findall("PLAYER"))
        shown.ranking[number] = (
            direction, None if place is None else int(place), None if total is None else float(total), names,
        )  # fmt: skip
    for board in (board for section in sections for board in section.findall("BOARD")):
        number_of_board = int(_said(board, "BOARD_NUMBER"))
        shown.vulnerable[number_of_board] = VULNERABLE[_said(board, "VULNERABILITY")]
        points = "MATCH_POINTS" if shown.method == "MATCH_POINTS" else "IMPS"
        lines = [_line(line, points) for line in board.findall("TRAVELLER_LINE")]
        if any(who not in shown.ranking for line in lines for who in line[:2]):
            raise ValueError(f"board {number_of_board} has a pair that is not in the ranking")
        shown.travellers[number_of_board] = lines
        hands = {_said(hand, "DIRECTION"): _hand(hand) for hand in board.findall("HAND")}
        if hands:
            shown.hands[number_of_board] = "N:" + " ".join(hands[seat] for seat in "NESW")
    return shown


def _line(line: ET.Element, points: str) -> tuple[str, str, str, str, float, float]:
    """Who, the contract with who played it, the score, and both sides' points; an award is a letter and four digits."""
    score, contract = _said(line, "SCORE"), line.findtext("CONTRACT") or ""
    if not re.fullmatch(r"A\d{4}|-?\d+", score):
        raise ValueError(f"{score} is no score")
    if contract and contract != "PASS":
        if not re.fullmatch(r"[1-7](?:NT|[SHDC])X{0,2}", contract):
            raise ValueError(f"{contract} is no contract")
        contract = f"{contract} {_said(line, 'PLAYED_BY')} {int(_said(line, 'TRICKS'))}"
    ns, ew = (float(_said(line, f"{side}_{points}")) for side in ("NS", "EW"))
    return _said(line, "NS_PAIR_NUMBER"), _said(line, "EW_PAIR_NUMBER"), contract, score, ns, ew


def deals_as_bridgewebs(data: bytes) -> list[dict[str, str]]:
    """The games of a PBN file, of each the tags that it reads; a game without a board or its deal breaks it."""
    games: list[dict[str, str]] = []
    for part in data.decode("utf-8").replace("\r\n", "\n").split("\n\n"):
        tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in _TAG.findall(part)}
        if not tags["Board"].isdecimal() or not re.fullmatch(r"[NESW]:(\S+ ){3}\S+", tags["Deal"]):
            raise ValueError(f"board {tags['Board']} contains no deals")
        games.append({name: tags[name] for name in TAGS if name in tags})
    return games


def _hand(hand: ET.Element) -> str:
    return ".".join(hand.findtext(suit) or "" for suit in ("SPADES", "HEARTS", "DIAMONDS", "CLUBS"))


def _one(element: ET.Element, tag: str) -> ET.Element:
    (found,) = element.findall(tag)
    return found


def _said(element: ET.Element, tag: str) -> str:
    """The text of an element that must be there once, and must say something."""
    said = _one(element, tag).text
    if not said:
        raise ValueError(f"{tag} is empty")
    return said
