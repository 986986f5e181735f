"""The present score of an unfinished match: its averages change until the last round is in."""

from collections.abc import Collection
from dataclasses import replace

from overtrick.core.event.acts import ABANDONED, CANCELLED, NEITHER, TOO_FEW, MatchForfeited
from overtrick.core.event.score.rounds import FORFEIT
from overtrick.core.event.score.scored import ScoredStage
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Derivation, Fact, Figure, Scores
from overtrick.core.ranking.measures import MatchLine, ScoreOrigin
from overtrick.core.scoring.unplayed import (
    ForfeitRule,
    UnplayedScore,
    abandoned_scores,
    cancelled_scores,
    complements,
    forfeit,
    offender_score,
    unfinished_rule,
)
from overtrick.core.wording import Phrase, phrase


def unplayed_line(state: ScoredStage, contestant: str, opponent: str, act: MatchForfeited) -> MatchLine | None:
    """A contestant's line for an unfinished match; None if the regulations have no score for it."""
    if act.how in (CANCELLED, ABANDONED):
        return _without_fault(state, contestant, opponent, act)
    if state.plan.forfeit is None:
        return None
    rule = state.plan.forfeit.for_match(state.plan.boards_in(act.round))
    if act.how == TOO_FEW:
        return _nobody_at_fault(state, contestant, opponent, act, rule)
    if act.how == NEITHER or contestant == act.offender:
        figure = replace(offender_score(rule), of=(_forfeit_fact(state, act, act.reason or Phrase(act.how)),))
        return _line(opponent, figure, None, rule)
    why = phrase(
        "the match against number {opponent} was not played: {why}",
        opponent=opponent,
        why=act.reason or Phrase(act.how),
    )
    offender = opponent if opponent == act.offender else ""
    figure = _innocent(state, contestant, offender, act.round, rule)
    figure = replace(figure, of=(_forfeit_fact(state, act, why), *figure.of))
    return _line(opponent, _standing(state, figure), rule.offender, rule)


def withdrawn_line(state: ScoredStage, contestant: str, gone: str, number: int, clause: Clause) -> MatchLine | None:
    """A contestant's line for a match with one that had withdrawn, scored as a forfeit; None if forfeits have no score.

    *clause* is the clause by which the match counts as forfeited.
    """
    if state.plan.forfeit is None:
        return None
    rule = state.plan.forfeit.for_match(state.plan.boards_in(number))
    figure = _innocent(state, contestant, gone, number, rule)
    said = phrase("number {gone} withdrew before the match ({clause})", gone=gone, clause=clause)
    why = Fact(said, state.withdrawals.get(gone, ""))
    return _line(gone, _standing(state, replace(figure, of=(why, *figure.of))), rule.offender, rule)


def _innocent(state: ScoredStage, contestant: str, offender: str, number: int, rule: ForfeitRule) -> Figure[Exact]:
    """The innocent side's score for a forfeit; the average against the *offender* counts if there is one."""
    among = state.same_robin(number) if rule.one_robin else None
    theirs = _scores_against(state, offender, among, rule) if offender else ()
    return forfeit(state.match_scores(contestant, among), theirs, rule)


def _scores_against(state: ScoredStage, offender: str, among: Collection[int] | None, rule: ForfeitRule) -> Scores:
    """The scores of others against a side: their own, or the complements of the side's scores, as the rule says."""
    played = state.match_scores(offender, among, other=rule.as_scored)
    return played if rule.as_scored else complements(played, rule)


def _line(opponent: str, figure: Figure[Exact], against: Exact | None, rule: ForfeitRule) -> MatchLine:
    net = rule.imps(figure)
    return MatchLine((opponent,), figure, against, net.value if net is not None else 0, ScoreOrigin.FORFEIT, net=net)


def _nobody_at_fault(
    state: ScoredStage, contestant: str, opponent: str, act: MatchForfeited, rule: ForfeitRule
) -> MatchLine | None:
    """The line of a match with too few comparisons: both sides have the innocent side's score for a forfeit."""
    if state.plan.compared is None:
        return None
    among = state.same_robin(act.round) if rule.one_robin else None
    own, other = (forfeit(state.match_scores(name, among), (), rule) for name in (contestant, opponent))
    figure = Figure(
        own.value, own.unit, state.plan.compared.clause, (Fact(act.reason), own),
        phrase("as for a forfeit with neither side at fault"),
        Derivation.SAME,
    )  # fmt: skip
    return _line(opponent, _standing(state, figure), other.value, rule)


def _without_fault(state: ScoredStage, contestant: str, opponent: str, act: MatchForfeited) -> MatchLine | None:
    """The line of a cancelled or abandoned match: *offender* is the side that could not play or continue."""
    if not state.plan.unplayed:
        return None
    absent = act.offender
    present = opponent if contestant == absent else contestant
    score = _shared_out(state, absent, present, act)
    if score is None:
        return None
    own, other = (score.first, score.second) if contestant == absent else (score.second, score.first)
    own = replace(own, of=(_forfeit_fact(state, act, act.reason or Phrase(act.how)), *own.of))
    return MatchLine((opponent,), _standing(state, own), other.value, 0, ScoreOrigin.FORFEIT)


def _forfeit_fact(state: ScoredStage, act: MatchForfeited, says: str | Phrase) -> Fact:
    return state.round(act.round).make_fact(FORFEIT, act.table, says)


def _shared_out(state: ScoredStage, absent: str, present: str, act: MatchForfeited) -> UnplayedScore | None:
    """The scores of the absent side first and the other second; None while there are no averages."""
    rule = unfinished_rule(state.plan.unplayed, int(act.how == ABANDONED), fault=False)
    rule = rule.for_match(state.plan.boards_in(act.round))
    own, other = state.match_scores(absent), state.match_scores(present)
    if act.how == CANCELLED:
        score = forfeit(other, _scores_against(state, absent, None, rule), rule)
        both = cancelled_scores(score, other, own, rule)
        return UnplayedScore(both.second, both.first)
    return abandoned_scores(own, other, rule) if own and other else None


def _standing(state: ScoredStage, figure: Figure[Exact]) -> Figure[Exact]:
    """The figure with a note that it is provisional until no round can change its averages."""
    told = moving(state) or phrase("settled after the last round")
    return replace(figure, note=phrase("{told}: {note}", told=told, note=figure.note))


def moving(state: ScoredStage) -> Phrase | None:
    """The note that averages may still change; None once every round is closed."""
    done, last = sum(drawn.closed for drawn in state.rounds.values()), state.plan.rounds
    return None if done >= last else phrase("provisional after {done} of {last:#round}", done=done, last=last)
