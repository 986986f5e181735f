"""Line-ups and systems: players of the team, posted in time and in turn, with systems that may be played there."""

from collections.abc import Iterator
from dataclasses import replace

from overtrick.core.conduct.clocks import ClockPurpose, Deadline, deadline, moment_phrase
from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.conduct.systems import may_play
from overtrick.core.conduct.verdicts import Answer, Reason
from overtrick.core.draws.seating import SitsFirst, SittingOrder, Team, give_up_second, sitting_order, stanzas
from overtrick.core.errors import OutOfTime
from overtrick.core.event.acts import LineUpPosted, Seating, SystemLodged
from overtrick.core.event.after.line_ups import rounds_played
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.plan.ways import InBrackets, RobinDraw, RobinPlay
from overtrick.core.event.play.finals import bracket_of
from overtrick.core.event.play.round_robin import robins_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.contestants import entry_order
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chance import lot_order
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import AllowedActs, allow, plays_in, refuse
from overtrick.director.eligibility import facts_of, refuse_or_caution
from overtrick.director.penalties import penalty_for
from overtrick.director.systems import match_facts, of_colour
from overtrick.director.teams import in_turn, needs_leave, of_the_finals_team

LATE_LINE_UP = "late line-up"


def post_line_up(event: Tournament, act: LineUpPosted, at: str) -> AllowedActs:
    """Post a captain's line-up for a match: complete, of the team's own players who may sit there, and in time."""
    state = event.stage(act.stage)
    plays_in(state, act.contestant)
    seating = state.round(act.round).seating_of(act.contestant)
    if not state.round(act.round).plays(act.contestant):
        raise refuse(
            "Number {contestant} has no match in round {round}",
            remedy="Check the round.",
            contestant=act.contestant,
            round=act.round,
        )
    _players(event, state, act)
    in_turn(event, state, act)
    late = _late(event, state, act, seating, at)
    return allow(
        act,
        cautions=(
            *_may_sit(event, state.plan, act),
            *of_the_finals_team(event, state, act),
            *needs_leave(event, state, act),
            *late,
            *_system(event, state, act, in_time=not late),
            *_gives_up_seat(event, state, act, seating),
        ),
    )


def _players(event: Tournament, state: StageState, act: LineUpPosted) -> None:
    wanted = 4 if state.plan.scoring.in_rooms else 2
    if len(set(act.players)) != wanted or len(act.players) != wanted:
        raise refuse(
            "A line-up for {stage} must name {wanted} different players; this one has {names:#name} ({players} "
            "different)",
            clause=state.plan.clause,
            remedy="Name each player who is playing, once.",
            stage=act.stage,
            wanted=wanted,
            names=len(act.players),
            players=len(set(act.players)),
        )
    entry = event.entries[act.contestant]
    if not entry.players:
        return
    allowed = {player.name for player in entry.players}
    allowed |= {
        each.substitute
        for each in event.substitutes
        if each.contestant == act.contestant and each.stage == act.stage and act.round in each.rounds
    }
    if strangers := [name for name in act.players if name not in allowed]:
        raise refuse(
            "Team {contestant} does not include {strangers:or}",
            clause=state.plan.clause,
            remedy="Name players of the team, or post the substitute first.",
            strangers=tuple(strangers),
            contestant=act.contestant,
        )


def player_facts(event: Tournament, plan: Stage, contestant: str, name: str) -> Facts:
    """What is known of a player who is to sit down: statements, and the earlier line-ups."""
    entry = event.entries[contestant]
    player = next((each for each in entry.players if each.name == name), None)
    facts = facts_of(name, (*entry.stated, *(player.stated if player else ())), {})
    counted = []
    for what, stage in plan.rules.players.played.items():
        played = rounds_played(event, stage, contestant, name)
        if played is not None:
            counted.append(Amount(what, played))
    return replace(facts, name=name, amounts=(*facts.amounts, *counted))


def _may_sit(event: Tournament, plan: Stage, act: LineUpPosted) -> tuple[Phrase, ...]:
    """Judge each player of a line-up by the stage's rules for sitting down; return the cautions."""
    reasons: list[Reason] = []
    for name in act.players:
        facts = player_facts(event, plan, act.contestant, name)
        for rule in plan.rules.players.seat:
            reasons += rule.judge(facts).with_player(name).against
    return refuse_or_caution(act.contestant, reasons, remedy=phrase("Check the details, or name another player."))


