"""The steps that prove that no one chose the deals: a plan with the hash of its keys, a public value, then the keys."""

from overtrick.core.dealing.proof import Dealing, key_faults
from overtrick.core.dealing.squaredeal import read_keys, read_phase
from overtrick.core.event.acts import DealKeysReleased, DealsPlanned, DealsValued
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import phrase
from overtrick.director.decision import AllowedActs, allow, refuse

_HEX = frozenset("0123456789abcdef")


def plan(event: Tournament, act: DealsPlanned) -> AllowedActs:
    """Accept a plan whose phases can be read, with the hash of its keys and the name of the value it waits for."""
    if not (act.plan and act.delayed and act.phases):
        raise refuse(
            "A deal plan needs a name, phases and the source of its public value", remedy="Give all three details."
        )
    for phase in act.phases:
        read_phase(phase)
    if len(act.key_hash) != 64 or not _HEX.issuperset(act.key_hash):
        raise refuse(
            "A deal plan must be published with the hash of its keys (64 hexadecimal digits)",
            remedy="Use the .sqd file written by `overtrick deals plan`, including its KH line.",
        )
    if act.plan in event.dealing:
        raise refuse(
            "There is already a plan called {plan}",
            remedy="Give the new plan a different name, because a published plan cannot change.",
            plan=act.plan,
        )
    begun = any(state.rounds for state in event.stages.values())
    late = phrase("a round has already been drawn: for boards that may have been seen, this plan proves nothing")
    return allow(act, cautions=(late if begun else "",))


def value(event: Tournament, act: DealsValued) -> AllowedActs:
    """Record, once, the value that a plan waits for."""
    dealing = _find_dealing(event, act.plan)
    if not act.value:
        raise refuse("No value was given", remedy="Enter the value as published, like 43275.91.")
    dealing.plan.with_value(act.value)
    return allow() if dealing.valued else allow(act)


def release(event: Tournament, act: DealKeysReleased) -> AllowedActs:
    """Release the keys after play; they must be those whose hash the plan published."""
    dealing = _find_dealing(event, act.plan)
    if dealing.released:
        return allow()
    going_on = [name for name, state in event.stages.items() if not state.closed]
    if going_on or not event.stages:
        raise refuse(
            "Play is not over: anyone with the keys could work out the deals",
            remedy="Close {stages} first." if going_on else "Keep the keys secret until the boards are played.",
            stages=tuple(going_on),
        )
    if faults := key_faults(dealing.plan, read_keys(act.keys)):
        raise refuse("{faults:;}", remedy="Use this plan’s .sqk file.", faults=faults)
    waiting = [stage.name for stage in event.current_plan().stages if stage.name not in event.stages]
    unplayed = phrase(
        "once the keys are published, anyone can work out this plan’s deals for stages not played yet: {waiting:,}",
        waiting=tuple(waiting),
    )
    return allow(act, cautions=(unplayed if waiting else "",))


def _find_dealing(event: Tournament, name: str) -> Dealing:
    if name not in event.dealing:
        raise refuse(
            "There is no deal plan called {name}",
            remedy="Publish the plan first." if not event.dealing else "Published plans: {plans}.",
            name=name,
            plans=tuple(event.dealing),
        )
    return event.dealing[name]
