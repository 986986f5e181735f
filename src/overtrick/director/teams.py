"""Teams and their members: who may be in one, which team is which, line-ups, and who sits last when."""

from collections.abc import Iterator, Sequence

from overtrick.core.conduct.participation import PlayRule, StagePlayed, check_play, check_where_qualified
from overtrick.core.conduct.verdicts import Answer, Verdict
from overtrick.core.event.acts import ChoiceMade, EntryTaken, LineUpPosted, SubstituteUsed
from overtrick.core.event.after.line_ups import sits_last
from overtrick.core.event.after.membership import Before, before, may_play_finals, membership
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import MembersRule, Stage
from overtrick.core.event.plan.ways import TallyPlay
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.tally import changed_too_much, links_of
from overtrick.core.exact import exact_text
from overtrick.core.scoring.substitutes import adjustment
from overtrick.director.decision import Decided, allow, refuse


def check_team(event: Tournament, act: EntryTaken) -> None:
    """Refuse a team that is too small or too large, and an added player who may not join it any more."""
    rule = event.event.members if event.event is not None else None
    if rule is None or not act.players:
        return
    right_size(act, rule)
    before = event.entries.get(act.contestant)
    if before is None or not event.stages:
        return
    known = {player.name for player in before.players}
    for name in [player.name for player in act.players if player.name not in known]:
        _may_join(event, act.contestant, name, rule)


def right_size(entry: EntryTaken, rule: MembersRule) -> None:
    """Refuse a team of too few or too many, where its members are written down."""
    if entry.players and not entry.house and len(entry.players) not in rule.size:
        raise refuse(
            "A team has {size} members, {contestant} has {players}",
            clause=rule.clause,
            remedy="Put its entry right; others may sit in as substitutes.",
            size=rule.size,
            contestant=entry.contestant,
            players=len(entry.players),
        )


def _may_join(event: Tournament, contestant: str, name: str, rule: MembersRule) -> None:
    for state in event.stages.values():
        if state.closed or contestant not in state.contestants:
            continue
        other = next((team for team, members in state.members.items() if name in members and team != contestant), None)
        if other is not None:
            raise refuse(
                "{name} is in team {other}",
                clause=rule.clause,
                remedy="Choose somebody in no other team.",
                name=name,
                other=other,
            )
        if rule.added is not None:
            _can_still_play_enough(state, name, rule)


def _can_still_play_enough(state: StageState, name: str, rule: MembersRule) -> None:
    """One who joins must be able to play the least share of the boards of the stage."""
    if rule.added is None:
        return
    there = sum(state.plan.boards_in(number) for number in range(1, state.plan.rounds + 1))
    left = sum(state.plan.boards_in(number) for number in range(state.last_round + 1, state.plan.rounds + 1))
    verdict = check_play(rule.added, {"boards": there}, {"boards": left})
    if not verdict.allowed:
        raise refuse(
            "{name} cannot play enough any more: {left} of {there} boards are left",
            clause=rule.added.clause,
            remedy="Let the player sit in as a substitute.",
            name=name,
            left=left,
            there=there,
        )


def same_teams(event: Tournament, plan: Stage, names: Sequence[str]) -> None:
    """Refuse a team that plays on under a number without being that team any more."""
    for tallied in event.planned().stages:
        play = tallied.play
        if not isinstance(play, TallyPlay) or play.stages[-1] != plan.name or play.stages[0] not in event.stages:
            continue
        members = {name: tuple(player.name for player in event.entries[name].players) for name in names}
        changed = changed_too_much(event.stage(play.stages[0]), members, play)
        if changed and play.same is not None:
            raise refuse(
                "{changed:,} is not the team it was in {stages}",
                clause=play.same.clause,
                remedy="Enter it under a number of its own.",
                changed=tuple(changed),
                stages=play.stages[0],
            )


def claimed_twice(event: Tournament, plan: Stage) -> Iterator[str]:
    """What the committee must decide before stages are added up: a team that two others would carry on."""
    play = plan.play
    if not isinstance(play, TallyPlay):
        return
    one, two = (event.stage(name) for name in play.stages)
    for team, claimants in links_of(one, two, play).claimed_twice.items():
        who = play.same.claimed_twice if play.same else "the committee"
        yield f"{' and '.join(claimants)} both carry on {team}: credited to neither until {who} has ruled"


def in_turn(event: Tournament, state: StageState, act: LineUpPosted) -> None:
    """Refuse a line-up before its turn, where one side sits last in a stanza."""
    play = state.plan.play
    if play.rights is None:
        return
    rights = sits_last(event, state, play.rights)
    if rights.to_name is not None:
        side, stanzas = rights.to_name
        raise refuse(
            "{contestants} has still to name {stanzas} stanza{many:s|}",
            clause=rights.clause,
            remedy="Post the choices before the first line-up.",
            contestants=state.contestants[side],
            stanzas=stanzas,
            many=stanzas > 1,
        )
    last = state.contestants[0 if act.round in rights.higher else 1]
    first = state.contestants[1 if act.round in rights.higher else 0]
    if act.contestant == last and (act.stage, act.round, first) not in event.line_ups:
        raise refuse(
            "{last} sits last in stanza {round}",
            clause=rights.clause,
            remedy="{first} lines up first.",
            last=last,
            round=act.round,
            first=first,
        )