def sitting(state: StageState, number: int, seating: Seating) -> SittingOrder[str] | None:
    """The side that shows its line-up first in a match; `None` where the document does not say.

    The second team is the one listed second, or by another reading the one with the higher number. A later round robin
    reverses the order of the previous meeting. Where the lot makes a home team it sits first, and in a match of several
    weeks the sides take turns.
    """
    play = state.plan.play
    if state.plan.home is not None:
        return _home_first(state, number, seating, state.plan.home)
    if not isinstance(play, RobinPlay):
        return None
    found: SittingOrder[str] | None = None
    for robin, first in _robins(state, play):
        for each in range(first, min(number, first + len(robin.rounds) - 1) + 1):
            met = next(
                (s for s in state.rounds[each].seatings.values() if {s.ns, s.ew} == {seating.ns, seating.ew}), None
            )
            if met is None or robin.sits_first is None or robin.clause is None:
                continue
            listed = tuple(sorted((met.ns, met.ew), key=entry_order)) if robin.by_number else (met.ns, met.ew)
            if robin.sits_first is SitsFirst.REVERSED and (found is None or found.blind):
                continue
            found = sitting_order((listed[0], listed[1]), robin.sits_first, robin.clause, found)
            if each == number:
                return found
    return None


def sitting_now(
    event: Tournament, state: StageState, number: int, seating: Seating, act: LineUpPosted | None = None
) -> SittingOrder[str] | None:
    """The side that shows its line-up first, given the current line-ups, or with one more.

    In a match of one session a side may lose the right to sit second by the system it plays.
    """
    order, rules = sitting(state, number, seating), state.plan.rules.players.systems
    rule = rules.sits_first if rules is not None else None
    if order is None or rule is None or not _in_one_session(state, number, seating):
        return order
    posted = [event.line_ups.get((state.plan.name, number, name)) for name in seating.names]
    named = {each.contestant: each.system for each in (*posted, act) if each is not None}
    return give_up_second(order, [name for name, system in named.items() if system in rule.systems], rule.clause)


def _in_one_session(state: StageState, number: int, seating: Seating) -> bool:
    """Whether a match begins and ends in this round."""
    play = state.plan.play
    if isinstance(play, InBrackets):
        return bracket_of(state).in_week(number)[seating.table - 1].sessions == 1
    return not play.one_match


def _gives_up_seat(
    event: Tournament, state: StageState, act: LineUpPosted, seating: Seating | None
) -> Iterator[Phrase]:
    """Cautions that a line-up changes who sits first, by naming a system or no longer naming one."""
    if seating is None:
        return
    before, after = (sitting_now(event, state, act.round, seating, each) for each in (None, act))
    if after is not None and after != before:
        yield phrase(
            "team {first} sits first, and team {last} has the seating rights ({clause})",
            first=after.first,
            last=after.last,
            clause=after.clause,
        )


def _home_first(state: StageState, number: int, seating: Seating, clause: Clause) -> SittingOrder[str] | None:
    if state.lot is None:
        return None
    first = number
    while first - 1 in state.rounds and _meets(state, first - 1, seating):
        first -= 1
    match = {seating.ns, seating.ew}
    home, away = lot_order(
        match,
        state.lot,
        f"{state.plan.name}, home team of round {first}, {' and '.join(sorted(match, key=entry_order))}",
    )
    stanza = stanzas(number - first + 1)[-1]
    return SittingOrder(home, away, clause) if stanza.first is Team.HOME else SittingOrder(away, home, clause)


def _meets(state: StageState, number: int, seating: Seating) -> bool:
    return any({each.ns, each.ew} == {seating.ns, seating.ew} for each in state.rounds[number].seatings.values())


def _robins(state: StageState, play: RobinPlay) -> Iterator[tuple[RobinDraw, int]]:
    first = 1
    for robin in robins_of(play, state.plan.boards, len(state.contestants)):
        yield robin, first
        first += len(robin.rounds)


