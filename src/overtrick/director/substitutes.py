"""Substitutes, and how much everyone must play: counted from the book and judged by the rule of the stage."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from overtrick.core.conduct.participation import PlayRule, Substitution, check_play, check_substitutions
from overtrick.core.conduct.verdicts import Answer, Verdict, all_of
from overtrick.core.event.acts import SubstituteUsed
from overtrick.core.event.after.line_ups import rounds_played
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Contest
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, plain
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import AllowedActs, Caution, allow, plays_in, refuse
from overtrick.director.eligibility import facts_of, refuse_or_caution
from overtrick.director.line_ups import player_facts
from overtrick.director.penalties import penalty_for
from overtrick.director.teams import costs

EACH, TOGETHER = "each player", "partnership"
"""The two parts of a rule on minimum play: what each player, and what the partnership, must play."""


def substitute(event: Tournament, act: SubstituteUsed, at: str) -> AllowedActs:
    """Accept a substitute for a player: within the permitted number, asked for in time, with a reason."""
    state = event.stage(act.stage)
    plays_in(state, act.contestant)
    _who(event, act)
    beyond = _decide_excess(event, state, act)
    counted = beyond.cautions if beyond.acts else _number(event, state, act)
    cautions: list[Phrase] = [*counted, *_notice(event, state, act, at), *_short(event, state, act)]
    cautions += costs(state, act)
    if not act.reason:
        cautions.append(phrase("no reason is given for the substitute"))
    elsewhere = tuple(
        name
        for name, entry in event.entries.items()
        if name != act.contestant and any(player.name == act.substitute for player in entry.players)
    )
    if elsewhere:
        cautions.append(
            phrase(
                "{substitute} plays for number {others:,} in this event", substitute=act.substitute, others=elsewhere
            )
        )
    return allow(act, *beyond.acts, cautions=tuple(cautions))


def _decide_excess(event: Tournament, state: StageState, act: SubstituteUsed) -> AllowedActs:
    """The consequence of one substitution too many, where the rule makes it an offence that nobody can permit."""
    rule = state.plan.rules.players.substitutes
    if rule is None or rule.beyond is None or not state.status(act.contestant).contends:
        return allow()
    verdict = check_substitutions(rule, uses_of(event, state, act.contestant, act), state.plan.boards)
    if verdict.allowed:
        return allow()
    due = penalty_for(event, act.contestant, rule.beyond[act.foreseen], act.stage, max(act.rounds), reason=act.reason)
    reason = verdict.against[0]
    should = phrase(
        "Team {contestant} should withdraw in favour of the next qualified team: {says} ({clause})",
        contestant=act.contestant, says=reason.says, clause=reason.clause,
    )  # fmt: skip
    forfeits = (phrase("the match is lost because of the substitution: post the forfeit"),) if due.may else ()
    return allow(*due.acts, cautions=(should, *(each.phrased for each in due.consequences), *forfeits))


def _who(event: Tournament, act: SubstituteUsed) -> None:
    players = [player.name for player in event.entries[act.contestant].players]
    if players and act.out not in players:
        raise refuse(
            "{out} is not one of the players of number {contestant}",
            remedy="Players in this entry: {players:,}.",
            out=act.out,
            contestant=act.contestant,
            players=tuple(players),
        )
    if not act.rounds:
        raise refuse("No rounds are given for the substitute", remedy="Name the rounds in which the substitute plays.")


def uses_of(event: Tournament, state: StageState, contestant: str, *more: SubstituteUsed) -> tuple[Substitution, ...]:
    """The substitutions of a contestant in a stage; one player's absence from one session counts once.

    Players away from the same part of a session count as one together.
    """
    away: dict[tuple[str, int], int] = {}
    parts: dict[tuple[int, Exact], dict[str, None]] = {}
    for each in (*event.substitutes, *more):
        if (each.contestant, each.stage) == (contestant, state.plan.name):
            for session in (session for number in each.rounds for session in state.sessions_of((number,))):
                if each.part == 1:
                    away[each.out, session] = away.get((each.out, session), 0) + 1
                else:
                    parts.setdefault((session, each.part), {})[each.out] = None
    whole = (
        Substitution(
            out,
            phrase("session {number}", number=session),
            1,
            plain(read_exact(f"{rounds}/{state.plan.sessions[session - 1]}")),
        )
        for (out, session), rounds in away.items()
    )
    together = (
        Substitution(
            phrase("{players}", players=tuple(out)),
            phrase("part of session {session}", session=session),
            len(out),
            part,
        )
        for (session, part), out in parts.items()
    )
    return (*whole, *together)


def _number(event: Tournament, state: StageState, act: SubstituteUsed) -> tuple[Phrase, ...]:
    rule = state.plan.rules.players.substitutes
    uses = uses_of(event, state, act.contestant, act)
    if rule is None:
        used = phrase(
            "with this one, number {contestant} has used {uses:#substitution} in this stage",
            contestant=act.contestant,
            uses=len(uses),
        )
        return (used,) if len(uses) > 1 else ()
    contending = state.status(act.contestant).contends
    verdict = check_substitutions(rule, uses, state.plan.boards, authorised=bool(act.approved_by))
    if verdict.answer is Answer.REFUSED and contending and not act.approved_by:
        first = verdict.against[0]
        raise refuse(
            "Number {contestant} may not use this substitute: {says}",
            clause=rule.clause,
            remedy=rule.unless or "Ask the committee, and say who approved the substitute.",
            contestant=act.contestant,
            says=first.says,
        )
    return tuple(
        phrase("[approved by {by}: ]{reason}", by=act.approved_by, reason=reason) for reason in verdict.against
    )


def _notice(event: Tournament, state: StageState, act: SubstituteUsed, at: str) -> tuple[Phrase, ...]:
    """A caution if the substitute was not asked for in time."""
    rule = state.plan.rules.players.notice
    if rule is None or act.approved_by:
        return ()
    asked = event.conducted.local(act.requested or at)
    first = state.plan.first_of_session(min(act.rounds))
    session = event.conducted.start(act.stage, first)
    moments = {"requested": asked, "the session": session}
    facts = facts_of(act.contestant, (), {name: when for name, when in moments.items() if when is not None})
    remedy = phrase("If an official approved the substitute, name that official.")
    return refuse_or_caution(act.contestant, rule.judge(facts).against, remedy=remedy)


def _short(event: Tournament, state: StageState, act: SubstituteUsed) -> tuple[Phrase, ...]:
    """Cautions if the replaced player or the pair can no longer play the required minimum."""
    rule = least_rule(event, state)
    if rule is None:
        return ()
    there, played = _counts(event, state, rule, act.contestant, act.out, more=(act,))
    reasons = check_play(rule, there, played).against
    return tuple(phrase("{player}: {reason}", player=act.out, reason=reason) for reason in reasons)


def least_rule(event: Tournament, state: StageState) -> PlayRule | None:
    """The rule on minimum play in a stage; for a team, without the part on partnerships (ANC26 21.3, reading D66)."""
    rule = state.plan.rules.players.play
    if rule is None or event.current_plan().contest is Contest.PAIRS:
        return rule
    return replace(rule, limbs=tuple(limb for limb in rule.limbs if limb.name != TOGETHER))


def _counts(
    event: Tournament,
    state: StageState,
    rule: PlayRule,
    contestant: str,
    player: str,
    *,
    more: Iterable[SubstituteUsed] = (),
) -> tuple[dict[str, int], dict[str, int]]:
    """For each part of the rule, the total to be played, and how much of it was or can still be played."""
    away = [
        each for each in (*event.substitutes, *more) if (each.contestant, each.stage) == (contestant, state.plan.name)
    ]
    there: dict[str, int] = {}
    played: dict[str, int] = {}
    for limb in rule.limbs:
        by_session = limb.unit == "sessions" or state.plan.play.in_sessions
        missed = {n for each in away if limb.name == TOGETHER or each.out == player for n in each.rounds}
        there[limb.name] = len(state.plan.sessions) if by_session else rounds_of(state)
        lost = len(state.sessions_of(missed)) if by_session else len(missed)
        played[limb.name] = there[limb.name] - lost
    return there, played


@dataclass(frozen=True, slots=True)
class PlayerParticipation:
    """How much of a stage a player has played, and whether it is enough."""

    contestant: str
    player: str
    verdict: Verdict


def participation(event: Tournament, stage: str) -> tuple[PlayerParticipation, ...]:
    """Every player of a stage compared with the required minimum; empty where there is none.

    A player of a pair has played everything that no substitute did; a player of a team, what the line-ups say.
    """
    state = event.stage(stage)
    rule = least_rule(event, state)
    if rule is None:
        return ()
    found = []
    for contestant in state.playing:
        for player in event.entries[contestant].players:
            there, played = _counts(event, state, rule, contestant, player.name)
            if event.current_plan().contest is Contest.TEAMS:
                sat = rounds_played(event, stage, contestant, player.name)
                played = {} if sat is None else {EACH: sat}
            found.append(PlayerParticipation(contestant, player.name, check_play(rule, there, played)))
    return tuple(found)


def short_of_play(event: Tournament, stage: str) -> Caution:
    """The caution, when a stage closes, about those who played too little of it."""
    short = [each for each in participation(event, stage) if each.verdict.answer is Answer.REFUSED]
    if not short:
        return ""
    return phrase(
        "{short} did not play enough ({clause})",
        short=tuple(
            phrase("{player} ({contestant})", player=each.player, contestant=each.contestant) for each in short
        ),
        clause=short[0].verdict.against[0].clause,
    )


def title_verdicts(event: Tournament, stage: str, contestant: str, *, won: bool) -> dict[str, Verdict]:
    """For each player of a contestant, whether the player wins the title of the stage."""
    plan = event.plan(stage)
    verdicts: dict[str, Verdict] = {}
    for player in event.entries[contestant].players:
        facts = player_facts(event, plan, contestant, player.name)
        known = replace(facts, said={**facts.said, "in the winning team": won})
        verdicts[player.name] = all_of(rule.judge(known) for rule in plan.rules.players.titles)
    return verdicts