def needs_leave(event: Tournament, state: StageState, act: LineUpPosted) -> Iterator[str]:
    """Members who need leave to play here, having played too little of what qualified their team."""
    rule = event.planned().members
    if rule is None or rule.finals is None or not state.plan.sources or not act.players:
        return
    stages = before(event, state, act.contestant)
    for player in act.players:
        verdicts = list(_qualifying_play(stages, player, rule.finals).values())
        if verdicts and not any(verdict.allowed for verdict in verdicts):
            reason = verdicts[0].reasons[0]
            yield f"{player}, {reason.says}: {reason.remedy} ({reason.clause})"


def _qualifying_play(stages: Sequence[Before], player: str, rule: PlayRule) -> dict[str, Verdict]:
    """What a player has played in each stage that qualified the team, as far as line-ups were kept there.

    Of two stages those count in which it made points (SABF20 13.5#2).
    """
    played = (
        StagePlayed(
            each.stage, each.played.get(player, 0), each.boards,
            qualified=bool(each.line_ups) and (bool(each.points) or len(stages) == 1),
        )
        for each in stages
    )  # fmt: skip
    return check_where_qualified(rule, "boards", played)


def of_the_finals_team(event: Tournament, state: StageState, act: LineUpPosted) -> Iterator[str]:
    """Refuse a player of one stage whom the team may not take into its finals; what nobody has counted is said."""
    rule = event.planned().members
    if rule is None or rule.finals_team is None or not state.plan.sources:
        return
    stand_ins = {each.substitute for each in event.substitutes if each.contestant == act.contestant}
    asked = [name for name in act.players if name not in stand_ins]
    team = may_play_finals(event, state, act.contestant, rule.finals_team, asked)
    for name in asked if team.members else ():
        verdict = team.verdicts.get(name)
        if name in team.members:
            continue
        reason = verdict.against[0] if verdict is not None and verdict.against else None
        if verdict is not None and verdict.answer is Answer.REFER and reason is not None:
            yield f"{name}: {reason.says} ({reason.clause})"
            continue
        says = reason.says if reason is not None else "in the team in neither stage"
        raise refuse(
            "{name} may not play in the finals for {contestant}: {says}",
            clause=reason.clause if reason is not None else rule.clause,
            remedy="Those who may are {members:,}; another sits in as the one substitute.",
            name=name,
            contestant=act.contestant,
            says=says,
            members=tuple(team.members),
        )


def not_members(event: Tournament, stage: str) -> str:
    """Who does not count as a member of a team for want of play, when a stage closes."""
    rule = event.event.members if event.event is not None else None
    if rule is None or rule.qualifying is None or rule.throughout is None:
        return ""
    short: dict[str, list[str]] = {}
    for contestant in event.stage(stage).contestants:
        for name, verdict in membership(event, stage, contestant, rule.qualifying, rule.throughout).items():
            if not verdict.allowed:
                short.setdefault(str(verdict.against[0].clause), []).append(f"{name} ({contestant})")
    return "; ".join(f"not eligible members by what they played: {', '.join(who)} ({clause})"
                     for clause, who in short.items())  # fmt: skip


def costs(state: StageState, act: SubstituteUsed) -> Iterator[str]:
    """What a substitute costs keeps to the ceiling, and the guide is told beside it."""
    rule = state.plan.stand_ins
    if act.imps and rule is None:
        raise refuse("A substitute costs nothing here", clause=state.plan.clause, remedy="Leave the IMPs out.")
    if rule is None:
        return
    for number in act.rounds:
        boards = state.plan.boards_in(number)
        if act.imps < 0 or not rule.guide.within(act.imps, boards):
            most = exact_text(rule.guide.per_board * boards)
            raise refuse(
                "A substitute costs at most {most} IMPs in a match of {boards} boards, not {amount}",
                clause=rule.guide.ceiling,
                remedy="Give fewer IMPs.",
                most=most,
                boards=boards,
                amount=exact_text(act.imps),
            )
        if act.imps and number not in state.rounds:
            raise refuse(
                "Round {number} is not drawn",
                clause=rule.guide.clause,
                remedy="Say it when it is drawn.",
                number=number,
            )
        named = [f"{adjustment(each, boards, rule.guide)} for {each}" for each, _ in rule.guide.rows]
        yield f"the guide for {boards} boards: {', '.join(named)} improvement ({rule.guide.clause})"


def plays_that_week(state: StageState, number: int, contestant: str) -> None:
    """Refuse a penalty in finals for a team that has no match to take it from."""
    if state.plan.play.some_rest and state.round(number).seating_of(contestant) is None:
        raise refuse(
            "{contestant} has no match in week {number} of {plan}",
            clause=state.plan.clause,
            remedy="Give the penalty in a week in which it plays.",
            contestant=contestant,
            number=number,
            plan=state.plan.name,
        )


def choose_stanzas(event: Tournament, act: ChoiceMade) -> Decided:
    """The stanzas in which a team sits last, named in turn."""
    state = event.stage(act.stage)
    play = state.plan.play
    if play.rights is None:
        raise refuse(
            "Nobody sits last by choice in {stage}", clause=state.plan.clause, remedy="Leave it out.", stage=act.stage
        )
    rights = sits_last(event, state, play.rights)
    if rights.to_name is None:
        raise refuse("All stanzas are named", clause=rights.clause, remedy="The rest falls to the other side.")
    turn = state.contestants[rights.to_name[0]]
    if act.contestant != turn:
        raise refuse("It is for {turn} to name stanzas now", clause=rights.clause, remedy="Ask {turn}.", turn=turn)
    if not all(part.isdigit() for part in act.choice.replace(",", " ").split()):
        raise refuse(
            "“{choice}” names no stanzas", clause=rights.clause, remedy="Write them like “1, 3”.", choice=act.choice
        )
    sits_last(event, state, play.rights, act)
    return allow(act)
