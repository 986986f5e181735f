"""Prizes whose amounts the organiser sets: for a rule of the event that leaves them open, or beside its rules."""

from overtrick.core.event.acts import PrizesSet
from overtrick.core.event.after.honours import OWN_PRIZES
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.decision import Decided, allow, refuse


def set_prizes(event: Tournament, act: PrizesSet) -> Decided:
    """Set the amounts by place; where the regulation prints them they stand."""
    rules = event.any_plan().honours.awards
    if not OWN_PRIZES <= act.award <= len(rules):
        raise refuse(
            "There is no award {award}",
            remedy="The event has {rules} of its own; 0 is the organiser's own prize money.",
            award=act.award,
            rules=len(rules),
        )
    if act.award != OWN_PRIZES and rules[act.award - 1].amounts:
        raise refuse(
            "The amounts are printed and cannot be set",
            clause=str(rules[act.award - 1].clause),
            remedy="They stand. The organiser's own prize money can be set beside them.",
        )
    if any(amount < 0 for amount in act.amounts):
        raise refuse("No place costs anything", remedy="Write what each place wins, the best place first.")
    return allow(act)
