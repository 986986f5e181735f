"""Penalties by the tariff: what the next offence costs, the acts it comes to, and whether an act agrees with it."""

from dataclasses import dataclass
from typing import TypedDict

from overtrick.core.conduct.consequences import (
    Consequence,
    Nothing,
    Penalty,
    Referral,
    Sanction,
    SanctionEffect,
    Warned,
)
from overtrick.core.conduct.penalties import forfeiters
from overtrick.core.draws.finals import Abandoned, Forfeited, absence
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    ArrivedLate,
    MatchForfeited,
    PenaltyGiven,
    PenaltyLifted,
    SanctionGiven,
    WarningGiven,
)
from overtrick.core.event.after.offences import (
    LATE,
    Extent,
    Priced,
    consequences,
    earlier_offences,
    priced,
)
from overtrick.core.event.fold.conducted import Offending
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, exact_text
from overtrick.director.decision import Decided, allow, plays_in, refuse
from overtrick.director.late_changes import check_authority, late_effects
from overtrick.director.teams import plays_that_week

LAWS = "Law"
"""How a clause of the Laws is cited; they let the director penalise what no tariff names."""


@dataclass(frozen=True, slots=True)
class Due:
    """What an offence comes to: the consequences, the acts to post, those that may be posted instead, and cautions."""

    offence: str
    earlier: int
    consequences: tuple[Consequence, ...]
    acts: tuple[Act, ...]
    may: tuple[Act, ...] = ()
    cautions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offered:
    """An offence of a stage's tariff: what its next one would bring this contestant, as far as that can be told."""

    offence: str
    clause: str
    by: str
    earlier: int
    next: str


def tariff(event: Tournament, stage: str, contestant: str = "") -> tuple[Offered, ...]:
    """The offences a stage has a price for, and what the next of each would cost a contestant.

    A tariff by minutes or boards is told for one of them.
    """
    plan = event.plan(stage)
    offered = []
    for each in priced(plan):
        extent = Extent(1 if each.by == "minutes" else None, 1 if each.by == "boards" else 0)
        before = earlier_offences(event, plan, contestant, each.offence, extent)
        told = _told(event, stage, each, extent, before)
        offered.append(Offered(each.offence, str(each.clause), each.by, before, told))
    return tuple(offered)


def _told(event: Tournament, stage: str, each: Priced, extent: Extent, before: int) -> str:
    try:
        return "; ".join(map(str, consequences(event.plan(stage), each.offence, extent, before)))
    except DirectorError as unpriced:
        return str(unpriced)


def penalty_for(
    event: Tournament,
    contestant: str,
    offence: str,
    stage: str,
    number: int,
    *,
    extent: Extent = Extent(),  # noqa: B008 - frozen
    reason: str = "",
) -> Due:
    """What an offence comes to by the tariff of a stage, as acts to post.

    An offence the stage has no price for is refused with those it has; what the clause leaves to somebody
    comes back as a caution with no act.
    """
    state = event.stage(stage)
    plays_in(state, contestant)
    _known(state, offence, "")
    before = earlier_offences(event, state.plan, contestant, offence, extent)
    due = consequences(state.plan, offence, extent, before)
    acts, may, cautions = [], [], []
    for each in due:
        act = _act(each, state, contestant, offence, number=number, extent=extent, reason=reason)
        acts += [act] if act else []
        cautions += [str(each)] if isinstance(each, Nothing | Referral) or _proposed(each) else []
        may += _forfeit(each, state, contestant, number)
    if not due:
        cautions.append(f"the tariff for {offence} goes by {_by(state, offence)}, and none are given")
    return Due(offence, before, due, acts=tuple(acts), may=tuple(may), cautions=tuple(cautions))


def _proposed(each: Consequence) -> bool:
    return isinstance(each, Penalty | Sanction) and each.proposed


def _by(state: StageState, offence: str) -> str:
    return next((each.by for each in priced(state.plan) if each.offence == offence), "") or "minutes or boards"


class _Given(TypedDict):
    """What every act that follows from an offence says of it."""

    clause: str
    reason: str
    minutes: Exact | None
    boards: int


def _act(
    each: Consequence, state: StageState, contestant: str, offence: str, *,
    number: int, extent: Extent, reason: str = "",
) -> Act | None:  # fmt: skip
    stage = state.plan.name
    given = _Given(clause=each.clause.cite, reason=reason or each.says, minutes=extent.minutes, boards=extent.boards)
    match each:
        case Warned() | Nothing(counts=True):
            return WarningGiven(contestant, offence, stage, number, **given)
        case Penalty(amount):
            unit = amount.unit.many if state.play.fines else state.unit.many
            return PenaltyGiven(contestant, offence, stage, number, amount=amount.value, unit=unit, **given)
        case Sanction(what=what, effect=effect):
            does = "" if effect is SanctionEffect.RECORD else str(effect)
            return SanctionGiven(contestant, offence, stage, number, what=what, effect=does, **given)
        case Nothing() | Referral():
            return None


