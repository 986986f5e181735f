"""Line-ups and members of teams: the boards that each played, who may play in the finals, and the right to sit last."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.conduct.participation import PlayRule, check_play
from overtrick.core.conduct.teams import FinalsTeam, FinalsTeamRule, finals_team
from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.draws.seating import Rights, StanzaRule, seating_rights
from overtrick.core.event.acts import ChoiceMade
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.ways import TallyPlay
from overtrick.core.event.play.carrying import came_from
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.tally import links_of, points_in
from overtrick.core.exact import Exact

SIT_LAST = "sit last"
"""The subject of a choice when a team chooses the stanzas in which the other lines up first."""


def players_in(event: Tournament, contestant: str, stage: str, number: int) -> tuple[str, ...]:
    """The players of a contestant in a round of a stage: those entered, with any substitutes in their places."""
    entry = event.entries.get(contestant)
    instead = {
        act.out: act.substitute
        for act in event.substitutes
        if (act.contestant, act.stage) == (contestant, stage) and number in act.rounds
    }
    return tuple(instead.get(player.name, player.name) for player in entry.players) if entry else ()


def rounds_played(event: Tournament, stage: str, contestant: str, player: str) -> int | None:
    """The number of rounds of a stage that a player played, by the line-ups; None without line-ups."""
    line_ups = [act for (where, _, who), act in event.line_ups.items() if (where, who) == (stage, contestant)]
    return sum(player in act.players for act in line_ups) if line_ups else None


def boards_played(event: Tournament, stage: str, contestant: str) -> Mapping[str, int]:
    """The number of boards that each player of a team has played in a stage, by its line-ups."""
    played: Counter[str] = Counter()
    for (where, number, who), act in event.line_ups.items():
        if (where, who) == (stage, contestant):
            boards = _boards(event.stage(stage), number, contestant)
            played.update(dict.fromkeys(act.players, boards))
    return played


def boards_there(event: Tournament, stage: str, contestant: str) -> int:
    """The number of boards that a team could have played in a stage: those of its matches, except forfeited ones."""
    state = event.stage(stage)
    return sum(_boards(state, number, contestant) for number in state.rounds)


def boards_told(event: Tournament, stage: str, contestant: str) -> int:
    """The number of boards in the matches of a stage for which a team has posted a line-up."""
    state = event.stage(stage)
    return sum(
        _boards(state, number, contestant)
        for where, number, who in event.line_ups
        if (where, who) == (stage, contestant) and number in state.rounds
    )


def _boards(state: StageState, number: int, contestant: str) -> int:
    drawn = state.round(number)
    share = drawn.share_of(contestant)
    if share is not None:
        return len(share.boards)
    seating = drawn.seating_of(contestant)
    return 0 if seating is None or seating.table in drawn.forfeits else len(seating.boards)


def sits_last(event: Tournament, state: StageState, rule: StanzaRule, *more: ChoiceMade) -> Rights:
    """The stanzas that each side has chosen so far, and with *more*; contestants are in the order of qualification."""
    here = (state.plan.name, SIT_LAST)
    picks = [_stanzas(act) for act in (*event.picked, *more) if (act.stage, act.about) == here]
    return seating_rights(picks, rule)


def _stanzas(act: ChoiceMade) -> tuple[int, ...]:
    return tuple(int(part) for part in act.choice.replace(",", " ").split())


QUALIFYING, FULL_SESSION = "qualifying", "full session"
"""The counts that a rule on members keeps separate: boards before the finals, and boards in the finals."""


@dataclass(frozen=True, slots=True)
class EarlierStage:
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


def earlier_stages(event: Tournament, state: StageState, contestant: str) -> tuple[EarlierStage, ...]:
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


def _earlier_stage(event: Tournament, stage: StageState, name: str, points: Exact) -> EarlierStage:
    where = stage.plan.name
    line_ups = tuple(act.players for (at, _, who), act in event.line_ups.items() if (at, who) == (where, name))
    matches = sum(drawn.plays(name) for drawn in stage.rounds.values())
    members = stage.members.get(name, ())
    return EarlierStage(
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
