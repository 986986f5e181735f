"""Penalties by the tariff: what the next offence costs, the acts that follow, and whether an act agrees with it."""

from dataclasses import dataclass
from typing import TypedDict

from overtrick.core.conduct.consequences import (
    Amount,
    Consequence,
    Nothing,
    OffenceWarning,
    Penalty,
    Referral,
    Sanction,
    SanctionEffect,
)
from overtrick.core.conduct.penalties import forfeiters
from overtrick.core.draws.finals import AbandonedMatch, ForfeitedMatch, absence
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
    PricedOffence,
    consequences,
    earlier_offences,
    offence_phrase,
    priced_offences,
)
from overtrick.core.event.fold.conducted import Offending
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.director.decision import AllowedActs, Caution, allow, plays_in, refuse
from overtrick.director.late_changes import check_authority, late_effects
from overtrick.director.teams import plays_that_week

LAWS = "Law"
"""How a clause of the Laws is cited; under the Laws the director may penalise offences outside any tariff."""


@dataclass(frozen=True, slots=True)
class Due:
    """What an offence costs: the consequences, the acts to post, alternative acts, and cautions."""

    offence: str
    earlier: int
    consequences: tuple[Consequence, ...]
    acts: tuple[Act, ...]
    may: tuple[Act, ...] = ()
    cautions: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class TariffOffence:
    """An offence in a stage's tariff, and what the contestant's next one would cost, as far as that is known.

    *called* names it in messages; *priced* says what the tariff goes by, if not by the offence.
    """

    offence: str
    called: Said
    clause: Clause
    priced: Said
    earlier: int
    next: Said


PRICED = {"minutes": phrase("charged by the minute"), "boards": phrase("charged by the board")}


def tariff(event: Tournament, stage: str, contestant: str = "") -> tuple[TariffOffence, ...]:
    """The offences in a stage's tariff, and what the next of each would cost a contestant.

    A tariff by minutes or boards is quoted for one of them.
    """
    plan = event.plan(stage)
    offered = []
    for each in priced_offences(plan):
        extent = Extent(1 if each.by == "minutes" else None, 1 if each.by == "boards" else 0)
        before = earlier_offences(event, plan, contestant, each.offence, extent)
        told = _consequence_text(event, stage, each, extent, before)
        called, priced = offence_phrase(each.offence), PRICED.get(each.by, "")
        offered.append(TariffOffence(each.offence, called, each.clause, priced, before, told))
    return tuple(offered)


def _consequence_text(event: Tournament, stage: str, each: PricedOffence, extent: Extent, before: int) -> Said:
    try:
        return phrase("{next:;}", next=consequences(event.plan(stage), each.offence, extent, before))
    except DirectorError as unpriced:
        return unpriced.phrased


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
    """What an offence costs by the tariff of a stage, as acts to post.

    An offence that is not in the tariff is refused with a list of those that are. What the clause leaves to someone's
    discretion comes back as a caution without an act.
    """
    state = event.stage(stage)
    plays_in(state, contestant)
    _check_offence(state, offence, "")
    before = earlier_offences(event, state.plan, contestant, offence, extent)
    due = consequences(state.plan, offence, extent, before)
    acts, may = [], []
    cautions: list[Phrase] = []
    for each in due:
        act = _act(each, state, contestant, offence, number=number, extent=extent, reason=reason)
        acts += [act] if act else []
        cautions += [each.phrased] if isinstance(each, Nothing | Referral) or _is_proposed(each) else []
        may += _forfeit(each, state, contestant, number)
    if not due:
        cautions.append(_no_extent(state, offence))
    return Due(offence, before, due, acts=tuple(acts), may=tuple(may), cautions=tuple(cautions))


def _is_proposed(each: Consequence) -> bool:
    return isinstance(each, Penalty | Sanction) and each.proposed


def _no_extent(state: StageState, offence: str) -> Phrase:
    """The caution that a penalty depends on minutes or boards, and the act states none."""
    by = next((each.by for each in priced_offences(state.plan) if each.offence == offence), "")
    return phrase(
        "the penalty for {offence} depends on the number of {what}, which is not given",
        offence=offence_phrase(offence), what=Phrase(by) if by else phrase("minutes or boards"),
    )  # fmt: skip


class _OffenceFields(TypedDict):
    """The fields common to all acts that follow from an offence."""

    clause: str
    reason: str
    minutes: Exact | None
    boards: int


