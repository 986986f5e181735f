"""The deadlines of a stage: which have passed, and which are running.

The time is an argument, as in a posting. A deadline whose starting moment has not come is not running yet.
"""

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from overtrick.core.conduct.clocks import (
    ClockPurpose,
    Deadline,
    RoundTimes,
    Window,
    correction,
    correction_end,
    deadline,
    minutes_of,
    moment_phrase,
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
from overtrick.core.exact import Exact
from overtrick.core.wording import Phrase, phrase
from overtrick.director.dates import check_finals_dates
from overtrick.director.decision import AllowedActs, Caution, allow, plays_in, refuse

NO_CLOCK = phrase("the time is not recorded, so no time limit was checked")


@dataclass(frozen=True, slots=True)
class Running:
    """A running deadline of a round: its purpose, its last moment, and the minutes left (negative once it has
    passed).
    """

    stage: str
    round: int
    about: ClockPurpose
    until: Deadline
    left: Exact

    @property
    def out(self) -> bool:
        """Whether the deadline has passed."""
        return self.left < 0


def corrections_until(event: Tournament, stage: str, number: int, asked_by: str = "") -> tuple[Deadline, ...]:
    """The deadlines for correcting the scores of a round: every one that applies and has begun to run.

    Some apply to requests of contestants and leave the officials more time.
    """
    state = event.stage(stage)
    times, kept = state.plan.rules.times, event.conducted
    moments = kept.moments(state.plan, number)
    if times.closes is not None:
        return (deadline(times.closes, moments),) if times.closes.of in moments else ()
    clocks = dict.fromkeys((*times.clocks_for(ClockPurpose.CORRECTIONS), *(window.clock for window in times.windows)))
    found = [
        deadline(clock, moments)
        for clock in clocks
        if clock.of in moments
        and clock.session in (None, state.plan.session_of(number))
        and (asked_by or not clock.asked)
    ]
    rolling = times.roll(ClockPurpose.CORRECTIONS)
    rounds = kept.rounds(state.plan, number, rounds_of(state)) if rolling else []
    shown = kept.shown.get((stage, number))
    if not rounds and shown is not None and number == rounds_of(state):  # no later round in a timetable
        rounds = [RoundTimes(shown, shown, shown, last_of_stage=True, number=number)]
    if rolling is not None and rounds and (rounds[-1].last_of_stage or len(rounds) > 1):
        end = correction_end(rounds, 0, rolling)
        found += [end] if end is not None else []
    return tuple(found)


def review_until(event: Tournament, stage: str, number: int, told: datetime | None = None) -> Deadline | None:
    """The deadline for asking for a review of a ruling in a round; `None` while it is not known."""
    state = event.stage(stage)
    rolling = state.plan.rules.times.roll(ClockPurpose.REVIEWS)
    rounds = event.conducted.rounds(state.plan, number, rounds_of(state)) if rolling else []
    return review_limit(rounds, 0, rolling, told) if rolling is not None and rounds else None


def in_time_to_correct(event: Tournament, act: ResultCorrected | RulingGiven, at: str) -> Caution:
    """Refuse a correction that comes too late; a late ruling gets only a caution.

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
            return phrase(
                "the time for corrections is over: they were due {limit}; the ruling rests only on {clause}",
                limit=limit,
                clause=act.clause,
            )
        if limit.is_met(when):
            raise refuse(
                "A correction requested by number {asked} needs the {needs: and}",
                clause=limit.clause,
                remedy="State that the correction is agreed, or let the director correct the error.",
                asked=asked,
                needs=tuple(limit.needs),
            )
        raise OutOfTime(
            "Corrections to the scores of round {round} were due {told}; it is now {when}",
            until=limit.at,
            clause=limit.clause,
            remedy=_remains(event, act, when),
            round=act.round,
            told=limit.told,
            when=moment_phrase(when),
        )
    return ""


def running_windows(event: Tournament, stage: str, number: int) -> tuple[Window, ...]:
    """The correction windows, by kind of error, that have begun to run."""
    plan = event.plan(stage)
    moments = event.conducted.moments(plan, number)
    return tuple(window for window in plan.rules.times.windows if window.clock.of in moments)


def _in_a_window(event: Tournament, act: ResultCorrected, when: datetime, windows: tuple[Window, ...]) -> Caution:
    """Refuse a correction that no window covers any more; caution where only some windows still cover it."""
    kinds = list(dict.fromkeys(kind for window in windows for kind in window.kinds))
    if act.kind and act.kind not in kinds:
        raise refuse(
            "“{kind}” is not a type of correction in these regulations",
            remedy="Choose {kinds:or}.",
            kind=act.kind,
            kinds=tuple(kinds),
        )
    moments = event.conducted.moments(event.plan(act.stage), act.round)
    found = [correction(kind, when, moments, windows) for kind in ([act.kind] if act.kind else kinds)]
    allowed = next((each for each in found if each.in_time), None)
    if allowed is not None:
        return allowed.flag or ""
    last = max((deadline(window.clock, moments) for window in windows), key=lambda limit: limit.at)
    raise OutOfTime(
        "Corrections to the scores of round {round} were due {told}; it is now {when}",
        until=last.at,
        clause=last.clause,
        remedy=_remains(event, act, when),
        round=act.round,
        told=last.told,
        when=moment_phrase(when),
    )


def _remains(event: Tournament, act: ResultCorrected, when: datetime) -> Phrase:
    """What can still be done when a correction is too late."""
    officials = corrections_until(event, act.stage, act.round)
    asked = corrections_until(event, act.stage, act.round, act.asked_by)
    if act.asked_by and len(asked) > len(officials) and all(limit.is_met(when) for limit in officials):
        return phrase("The director may still correct an error on their own initiative; otherwise the score stands.")
    return phrase(
        "The score stands, unless a director who discovers an error without being asked gives a ruling, with its "
        "clause and reason."
    )


def ask_review(event: Tournament, act: ReviewAsked, at: str) -> AllowedActs:
    """Record a request for a review of a ruling, within its deadline."""
    state = event.stage(act.stage)
    plays_in(state, act.contestant)
    state.round(act.round)
    if not act.reason:
        raise refuse("A request for a review needs a reason", remedy="Say which ruling, and what is wrong with it.")
    when, limit = event.conducted.local(at), review_until(event, act.stage, act.round, event.conducted.local(act.told))
    if limit is None:
        caution = phrase(
            "no time limit for reviews is known: the director decides whether the request is in time"
        )  # fmt: skip
        return allow(act, cautions=(caution,))
    if when is None:
        return allow(act, cautions=(NO_CLOCK,))
    if not limit.is_met(when):
        raise OutOfTime(
            "A review of a ruling in round {round} had to be requested {told}; it is now {when}",
            until=limit.at,
            clause=limit.clause,
            remedy="Let the ruling stand or, if it was given late, say when the parties were told.",
            round=act.round,
            told=limit.told,
            when=moment_phrase(when),
        )
    return allow(act)


def set_times(event: Tournament, act: TimetableSet) -> AllowedActs:
    """Set the times of a stage's rounds: of existing rounds that have not begun, each after the one before."""
    plan = event.plan(act.stage)
    wanted = range(1, sum(plan.sessions) + 1)
    if lost := [each.round for each in act.rounds if each.round not in wanted]:
        raise refuse(
            "{stage} has no round {lost}",
            clause=plan.clause,
            remedy="Rounds are numbered 1 to {wanted}.",
            stage=act.stage,
            lost=lost[0],
            wanted=len(wanted),
        )
    begun = [each.round for each in act.rounds if (act.stage, each.round) in event.conducted.started]
    if begun:
        raise refuse(
            "Round {begun} has started", remedy="Reschedule only rounds that have not started.", begun=begun[0]
        )
    _in_order(event, act)
    return allow(act, cautions=check_finals_dates(event, act))


def _in_order(event: Tournament, act: TimetableSet) -> None:
    """Refuse a timetable with a time that is before the previous one."""
    times = [
        (each.round, time, ends)
        for each in act.rounds
        for time, ends in ((each.start, False), (each.finish, True))
        if time
    ]
    for (before, earlier, ends), (number, later, _) in pairwise(times):
        early, late = event.conducted.local(earlier), event.conducted.local(later)
        if early is None or late is None or early <= late:
            continue
        if number == before:
            raise refuse("Round {round} would end before it starts", remedy="Put the times in order.", round=number)
        raise refuse(
            "Round {round} has a time before the {ends:end|start} of round {before}",
            remedy="Put the times in order.",
            round=number,
            before=before,
            ends=ends,
        )


def mark(event: Tournament, act: RoundStarted | RoundEnded | ScoresShown, at: str = "") -> AllowedActs:
    """Record once, and in order, that a round started or ended or that its scores were shown."""
    state, kept = event.stage(act.stage), event.conducted
    state.round(act.round)
    marks = {RoundStarted: kept.started, RoundEnded: kept.ended, ScoresShown: kept.shown}
    if (act.stage, act.round) in marks[type(act)]:
        raise refuse(
            "The start of round {round} is already recorded"
            if isinstance(act, RoundStarted)
            else "The end of round {round} is already recorded"
            if isinstance(act, RoundEnded)
            else "The scores of round {round} are already recorded as available",
            clause=state.plan.clause,
            remedy="To change the time, undo the earlier posting first.",
            round=act.round,
        )
    missing = len(state.missing(act.round)) if isinstance(act, ScoresShown) else 0
    unfinished = phrase("{missing:#result is/results are} missing: the scores are not complete", missing=missing)
    over_time = _over_time(event, act, at) if isinstance(act, RoundEnded) else ""
    return allow(act, cautions=(unfinished if missing else "", over_time))


def _over_time(event: Tournament, act: RoundEnded, at: str) -> Caution:
    """A caution about a round that ended late: the director finds out who is responsible."""
    plan = event.plan(act.stage)
    times, ended = event.conducted.times(plan, act.round), event.conducted.local(act.time or at)
    allowed = plan.rules.times.allowance
    if times is None or allowed is None or ended is None or not times.minutes_over(ended):
        return ""
    return phrase(
        "play ended {over:#minute} after {completion}, when it was due to end ({playing} for {note}, without "
        "pauses){hand:; the deal in progress was to be completed|} ({clause}): find out who was slow",
        over=times.minutes_over(ended), completion=f"{times.completion:%H:%M}", playing=str(times.playing),
        note=times.playing.note, hand=bool(allowed.finish_deal), clause=allowed.clause,
    )  # fmt: skip


def redraw_in_time(event: Tournament, act: DrawWithdrawn) -> None:
    """Refuse to undo the draw of a round that has started."""
    if (act.stage, act.round) in event.conducted.started:
        raise refuse(
            "Round {round} has started",
            clause=event.stage(act.stage).plan.clause,
            remedy="Keep the published draw; if contestants sat in the wrong places, record the swapped seats.",
            round=act.round,
        )


def still_running(event: Tournament, state: StageState, at: str) -> Caution:
    """The caution when a stage is closed while its scores may still be corrected."""
    when = event.conducted.local(at)
    if when is None:
        return ""
    ends = [limit for number in state.rounds for limit in corrections_until(event, state.plan.name, number)]
    last = max((limit for limit in ends if limit.is_met(when)), key=lambda limit: limit.at, default=None)
    return phrase("scores may still be corrected: corrections are due {limit}", limit=last) if last else ""


def _last_board(event: Tournament, state: StageState, number: int) -> list[Deadline]:
    """The moment after which no board of a round in play may be started."""
    times, allowed = event.conducted.times(state.plan, number), state.plan.rules.times.allowance
    over = (state.plan.name, number) in event.conducted.ended or state.round(number).closed
    if times is None or allowed is None or not allowed.closing or over:
        return []
    says = phrase("no board may be started in the last {minutes:#minute} of play", minutes=allowed.closing)
    return [Deadline(times.last_start, allowed.clause, says, inclusive=False)]


def clocks(event: Tournament, at: str) -> tuple[Running, ...]:
    """The deadlines of the last stage that have begun to run, with the time left; those long past are omitted.

    Where several deadlines for one thing have passed, only the last is listed.
    """
    when = event.conducted.local(at)
    if when is None or not event.stages:
        return ()
    name, state = list(event.stages.items())[-1]
    found: list[Running] = []
    for number in sorted(state.rounds):
        limits = [(ClockPurpose.CORRECTIONS, limit) for limit in corrections_until(event, name, number, "anybody")]
        review = review_until(event, name, number)
        limits += [(ClockPurpose.REVIEWS, review)] if review else []
        moments = event.conducted.moments(state.plan, number)
        posting = [clock for clock in state.plan.rules.times.clocks_for(ClockPurpose.LINE_UPS) if clock.of in moments]
        limits += [(ClockPurpose.LINE_UPS, deadline(clock, moments)) for clock in posting]
        limits += [(ClockPurpose.LAST_BOARD, limit) for limit in _last_board(event, state, number)]
        found += [
            Running(name, number, about, limit, minutes_of(limit.at - when)) for about, limit in dict.fromkeys(limits)
        ]
    running = [each for each in found if not each.out]
    return tuple(sorted(running, key=lambda each: (each.until.at, each.round)))
