"""The keystroke line: one line typed at the desk, read as a table's result; and where the line goes next.

`7 13 4sx s +1` is table 7, board 13, four spades doubled by South, one overtrick. `7 13 p` is passed out,
`12 8 av+ av-` is an adjusted score, `7 13 ok` confirms the result that is there. In teams the room follows the table:
`7o 13 …` or `7 c 13 …`. `r3` in front means round 3. A card at the end is the lead. Text after `!` is the reason for
correcting the result that is there.

The line keeps its place: after a result at table 7 only what changes is typed. `4sn=` is the next board of table 7,
`b9 4sn=` or `9 4sn=` its board 9, `c 4sn=` its closed room, `t8 4sn=` the next board of table 8. A full line is always
read as a full line.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core import limits
from overtrick.core.errors import ResultRefused
from overtrick.core.event.acts import Act, ResultConfirmed, ResultCorrected, ResultPosted, RulingGiven
from overtrick.core.event.play.by_table import round_in_play, table_round
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.core.model.cards import Card
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Artificial, PlayedContract, Result, Split, WeightedScore
from overtrick.core.model.signs import LETTERS
from overtrick.core.wording import Phrase, phrase
from overtrick.web.translation import plain

_WHOLE = rf"\d{{1,{limits.DIGITS}}}"
_WHERE = re.compile(
    rf"\s*(?:r(?P<round>{_WHOLE})\s+)?(?P<table>{_WHOLE})\s*(?P<room>[oc])?\s+(?P<board>{_WHOLE})\s+(?P<rest>.+)",
    re.IGNORECASE,
)
_FROM_HERE = re.compile(
    rf"\s*(?:r(?P<round>{_WHOLE})\s+)?(?:t\s*(?P<table>{_WHOLE})\s*(?:(?P<room>[oc])\b)?\s*)?"
    rf"(?:(?P<other>[oc])\s+)?(?:(?:b\s*(?P<board>{_WHOLE})|(?P<bare>{_WHOLE}))\s+)?(?P<rest>\S.*)",
    re.IGNORECASE,
)
_PLACE = re.compile(rf"(?:r(?P<round>{_WHOLE}) )?(?P<table>{_WHOLE})(?P<room>[oc])?(?: (?P<board>{_WHOLE}))?")
_SUIT = f"[shdc{''.join(LETTERS)}]"
_CONTRACT = re.compile(rf"\s*\d\s*(?:nt?|{_SUIT})", re.IGNORECASE)
_CARD = re.compile(rf"(.*\S)\s+((?:{_SUIT}(?:10|[akqjt2-9]))|(?:(?:10|[akqjt2-9]){_SUIT}))\s*", re.IGNORECASE)
_ROOMS = {"": "", "o": OPEN, "c": CLOSED}
_AGREED = frozenset({"ok", "y", "agreed", "agree"})

AWARDED = "Law 12C"
FORM = phrase("Type table, board, contract, declarer and result, like 7 13 4sx s +1.")
UNSURE = phrase("Type a score with its sign, like +620, a board with b, like b7 620, or a table with t, like t8 4sn=.")
COMPLETE = phrase(
    "Go to another table with t8 4sn= or 8 1 4sn=, name the room of a teams match with t8o 4sn=, or correct a board "
    "here with b3 4sn9 ! reason."
)

NextBoard: TypeAlias = Callable[[int, int, str], int]
"""A function from round (0 for the one in play), table and room to the next board without a result; 0 if all are in."""


@dataclass(frozen=True, slots=True)
class LinePlace:
    """The place the line is at: a table, its room, and the next board there; 0 if every board is in.

    *round* is 0 for the round in play.
    """

    table: int
    board: int = 0
    room: str = ""
    round: int = 0

    def __str__(self) -> str:
        rounds = f"r{self.round} " if self.round else ""
        return f"{rounds}{self.table}{self.room[:1]}{f' {self.board}' if self.board else ''}"

    @property
    def says(self) -> str:
        """The place in words.

        >>> LinePlace(7, 13, "closed", 3).says, LinePlace(7).says
        ('Round 3, table 7, closed room, board 13', 'Table 7: all boards entered')
        """
        values = {"round": self.round, "table": self.table, "room": self.room, "board": self.board}
        if self.round and self.board:
            return plain(phrase("Round {round}, table {table}[, {room:name} room], board {board}", **values))
        if self.round:
            return plain(phrase("Round {round}, table {table}[, {room:name} room]: all boards entered", **values))
        if self.board:
            return plain(phrase("Table {table}[, {room:name} room], board {board}", **values))
        return plain(phrase("Table {table}[, {room:name} room]: all boards entered", **values))


def read_place(text: str) -> LinePlace | None:
    """The place that a text names; None if it names none.

    >>> str(read_place("r3 7c 13")), read_place("seven")
    ('r3 7c 13', None)
    """
    found = _PLACE.fullmatch(text)
    if not found:
        return None
    room = _ROOMS[found["room"] or ""]
    return LinePlace(int(found["table"]), int(found["board"] or 0), room, int(found["round"] or 0))


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A parsed line: the place and the result. Without a result it confirms the one that is there.

    *round* is 0 for the round in play; *reason* is given to correct the result that is there.
    """

    round: int
    table: int
    room: str
    board: int
    result: Result | None
    lead: str = ""
    reason: str | None = None

    @property
    def ruled(self) -> bool:
        """Whether this is a director's adjusted score rather than a result of play."""
        return isinstance(self.result, Artificial | WeightedScore | Split)

    def act(self, stage: str, current: int, seen: int = 0) -> Act:
        """The act that the line posts in a stage whose round in play is *current*.

        *seen* is the last posting about the board that the official was shown, which a confirmation refers to.
        """
        number = self.round or current
        if self.result is None:
            return ResultConfirmed(stage, number, self.table, self.board, self.room, seen=seen)
        if self.ruled:
            reason = self.reason or plain(phrase("ruling entered at the desk"))
            return RulingGiven(stage, number, self.table, self.board, self.result, AWARDED, reason, self.room)
        if self.reason is not None:
            return ResultCorrected(stage, number, self.table, self.board, self.result, self.reason, self.room)
        return ResultPosted(stage, number, self.table, self.board, self.result, self.room, self.lead)


