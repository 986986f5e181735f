"""The matches that count as played: for the averages of unfinished ones, and with enough boards to compare."""

from collections.abc import Collection, Iterator

from overtrick.core.event.acts import TOO_FEW, MatchForfeited, Seating
from overtrick.core.event.score.cards import ShareCard
from overtrick.core.event.score.rounds import RoundState, rooms_of
from overtrick.core.event.score.scored import ScoredStage
from overtrick.core.exact import Exact
from overtrick.core.model.results import Artificial
from overtrick.core.provenance import Figure, average
from overtrick.core.scoring.unplayed import too_few_compared
from overtrick.core.wording import count_of, phrase


def match_scores(
    stage: ScoredStage, contestant: str, among: Collection[int], *, other: bool = False, but: Collection[str] = ()
) -> list[Figure[Exact]]:
    """The scores of a contestant's matches in these rounds, before penalties; or its opponents' in them.

    Matches against those in *but* are left out.
    """
    scores: list[Figure[Exact]] = []
    for number in sorted(stage.rounds.keys() & set(among)):
        share = stage.share(number, contestant)
        if share is not None and share.complete:
            scores.append(_others(share, contestant) if other else _own_score(share, contestant))
        seating = stage.rounds[number].seating_of(contestant)
        if seating is None or stage.is_expunged(seating) or stage.why_unplayed(number, seating.table) is not None:
            continue
        if contestant not in but and set(but) & set(seating.names):
            continue
        card = stage.card(number, seating.table)
        if card.complete:
            scores.append((card.other_side(contestant) if other else card.side(contestant)).credited)
    return scores


def _own_score(card: ShareCard, contestant: str) -> Figure[Exact]:
    return card.scores[card.share.teams.index(contestant)].credited


def _others(card: ShareCard, contestant: str) -> Figure[Exact]:
    """The average score of the two opponents in a match of three, so that it counts as one match."""
    both = [_own_score(card, name) for name in card.share.teams if name != contestant]
    return average(both, both[0].unit, both[0].clause, phrase("the average of the two opponents’ scores"))


def boards_of_match(state: ScoredStage, seating: Seating) -> int:
    """The number of boards in the match of a seating; the stanzas of a final are one match."""
    stanzas = state.plan.play.one_match
    return state.plan.boards * stanzas if stanzas else len(seating.boards)


def not_compared(
    state: ScoredStage, drawn: RoundState, seating: Seating, *, fouled: bool
) -> tuple[tuple[int, int], ...]:
    """The boards of a match, by round, with an artificial score: because they were *fouled*, or for any reason.

    In a teams match a board without a score in one room has no comparison. A fouled board is compared among the tables
    of each form, unless a form has too few results.
    """
    if not state.plan.play.one_match:
        return tuple(_lost_boards(state, drawn, seating, fouled=fouled))
    stanzas = ((each, only) for _, each in sorted(state.rounds.items()) for only in each.seatings.values())
    return tuple(place for each, only in stanzas for place in _lost_boards(state, each, only, fouled=fouled))


def _lost_boards(state: ScoredStage, drawn: RoundState, seating: Seating, *, fouled: bool) -> Iterator[tuple[int, int]]:
    rooms = rooms_of(state.plan)
    for board in seating.boards:
        known = [drawn.results.get((seating.table, room, board)) for room in rooms]
        awarded = [each for each in known if each is not None and isinstance(each.result, Artificial)]
        ruled = awarded and (not fouled or board in drawn.fouled or any(each.fouled for each in awarded))
        if ruled or (not awarded and board in drawn.fouled and _alone(state, drawn.number, seating.table, board)):
            yield drawn.number, board


def _alone(state: ScoredStage, number: int, table: int, board: int) -> bool:
    """Whether the form of a fouled board at a table has too few results to be compared."""
    return state.board_field(state.scope(number), board).why_uncompared((number, table)) is not None


def too_few(state: ScoredStage, drawn: RoundState, seating: Seating) -> MatchForfeited | None:
    """A match scored as unplayed without fault, because fouled boards left too few comparisons; None otherwise."""
    rule = state.plan.compared
    if rule is None or not state.fouling:
        return None
    lost, boards = not_compared(state, drawn, seating, fouled=True), boards_of_match(state, seating)
    left = boards - len(lost)
    if len(lost) < 2 or not too_few_compared(left, boards, rule):
        return None
    rounds = dict.fromkeys(number for number, _ in lost)
    which = f"boards {', '.join(str(board) for _, board in lost)}" if len(rounds) == 1 else count_of(len(lost), "board")
    said = f"{which} were fouled: {left} of {boards} are left to compare"
    return MatchForfeited(state.plan.name, drawn.number, seating.table, "", said, TOO_FEW)