def line_up_due(event: Tournament, state: StageState, number: int, contestant: str) -> Deadline | None:
    """The deadline for a team's line-up, which depends on whether it sits first, sits last, or both are blind."""
    seating = state.round(number).seating_of(contestant)
    moments = event.conducted.moments(state.plan, number)
    order = sitting_now(event, state, number, seating) if seating is not None else None
    turn = "" if order is None or order.blind else "first" if order.first == contestant else "last"
    clocks = [clock for clock in state.plan.rules.times.clocks_for(ClockPurpose.LINE_UPS) if clock.of in moments]
    clock = next((each for each in clocks if each.posts == turn), None)
    return deadline(clock, moments) if clock is not None else None


def _late(
    event: Tournament, state: StageState, act: LineUpPosted, seating: Seating | None, at: str
) -> tuple[Phrase, ...]:
    """The cautions or penalty for a late line-up; a posted one cannot be changed after its deadline."""
    when = event.conducted.local(at)
    limit = line_up_due(event, state, act.round, act.contestant) if seating is not None else None
    if when is None or limit is None or limit.is_met(when):
        return ()
    if (act.stage, act.round, act.contestant) in event.line_ups:
        raise OutOfTime(
            "The line-up of team {contestant} stands: changes had to be made {told}; it is now {when}",
            until=limit.at,
            clause=limit.clause,
            remedy="If the director allows the change, undo the posted line-up and post the new one.",
            contestant=act.contestant,
            told=limit.told,
            when=moment_phrase(when),
        )
    said = phrase("the line-up was posted at {time}; it was due {limit}", time=f"{when:%H:%M}", limit=limit)
    if LATE_LINE_UP not in state.plan.rules.tariffs.ladders:
        return (said,)
    due = penalty_for(event, act.contestant, LATE_LINE_UP, act.stage, act.round)
    return (said, *(each.phrased for each in due.consequences))


def _system(event: Tournament, state: StageState, act: LineUpPosted, *, in_time: bool) -> tuple[Phrase, ...]:
    """Whether the class of system named may be played here: allowed, lodged and, if restricted, posted in time."""
    players = state.plan.rules.players
    if not act.system or players.systems is None:
        return ()
    facts = match_facts(event, state, act.contestant, act.round, act.system, agreed=act.agreed)
    reasons = list(may_play(players.systems, act.system, facts).against)
    if act.system in players.systems.limited and not reasons:
        if of_colour(event, act.contestant, act.system) is None:
            says = phrase(
                "number {contestant} has not lodged {system:an} system", contestant=act.contestant, system=act.system
            )
            reasons.append(Reason(Answer.REFER, "lodged", says, players.systems.clause))
        if players.limited is not None:
            said = {"posted properly and in time": in_time}
            said |= {"the opposing captain agrees": act.agreed, "the Chief Tournament Director agrees": act.agreed}
            reasons += players.limited.judge(Facts(act.contestant, said=said)).against
    return refuse_or_caution(act.contestant, reasons, remedy=phrase("Check the details, or choose another system."))


def lodge(event: Tournament, act: SystemLodged, at: str) -> AllowedActs:
    """Lodge a system: of an existing class, in time, and no more systems or pages than the rule allows."""
    if act.contestant not in event.entries:
        raise refuse("There is no entry {contestant}", remedy="Check the number.", contestant=act.contestant)
    players = event.any_plan().stages[0].rules.players
    if players.systems is not None:
        known = (*players.systems.anywhere, *players.systems.limited)
        if act.colour not in known:
            raise refuse(
                "“{colour}” is not a system class in these regulations",
                clause=players.systems.clause,
                remedy="The system classes are {known:,}.",
                colour=act.colour,
                known=tuple(known),
            )
    if players.lodging is None:
        return allow(act)
    when = event.conducted.local(act.time or at)
    systems = {name for who, name in event.conducted.lodged if who == act.contestant} | {act.system}
    facts = Facts(
        act.contestant,
        (Amount("systems in the team", len(systems)), Amount("supplementary pages", act.pages)),
        {"lodged": when} if when is not None else {},
    )
    return allow(act, cautions=refuse_or_caution(act.contestant, players.lodging.judge(facts).against, act.leave))