def _act(
    each: Consequence, state: StageState, contestant: str, offence: str, *,
    number: int, extent: Extent, reason: str = "",
) -> Act | None:  # fmt: skip
    stage = state.plan.name
    given = _OffenceFields(
        clause=each.clause.cite, reason=reason or str(each.says), minutes=extent.minutes, boards=extent.boards
    )
    match each:
        case OffenceWarning() | Nothing(counts=True):
            return WarningGiven(contestant, offence, stage, number, **given)
        case Penalty(amount):
            unit = amount.unit.many if state.play.fines else state.unit.many
            return PenaltyGiven(contestant, offence, stage, number, amount=amount.value, unit=unit, **given)
        case Sanction(what=what, effect=effect):
            does = "" if effect is SanctionEffect.RECORD else effect.value
            return SanctionGiven(contestant, offence, stage, number, what=what, effect=does, **given)
        case Nothing() | Referral():
            return None


def _forfeit(each: Consequence, state: StageState, contestant: str, number: int) -> list[Act]:
    """The forfeit that an official may declare, where the consequence is that severe."""
    if not (isinstance(each, Sanction | Referral) and each.forfeit) or number not in state.rounds:
        return []
    seating = state.round(number).seating_of(contestant)
    if seating is None:
        return []
    return [MatchForfeited(state.plan.name, number, seating.table, contestant, f"{each.says} ({each.clause})")]


def _check_offence(state: StageState, offence: str, clause: str) -> None:
    """Refuse an offence outside the stage's tariff, unless the stage has no tariff or the offence is under the Laws."""
    rules = state.plan.rules
    if rules.tariffs.silent or clause.startswith(LAWS) or clause in {each.clause.cite for each in rules.players.bars}:
        return
    names = [each.offence for each in priced_offences(state.plan)]
    if offence not in names:
        raise refuse(
            "“{offence}” is not in the penalty tariff of {plan}",
            clause=state.plan.clause,
            remedy="The tariff covers {names:,}; for anything else, cite the Law.",
            offence=offence,
            plan=state.plan.name,
            names=tuple(names),
        )


def penalise(event: Tournament, act: Offending, at: str = "") -> AllowedActs:
    """Accept a penalty, a warning or a sanction for a known offence, in the stage's unit.

    Differences from the tariff are cautions that cite the clause; discretion that the clause gives to someone stays
    theirs.
    """
    state = event.stage(act.stage)
    plays_in(state, act.contestant)
    if isinstance(act, PenaltyGiven):
        check_authority(event, state, act.round, at)
        _amount(act, state)
    _check_offence(state, act.offence, act.clause)
    extent = extent_of(event, act)
    before = earlier_offences(event, state.plan, act.contestant, act.offence, extent)
    known = phrase(
        "earlier offences of this kind by number {contestant}: {before}", contestant=act.contestant, before=before
    )
    late: tuple[Phrase, ...] = ()
    if isinstance(act, PenaltyGiven):
        _within_its_limit(state, act, extent, before)
        late = late_effects(event, state, act)
    return allow(act, cautions=(*late, known if before else "", *_differs(state, act, extent, before)))


def _within_its_limit(state: StageState, act: PenaltyGiven, extent: Extent, before: int) -> None:
    """Refuse a penalty above the maximum that a clause allows for an offence."""
    if act.clause.startswith(LAWS) or state.plan.rules.tariffs.silent:
        return
    try:
        due = consequences(state.plan, act.offence, extent, before)
    except DirectorError:  # no tariff in this unit: the director decides
        return
    for each in due:
        if isinstance(each, Penalty) and not each.allows(act.amount, act.unit):
            raise refuse(
                "The maximum penalty for this offence is {amount}, not {given}",
                clause=each.clause,
                remedy="Give a smaller penalty, or cite the Law for a different offence.",
                amount=Amount(each.amount.value, each.amount.unit),
                given=Amount(act.amount, each.amount.unit),
            )


def _amount(act: PenaltyGiven, state: StageState) -> None:
    if act.amount <= 0:
        raise refuse("A penalty must be more than zero", remedy="Give the amount as a positive number.")
    units = state.play.fines or (state.unit.many,)
    if act.unit not in units:
        raise refuse(
            "Penalties in {stage} are given in {row:or}, not {unit}",
            clause=act.clause,
            remedy="Give the penalty in {row:or}.",
            stage=act.stage,
            row=tuple(map(Phrase, units)),
            unit=Phrase(act.unit),
        )
    plays_that_week(state, act.round, act.contestant)


def extent_of(event: Tournament, act: Offending) -> Extent:
    """The extent of an offence: as the act states it, or as recorded with the late arrival it is for."""
    if act.minutes is None and act.offence == LATE:
        here = (act.contestant, act.stage, act.round)
        late = [each.minutes for each in event.late if (each.contestant, each.stage, each.round) == here]
        return Extent(late[-1] if late else None, act.boards)
    return Extent(act.minutes, act.boards)


