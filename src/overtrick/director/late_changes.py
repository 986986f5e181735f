"""Changes to the scores of a closed stage: what permits them, and what they mean for the stages already under way."""

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.conduct.clocks import ClockPurpose
from overtrick.core.event.acts import DISMISSED, UPHELD, Act, ReviewDecided
from overtrick.core.event.fold.conducted import Review
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Source, Stage
from overtrick.core.event.play.carrying import by_source
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, phrase
from overtrick.director.appeal_files import upheld
from overtrick.director.clocks import corrections_until
from overtrick.director.decision import AllowedActs, Caution, allow, refuse, still_open
from overtrick.director.entries import carry_over_undecided, qualifiers
from overtrick.director.what_if import what_if


@dataclass(frozen=True, slots=True)
class PlayStands:
    """A stage that goes on with those who started it, although others qualify by the current scores."""

    stage: str
    source: str
    qualified: tuple[str, ...]
    playing: tuple[str, ...]
    clause: Clause


def play_that_stands(event: Tournament) -> tuple[PlayStands, ...]:
    """Every stage whose starters a late change would have altered, in the order in which the stages started."""
    return tuple(
        found
        for state in event.stages.values()
        for source in state.plan.sources
        if (found := _stands(event, state, source)) is not None
    )


def _stands(event: Tournament, state: StageState, source: Source) -> PlayStands | None:
    before = event.stages.get(source.stage)
    if before is None or not before.late_changes or state.plan.play.in_graph:
        return None
    qualified = [name for field in before.fields for name in qualifiers(event, state.plan, source, field).names]
    started = by_source(state.plan, state.contestants, event.stages).get(source, [])
    missed = tuple(name for name in qualified if name not in state.contestants)
    playing = tuple(name for name in started if name not in qualified)
    if not missed or not playing:
        return None
    return PlayStands(state.plan.name, source.stage, missed, playing, source.stands or source.clause)


def check_authority(
    event: Tournament,
    state: StageState,
    number: int,
    at: str,
    *,
    table: int = 0,
    board: int = 0,
    ruling: bool = True,
) -> None:
    """Refuse to change the scores of a closed stage without authority; a stage that is still open needs none.

    The authority is a correction period that is still running or, for a *ruling*, a review or appeal that was upheld.
    """
    if not state.closed:
        return
    if state.left is not None:  # results of a graph's stages have a rule of their own
        still_open(state)
    if _correction_period_runs(event, state, number, at):
        return
    if not ruling or not _upheld(event, state, number, table, board):
        raise _refusal(event, state, number, ruling=ruling)


def _correction_period_runs(event: Tournament, state: StageState, number: int, at: str) -> bool:
    when = event.conducted.local(at)
    limits = corrections_until(event, state.plan.name, number)
    enough = any if state.plan.rules.times.windows else all  # one open window is enough
    return when is not None and bool(limits) and enough(limit.is_met(when) for limit in limits)


def _upheld(event: Tournament, state: StageState, number: int, table: int, board: int) -> bool:
    about = (state.plan.name, number, table, board)
    return upheld(event, *about) or any(
        each.upheld and each.concerns(*about) for each in event.conducted.reviews.values()
    )


def _refusal(event: Tournament, state: StageState, number: int, *, ruling: bool) -> Exception:
    """The refusal when nothing permits a change of a closed stage; its clause is that of the correction period."""
    waiting = [each.number for each in open_reviews(event, state) if each.asked.round == number]
    limits = corrections_until(event, state.plan.name, number)
    if ruling and waiting:
        remedy = phrase("Record the decision on review {review} first; then give the ruling.", review=waiting[0])
    elif ruling:
        remedy = phrase("Record the review or appeal that was upheld, or reopen {stage}.", stage=state.plan.name)
    else:
        remedy = phrase("Give a ruling on a review that was upheld, or reopen {stage}.", stage=state.plan.name)
    if limits:
        what = phrase(
            "{stage} is closed, and corrections to its scores were due {told}",
            stage=state.plan.name,
            told=limits[0].told,
        )
    else:
        what = phrase(
            "{stage} is closed, and no correction period is known to be running", stage=state.plan.name
        )  # fmt: skip
    return refuse(what, clause=limits[0].clause if limits else _correction_clause(state.plan), remedy=remedy)


