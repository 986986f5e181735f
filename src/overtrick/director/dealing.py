"""The proof that nobody chose the deals, in its order: a plan with the hash of its keys, a value, and then the keys."""

from overtrick.core.dealing.proof import Dealing, key_faults
from overtrick.core.dealing.squaredeal import read_keys, read_phase
from overtrick.core.event.acts import DealKeysReleased, DealsPlanned, DealsValued
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.decision import Decided, allow, refuse

_HEX = frozenset("0123456789abcdef")


def plan(event: Tournament, act: DealsPlanned) -> Decided:
    """A plan: its phases can be read, and it has the hash of its keys and says what value it waits for."""
    if not (act.plan and act.delayed and act.phases):
        raise refuse("A plan needs its name, its phases and the value it waits for", remedy="Name all three.")
    for phase in act.phases:
        read_phase(phase)
    if len(act.key_hash) != 64 or not _HEX.issuperset(act.key_hash):
        raise refuse(
            "A plan is published with the hash of its keys, 64 digits from 0 to f",
            remedy="Take the .sqd file that `overtrick deals plan` wrote, with its line KH.",
        )
    if act.plan in event.dealing:
        raise refuse(
            "There is a plan {plan} already",
            remedy="It stays as it was published; another plan needs another name.",
            plan=act.plan,
        )
    begun = any(state.rounds for state in event.stages.values())
    late = "a round is drawn already: for boards that somebody may have seen this plan proves nothing"
    return allow(act, cautions=(late if begun else "",))


def value(event: Tournament, act: DealsValued) -> Decided:
    """The value that a plan waited for, once."""
    dealing = _of(event, act.plan)
    if not act.value:
        raise refuse("There is no value", remedy="Write it as it was published, like 43275.91.")
    dealing.plan.valued(act.value)
    return allow() if dealing.valued else allow(act)


def release(event: Tournament, act: DealKeysReleased) -> Decided:
    """The keys, when play is over and only those that the plan was published with."""
    dealing = _of(event, act.plan)
    if dealing.released:
        return allow()
    going_on = [name for name, state in event.stages.items() if not state.closed]
    if going_on or not event.stages:
        raise refuse(
            "Play is not over: with the keys anybody could work out the deals",
            remedy="Close {stages} first." if going_on else "Keep them until the boards are played.",
            stages=tuple(going_on),
        )
    if faults := key_faults(dealing.plan, read_keys(act.keys)):
        raise refuse("{faults:;}", remedy="Take the .sqk file of this plan.", faults=faults)
    waiting = [stage.name for stage in event.planned().stages if stage.name not in event.stages]
    unplayed = f"not played yet: {', '.join(waiting)}; whatever this plan deals there, everybody will know"
    return allow(act, cautions=(unplayed if waiting else "",))


def _of(event: Tournament, name: str) -> Dealing:
    if name not in event.dealing:
        raise refuse(
            "There is no plan of deals called {name}",
            remedy="Post the plan first." if not event.dealing else "There are {plans}.",
            name=name,
            plans=tuple(event.dealing),
        )
    return event.dealing[name]
