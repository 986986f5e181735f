"""The state of a match: its boards, their credits, and the score of both sides."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from overtrick.core.event.acts import Seating, Share
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.score.rounds import CLOSED, OPEN, SUBSTITUTE, RecordedResult, RoundState
from overtrick.core.exact import Exact
from overtrick.core.laws.matchpoints import top
from overtrick.core.laws.table_score import NO_LINE, Credit, Line, RuledAward, Shown, TableScore
from overtrick.core.provenance import Fact, Figure
from overtrick.core.scoring.deductions import deduct
from overtrick.core.scoring.head_to_head import imps_won
from overtrick.core.scoring.match import MatchRule, MatchScore, SideScore
from overtrick.core.scoring.rounds import score_share_match, score_teams_match, scored_side
from overtrick.core.wording import phrase

NOTHING = TableScore(None, None, None)


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match between the two sides of a seating: each side's credit by board, and its score.

    *complete* says that every board has a result that can be scored; until then the score is that of the boards that
    have one. For a stanza, *earlier* is how many average-plus boards each side had in earlier stanzas.
    """

    seating: Seating
    first: SideScore
    second: SideScore
    credits: Mapping[int, tuple[Credit | None, Credit | None]]
    complete: bool
    earlier: tuple[int, int] = (0, 0)

    def side(self, contestant: str) -> SideScore:
        """The score of one of the two contestants."""
        return self.first if self.seating.first(contestant) else self.second

    def other_side(self, contestant: str) -> SideScore:
        """The score of its opponents."""
        return self.second if self.seating.first(contestant) else self.first

    def board_credits(self, contestant: str) -> list[Credit | None]:
        """The credit of one of the two on each board."""
        place = 0 if self.seating.first(contestant) else 1
        return [both[place] for both in self.credits.values()]

    def imps_won(self, contestant: str, rule: MatchRule) -> Figure[Exact]:
        """The IMPs that one of the two won."""
        (other, *_) = self.seating.opponents_of(contestant)
        one, two = self.earlier
        earlier = (one, two) if self.seating.first(contestant) else (two, one)
        return imps_won(self.board_credits(contestant), self.board_credits(other), rule, earlier)


def pairs_card(
    seating: Seating, lines: Mapping[int, Line], tops: Mapping[int, int], state: RoundState, stage: Stage,
    *, unruled: Collection[int] = (),
) -> MatchCard:  # fmt: skip
    """A match scored across the field, from the lines of its boards at this table.

    It is not complete while boards are *unruled*: they have a result that no rule scores.
    """
    recorded = sum((seating.table, "", board) in state.results for board in seating.boards)
    credits = {board: _sides(lines.get(board, NO_LINE), board in seating.switched) for board in seating.boards}
    first = _score([both[0] for both in credits.values()], tops, seating, stage)
    second = _score([both[1] for both in credits.values()], tops, seating, stage)
    first, second = _with_stand_ins(first, second, seating, state, stage)
    return MatchCard(seating, first, second, credits, recorded == len(seating.boards) and not unruled)


def teams_card(seating: Seating, state: RoundState, stage: Stage, earlier: tuple[int, int] = (0, 0)) -> MatchCard:
    """A teams match over its two rooms; the first team sits North-South in the open room."""
    complete = True
    rooms = []
    for board in seating.boards:
        opened, closed = (state.results.get((seating.table, room, board)) for room in (OPEN, CLOSED))
        complete = complete and opened is not None and closed is not None
        ours, theirs = _scores((opened, closed), board, state, stage)
        rooms.append((ours, theirs))
    lines, score = score_teams_match(rooms, len(seating.boards), stage.scoring, earlier)
    credits = {board: (line.home, line.visitors) for board, line in zip(seating.boards, lines, strict=True)}
    first, second = _with_stand_ins(score.ns, score.ew, seating, state, stage)
    return MatchCard(seating, first, second, credits, complete, earlier)


def _with_stand_ins(
    first: SideScore, second: SideScore, seating: Seating, state: RoundState, stage: Stage
) -> tuple[SideScore, SideScore]:
    """Both sides after deductions for substitutes."""
    if stage.stand_ins is None:
        return first, second
    rule, length = stage.stand_ins.deduction, len(seating.boards)
    match = MatchScore(first, second)
    if (used := state.stand_ins.get(seating.ns)) is not None:
        match = deduct(match, used.imps, length, stage.scoring.match, rule, said=_substitute_facts(state, seating.ns))
    if (used := state.stand_ins.get(seating.ew)) is not None:
        turned = deduct(
            MatchScore(match.ew, match.ns),
            used.imps,
            length,
            stage.scoring.match,
            rule,
            said=_substitute_facts(state, seating.ew),
        )
        match = MatchScore(turned.ew, turned.ns)
    return match.ns, match.ew


def _substitute_facts(state: RoundState, team: str) -> tuple[Fact, ...]:
    used = state.stand_ins[team]
    says = phrase("{substitute} for {out}", substitute=used.substitute, out=used.out)
    return (state.make_fact(SUBSTITUTE, team, says),)


@dataclass(frozen=True, slots=True)
class ShareCard:
    """A match of three teams, each with its own score."""

    share: Share
    scores: tuple[SideScore, SideScore, SideScore]
    complete: bool


def share_card(share: Share, state: RoundState, stage: Stage) -> ShareCard:
    """Three teams over three tables: each has its own swing between its two tables."""
    boards = []
    complete = True
    for board in share.boards:
        at = [state.results.get((table, "", board)) for table in share.tables]
        complete = complete and None not in at
        first, second, third = _scores(at, board, state, stage)
        boards.append((first, second, third))
    return ShareCard(share, score_share_match(boards, len(share.boards), stage.scoring), complete)


def _scores(at: Sequence[RecordedResult | None], board: int, state: RoundState, stage: Stage) -> tuple[TableScore, ...]:
    """The scores of a teams match's tables on a board; an award is marked if the board was lost but not fouled."""
    scores = tuple(each.score if each is not None else NOTHING for each in at)
    if stage.scoring.match.unplayable is None or board in state.fouled or any(each and each.fouled for each in at):
        return scores
    return tuple(TableScore(_mark_cancelled(each.ns), _mark_cancelled(each.ew), each.field) for each in scores)


def _mark_cancelled(shown: Shown | None) -> Shown | None:
    return replace(shown, cancelled=True) if isinstance(shown, RuledAward) else shown


def _sides(line: Line, switched: bool) -> tuple[Credit | None, Credit | None]:  # noqa: FBT001 - a board is or is not
    return (line.ew, line.ns) if switched else (line.ns, line.ew)


def _score(credits: Sequence[Credit | None], tops: Mapping[int, int], seating: Seating, stage: Stage) -> SideScore:
    least = top(2)
    return scored_side(credits, (tops.get(board, least) for board in seating.boards), stage.boards, stage.scoring)
