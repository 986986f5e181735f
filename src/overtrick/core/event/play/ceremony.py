"""The ceremony of a draw by choice as it stands in an event: whose turn it is, what is open, what is refused, why."""

from overtrick.core.draws.choice import Choice, Phase, Turn, begin, choose, declare, forfeit, open_choice, turn
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import ChoiceDeclared, ChoiceForfeited, ChoiceMade, ChoosingBegun
from overtrick.core.event.play.graph import InPlay, meetings, ranking
from overtrick.core.event.play.stage import StageState

OPPONENT = "opponent"
"""What a choice in the ceremony is about."""

Step = ChoiceDeclared | ChoosingBegun | ChoiceMade | ChoiceForfeited


def by_choice(state: StageState) -> bool:
    """Whether a stage is drawn by choice."""
    return state.plan.play.choice_rule(len(state.contestants)) is not None


def ceremony(event: InPlay, stage: str) -> Choice:
    """The choosing of a stage as it stands: the ranked field, what was declared, the turns and the pairs so far.

    `open_turn` has the turn that is open, with every team left and why it may be chosen or not. Before the
    first declaration the ranking is that of the moment; the first step of the ceremony fixes it.
    """
    state = event.stages.get(stage)
    if state is None:
        raise DirectorError(
            "{stage} has not started", remedy="Start the stage with its contestants first.", stage=stage
        )
    if state.choice is not None:
        return state.choice
    rule = state.plan.play.choice_rule(len(state.contestants))
    if rule is None:
        raise DirectorError(
            "{stage} is not drawn by choice",
            clause=str(state.plan.clause),
            remedy="Publish the draw instead.",
            stage=stage,
        )
    if not state.plan.play.in_graph:
        return open_choice(state.contestants, {}, rule)  # in the order they qualified; all may meet again
    return open_choice(ranking(event, state).teams, meetings(event, stage), rule)


def open_turn(choice: Choice) -> Turn | None:
    """The turn that is open, or nothing while teams declare and after the last."""
    return turn(choice) if choice.phase is Phase.CHOOSING else None


def take_step(event: InPlay, act: Step) -> Choice:
    """The ceremony after one step more; refused, with the reason, if the regulation does not allow it."""
    here = ceremony(event, act.stage)
    match act:
        case ChoiceDeclared(_, team, available):
            return declare(here, team, available=available)
        case ChoosingBegun():
            return begin(here)
        case ChoiceMade(_, _, team, opponent):
            return choose(_turn_of(here, team), opponent)
        case ChoiceForfeited(_, team):
            return forfeit(_turn_of(here, team))


def _turn_of(here: Choice, team: str) -> Choice:
    """The same ceremony, if it is this team's turn."""
    whose = turn(here).chooser
    if whose != team:
        raise DirectorError(
            "Team {whose} is due to choose, not team {team}", clause=str(here.rule.clause), whose=whose, team=team
        )
    return here
