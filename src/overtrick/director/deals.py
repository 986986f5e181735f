"""How boards were dealt: only a deal that can be, of a board that is played there."""

from overtrick.core.event.acts import BoardDealt
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.boards import Board, Vulnerability
from overtrick.core.model.cards import Deal
from overtrick.core.wording import phrase
from overtrick.director.decision import Decided, allow, refuse

_VULNERABLE = {
    "none": Vulnerability.NONE, "love": Vulnerability.NONE, "-": Vulnerability.NONE, "ns": Vulnerability.NS,
    "ew": Vulnerability.EW, "all": Vulnerability.ALL, "both": Vulnerability.ALL,
}  # fmt: skip
"""As PBN says it, in small letters."""


def deal(event: Tournament, act: BoardDealt) -> Decided:
    """The hands of a board: thirteen different cards each, dealer and vulnerability as the number has them."""
    state = event.stage(act.stage)
    state.round(act.round)
    if act.board not in boards_at(state, act.round):
        raise refuse(
            "Nobody plays board {board} in round {round}",
            remedy="Check the round, and the board's number.",
            board=act.board,
            round=act.round,
        )
    if not act.source:
        raise refuse("A deal needs its source", remedy="Name the file, or who dealt.")
    dealt = Deal.read(act.deal)
    _as_numbered(act)
    known = state.deal(act.round, act.board)
    if known == dealt:
        return allow()
    other = f"board {act.board} had another deal, which this one replaces" if known is not None else ""
    return allow(act, cautions=(other,))


def boards_at(state: StageState, number: int) -> frozenset[int]:
    """The boards of a round, or of the session in which the tables of that round exchange theirs."""
    scope = state.scope(number)
    drawn = [each for at, each in state.rounds.items() if state.scope(at) == scope]
    played = [each.boards_of(seating) for each in drawn for seating in each.seatings.values()]
    played += [share.boards for each in drawn for share in each.shares]
    return frozenset(board for boards in played for board in boards)


def _as_numbered(act: BoardDealt) -> None:
    """Dealer and vulnerability go by the board's number (Law 2); a file that says otherwise means another board."""
    numbered = Board.numbered(act.board)
    remedy = phrase("Check the board's number in the file.")
    if act.dealer and act.dealer.upper() != numbered.dealer.value:
        raise refuse(
            "{dealer} deals board {board}, and not “{act_dealer}”",
            clause="Law 2",
            remedy=remedy,
            dealer=numbered.dealer,
            board=act.board,
            act_dealer=act.dealer,
        )
    if act.vulnerable and _VULNERABLE.get(act.vulnerable.lower()) is not numbered.vulnerability:
        raise refuse(
            "On board {board} it is {vulnerability}, and not “{vulnerable}”",
            clause="Law 2",
            remedy=remedy,
            board=act.board,
            vulnerability=numbered.vulnerability,
            vulnerable=act.vulnerable,
        )
