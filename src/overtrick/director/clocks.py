"""The clocks of a stage: what is still in time, what is not, and which are running.

Time comes in as an argument, as a posting has it. A clock whose moment has not come has not begun to run.
"""

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from overtrick.core.conduct.clocks import (
    About,
    Deadline,
    RoundTimes,
    Window,
    correction,
    correction_end,
    deadline,
    minutes_of,
    review_limit,
)
from overtrick.core.errors import OutOfTime
from overtrick.core.event.acts import (
    DrawWithdrawn,
    ResultCorrected,
    ReviewAsked,
    RoundEnded,
    RoundStarted,
    RulingGiven,
    ScoresShown,
    TimetableSet,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, exact_text
from overtrick.core.wording import Phrase, count_of, phrase
from overtrick.director.dates import moved
from overtrick.director.decision import Decided, allow, plays_in, refuse

NO_CLOCK = "nobody said what time it is, so no clock was looked at"


@dataclass(frozen=True, slots=True)
class Running:
    """A clock of a round: what for, the last moment, and the minutes left (fewer than none: it has run out)."""

    stage: str
    round: int
    about: About
    until: Deadline
    left: Exact

    @property
    def out(self) -> bool:
        """Whether it has run out."""
        return self.left < 0


def corrections_until(event: Tournament, stage: str, number: int, asked_by: str = "") -> tuple[Deadline, ...]:
    """Until when the scores of a round may be corrected, by every clock that binds and has begun to run.

    Some clocks bind what contestants ask for, and leave the officials a longer one.
    """
    state = event.stage(stage)
    times, kept = state.plan.rules.times, event.conducted
    moments = kept.moments(state.plan, number)
    if times.closes is not None:
        return (deadline(times.closes, moments),) if times.closes.of in moments else ()
    clocks = dict.fromkeys((*times.of(About.CORRECTIONS), *(window.clock for window in times.windows)))
    found = [
        deadline(clock, moments)
        for clock in clocks
        if clock.of in moments
        and clock.session in (None, state.plan.session_of(number))
        and (asked_by or not clock.asked)
    ]
    rolling = times.roll(About.CORRECTIONS)
    rounds = kept.rounds(state.plan, number, rounds_of(state)) if rolling else []
    shown = kept.shown.get((stage, number))
    if not rounds and shown is not None and number == rounds_of(state):  # nothing follows it that a timetable could say
        rounds = [RoundTimes(shown, shown, shown, last_of_stage=True, number=number)]
    if rolling is not None and rounds and (rounds[-1].last_of_stage or len(rounds) > 1):
        end = correction_end(rounds, 0, rolling)
        found += [end] if end is not None else []
    return tuple(found)


def review_until(event: Tournament, stage: str, number: int, told: datetime | None = None) -> Deadline | None:
    """Until when a review of a ruling in a round may be asked for; nothing while that is not known."""
    state = event.stage(stage)
    rolling = state.plan.rules.times.roll(About.REVIEWS)
    rounds = event.conducted.rounds(state.plan, number, rounds_of(state)) if rolling else []
    return review_limit(rounds, 0, rolling, told) if rolling is not None and rounds else None


def in_time_to_correct(event: Tournament, act: ResultCorrected | RulingGiven, at: str) -> str:
    """Refuse a correction that comes too late; a ruling that does is only said to.

    A correction that contestants ask for may need the other side's agreement.
    """
    asked = act.asked_by if isinstance(act, ResultCorrected) else ""
    limits = corrections_until(event, act.stage, act.round, asked)
    when = event.conducted.local(at)
    if not limits:
        return ""
    if when is None:
        return NO_CLOCK
    if (windows := running_windows(event, act.stage, act.round)) and isinstance(act, ResultCorrected):
        return _in_a_window(event, act, when, windows)
    for limit in limits:
        if limit.allows(when, limit.needs if isinstance(act, RulingGiven) or act.agreed else ()):
            continue
        if isinstance(act, RulingGiven):
            return f"the time for corrections is over ({limit}): the ruling stands on {act.clause} alone"
        if limit.met(when):
            raise refuse(
                "A correction that {asked} asks for needs {needs: and}",
                clause=limit.clause,
                remedy="Say that it is agreed, or let the director correct what is found wrong.",
                asked=asked,
                needs=tuple(limit.needs),
            )
        raise OutOfTime(
            "The scores of round {round} could be corrected {told}; it is {when}",
            until=limit.at,
            clause=str(limit.clause),
            remedy=_remains(event, act),
            round=act.round,
            told=limit.told,
            when=f"{when:%Y-%m-%d %H:%M}",
        )
    return ""


def running_windows(event: Tournament, stage: str, number: int) -> tuple[Window, ...]:
    """The windows for corrections, by what was wrong, whose clocks have begun to run."""
    plan = event.plan(stage)
    moments = event.conducted.moments(plan, number)
    return tuple(window for window in plan.rules.times.windows if window.clock.of in moments)


def _in_a_window(event: Tournament, act: ResultCorrected, when: datetime, windows: tuple[Window, ...]) -> str:
    """Refuse a correction that no window covers any more; say so where one still does and another does not."""
    kinds = list(dict.fromkeys(kind for window in windows for kind in window.kinds))
    if act.kind and act.kind not in kinds:
        raise refuse(
            "“{kind}” is no kind of correction here", remedy="It is {row}.", kind=act.kind, row=" or ".join(kinds)
        )
    moments = event.conducted.moments(event.plan(act.stage), act.round)
    found = [correction(kind, when, moments, windows) for kind in ([act.kind] if act.kind else kinds)]
    allowed = next((each for each in found if each.in_time), None)
    if allowed is not None:
        return allowed.flag
    last = max((deadline(window.clock, moments) for window in windows), key=lambda limit: limit.at)
    raise OutOfTime(
        "The scores of round {round} could be corrected {told}; it is {when}",
        until=last.at,
        clause=str(last.clause),
        remedy=_remains(event, act),
        round=act.round,
        told=last.told,
        when=f"{when:%Y-%m-%d %H:%M}",
    )


def _remains(event: Tournament, act: ResultCorrected) -> Phrase:
    """What can still be done when a correction is too late."""
    officials = corrections_until(event, act.stage, act.round)
    asked = corrections_until(event, act.stage, act.round, act.asked_by)
    if act.asked_by and len(asked) > len(officials):
        return phrase(
            "The director may still correct what is found wrong, without being asked; otherwise the score stands."
        )
    return phrase(
        "The score stands; a director who finds an error of their own may give a ruling, with its clause and reason."
    )


def ask_review(event: Tournament, act: ReviewAsked, at: str) -> Decided:
    """A request for a review of a ruling, in its time."""
    state = event.stage(act.stage)
    plays_in(state, act.contestant)
    state.round(act.round)
    if not act.reason:
        raise refuse("A request for a review needs its reason", remedy="Say which ruling, and what is wrong with it.")
    when, limit = event.conducted.local(at), review_until(event, act.stage, act.round, event.conducted.local(act.told))
    if limit is None:
        return allow(act, cautions=("no time for reviews is known here: whether it is in time is the director's word",))
    if when is None:
        return allow(act, cautions=(NO_CLOCK,))
    if not limit.met(when):
        raise OutOfTime(
            "A review of round {round} could be asked for {told}; it is {when}",
            until=limit.at,
            clause=str(limit.clause),
            remedy="The ruling stands, unless the director was late with it: then say when the parties were told.",
            round=act.round,
            told=limit.told,
            when=f"{when:%Y-%m-%d %H:%M}",
        )
    return allow(act)


def set_times(event: Tournament, act: TimetableSet) -> Decided:
    """The times of a stage's rounds: rounds that there are, each after the one before, none that has begun."""
    plan = event.plan(act.stage)
    wanted = range(1, sum(plan.sessions) + 1)
    if lost := [each.round for each in act.rounds if each.round not in wanted]:
        raise refuse(
            "{stage} has no round {lost}",
            clause=plan.clause,
            remedy="Its rounds are 1 to {wanted}.",
            stage=act.stage,
            lost=lost[0],
            wanted=len(wanted),
        )
    begun = [each.round for each in act.rounds if (act.stage, each.round) in event.conducted.started]
    if begun:
        raise refuse(
            "Round {begun} has started", remedy="Only rounds to come can be put at another time.", begun=begun[0]
        )
    moments = [event.conducted.local(time) for each in act.rounds for time in (each.start, each.finish) if time]
    if any(late is not None and early is not None and late < early for early, late in pairwise(moments)):
        raise refuse("A round would start before the one before it is over", remedy="Put the times in order.")
    return allow(act, cautions=moved(event, act))


def mark(event: Tournament, act: RoundStarted | RoundEnded | ScoresShown, at: str = "") -> Decided:
    """A round started or ended, or its scores were shown: once, and in order."""
    state, kept = event.stage(act.stage), event.conducted
    state.round(act.round)
    marks = {RoundStarted: kept.started, RoundEnded: kept.ended, ScoresShown: kept.shown}
    if (act.stage, act.round) in marks[type(act)]:
        raise refuse(
            "Round {round}: {called} is written down already",
            clause=state.plan.clause,
            remedy="The first time counts.",
            round=act.round,
            called=act.called,
        )
    missing = len(state.missing(act.round)) if isinstance(act, ScoresShown) else 0
    unfinished = (
        f"{count_of(missing, 'result is', 'results are')} not in: the scores are not complete" if missing else ""
    )
    return allow(act, cautions=(unfinished, _over_time(event, act, at) if isinstance(act, RoundEnded) else ""))


def _over_time(event: Tournament, act: RoundEnded, at: str) -> str:
    """What to say of a round that ended after its time: who answers for it is the director's to find."""
    plan = event.plan(act.stage)
    times, ended = event.conducted.times(plan, act.round), event.conducted.local(act.time or at)
    allowed = plan.rules.times.allowance
    if times is None or allowed is None or ended is None or not times.over(ended):
        return ""
    hand = "; a deal in hand was to be played out" if allowed.finish_deal else ""
    return (
        f"play ended {count_of(times.over(ended), 'minute')} after {times.completion:%H:%M}, when the "
        f"{times.playing} of {times.playing.note} were up{hand} ({allowed.clause}): find who was slow"
    )


def redraw_in_time(event: Tournament, act: DrawWithdrawn) -> None:
    """Refuse to take back the draw of a round that has started."""
    if (act.stage, act.round) in event.conducted.started:
        raise refuse(
            "Round {round} has started",
            clause=event.stage(act.stage).plan.clause,
            remedy="A published draw stands once play has begun; later corrections change scores only.",
            round=act.round,
        )


def still_running(event: Tournament, state: StageState, at: str) -> str:
    """What to say to whoever closes a stage while its scores may still be corrected."""
    when = event.conducted.local(at)
    if when is None:
        return ""
    ends = [limit for number in state.rounds for limit in corrections_until(event, state.plan.name, number)]
    last = max((limit for limit in ends if limit.met(when)), key=lambda limit: limit.at, default=None)
    return f"scores may still be corrected {last}" if last else ""


def _last_board(event: Tournament, state: StageState, number: int) -> list[Deadline]:
    """The moment from which no board of a round in play may be begun."""
    times, allowed = event.conducted.times(state.plan, number), state.plan.rules.times.allowance
    over = (state.plan.name, number) in event.conducted.ended or state.round(number).closed
    if times is None or allowed is None or not allowed.closing or over:
        return []
    says = f"no board is begun in the last {exact_text(allowed.closing)} minutes"
    return [Deadline(times.last_start, allowed.clause, says, inclusive=False)]


def clocks(event: Tournament, at: str) -> tuple[Running, ...]:
    """The clocks of the last stage that have begun to run, with what is left of each; those long out are left off.

    Of the clocks for one thing that have run out, only the last is told.
    """
    when = event.conducted.local(at)
    if when is None or not event.stages:
        return ()
    name, state = list(event.stages.items())[-1]
    found: list[Running] = []
    for number in sorted(state.rounds):
        limits = [(About.CORRECTIONS, limit) for limit in corrections_until(event, name, number, "anybody")]
        review = review_until(event, name, number)
        limits += [(About.REVIEWS, review)] if review else []
        moments = event.conducted.moments(state.plan, number)
        posting = [clock for clock in state.plan.rules.times.of(About.LINE_UPS) if clock.of in moments]
        limits += [(About.LINE_UPS, deadline(clock, moments)) for clock in posting]
        limits += [(About.LAST_BOARD, limit) for limit in _last_board(event, state, number)]
        found += [
            Running(name, number, about, limit, minutes_of(limit.at - when)) for about, limit in dict.fromkeys(limits)
        ]
    running = [each for each in found if not each.out]
    return tuple(sorted(running, key=lambda each: (each.until.at, each.round)))
