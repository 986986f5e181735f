"""A table in words: who posts from it, and refusals for the people who sit there, with two minutes and no desk."""

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.event.score.rounds import Recorded, Said
from overtrick.core.model.contracts import Strain
from overtrick.core.model.results import Played, Result
from overtrick.core.model.seats import NAMED, Side, side_of
from overtrick.core.wording import Phrase, phrase
from overtrick.director.agreement import AgreedAlready, NotAsSeen, OwnEntry, RoundOver

_SIGNS = {Strain.CLUBS: "♣", Strain.DIAMONDS: "♦", Strain.HEARTS: "♥", Strain.SPADES: "♠"}
_SIDES = {Side.NS: phrase("North–South"), Side.EW: phrase("East–West")}
_EITHER = {Side.NS: phrase("North or South"), Side.EW: phrase("East or West")}


def at_table(table: int, room: str = "", seat: str = "") -> str:
    """Who posts from a table, as the book names them: `table 7 open East`."""
    return " ".join(filter(None, ["table", str(table), room, seat]))


def to_players(refusal: OvertrickError) -> Phrase:
    """A refusal as players read it: what happened to their board, and what to do."""
    match refusal:
        case NotAsSeen(act=act, known=known):
            return phrase("Board {board}: {now} Look at it again, together.", board=act.board, now=_now(known))
        case AgreedAlready(act=act, known=known):
            return phrase(
                "Board {board} was agreed: {result}. If that is not right, call the director.",
                board=act.board,
                result=shown(known.result),
            )
        case OwnEntry(act=act):
            return phrase("Board {board}: {who}. Hand them the phone.", board=act.board, who=_who_agrees(act.seat))
        case RoundOver(act=act):
            return phrase(
                "Round {round} is over. If board {board} is missing or wrong, tell the director.",
                round=act.round,
                board=act.board,
            )
        case DirectorError():
            return refusal.phrased
        case _:
            return phrase("{refusal}", refusal=str(refusal))


def _who_agrees(seat: str) -> Phrase:
    """Who is to agree to what somebody at a seat entered."""
    own = side_of(seat)
    if own is None:
        return phrase("the other side must agree")
    return phrase("{side} entered it, so {either} must agree", side=_SIDES[own], either=_EITHER[own.other])


def _now(known: Recorded) -> Phrase:
    """What stands, said to somebody who saw something else."""
    if known.other is not None:
        return phrase(
            "there are two different results now. {first}, {second}.", first=_says(known), second=_says(known.other)
        )
    if known.disputed:
        return phrase("somebody at the table says that {result} is not right.", result=shown(known.result))
    return phrase(
        "it was changed to {result} by {seat} since you looked.", result=shown(known.result), seat=_seat(known.seat)
    )


def _says(word: Recorded | Said) -> Phrase:
    return phrase("{seat} says {result}", seat=_seat(word.seat), result=shown(word.result))


def _seat(name: str) -> object:
    """Who said it: a seat, or where none is named the director."""
    return NAMED.get(name) or phrase("the director")


def shown(result: Result) -> object:
    """A result with its suit as a sign, as on the phone.

    >>> from overtrick.core.model.notation import read_result
    >>> print(shown(read_result("4HX N -2")), shown(read_result("PASS")), sep=", ")
    4♥× by North −2, passed out
    """
    if not isinstance(result, Played):
        return result
    contract = result.contract
    over = "=" if result.over == 0 else f"+{result.over}" if result.over > 0 else f"−{-result.over}"
    called = phrase(
        "{level}{sign}{times}",
        level=contract.level,
        sign=_SIGNS.get(contract.strain, phrase("NT")),
        times="×" * len(contract.doubling.value),
    )
    return phrase("{contract} by {seat} {over}", contract=called, seat=contract.declarer, over=over)
