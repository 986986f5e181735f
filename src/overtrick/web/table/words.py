"""Texts for tables: who posts from one, and refusals for players, who have little time and no desk."""

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.event.score.rounds import ConflictingEntry, RecordedResult
from overtrick.core.model.results import PlayedContract, Result
from overtrick.core.model.seats import NAMED, Side, side_of
from overtrick.core.model.signs import SUITS, doubling_sign
from overtrick.core.wording import Phrase, phrase
from overtrick.director.agreement import AgreedAlready, NotAsSeen, OwnEntry, RoundOver

_SIDES = {Side.NS: phrase("North–South"), Side.EW: phrase("East–West")}
_EITHER = {Side.NS: phrase("North or South"), Side.EW: phrase("East or West")}


def at_table(table: int, room: str = "", seat: str = "") -> str:
    """The author of a posting from a table, as the book names them: `table 7 open East`."""
    return " ".join(filter(None, ["table", str(table), room, seat]))


def to_players(refusal: OvertrickError) -> Phrase:
    """A refusal as players read it: what happened to their board, and what to do."""
    match refusal:
        case NotAsSeen(act=act, known=known):
            return phrase("Board {board}: {now} Check the cards together.", board=act.board, now=_now(known))
        case AgreedAlready(act=act, known=known):
            return phrase(
                "Board {board} was confirmed: {result}. If this is wrong, call the director.",
                board=act.board,
                result=result_phrase(known.result),
            )
        case OwnEntry(act=act):
            return phrase("Board {board}: {who}. Hand them the phone.", board=act.board, who=_who_agrees(act.seat))
        case RoundOver(act=act):
            return phrase(
                "Round {round} is over. If the result of board {board} is missing or wrong, tell the director.",
                round=act.round,
                board=act.board,
            )
        case DirectorError():
            return refusal.phrased
        case _:
            return phrase("{refusal}", refusal=str(refusal))


def _who_agrees(seat: str) -> Phrase:
    """Who must confirm a result that was entered from a seat."""
    own = side_of(seat)
    if own is None:
        return phrase("the other side must confirm the result")
    return phrase("{side} entered the result, so {either} must confirm it", side=_SIDES[own], either=_EITHER[own.other])


def _now(known: RecordedResult) -> Phrase:
    """The recorded result, for someone who saw a different one."""
    if known.other is not None:
        return phrase(
            "there are now two different results ({first}; {second}).", first=_says(known), second=_says(known.other)
        )
    if known.disputed:
        return phrase("a player at the table says {result} is wrong.", result=result_phrase(known.result))
    return phrase(
        "{seat} has since changed the result to {result}.", result=result_phrase(known.result), seat=_seat(known.seat)
    )


def _says(word: RecordedResult | ConflictingEntry) -> Phrase:
    return phrase("{seat} entered {result}", seat=_seat(word.seat), result=result_phrase(word.result))


def _seat(name: str) -> object:
    """The seat that entered a result, or an official if none did."""
    return NAMED.get(name) or phrase("an official")


def result_phrase(result: Result) -> object:
    """A result with its suit as a symbol, as on the phone.

    >>> from overtrick.core.model.notation import read_result
    >>> print(result_phrase(read_result("4HX N -2")), result_phrase(read_result("PASS")), sep=", ")
    4♥× by North −2, passed out
    """
    if not isinstance(result, PlayedContract):
        return result
    contract = result.contract
    suit = SUITS.get(contract.strain.value)
    called = phrase(
        "{level}{sign}{times}",
        level=contract.level,
        sign=suit.symbol if suit else phrase("NT"),
        times=doubling_sign(contract),
    )
    return phrase("{contract} by {seat} {over}", contract=called, seat=contract.declarer, over=result.made)