def _forfeit(each: Consequence, state: StageState, contestant: str, number: int) -> list[Act]:
    """The forfeit an official may declare, where the consequence goes so far."""
    if not (isinstance(each, Sanction | Referral) and each.forfeit) or number not in state.rounds:
        return []
    seating = state.round(number).seating_of(contestant)
    if seating is None:
        return []
    return [MatchForfeited(state.plan.name, number, seating.table, contestant, f"{each.says} ({each.clause})")]


def _known(state: StageState, offence: str, clause: str) -> None:
    """Refuse an offence a stage has no price for, unless the stage prices none or it is one of the Laws."""
    rules = state.plan.rules
    if rules.tariffs.silent or clause.startswith(LAWS) or clause in {each.clause.cite for each in rules.players.bars}:
        return
    names = [each.offence for each in priced(state.plan)]
    if offence not in names:
        raise refuse(
            "“{offence}” is no offence of the tariff of {plan}",
            clause=state.plan.clause,
            remedy="It has {names:,}; for anything else cite the Law.",
            offence=offence,
            plan=state.plan.name,
            names=tuple(names),
        )


def penalise(event: Tournament, act: Offending, at: str = "") -> Decided:
    """A penalty, a warning or a sanction: of an offence there is, in the stage's unit, and as the tariff has it.

    What differs from the tariff is said with its clause; where the clause leaves it to somebody it is theirs.
    """
    state = event.stage(act.stage)
    plays_in(state, act.contestant)
    if isinstance(act, PenaltyGiven):
        check_authority(event, state, act.round, at)
        _amount(act, state)
    _known(state, act.offence, act.clause)
    extent = extent_of(event, act)
    before = earlier_offences(event, state.plan, act.contestant, act.offence, extent)
    said = f"{act.contestant} has {before} earlier of this kind" if before else ""
    late: tuple[str, ...] = ()
    if isinstance(act, PenaltyGiven):
        _within_its_limit(state, act, extent, before)
        late = late_effects(event, state, act)
    return allow(act, cautions=(*late, said, *_differs(state, act, extent, before)))


def _within_its_limit(state: StageState, act: PenaltyGiven, extent: Extent, before: int) -> None:
    """Refuse more than the most a clause allows for an offence."""
    if act.clause.startswith(LAWS) or state.plan.rules.tariffs.silent:
        return
    try:
        due = consequences(state.plan, act.offence, extent, before)
    except DirectorError:  # no price in this unit: the director's own to set
        return
    for each in due:
        if isinstance(each, Penalty) and each.at_most and act.unit == each.amount.unit.many:
            most = each.amount.value
            if act.amount > most:
                raise refuse(
                    "At most {amount} {unit} may be taken for this, not {given}",
                    clause=each.clause,
                    remedy="Give less, or cite the Law if it is for something else.",
                    amount=exact_text(most),
                    unit=act.unit,
                    given=exact_text(act.amount),
                )


def _amount(act: PenaltyGiven, state: StageState) -> None:
    if act.amount <= 0:
        raise refuse("A penalty takes something away", remedy="Give the amount as a positive number.")
    units = state.play.fines or (state.unit.many,)
    if act.unit not in units:
        raise refuse(
            "{stage} counts in {row}, not {unit}",
            clause=act.clause,
            remedy="Give the penalty in {row}.",
            stage=act.stage,
            row=" or ".join(units),
            unit=act.unit,
        )
    plays_that_week(state, act.round, act.contestant)


def extent_of(event: Tournament, act: Offending) -> Extent:
    """How far an offence went: as the act says, or as the late arrival it is for was written down."""
    if act.minutes is None and act.offence == LATE:
        here = (act.contestant, act.stage, act.round)
        late = [each.minutes for each in event.late if (each.contestant, each.stage, each.round) == here]
        return Extent(late[-1] if late else None, act.boards)
    return Extent(act.minutes, act.boards)


