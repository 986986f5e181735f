"""Prizes whose amounts the organiser sets, under a rule of the event that leaves them open or outside its rules."""

from overtrick.core.event.acts import PrizesSet
from overtrick.core.event.after.honours import OWN_PRIZES
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.decision import AllowedActs, allow, refuse


def set_prizes(event: Tournament, act: PrizesSet) -> AllowedActs:
    """Set the amounts by place, where the regulation does not print them."""
    rules = event.any_plan().honours.awards
    if not OWN_PRIZES <= act.award <= len(rules):
        raise refuse(
            "There is no award number {award}",
            remedy="Choose one of this event’s awards ({rules} in all), or 0 for the organiser’s own prize money.",
            award=act.award,
            rules=len(rules),
        )
    if act.award != OWN_PRIZES and rules[act.award - 1].amounts:
        raise refuse(
            "The regulations fix these amounts, so they cannot be changed",
            clause=rules[act.award - 1].clause,
            remedy="Set the organiser’s own prize money separately.",
        )
    if any(amount < 0 for amount in act.amounts):
        raise refuse("A prize cannot be negative", remedy="Enter the prize for each place, first place first.")
    return allow(act)