def _correction_clause(plan: Stage) -> Clause | str:
    """The clause on how long scores may be corrected; empty where no document has one."""
    times = plan.rules.times
    rule = next(iter(times.clocks_for(ClockPurpose.CORRECTIONS)), times.closes) or times.roll(ClockPurpose.CORRECTIONS)
    return rule.clause if rule is not None else ""


def open_reviews(event: Tournament, state: StageState) -> tuple[Review, ...]:
    """The undecided reviews of rulings in a stage."""
    reviews = event.conducted.reviews.values()
    return tuple(each for each in reviews if each.asked.stage == state.plan.name and each.decision is None)


def decide_review(event: Tournament, act: ReviewDecided) -> AllowedActs:
    """Record the decision on a review that was asked for and is still undecided."""
    review = event.conducted.reviews.get(act.review)
    if review is None:
        raise refuse(
            "Number {review} in the history is not a request for a review",
            remedy="Check the number in the history.",
            review=act.review,
        )
    if review.decision is not None:
        raise refuse(
            "Review {review} has already been decided: {outcome:name}",
            remedy="Undo that decision first, if it was recorded wrongly.",
            review=act.review,
            outcome=review.decision.outcome,
        )
    if act.outcome not in (UPHELD, DISMISSED):
        raise refuse(
            "A review is upheld or dismissed, not “{outcome}”",
            remedy="Choose upheld or dismissed.",
            outcome=act.outcome,
        )
    if not act.by.strip() or not act.reason.strip():
        raise refuse(
            "A decision needs a reason and the name of the person who made it",
            remedy="Enter both the reason and the name.",
        )
    score = phrase("any new score needs a ruling too: the decision alone does not change any score")
    return allow(act, cautions=(score if act.outcome == UPHELD else "",))


def review_caution(event: Tournament, state: StageState) -> Caution:
    """The caution when a stage is closed with undecided reviews."""
    waiting = open_reviews(event, state)
    if not waiting:
        return ""
    return phrase(
        "{count:~review has/reviews have} not been decided ({asked:;}); a ruling can still be given after the stage "
        "is closed",
        count=len(waiting),
        asked=tuple(
            phrase("number {contestant} in round {round}", contestant=each.asked.contestant, round=each.asked.round)
            for each in waiting
        ),
    )


def late_effects(event: Tournament, state: StageState, act: Act) -> tuple[Phrase, ...]:
    """What a change of a closed stage means for the stages under way; empty while the stage is open."""
    return tuple(_effects(event, act)) if state.closed else ()


def _effects(event: Tournament, act: Act) -> Iterator[Phrase]:
    after = what_if(event, [act])
    known = play_that_stands(event)
    for each in play_that_stands(after):
        if each not in known:
            yield phrase(
                "on the new scores, {several:numbers|number} {qualified} would have qualified for {stage} instead of "
                "{playing}; the contestants that started {stage} play on ({clause})",
                qualified=tuple(each.qualified), stage=each.stage, playing=tuple(each.playing), clause=each.clause,
                several=len(each.qualified) > 1,
            )  # fmt: skip
    for name, state in after.stages.items():
        if (none := carry_over_undecided(after, state)) is not None:
            yield phrase(
                "{none}: the carry-overs into {stage} stay as they were until an official decides them ({clause})",
                none=none.what,
                stage=name,
                clause=none.clause,
            )
    for name, state in event.stages.items():
        if _amounts(state) != _amounts(after.stages[name]):
            yield phrase("the carry-overs into {stage} change, and so do the totals", stage=name)


def _amounts(state: StageState) -> dict[str, Exact]:
    return {name: figure.value for name, figure in state.carried.items()}