def in_full(text: str, here: LinePlace | None, next_board: NextBoard) -> str:
    """A line completed with the table and board of the place it is typed at.

    A full line is unchanged. A number that may be a table, a board or a score is refused, not guessed.

    >>> in_full("4sn=", LinePlace(7, 13), lambda *_: 0), in_full("9 4sn=", LinePlace(7, 13), lambda *_: 0)
    ('7 13 4sn=', '7 9 4sn=')
    >>> in_full("t8 4sn=", LinePlace(7, 13), lambda *_: 1), in_full("8 2 4sn=", LinePlace(7, 13), lambda *_: 1)
    ('8 1 4sn=', '8 2 4sn=')
    """
    if len(text) > limits.LINE or _reads(text):
        return text
    found = _FROM_HERE.fullmatch(text)
    if not found or (here is None and not found["table"]):
        return text
    place, rest = _place_of(found, here), found["rest"]
    if found["bare"] and not found["table"] and _CONTRACT.match(f"{found['bare']} {rest}"):
        rest = f"{found['bare']} {rest}"  # the level of a contract, typed with spaces
    elif found["board"] or found["bare"]:
        place = LinePlace(place.table, int(found["board"] or found["bare"]), place.room, place.round)
    elif found["table"] or (found["other"] and place != here):
        place = LinePlace(place.table, next_board(place.round, place.table, place.room), place.room, place.round)
    if rest.strip().isdecimal() and not found["board"]:
        if here is not None and not found["table"]:
            raise ResultRefused(_unsure(text.strip()), remedy=UNSURE)
        return text
    if not place.board:
        raise ResultRefused(
            "No board without a result was found at table {table}",
            remedy=COMPLETE,
            table=f"{place.table}{place.room[:1]}",
        )
    return f"{place} {rest}"


def bare_board(text: str, full: str) -> int:
    """The number at the start of a short line that was read as a board but may be meant as a table; 0 if there is none.

    >>> bare_board("9 4sn=", "7 9 4sn="), bare_board("4sn=", "7 13 4sn="), bare_board("7 9 4sn=", "7 9 4sn=")
    (9, 0, 0)
    """
    found = _FROM_HERE.fullmatch(text)
    if text == full or not found or not found["bare"] or found["table"]:
        return 0
    board = int(found["bare"])
    return board if read_line(full).board == board and not _CONTRACT.match(f"{board} {found['rest']}") else 0


def _reads(text: str) -> bool:
    """Whether a line is a full line."""
    try:
        read_line(text)
    except ResultRefused:
        return False
    return True


