"""Sanctions: their effect by the regulation, and what follows when one takes a contestant out of a stage."""

from collections.abc import Iterator
from dataclasses import replace

from overtrick.core.conduct.consequences import Sanction, SanctionEffect
from overtrick.core.conduct.entries import Effect
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import SanctionGiven, Withdrawn
from overtrick.core.event.after.offences import consequences, earlier_offences
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import AllowedActs, allow, refuse
from overtrick.director.penalties import extent_of, penalise
from overtrick.director.rulings import left_behind, withdraw


def sanction(event: Tournament, act: SanctionGiven, at: str = "") -> AllowedActs:
    """Give a sanction with its effect; one that takes the contestant out brings its withdrawal and cautions."""
    _known_effect(act)
    decided = penalise(event, act, at)
    given, state = _with_effect(event, act), event.stage(act.stage)
    if given.effect != SanctionEffect.EXCLUDED.value:
        return allow(given, cautions=decided.cautions)
    out = phrase(
        "number {contestant} is excluded from {stage}: it will not be {drawn:drawn again or |}placed ({clause})",
        contestant=act.contestant,
        drawn=not state.plan.play.in_graph,
        stage=act.stage,
        clause=act.clause,
    )
    gone = _withdrawal(event, state, given)
    cautions = (*decided.cautions, out, *_still_to_play(state, given), *gone.cautions)
    return allow(given, *gone.acts, cautions=cautions)


def _known_effect(act: SanctionGiven) -> None:
    known = tuple(each.value for each in SanctionEffect)
    if act.effect and act.effect not in known:
        raise refuse(
            "“{effect}” is not an effect of a sanction", clause=act.clause,
            remedy="Choose one of these effects, or none: {known:,}.",


            effect=act.effect, known=known,
        )  # fmt: skip


def _with_effect(event: Tournament, act: SanctionGiven) -> SanctionGiven:
    """A sanction with the effect that the stage's tariff gives it, where the act names none."""
    plan = event.plan(act.stage)
    if act.effect or plan.rules.tariffs.silent:
        return act
    extent = extent_of(event, act)
    try:
        due = consequences(
            plan, act.offence, extent, earlier_offences(event, plan, act.contestant, act.offence, extent)
        )
    except DirectorError:  # not in the tariff: its effect is what the act says
        return act
    found = [each.effect for each in due if isinstance(each, Sanction) and each.what == act.what]
    return replace(act, effect=found[0].value) if found and found[0] is not SanctionEffect.RECORD else act


def _withdrawal(event: Tournament, state: StageState, act: SanctionGiven) -> AllowedActs:
    """The withdrawal that goes with an exclusion, where contestants can leave the stage and this one has not left."""
    if state.plan.play.stays or state.status(act.contestant).left is not None or state.closed:
        return allow()
    after = min(act.round, state.last_round)
    left = left_behind(state, act.contestant, after)
    wiped = left is not None and left.effect is Effect.EXPUNGED
    return withdraw(event, Withdrawn(act.contestant, act.stage, after, wiped, f"{act.what} ({act.clause})"))


def _still_to_play(state: StageState, act: SanctionGiven) -> Iterator[Phrase]:
    """Cautions about matches drawn for an excluded contestant, and those that a graph of stages will still give it."""
    for number, drawn in sorted(state.rounds.items()):
        seating = drawn.seating_of(act.contestant)
        if seating is not None and not drawn.closed and seating.table not in drawn.forfeits:
            yield phrase(
                "number {contestant} is drawn in round {number}, table {table}: post a forfeit if it does not play",
                contestant=act.contestant,
                table=seating.table,
                number=number,
            )
    if state.plan.play.in_graph:
        yield phrase(
            "if number {contestant} is drawn in a later match, post a forfeit for that match",
            contestant=act.contestant,
        )
