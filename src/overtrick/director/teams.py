"""Teams and their members: who may be in one, whether a team stays the same team, line-ups, and seating rights."""

from collections.abc import Iterator, Sequence

from overtrick.core.conduct.participation import PlayRule, StagePlayed, check_play, check_where_qualified
from overtrick.core.conduct.verdicts import Answer, Verdict
from overtrick.core.event.acts import ChoiceMade, EntryTaken, LineUpPosted, SubstituteUsed
from overtrick.core.event.after.line_ups import EarlierStage, earlier_stages, may_play_finals, membership, sits_last
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import MembersRule, Stage
from overtrick.core.event.plan.ways import TallyPlay
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.tally import changed_too_much, links_of
from overtrick.core.exact import exact_text
from overtrick.core.provenance import Clause
from overtrick.core.scoring.deductions import adjustment
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import AllowedActs, allow, refuse


def check_team(event: Tournament, act: EntryTaken) -> None:
    """Refuse a team that is too small or too large, or an added player who can no longer join it."""
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
    """Refuse a team of too few or too many players, where its members are listed."""
    if entry.players and not entry.house and len(entry.players) not in rule.size:
        raise refuse(
            "A team must have {size} members; team {contestant} has {players}",
            clause=rule.clause,
            remedy="Correct the entry; other players may play as substitutes.",
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
                remedy="Choose someone who is not in another team.",
                name=name,
                other=other,
            )
        if rule.added is not None:
            _can_still_play_enough(state, name, rule)


def _can_still_play_enough(state: StageState, name: str, rule: MembersRule) -> None:
    """Refuse a new player who cannot play the required share of the stage's boards any more."""
    if rule.added is None:
        return
    there = sum(state.plan.boards_in(number) for number in range(1, state.plan.rounds + 1))
    left = sum(state.plan.boards_in(number) for number in range(state.last_round + 1, state.plan.rounds + 1))
    verdict = check_play(rule.added, {"boards": there}, {"boards": left})
    if not verdict.allowed:
        raise refuse(
            "{name} can no longer play enough boards: {left} of {there} are left",
            clause=rule.added.clause,
            remedy="Let the player play as a substitute.",
            name=name,
            left=left,
            there=there,
        )


def same_teams(event: Tournament, plan: Stage, names: Sequence[str]) -> None:
    """Refuse a team that plays on under its number although it is no longer the same team."""
    for tallied in event.current_plan().stages:
        play = tallied.play
        if not isinstance(play, TallyPlay) or play.stages[-1] != plan.name or play.stages[0] not in event.stages:
            continue
        members = {name: tuple(player.name for player in event.entries[name].players) for name in names}
        changed = changed_too_much(event.stage(play.stages[0]), members, play)
        if changed and play.same is not None:
            raise refuse(
                "{several:Teams|Team} {changed} no longer {several:count as the teams|counts as the team} that played "
                "in {stages}",
                clause=play.same.clause,
                remedy="Enter the changed team as a new team with its own number.",
                changed=tuple(changed),
                several=len(changed) > 1,
                stages=play.stages[0],
            )


def claimed_twice(event: Tournament, plan: Stage) -> Iterator[Phrase]:
    """What the committee must decide before stages are added up: an earlier team that two teams claim to continue."""
    play = plan.play
    if not isinstance(play, TallyPlay):
        return
    one, two = (event.stage(name) for name in play.stages)
    for team, claimants in links_of(one, two, play).claimed_twice.items():
        yield phrase(
            "Teams {claimants} both claim to continue as team {team}: its score is credited to neither until {who} "
            "has decided",
            claimants=tuple(claimants), team=team,
            who=play.same.claimed_twice if play.same else phrase("the committee"),
        )  # fmt: skip


def in_turn(event: Tournament, state: StageState, act: LineUpPosted) -> None:
    """Refuse a line-up before its turn, where one side sits last in a stanza."""
    play = state.plan.play
    if play.rights is None:
        return
    rights = sits_last(event, state, play.rights)
    if rights.to_name is not None:
        side, stanzas = rights.to_name
        raise refuse(
            "Team {contestants} still has to choose {stanzas:#stanza}",
            clause=rights.clause,
            remedy="Post the choices before the first line-up.",
            contestants=state.contestants[side],
            stanzas=stanzas,
        )
    last = state.contestants[0 if act.round in rights.higher else 1]
    first = state.contestants[1 if act.round in rights.higher else 0]
    if act.contestant == last and (act.stage, act.round, first) not in event.line_ups:
        raise refuse(
            "Team {last} has the right to sit last in stanza {round}",
            clause=rights.clause,
            remedy="Team {first} must post its line-up first.",
            last=last,
            round=act.round,
            first=first,
        )


def needs_leave(event: Tournament, state: StageState, act: LineUpPosted) -> Iterator[Phrase]:
    """Cautions about members who need permission to play here, as they played too little where their team qualified."""
    rule = event.current_plan().members
    if rule is None or rule.finals is None or not state.plan.sources or not act.players:
        return
    stages = earlier_stages(event, state, act.contestant)
    for player in act.players:
        verdicts = list(_qualifying_play(stages, player, rule.finals).values())
        if verdicts and not any(verdict.allowed for verdict in verdicts):
            reason = verdicts[0].reasons[0]
            yield phrase(
                "{player}, {says}: {remedy} ({clause})",
                player=player, says=reason.says, remedy=reason.remedy, clause=reason.clause,
            )  # fmt: skip