def _differs(state: StageState, act: Offending, extent: Extent, before: int) -> list[Phrase]:
    """How an act differs from the tariff, and what the program cannot check."""
    if act.clause.startswith(LAWS):
        return [phrase("under {clause}, the director sets the amount", clause=act.clause)]
    if state.plan.rules.tariffs.silent:
        return [_no_tariff(state.plan.name)]
    try:
        due = consequences(state.plan, act.offence, extent, before)
    except DirectorError as unpriced:
        return [phrase("{what} ({clause}): the director sets the penalty", what=unpriced.what, clause=unpriced.clause)]
    if not due:
        return [_no_extent(state, act.offence)]
    if any(isinstance(each, Referral) for each in due):
        return [each.phrased for each in due]
    ours = [_act(each, state, act.contestant, act.offence, number=act.round, extent=extent) for each in due]
    if any(one is not None and _same(one, act) for one in ours):
        return []
    return [phrase("the tariff gives: {due:;}", due=due)]


def _no_tariff(stage: str) -> Phrase:
    return phrase("{stage} has no tariff: the director sets the penalty", stage=stage)


def _same(ours: Act, theirs: Offending) -> bool:
    if isinstance(ours, PenaltyGiven) and isinstance(theirs, PenaltyGiven):
        return ours.amount == theirs.amount
    if isinstance(ours, SanctionGiven) and isinstance(theirs, SanctionGiven):
        return ours.what == theirs.what
    return type(ours) is type(theirs)


def lift(event: Tournament, act: PenaltyLifted, at: str = "") -> AllowedActs:
    """Cancel a penalty, a warning or a sanction."""
    given = event.conducted.offending.get(act.posting)
    if given is None:
        raise refuse(
            "Number {posting} in the history is not a penalty, warning or sanction in force",
            remedy="Check the number.",
            posting=act.posting,
        )
    if not isinstance(given, PenaltyGiven):
        return allow(act, cautions=(_still_withdrawn(event, given),))
    state = event.stage(given.stage)
    check_authority(event, state, given.round, at)
    return allow(act, cautions=late_effects(event, state, act))


def _still_withdrawn(event: Tournament, given: Offending) -> Caution:
    """What remains to be done when a sanction that took a contestant out of a stage is cancelled."""
    state = event.stages.get(given.stage)
    excluded = isinstance(given, SanctionGiven) and given.effect == SanctionEffect.EXCLUDED.value
    if not excluded or state is None or state.status(given.contestant).left is None:
        return ""
    return phrase(
        "number {contestant} is still withdrawn from {stage}: reinstate this contestant if it plays on",
        contestant=given.contestant, stage=given.stage,
    )  # fmt: skip


def arrive_late(event: Tournament, act: ArrivedLate) -> AllowedActs:
    """Record a late arrival; the tariff's consequence is a caution and can be posted next."""
    state = event.stage(act.stage)
    plays_in(state, act.contestant)
    if act.minutes <= 0:
        raise refuse("The lateness must be more than 0 minutes", remedy="Give the minutes as a positive number.")
    if state.plan.rules.tariffs.silent:
        return allow(act, cautions=(_no_tariff(act.stage),))
    if all(each.offence != LATE for each in priced_offences(state.plan)):
        return allow(act, cautions=(phrase("{stage} has no penalty for lateness", stage=act.stage),))
    due = penalty_for(event, act.contestant, LATE, act.stage, act.round, extent=Extent(act.minutes))
    told = (each.phrased for each in due.consequences)
    return allow(act, cautions=(*told, _late_before(event, act), _not_there(event, state, act)))


def _late_before(event: Tournament, act: ArrivedLate) -> Caution:
    """A caution that an earlier late arrival brought no penalty, so that this one counts as the first."""
    given = {
        (each.stage, each.round)
        for each in event.conducted.offending.values()
        if each.contestant == act.contestant and each.offence == LATE
    }
    before = [
        phrase("round {round} of {stage}", round=each.round, stage=each.stage)
        for each in event.late
        if each.contestant == act.contestant and (each.stage, each.round) not in {*given, (act.stage, act.round)}
    ]
    if not before:
        return ""
    return phrase(
        "number {contestant} was also late for {before}, with no penalty or warning posted: unless that lateness was "
        "excused, post a warning for it first, so that the new lateness counts as a further offence",
        contestant=act.contestant, before=tuple(dict.fromkeys(before)),
    )  # fmt: skip


def _not_there(event: Tournament, state: StageState, act: ArrivedLate) -> Caution:
    """The result of a final in which one side, or both, arrived too late to be able to win it."""
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
        case ForfeitedMatch(by):
            return phrase(
                "number {by} forfeits the match ({clause}): post the forfeit", by=by, clause=play.absence.clause
            )
        case AbandonedMatch():
            return phrase(
                "neither team appeared in time, so neither wins ({clause}): record that neither side appeared",
                clause=play.absence.clause,
            )
        case None:
            return ""
