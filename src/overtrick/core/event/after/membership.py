"""The members of a team over the stages of an event: what each has played, and who may play in its finals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.conduct.participation import PlayRule, check_play
from overtrick.core.conduct.teams import FinalsTeam, FinalsTeamRule, finals_team
from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.event.after.line_ups import boards_played, boards_there
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.ways import TallyPlay
from overtrick.core.event.play.sources import came_from
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.tally import links_of, points_in
from overtrick.core.exact import Exact

QUALIFYING, FULL_SESSION = "qualifying", "full session"
"""What a rule on members counts apart: boards before the finals, and in the finals alone."""


@dataclass(frozen=True, slots=True)
class Before:
    """A stage that led to another: the number a team had there, its members, its points, and its line-ups if kept."""

    stage: str
    contestant: str
    members: tuple[str, ...]
    points: Exact
    matches: int
    line_ups: tuple[tuple[str, ...], ...]
    boards: int
    played: Mapping[str, int]

    def facts(self, player: str) -> Facts:
        """What is known of a player of one stage alone; nothing of how much, where no line-ups were kept."""
        known = [Amount("points in that stage", self.points)]
        if self.line_ups:
            sat = sum(player in line_up for line_up in self.line_ups)
            known += [Amount("matches played", sat), Amount("matches of the stage", self.matches)]
            known += [Amount("boards played", self.played.get(player, 0)), Amount("boards of the stage", self.boards)]
        return Facts(player, tuple(known))


def before(event: Tournament, state: StageState, contestant: str) -> tuple[Before, ...]:
    """The stages in which a team qualified for this one; the number it had in each may be another."""
    came = came_from(state.plan, contestant, event.stages)
    if came is None or came.event:
        return ()
    source = event.plan(came.stage)
    if not isinstance(source.play, TallyPlay):
        return (_before(event, event.stage(source.name), contestant, 0),)
    one, two = (event.stage(name) for name in source.play.stages)
    later = {first: second for second, first in links_of(one, two, source.play).linked.items()}
    found = []
    for stage, name in ((one, contestant), (two, later.get(contestant, contestant))):
        if name in stage.contestants:
            found.append(_before(event, stage, name, points_in(stage, name, source.play)))
    return tuple(found)


def _before(event: Tournament, stage: StageState, name: str, points: Exact) -> Before:
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
    """Who may play for a team in its finals: those of both stages, those they pick, and those that may be added.

    *asked* are looked at first, after those who have played in the finals already. A team of one stage alone is all
    its members.
    """
    stages = before(event, state, contestant)
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
    """Whether each member of a team has played enough to count as one; none where no line-ups were kept.

    In finals the play before them counts as well, and a full session of them. A limb of another name counts all the
    boards there were.
    """
    state = event.stage(stage)
    there, sat = boards_there(event, stage, contestant), boards_played(event, stage, contestant)
    stages = before(event, state, contestant)
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
