"""Previews within a stage: how a result changes a teams match, and what an absence or a substitute costs."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from overtrick.core.event.acts import AbsenceLifted, AbsenceRecorded, SubstituteUsed
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.season import rule_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.cards import MatchCard
from overtrick.core.exact import Exact, mean
from overtrick.core.provenance import PERCENT, Figure
from overtrick.core.scoring.stand_ins import Ground, Limits, own_average, stood_in
from overtrick.core.season import Attendance, ScoredSession, Session
from overtrick.core.season.counted import own_scores
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.views.names import who


def match_lines(event: Tournament, before: StageState, after: StageState, number: int, table: int) -> Iterator[Said]:
    """The lines that say who is ahead in a match, and by how much, before and after."""
    if table not in after.round(number).seatings:
        return
    was, now = (_ahead(event, state.card(number, table)) for state in (before, after))
    if was == now:
        yield phrase("The match at table {table} does not change: {now}.", table=table, now=now)
    else:
        yield phrase("The match at table {table}: {was} → {now}.", table=table, was=was, now=now)


def _ahead(event: Tournament, card: MatchCard) -> Phrase:
    """The score of a match, by team names, so that no team's number can be mistaken for a score."""
    first, second = (who(event, names[0]).called for names in card.seating.sides)
    nets = card.first.net, card.second.net
    if nets[0].value + nets[1].value:
        both = [net.unit.amount(net.value) for net in nets]
        return phrase("{first} {net}, {second} {other}", first=first, net=both[0], second=second, other=both[1])
    if not nets[0].value:
        return phrase("tied")
    name, net = (first, nets[0]) if nets[0].value > 0 else (second, nets[1])
    return phrase("{name} ahead by {net}", name=name, net=replace(net.unit, signed=False).amount(net.value))


SeasonAct = AbsenceRecorded | AbsenceLifted | SubstituteUsed


def foreseen_in_season(before: StageState, after: StageState, act: SeasonAct) -> Iterator[Said]:
    """What the act changes for its pair, session by session; nothing if the stage is not a season."""
    if not before.plan.in_season:
        return
    for session in _sessions(after, act):
        was, now = _counted_session(before, act.contestant, session), _counted_session(after, act.contestant, session)
        if now is not None:
            yield _session_change(session, was, now)
        else:
            yield from _to_come(before, after, act, session)


def _sessions(state: StageState, act: SeasonAct) -> tuple[int, ...]:
    return state.sessions_of(act.rounds) if isinstance(act, SubstituteUsed) else (act.session,)


def _counted_session(state: StageState, contestant: str, session: int) -> ScoredSession | None:
    return next((each for each in state.season(contestant).counted if each.session.number == session), None)


def _session_change(session: int, was: ScoredSession | None, now: ScoredSession) -> Phrase:
    other = was is not None and was.competition.value != now.competition.value
    return phrase(
        "Session {session} counts as {now}[ (was {was})][; it may still change: {because}].",
        session=session,
        now=_amount(now.competition),
        was=_amount(was.competition) if was is not None and other else "",
        because=now.because if now.open else "",
    )


def _amount(figure: Figure[Exact]) -> Phrase:
    return figure.unit.amount(figure.value)


def _to_come(before: StageState, after: StageState, act: SeasonAct, session: int) -> Iterator[Said]:
    was, now = (len(state.sittings[session - 1].order) for state in (before, after))
    if was != now:
        yield phrase("Session {session} now has {now:#pair} instead of {was}.", now=now, session=session, was=was)
    if isinstance(act, AbsenceLifted):
        yield phrase(
            "Pair {contestant} plays in session {session} after all, and the score made there counts.",
            contestant=act.contestant,
            session=session,
        )
    else:
        yield _worth(after, act, session)


def _worth(state: StageState, act: AbsenceRecorded | SubstituteUsed, session: int) -> Phrase:
    """The score that a future session will count, in words."""
    rule = rule_of(state.plan)
    own = [figure.value for figure in own_scores([each.session for each in state.season(act.contestant).counted])]
    sat = isinstance(act, SubstituteUsed)
    known = next((ground for ground in Ground if str(ground) == act.ground), None)
    who = Attendance.SUBSTITUTE if sat else Attendance.ABSENT
    ground = rule.ground_of(Session(1, who, ground=known))
    case = rule.stand_ins.case(ground)
    if case is None:
        return phrase("Session {session} will count as zero, because there is no recognised ground.", session=session)
    if isinstance(case.worth, Limits):
        return _limits(case.worth, own, session)
    if not own:
        return phrase("Session {session} will be scored from the pair’s own average, once it has one.", session=session)
    gated = not sat and ground in rule.gated
    said, average = stood_in(None, own, ground, rule.stand_ins), own_average(case.worth, mean(own))
    figure = _amount(said)
    if gated:
        return phrase(
            "As things stand, session {session} will count as {figure} if the pair can be placed: {average}.",
            session=session, figure=figure, average=average,
        )  # fmt: skip
    return phrase(
        "As things stand, session {session} will count as {figure}: {average}.",
        session=session, figure=figure, average=average,
    )  # fmt: skip


def _limits(worth: Limits, own: list[Exact], session: int) -> Phrase:
    values = {"session": session, "floor": Fraction(worth.least) / 100, "share": worth.share}
    if not own:
        return phrase(
            "Session {session} will count as the score made, within limits: no more than the pair’s own average, once "
            "it has one, and no less than {floor:%} or {share:%} of that average, whichever is lower.",
            **values,
        )
    least, most = worth.band(mean(own))
    return phrase(
        "Session {session} will count as the score made, within limits: no more than the pair’s own average ({most} "
        "now), and no less than {floor:%} or {share:%} of that average, whichever is lower ({least} now).",
        **values,
        most=PERCENT.amount(most),
        least=PERCENT.amount(least),
    )
