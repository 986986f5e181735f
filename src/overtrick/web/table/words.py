"""A table in words: who posts from it, and refusals for the people who sit there, with two minutes and no desk."""

from overtrick.core.errors import OvertrickError
from overtrick.core.event.score.rounds import Recorded, Said
from overtrick.core.model.contracts import Strain
from overtrick.core.model.results import Played, Result
from overtrick.core.model.seats import Side, side_of
from overtrick.director.agreement import AgreedAlready, NotAsSeen, OwnEntry, RoundOver

_SIGNS = {Strain.CLUBS: "♣", Strain.DIAMONDS: "♦", Strain.HEARTS: "♥", Strain.SPADES: "♠", Strain.NOTRUMP: "NT"}
_SIDES = {Side.NS: "North–South", Side.EW: "East–West"}
_EITHER = {Side.NS: "North or South", Side.EW: "East or West"}


def at_table(table: int, room: str = "", seat: str = "") -> str:
    """Who posts from a table, as the book names them: `table 7 open East`."""
    return " ".join(filter(None, ["table", str(table), room, seat]))


def to_players(refusal: OvertrickError) -> str:
    """A refusal as players read it: what happened to their board, and what to do."""
    match refusal:
        case NotAsSeen(act=act, known=known):
            return f"Board {act.board}: {_now(known)} Look at it again, together."
        case AgreedAlready(act=act, known=known):
            return f"Board {act.board} was agreed: {shown(known.result)}. If that is not right, call the director."
        case OwnEntry(act=act):
            own = side_of(act.seat)
            who = (
                f"{_SIDES[own]} entered it, so {_EITHER[own.other]} must agree" if own else "the other side must agree"
            )
            return f"Board {act.board}: {who}. Hand them the phone."
        case RoundOver(act=act):
            return f"Round {act.round} is over. If board {act.board} is missing or wrong, tell the director."
        case _:
            return str(refusal)


def _now(known: Recorded) -> str:
    """What stands, said to somebody who saw something else."""
    if known.other is not None:
        return f"there are two different results now. {_says(known)}, {_says(known.other)}."
    if known.disputed:
        return f"somebody at the table says that {shown(known.result)} is not right."
    return f"it was changed to {shown(known.result)} by {known.seat or 'the director'} since you looked."


def _says(word: Recorded | Said) -> str:
    return f"{word.seat or 'the director'} says {shown(word.result)}"


def shown(result: Result) -> str:
    """A result with its suit as a sign, as on the phone.

    >>> from overtrick.core.model.notation import read_result
    >>> shown(read_result("4HX N -2")), shown(read_result("PASS"))
    ('4♥× by North −2', 'passed out')
    """
    if not isinstance(result, Played):
        return str(result)
    contract = result.contract
    over = "=" if result.over == 0 else f"+{result.over}" if result.over > 0 else f"−{-result.over}"
    return (
        f"{contract.level}{_SIGNS[contract.strain]}{'×' * len(contract.doubling.value)} by {contract.declarer} {over}"
    )
