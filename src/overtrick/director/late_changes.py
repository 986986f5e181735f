"""Changes to the scores of a closed stage: what allows them, and what they mean for the stages already under way."""

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.conduct.clocks import About
from overtrick.core.event.acts import DISMISSED, UPHELD, Act, ReviewDecided
from overtrick.core.event.fold.conducted import Review
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Source, Stage
from overtrick.core.event.play.sources import by_source
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.core.wording import phrase
from overtrick.director.appeal_files import upheld
from overtrick.director.clocks import corrections_until
from overtrick.director.decision import Decided, allow, refuse, still_open
from overtrick.director.entries import carry_over_undecided, qualifiers
from overtrick.director.what_if import what_if


@dataclass(frozen=True, slots=True)
class PlayStands:
    """A stage that goes on with those who started it, though others qualify by the scores as they stand now."""

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
    if state.left is not None:  # the results of a graph's stages change by a rule of their own, and nothing else does
        still_open(state)
    if _correction_period_runs(event, state, number, at):
        return
    if not ruling or not _upheld(event, state, number, table, board):
        raise _refusal(event, state, number, ruling=ruling)


def _correction_period_runs(event: Tournament, state: StageState, number: int, at: str) -> bool:
    when = event.conducted.local(at)
    limits = corrections_until(event, state.plan.name, number)
    enough = any if state.plan.rules.times.windows else all  # one window in time is enough
    return when is not None and bool(limits) and enough(limit.met(when) for limit in limits)


def _upheld(event: Tournament, state: StageState, number: int, table: int, board: int) -> bool:
    about = (state.plan.name, number, table, board)
    return upheld(event, *about) or any(
        each.upheld and each.concerns(*about) for each in event.conducted.reviews.values()
    )


def _refusal(event: Tournament, state: StageState, number: int, *, ruling: bool) -> Exception:
    """What to say when nothing allows a change of a closed stage: the clause is that of the correction period."""
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
            "{stage} is closed, and its scores could be corrected {told}", stage=state.plan.name, told=limits[0].told
        )
    else:
        what = phrase(
            "{stage} is closed, and no correction period is known to be running", stage=state.plan.name
        )  # fmt: skip
    return refuse(what, clause=limits[0].clause if limits else _correction_clause(state.plan), remedy=remedy)


def _correction_clause(plan: Stage) -> Clause | str:
    """The clause that says how long scores may be corrected; nothing where no document says."""
    times = plan.rules.times
    rule = next(iter(times.of(About.CORRECTIONS)), times.closes) or times.roll(About.CORRECTIONS)
    return rule.clause if rule is not None else ""


def open_reviews(event: Tournament, state: StageState) -> tuple[Review, ...]:
    """The reviews of rulings in a stage that nobody has decided."""
    reviews = event.conducted.reviews.values()
    return tuple(each for each in reviews if each.asked.stage == state.plan.name and each.decision is None)


def decide_review(event: Tournament, act: ReviewDecided) -> Decided:
    """The decision on a review: of one that was asked for and is not decided yet."""
    review = event.conducted.reviews.get(act.review)
    if review is None:
        raise refuse(
            "Posting {review} does not ask for a review", remedy="Check its number in the history.", review=act.review
        )
    if review.decision is not None:
        raise refuse(
            "Review {review} is decided: it was {outcome}",
            remedy="Undo that decision first, if it was recorded wrongly.",
            review=act.review,
            outcome=review.decision.outcome,
        )
    if act.outcome not in (UPHELD, DISMISSED):
        raise refuse("A review is upheld or dismissed, not “{outcome}”", remedy="Say which.", outcome=act.outcome)
    if not act.by.strip() or not act.reason.strip():
        raise refuse("A decision needs its reason and who made it", remedy="Write both.")
    score = "give the ruling that follows from it: the decision alone changes no score"
    return allow(act, cautions=(score if act.outcome == UPHELD else "",))


def undecided(event: Tournament, state: StageState) -> str:
    """What to say to whoever closes a stage with reviews that nobody has decided."""
    waiting = open_reviews(event, state)
    if not waiting:
        return ""
    asked = "; ".join(f"{each.asked.contestant}, round {each.asked.round}" for each in waiting)
    noun = "a review is" if len(waiting) == 1 else f"{len(waiting)} reviews are"
    return f"{noun} not decided ({asked}); a ruling on it can still be given after the stage is closed"


def late_effects(event: Tournament, state: StageState, act: Act) -> tuple[str, ...]:
    """What a change of a closed stage means for the stages under way; nothing while the stage is open."""
    return tuple(_effects(event, act)) if state.closed else ()


def _effects(event: Tournament, act: Act) -> Iterator[str]:
    after = what_if(event, [act])
    known = play_that_stands(event)
    for each in play_that_stands(after):
        if each not in known:
            qualified, playing = " and ".join(each.qualified), " and ".join(each.playing)
            yield (
                f"{qualified} would have qualified for {each.stage} instead of {playing}; those who started "
                f"{each.stage} play on ({each.clause})"
            )
    for name, state in after.stages.items():
        if (none := carry_over_undecided(after, state)) is not None:
            yield (
                f"{none.what}: what each carries into {name} stays as it was until a carry-over is decided "
                f"({none.clause})"
            )
    for name, state in event.stages.items():
        if _amounts(state) != _amounts(after.stages[name]):
            yield f"what is carried into {name} changes, and the totals with it"


def _amounts(state: StageState) -> dict[str, Exact]:
    return {name: figure.value for name, figure in state.carried.items()}
