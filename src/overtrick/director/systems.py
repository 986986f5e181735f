"""Systems in a match: the facts that rules about them need, the register, and who may play what in a round."""

from dataclasses import dataclass
from datetime import datetime

from overtrick.core.conduct.facts import Amount, Facts, Moment
from overtrick.core.conduct.systems import Classification, may_play
from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.event.acts import SystemLodged
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.stage import StageState
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.director.disclosure import colour_in_force


@dataclass(frozen=True, slots=True)
class RegisteredSystem:
    """A system in the register: when it was lodged, and whether it may be played in the requested round.

    *classified* is its colour as classified, and by whom; without one it counts as it was lodged.
    """

    system: SystemLodged
    at: datetime | None
    verdict: Verdict | None
    classified: Classification | None = None

    @property
    def colour(self) -> str:
        """The colour it counts as."""
        return self.classified.colour if self.classified is not None else self.system.colour


def scored_as(plan: Stage) -> str:
    """The name that rules use for the scoring of a stage."""
    match plan.scoring.board:
        case TeamsRule():
            return "teams"
        case MatchpointRule():
            return "matchpoints"
        case _:
            return "butler"


def match_facts(
    event: Tournament, state: StageState, contestant: str, number: int, colour: str, *, agreed: bool = False
) -> Facts:
    """What the book knows of a match in which a system would be played.

    Ranks are those that the draw was made from. *agreed* says that the opponents agreed before the match and that the
    director was informed.
    """
    plan, lodged = state.plan, of_colour(event, contestant, colour)
    amounts = [Amount("boards a match", plan.boards_in(number)), Amount("round", number)]
    moments: dict[str, Moment] = {}
    if lodged is not None:
        act, when = lodged
        amounts.append(Amount("supplementary sheets", act.pages))
        moments |= {"lodged": when} if when is not None else {}
    starts = event.conducted.start(next(iter(event.stages)), 1)
    match = event.conducted.start(plan.name, number)
    moments |= {"the event starts": starts} if starts is not None else {}
    if match is not None:
        moments |= {"the match starts": match} | ({"agreed": match - datetime.resolution} if agreed else {})
    said = {
        "a Swiss draw": plan.play.swiss,
        "round two in the session of round one": plan.session_of(2) == 1,
        "the opponents agreed": agreed,
        "the director was told": agreed,
    }
    words = {"stage": plan.rules.id, "scoring": scored_as(plan)}
    return Facts(contestant, (*amounts, *_ranks(state, contestant, number)), moments, words, said)


def of_colour(event: Tournament, contestant: str, colour: str) -> tuple[SystemLodged, datetime | None] | None:
    """The system that a contestant lodged last and that counts as of a colour."""
    own = [kept for (who, _), kept in event.conducted.lodged.items() if who == contestant]
    return next((kept for kept in reversed(own) if colour_of(event, kept[0]) == colour), None)


def colour_of(event: Tournament, system: SystemLodged) -> str:
    """The colour a lodged system counts as: as classified, or else as lodged."""
    found = colour_in_force(event, system.contestant, system.system)
    return found.colour if found is not None else system.colour


def _ranks(state: StageState, contestant: str, number: int) -> list[Amount]:
    """The ranks of both sides in the order that a round was drawn from, where it is drawn."""
    if number not in state.rounds:
        return []
    drawn = state.rounds[number]
    order, seating = drawn.draw.order, drawn.seating_of(contestant)
    if seating is None or contestant not in order:
        return []
    (other, *_) = seating.opponents_of(contestant)
    ranks = [("own rank", contestant), ("opponents' rank", other)]
    return [Amount("teams", len(order)), *(Amount(what, order.index(who) + 1) for what, who in ranks if who in order)]


def register(event: Tournament, stage: str = "", number: int = 0) -> tuple[RegisteredSystem, ...]:
    """Every lodged system, and whether it may be played in a round that the document's rules bind."""
    state = event.stages.get(stage)
    rules = state.plan.rules.players.systems if state is not None else None
    found = []
    for act, at in event.conducted.lodged.values():
        verdict, colour = None, colour_of(event, act)
        if state is not None and rules is not None and number and act.contestant in state.contestants:
            verdict = may_play(rules, colour, match_facts(event, state, act.contestant, number, colour))
        found.append(RegisteredSystem(act, at, verdict, colour_in_force(event, act.contestant, act.system)))
    return tuple(found)


def open_register(event: Tournament) -> tuple[RegisteredSystem, ...] | None:
    """The systems that players may look up; `None` where no clause opens the register to them."""
    rules = next((state.plan.rules.players.systems for state in event.stages.values()), None)
    if rules is None or rules.register_open is None:
        return None
    return tuple(each for each in register(event) if each.colour in rules.limited)