def _differs(state: StageState, act: Offending, extent: Extent, before: int) -> list[str]:
    """What the tariff says other than an act, and what nobody can check."""
    if act.clause.startswith(LAWS):
        return [f"by {act.clause} the amount is the director's"]
    if state.plan.rules.tariffs.silent:
        return [f"{state.plan.name} has no tariff: it is the director's to set"]
    try:
        due = consequences(state.plan, act.offence, extent, before)
    except DirectorError as unpriced:
        return [f"{unpriced.what} ({unpriced.clause}): it is the director's to set"]
    if not due:
        return [f"the tariff for {act.offence} goes by {_by(state, act.offence)}, and none are given"]
    if any(isinstance(each, Referral) for each in due):
        return [str(each) for each in due]
    ours = [_act(each, state, act.contestant, act.offence, number=act.round, extent=extent) for each in due]
    if any(one is not None and _same(one, act) for one in ours):
        return []
    return [f"the tariff has: {'; '.join(map(str, due))}"]


def _same(ours: Act, theirs: Offending) -> bool:
    if isinstance(ours, PenaltyGiven) and isinstance(theirs, PenaltyGiven):
        return ours.amount == theirs.amount
    if isinstance(ours, SanctionGiven) and isinstance(theirs, SanctionGiven):
        return ours.what == theirs.what
    return type(ours) is type(theirs)


def lift(event: Tournament, act: PenaltyLifted, at: str = "") -> Decided:
    """Take a penalty, a warning or a sanction back."""
    given = event.conducted.offending.get(act.posting)
    if given is None:
        raise refuse(
            "Posting {posting} is no penalty or warning that stands", remedy="Check its number.", posting=act.posting
        )
    if not isinstance(given, PenaltyGiven):
        return allow(act, cautions=(_still_withdrawn(event, given),))
    state = event.stage(given.stage)
    check_authority(event, state, given.round, at)
    return allow(act, cautions=late_effects(event, state, act))


def _still_withdrawn(event: Tournament, given: Offending) -> str:
    """What is left to do when a sanction that took a contestant out of a stage is cancelled."""
    state = event.stages.get(given.stage)
    excluded = isinstance(given, SanctionGiven) and given.effect == str(SanctionEffect.EXCLUDED)
    if not excluded or state is None or given.contestant not in state.withdrawn:
        return ""
    return f"{given.contestant} is still withdrawn from {given.stage}: reinstate it if it plays on"


def arrive_late(event: Tournament, act: ArrivedLate) -> Decided:
    """A late arrival is written down; what the tariff makes of it is said, and may be posted next."""
    state = event.stage(act.stage)
    plays_in(state, act.contestant)
    if act.minutes <= 0:
        raise refuse("Nobody is late by nothing", remedy="Give the minutes as a positive number.")
    if state.plan.rules.tariffs.silent:
        return allow(act, cautions=(f"{act.stage} has no tariff: it is the director's to set",))
    if all(each.offence != LATE for each in priced(state.plan)):
        return allow(act, cautions=(f"{act.stage} has no price for {exact_text(act.minutes)} minutes",))
    due = penalty_for(event, act.contestant, LATE, act.stage, act.round, extent=Extent(act.minutes))
    return allow(act, cautions=(*map(str, due.consequences), _late_before(event, act), _not_there(event, state, act)))


def _late_before(event: Tournament, act: ArrivedLate) -> str:
    """That a contestant was late before and nothing was given for it, so that this one counts as its first."""
    given = {
        (each.stage, each.round)
        for each in event.conducted.offending.values()
        if each.contestant == act.contestant and each.offence == LATE
    }
    before = [
        f"round {each.round} of {each.stage}"
        for each in event.late
        if each.contestant == act.contestant and (each.stage, each.round) not in {*given, (act.stage, act.round)}
    ]
    if not before:
        return ""
    return (
        f"{act.contestant} was late in {' and '.join(dict.fromkeys(before))} too, and nothing was given for it: "
        "unless it was excused, post that warning first, and this is a further offence"
    )


def _not_there(event: Tournament, state: StageState, act: ArrivedLate) -> str:
    """What a final becomes when one side, or both, came so late that they cannot win it."""
    own, play = state.plan.rules.tariffs.stage, state.plan.play
    seating = state.rounds[act.round].seating_of(act.contestant) if act.round in state.rounds else None
    if play.absence is None or own is None or own.lateness is None or seating is None:
        return ""
    late = {
        each.contestant: each.minutes
        for each in (*event.late, act)
        if (each.stage, each.round) == (act.stage, act.round) and each.contestant in seating.names
    }
    absent = forfeiters(late, own.lateness, state.plan.standings.unit)
    match absence(absent, min((late[team] for team in absent), default=0), play.absence):
        case Forfeited(by):
            return f"{by} forfeits the match ({play.absence.clause}): post the forfeit"
        case Abandoned():
            return f"neither team appeared in time, so neither wins ({play.absence.clause}): post that neither played"
        case None:
            return ""
