"""The deals of boards: only a possible deal, of a board that is played in the round, is accepted."""

from overtrick.core.event.acts import BoardDealt
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.boards import Board, Vulnerability
from overtrick.core.model.cards import Deal
from overtrick.core.wording import phrase
from overtrick.director.decision import AllowedActs, allow, refuse

_VULNERABLE = {
    "none": Vulnerability.NONE, "love": Vulnerability.NONE, "-": Vulnerability.NONE, "ns": Vulnerability.NS,
    "ew": Vulnerability.EW, "all": Vulnerability.ALL, "both": Vulnerability.ALL,
}  # fmt: skip
"""Vulnerability as PBN writes it, in lower case."""


def deal(event: Tournament, act: BoardDealt) -> AllowedActs:
    """Accept the hands of a board: thirteen different cards each, with the dealer and vulnerability of its number."""
    state = event.stage(act.stage)
    state.round(act.round)
    if act.board not in boards_at(state, act.round):
        raise refuse(
            "No one plays board {board} in round {round}",
            remedy="Check the round and the board number.",
            board=act.board,
            round=act.round,
        )
    if not act.source:
        raise refuse("A deal needs a source", remedy="Name the file, or the person who dealt.")
    dealt = Deal.read(act.deal)
    _as_numbered(act)
    known = state.deal(act.round, act.board)
    if known == dealt:
        return allow()
    other = phrase("board {board} already had a deal; the new deal replaces it", board=act.board)
    return allow(act, cautions=(other if known is not None else "",))


def boards_at(state: StageState, number: int) -> frozenset[int]:
    """The boards of a round, or of the whole session where its tables exchange boards."""
    scope = state.scope(number)
    drawn = [each for at, each in state.rounds.items() if state.scope(at) == scope]
    played = [each.boards_of(seating) for each in drawn for seating in each.seatings.values()]
    played += [share.boards for each in drawn for share in each.shares]
    return frozenset(board for boards in played for board in boards)


def _as_numbered(act: BoardDealt) -> None:
    """Refuse a dealer or vulnerability that does not fit the board's number (Law 2): the file means another board."""
    numbered = Board.from_number(act.board)
    remedy = phrase("Check the board’s number in the file.")
    if act.dealer and act.dealer.upper() != numbered.dealer.value:
        raise refuse(
            "{dealer} is the dealer on board {board}, not “{act_dealer}”",
            clause="Law 2",
            remedy=remedy,
            dealer=numbered.dealer,
            board=act.board,
            act_dealer=act.dealer,
        )
    if act.vulnerable and _VULNERABLE.get(act.vulnerable.lower()) is not numbered.vulnerability:
        raise refuse(
            "Board {board} is played with {vulnerability}, not “{vulnerable}”",
            clause="Law 2",
            remedy=remedy,
            board=act.board,
            vulnerability=numbered.vulnerability,
            vulnerable=act.vulnerable,
        )