def _place_of(found: re.Match[str], here: LinePlace | None) -> LinePlace:
    """The place that a short line starts with, as far as it names one; its board is not set yet."""
    rounds = int(found["round"] or 0)
    room = found["room"] or found["other"]
    if found["table"] or here is None:
        return LinePlace(int(found["table"] or 0), 0, _ROOMS[(room or "").lower()], rounds)
    return LinePlace(here.table, here.board, _ROOMS[room.lower()] if room else here.room, rounds or here.round)


def _unsure(text: str) -> Phrase:
    """The refusal of one or two numbers that may be a score as well as a place."""
    words = text.split()
    if len(words) == 1:
        return phrase("“{number}” could be a table, a board or a score", number=words[0])
    return _missing(text)


def read_line(text: str) -> TypedLine:
    """The result that a full line means; `ResultRefused` says what is missing.

    >>> read_line("7 13 4sx s +1 hk").lead, str(read_line("7 13 4sx s +1 hk").result)
    ('HK', '4SX by South +1')
    >>> read_line("r2 12c 8 3nt w = ! wrong declarer").reason
    'wrong declarer'
    """
    if len(text) > limits.LINE:
        raise ResultRefused("This line is too long for one result", remedy=FORM)
    where = _WHERE.fullmatch(text)
    if not where:
        raise ResultRefused(_missing(text), remedy=FORM)
    said, mark, reason = where["rest"].partition("!")
    result, lead = (None, "") if said.strip().lower() in _AGREED else _result(said.strip())
    return TypedLine(
        int(where["round"] or 0),
        int(where["table"]),
        _ROOMS[(where["room"] or "").lower()],
        int(where["board"]),
        result,
        lead,
        reason.strip() if mark else None,
    )


def _result(said: str) -> tuple[Result, str]:
    try:
        return read_result(said), ""
    except ResultRefused:
        with_lead = _CARD.fullmatch(said)
        if not with_lead:
            raise
        result = read_result(with_lead[1])
        if not isinstance(result, PlayedContract):
            raise
        return result, str(Card.parse(with_lead[2]))


def _missing(text: str) -> Phrase:
    """What an incomplete line needs next."""
    words = text.split()
    if words and re.fullmatch(r"r\d+", words[0], re.IGNORECASE):
        words = words[1:]
    numbers = [word for word in words[:3] if re.fullmatch(r"\d+[oc]?", word, re.IGNORECASE)]
    if not words:
        return phrase("Nothing typed yet")
    if not numbers:
        return phrase("“{word}” is not a table number", word=words[0])
    if len(numbers) == 1:
        return phrase("Table {table}: type the board number", table=numbers[0])
    return phrase("Table {table}, board {board}: type the result", table=numbers[0], board=numbers[1])


def boards_due(state: StageState, number: int, table: int, room: str) -> list[int]:
    """The boards without a result at a table in a room, in the order they are played."""
    if (drawn := state.rounds.get(number)) is None:
        return []
    called = [(table, room, board) for board in drawn.extra.get(table, ()) if room]
    missing = (*state.missing(number), *state.missing_triangle_results(number + 1))
    missing += tuple(place for place in called if place not in drawn.results)
    return [board for at, where, board in missing if (at, where) == (table, room)]


def next_boards(state: StageState) -> NextBoard:
    """The function that finds the next board at a table of a stage."""

    def next_board(number: int, table: int, room: str) -> int:
        due = boards_due(state, number or _round_here(state, table), table, room)
        return due[0] if due else 0

    return next_board


def place_after(state: StageState, typed: TypedLine, number: int) -> LinePlace:
    """The place after this result of a round is in: the table's next board without a result.

    After the last board comes the first one that was skipped. Where tables move on to the next round by themselves, so
    does the line.
    """
    due = boards_due(state, number, typed.table, typed.room)
    if not due and state.plan.play.at_once and not typed.round:
        due = boards_due(state, _round_here(state, typed.table), typed.table, typed.room)
    board = next((each for each in due if each > typed.board), due[0] if due else 0)
    said = typed.round if typed.round != round_in_play(state) else 0
    return LinePlace(typed.table, board, typed.room, said)


def has_table(state: StageState, number: int, table: int) -> bool:
    """Whether a table is in use in a round."""
    drawn = state.rounds.get(number)
    return drawn is not None and (table in drawn.seatings or any(table in share.tables for share in drawn.shares))


def _round_here(state: StageState, table: int) -> int:
    return table_round(state, table) if state.plan.play.at_once else state.last_round
