"""The members of a team over the stages of an event: how much each has played, and who may play in its finals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.conduct.participation import PlayRule, check_play
from overtrick.core.conduct.teams import FinalsTeam, FinalsTeamRule, finals_team
from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.event.after.line_ups import boards_played, boards_there
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.ways import TallyPlay
from overtrick.core.event.play.carrying import came_from
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.tally import links_of, points_in
from overtrick.core.exact import Exact

QUALIFYING, FULL_SESSION = "qualifying", "full session"
"""The counts that a rule on members keeps separate: boards before the finals, and boards in the finals."""


@dataclass(frozen=True, slots=True)
class Before:
    """An earlier stage: the number that a team had there, its members, its points, and its line-ups if recorded."""

    stage: str
    contestant: str
    members: tuple[str, ...]
    points: Exact
    matches: int
    line_ups: tuple[tuple[str, ...], ...]
    boards: int
    played: Mapping[str, int]

    def facts(self, player: str) -> Facts:
        """The facts about a player from one stage alone; without line-ups the amount of play is left out."""
        known = [Amount("points in that stage", self.points)]
        if self.line_ups:
            sat = sum(player in line_up for line_up in self.line_ups)
            known += [Amount("matches played", sat), Amount("matches of the stage", self.matches)]
            known += [Amount("boards played", self.played.get(player, 0)), Amount("boards of the stage", self.boards)]
        return Facts(player, tuple(known))


def earlier_stages(event: Tournament, state: StageState, contestant: str) -> tuple[Before, ...]:
    """The stages in which a team qualified for this one; its number may differ in each."""
    came = came_from(state.plan, contestant, event.stages)
    if came is None or came.event:
        return ()
    source = event.plan(came.stage)
    if not isinstance(source.play, TallyPlay):
        return (_earlier_stage(event, event.stage(source.name), contestant, 0),)
    one, two = (event.stage(name) for name in source.play.stages)
    later = {first: second for second, first in links_of(one, two, source.play).linked.items()}
    found = []
    for stage, name in ((one, contestant), (two, later.get(contestant, contestant))):
        if name in stage.contestants:
            found.append(_earlier_stage(event, stage, name, points_in(stage, name, source.play)))
    return tuple(found)


def _earlier_stage(event: Tournament, stage: StageState, name: str, points: Exact) -> Before:
    where = stage.plan.name
    line_ups = tuple(act.players for (at, _, who), act in event.line_ups.items() if (at, who) == (where, name))
    matches = sum(drawn.plays(name) for drawn in stage.rounds.values())
    members = stage.members.get(name, ())
    return Before(
        where, name, members, points, matches, line_ups,
        boards_there(event, where, name), boards_played(event, where, name),
    )  # fmt: skip


def may_play_finals(
    event: Tournament, state: StageState, contestant: str, rule: FinalsTeamRule, asked: Sequence[str] = ()
) -> FinalsTeam:
    """The players who may play for a team in its finals: those of both stages, those picked, and those added.

    *asked* are considered first, after those who have already played in the finals. A team from only one stage
    consists of all its members.
    """
    stages = earlier_stages(event, state, contestant)
    if len(stages) < 2:
        return FinalsTeam(stages[0].members if stages else (), (), {})
    one, two = stages
    core = [name for name in one.members if name in two.members]
    sat = [
        name
        for (where, _, who), act in event.line_ups.items()
        if (where, who) == (state.plan.name, contestant)
        for name in act.players
    ]
    others = {name: each for each in stages for name in each.members if name not in core}
    order = [name for name in dict.fromkeys((*sat, *asked, *others)) if name in others]
    return finals_team(rule, core, [others[name].facts(name) for name in order])


def membership(
    event: Tournament, stage: str, contestant: str, qualifying: PlayRule, throughout: PlayRule
) -> Mapping[str, Verdict]:
    """Whether each member of a team has played enough to count as a member; empty without line-ups.

    In finals, earlier play and a full session of the finals count too. A part of the rule with any other name counts
    all boards.
    """
    state = event.stage(stage)
    there, sat = boards_there(event, stage, contestant), boards_played(event, stage, contestant)
    stages = earlier_stages(event, state, contestant)
    rule = throughout if stages else qualifying
    members = state.members.get(contestant, ())
    size = max((len(each.members) for each in stages), default=len(members))
    if not sat or not all(each.line_ups for each in stages) or size not in {limb.team for limb in rule.limbs}:
        return {}
    boards = sum(each.boards for each in stages)
    found = {}
    for name in members:
        played = sum(each.played.get(name, 0) for each in stages)
        here = sat.get(name, 0)
        needed, counted = {}, {}
        for limb in rule.limbs:
            of = {FULL_SESSION: (state.plan.boards, here), QUALIFYING: (boards, played)} if stages else {}
            needed[limb.name], counted[limb.name] = of.get(limb.name, (boards + there, played + here))
        found[name] = check_play(rule, needed, counted, size)
    return found
