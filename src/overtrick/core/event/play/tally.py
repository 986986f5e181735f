"""A stage that adds up others: the points for places in each stage, and which teams in them are the same."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from overtrick.core.conduct.participation import same_team
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.plan.ways import TallyPlay
from overtrick.core.event.play.by_matches import ByMatches
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import Derivation, Figure
from overtrick.core.ranking.awards import award
from overtrick.core.ranking.measures import StageRecord
from overtrick.core.selection.teams import CarriedOn, both_stages, carried_on
from overtrick.core.wording import phrase


class Tally(ByMatches[TallyPlay]):
    """Nothing is played: the record of a team is made from earlier stages when the stage starts."""

    def record(self, state: StageState, contestant: str) -> StageRecord:
        """A team's record from the stages that are added up."""
        return state.tallied[contestant] if contestant in state.tallied else super().record(state, contestant)


def tally(plan: Stage, before: Mapping[str, StageState]) -> Mapping[str, StageRecord]:
    """Each team's record from the stages that are added up, with the points for its places.

    A team that continues an earlier one has the earlier number; an earlier team claimed by two counts for neither.
    """
    play = plan.play
    if not isinstance(play, TallyPlay):
        return {}
    if len(play.stages) != 2:
        raise RegulationErrors([f"{plan.clause}: two stages are added up, not {len(play.stages)}."])
    if missing := [name for name in play.stages if name not in before]:
        raise DirectorError(
            "{plan} is the total of {stages: and}, but {missing} has not started",
            clause=plan.clause,
            remedy="Play that stage first.",
            plan=plan.name,
            stages=tuple(play.stages),
            missing=missing[0],
        )
    one, two = (before[name] for name in play.stages)
    return {
        each.contestant: each
        for each in both_stages(_with_points(one, play), _with_points(two, play), links_of(one, two, play), plan.clause)
    }


def links_of(one: StageState, two: StageState, play: TallyPlay) -> CarriedOn:
    """The team of the first stage that each team of the second continues; without a rule, the one with its number."""
    if play.same is None:
        return CarriedOn({name: name for name in two.contestants if name in one.contestants}, {})
    return carried_on(_members(one), _members(two), play.same)


def changed_too_much(one: StageState, two: Mapping[str, Collection[str]], play: TallyPlay) -> tuple[str, ...]:
    """The teams that would continue under the number of an earlier team although they are no longer that team."""
    earlier = _members(one)
    if play.same is None:
        return ()
    return tuple(name for name, members in two.items() if name in earlier
                 and not same_team(play.same, earlier[name], members or (name,)))  # fmt: skip


def _members(state: StageState) -> Mapping[str, Collection[str]]:
    """The members of the teams in a stage; a team without recorded members is identified by its number."""
    return {name: state.members.get(name) or (name,) for name in state.contestants}


def _with_points(state: StageState, play: TallyPlay) -> Mapping[str, StageRecord]:
    groups = [group for each in state.fields for group in state.standings(each.name).ranking.groups]
    given = award(groups, play.points, barred=state.beside).given
    return {
        name: replace(state.record(name), points=_add_stage_name(given[name], state, name) if name in given else None)
        for name in state.contestants
    }


def points_in(state: StageState, contestant: str, play: TallyPlay) -> Exact:
    """The points of a team for its place in one of the stages that are added up."""
    points = _with_points(state, play)[contestant].points
    return points.value if points is not None else 0


def _add_stage_name(figure: Figure[Exact], state: StageState, name: str) -> Figure[Exact]:
    """The points for a place with the name of the stage, with the place as a part."""
    place = state.standings(state.field_of(name)).place_of(name, state.plan.standings.clause)
    return replace(
        figure,
        note=phrase("{note} in {name}", note=figure.note, name=state.plan.name),
        of=(place,),
        made=Derivation.SCALE,
    )