def _qualifying_play(stages: Sequence[EarlierStage], player: str, rule: PlayRule) -> dict[str, Verdict]:
    """A player's play in each stage that qualified the team, as far as line-ups were kept there.

    Of two stages, only those in which the team made points count (SABF20 13.5#2).
    """
    played = (
        StagePlayed(
            each.stage, each.played.get(player, 0), each.boards,
            qualified=bool(each.line_ups) and (bool(each.points) or len(stages) == 1),
        )
        for each in stages
    )  # fmt: skip
    return check_where_qualified(rule, "boards", played)


def of_the_finals_team(event: Tournament, state: StageState, act: LineUpPosted) -> Iterator[Phrase]:
    """Refuse a player whom the team may not take from one stage into its finals; cautions say what was not counted."""
    rule = event.current_plan().members
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
            yield phrase("{name}: {says} ({clause})", name=name, says=reason.says, clause=reason.clause)
            continue
        says = (
            reason.says
            if reason is not None
            else phrase("this player was not in the team in any stage from which it qualified")
        )
        raise refuse(
            "{name} may not play in the finals for team {contestant}: {says}",
            clause=reason.clause if reason is not None else rule.clause,
            remedy="Choose from the eligible players, {members:,}, or first record this player as a substitute.",
            name=name,
            contestant=act.contestant,
            says=says,
            members=tuple(team.members),
        )


def not_members(event: Tournament, stage: str) -> tuple[Phrase, ...]:
    """The cautions, when a stage closes, about those who played too little to count as members of a team."""
    rule = event.event.members if event.event is not None else None
    if rule is None or rule.qualifying is None or rule.throughout is None:
        return ()
    short: dict[Clause, list[Phrase]] = {}
    for contestant in event.stage(stage).contestants:
        for name, verdict in membership(event, stage, contestant, rule.qualifying, rule.throughout).items():
            if not verdict.allowed:
                who = phrase("{player} ({contestant})", player=name, contestant=contestant)
                short.setdefault(verdict.against[0].clause, []).append(who)
    return tuple(
        phrase("{who} played too little to be eligible as members ({clause})", who=tuple(who), clause=clause)
        for clause, who in short.items()
    )


def costs(state: StageState, act: SubstituteUsed) -> Iterator[Phrase]:
    """Refuse a charge for a substitute above the ceiling; cautions quote the guide."""
    rule = state.plan.stand_ins
    if act.imps and rule is None:
        raise refuse(
            "No IMPs are charged for a substitute in this stage", clause=state.plan.clause, remedy="Leave the IMPs out."
        )
    if rule is None:
        return
    for number in act.rounds:
        boards = state.plan.boards_in(number)
        if act.imps < 0 or not rule.guide.allows(act.imps, boards):
            most = exact_text(rule.guide.per_board * boards)
            raise refuse(
                "A substitute costs at most {most} {single:IMP|IMPs} in a match of {boards:#board}, not {amount}",
                clause=rule.guide.ceiling,
                remedy="Give a charge between 0 and this maximum.",
                most=most,
                boards=boards,
                amount=exact_text(act.imps),
                single=most == "1",
            )
        if act.imps and number not in state.rounds:
            raise refuse(
                "Round {number} has not been drawn",
                clause=rule.guide.clause,
                remedy="Enter the IMPs once the round is drawn.",
                number=number,
            )
        named = tuple(
            phrase("{imps} ({improvement})", imps=adjustment(each, boards, rule.guide), improvement=each)
            for each, _ in rule.guide.rows
        )
        yield phrase(
            "the guide for {boards:#board} depends on how much stronger the team becomes: {named:,} ({clause})",
            boards=boards,
            named=named,
            clause=rule.guide.clause,
        )


def plays_that_week(state: StageState, number: int, contestant: str) -> None:
    """Refuse a penalty in finals for a team that has no match to take it from."""
    if state.plan.play.some_rest and state.round(number).seating_of(contestant) is None:
        raise refuse(
            "Team {contestant} has no match in week {number} of {plan}",
            clause=state.plan.clause,
            remedy="Give the penalty in a week when the team plays.",
            contestant=contestant,
            number=number,
            plan=state.plan.name,
        )


def choose_stanzas(event: Tournament, act: ChoiceMade) -> AllowedActs:
    """Choose the stanzas in which a team sits last, in turn."""
    state = event.stage(act.stage)
    play = state.plan.play
    if play.rights is None:
        raise refuse(
            "{stage} has no seating rights to choose",
            clause=state.plan.clause,
            remedy="Do not post a choice for this stage.",
            stage=act.stage,
        )
    rights = sits_last(event, state, play.rights)
    if rights.to_name is None:
        raise refuse(
            "All choices of stanzas have been made",
            clause=rights.clause,
            remedy="Do not choose again: the remaining stanzas go to the team with the last turn.",
        )
    turn = state.contestants[rights.to_name[0]]
    if act.contestant != turn:
        raise refuse(
            "It is team {turn}’s turn to choose stanzas",
            clause=rights.clause,
            remedy="Ask team {turn} to choose.",
            turn=turn,
        )
    if not all(part.isdigit() for part in act.choice.replace(",", " ").split()):
        raise refuse(
            "“{choice}” is not a list of stanzas",
            clause=rights.clause,
            remedy="Write the stanzas like “1, 3”.",
            choice=act.choice,
        )
    sits_last(event, state, play.rights, act)
    return allow(act)
