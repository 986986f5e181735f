"""The keystroke line: one line typed at the desk, read as a table's result.

`7 13 4sx s +1` is table 7, board 13, four spades doubled by South, one over. `7 13 p` is passed out,
`12 8 av+ av-` an award, `7 13 ok` agrees with what is there. In teams the room follows the table: `7o 13 …`
or `7 c 13 …`. `r3` in front means round 3. A card at the end is the lead. What follows `!` is the reason for
putting right what is there.
"""

import re
from dataclasses import dataclass

from overtrick.core import limits
from overtrick.core.errors import ResultRefused
from overtrick.core.event.acts import Act, ResultConfirmed, ResultCorrected, ResultPosted, RulingGiven
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.core.model.cards import Card
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Artificial, Played, Result, Split, Weighted
from overtrick.core.wording import Phrase, phrase

_WHOLE = rf"\d{{1,{limits.DIGITS}}}"
_WHERE = re.compile(
    rf"\s*(?:r(?P<round>{_WHOLE})\s+)?(?P<table>{_WHOLE})\s*(?P<room>[oc])?\s+(?P<board>{_WHOLE})\s+(?P<rest>.+)",
    re.IGNORECASE,
)
_CARD = re.compile(r"(.*\S)\s+((?:[shdc♠♥♦♣](?:10|[akqjt2-9]))|(?:(?:10|[akqjt2-9])[shdc♠♥♦♣]))\s*", re.IGNORECASE)
_ROOMS = {"": "", "o": OPEN, "c": CLOSED}
_AGREED = frozenset({"ok", "y", "agreed", "agree"})

AWARDED = "Law 12C"
FORM = "Type table, board, contract, declarer and result, like 7 13 4sx s +1."


@dataclass(frozen=True, slots=True)
class Typed:
    """A line as it reads: where, and what. Without a result it agrees with the one that is there.

    *round* is 0 for the round in play; *reason* is given for putting right what is there.
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
        """Whether this is a director's award rather than a result of play."""
        return isinstance(self.result, Artificial | Weighted | Split)

    def act(self, stage: str, current: int, seen: int = 0) -> Act:
        """What it posts in a stage whose round in play is *current*.

        *seen* is the last posting about the board that the official was shown: an agreement is with that.
        """
        number = self.round or current
        if self.result is None:
            return ResultConfirmed(stage, number, self.table, self.board, self.room, seen=seen)
        if self.ruled:
            reason = self.reason or "ruled at the table"
            return RulingGiven(stage, number, self.table, self.board, self.result, AWARDED, reason, self.room)
        if self.reason is not None:
            return ResultCorrected(stage, number, self.table, self.board, self.result, self.reason, self.room)
        return ResultPosted(stage, number, self.table, self.board, self.result, self.room, self.lead)


def read_line(text: str) -> Typed:
    """What a line says, or a refusal that says what is missing.

    >>> read_line("7 13 4sx s +1 hk").lead, str(read_line("7 13 4sx s +1 hk").result)
    ('HK', '4SX by South +1')
    >>> read_line("r2 12c 8 3nt w = ! wrong declarer").reason
    'wrong declarer'
    """
    if len(text) > limits.LINE:
        raise ResultRefused("This line is too long to be one result", remedy=FORM)
    where = _WHERE.fullmatch(text)
    if not where:
        raise ResultRefused(_missing(text), remedy=FORM)
    said, mark, reason = where["rest"].partition("!")
    result, lead = (None, "") if said.strip().lower() in _AGREED else _result(said.strip())
    return Typed(
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
        if not isinstance(result, Played):
            raise
        return result, str(Card.parse(with_lead[2]))


def _missing(text: str) -> Phrase:
    """What a line that is not complete lacks next."""
    words = text.split()
    if words and re.fullmatch(r"r\d+", words[0], re.IGNORECASE):
        words = words[1:]
    numbers = [word for word in words[:3] if re.fullmatch(r"\d+[oc]?", word, re.IGNORECASE)]
    if not words:
        return phrase("Nothing is typed yet")
    if not numbers:
        return phrase("“{word}” is not a table", word=words[0])
    if len(numbers) == 1:
        return phrase("Table {table}: which board", table=numbers[0])
    return phrase("Table {table}, board {board}: which result", table=numbers[0], board=numbers[1])
