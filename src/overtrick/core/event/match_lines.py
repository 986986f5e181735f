"""What one contestant brings to the ranking from a match, a triangle, a share match, a bye or a session."""

from collections import defaultdict
from typing import TYPE_CHECKING

from overtrick.core.event.acts import Trio
from overtrick.core.event.cards import MatchCard, ShareCard
from overtrick.core.event.finals import finals_line, won_in
from overtrick.core.event.plan import FinalsPlay
from overtrick.core.event.rounds import AWARD, RoundState
from overtrick.core.event.unplayed import unplayed_line
from overtrick.core.exact import Exact, mean
from overtrick.core.laws.adjusted import awards
from overtrick.core.laws.lines import Credit
from overtrick.core.provenance import SESSIONS, Clause, Figure, Made, total
from overtrick.core.ranking.measures import Kind, MatchLine
from overtrick.core.scoring.non_contending import against_non_contending
from overtrick.core.scoring.rounds import scored_side
from overtrick.core.scoring.unplayed import score_bye

if TYPE_CHECKING:
    from overtrick.core.event.stage import StageState


def match_line_of(stage: "StageState", contestant: str, state: RoundState) -> MatchLine | None:
    """A contestant's match in a round, if it counts yet."""
    if contestant in state.awarded:
        given = state.awarded[contestant]
        figure = Figure(
            given.score,
            stage.unit,
            Clause.parse(given.clause),
            (state.said(AWARD, contestant, given.reason),),
            "given by the director",
        )
        return MatchLine((), figure, kind=Kind.GIVEN)
    if isinstance(stage.plan.play, FinalsPlay):
        return finals_line(stage, contestant, state)
    if (share := stage.share(state.number, contestant)) is not None:
        return None if any(map(stage.wiped, share.share.teams)) else _share_line(contestant, share)
    if (trio := state.trio_of(contestant)) is not None:
        return _trio_line(stage, contestant, trio, state.number)
    seating = state.seating_of(contestant)
    if seating is None:
        return _bye_line(stage, contestant, state)
    if stage.expunged(seating):
        return None
    opponent = seating.ew if seating.ns == contestant else seating.ns
    if (unplayed := stage.unplayed(state.number, seating.table)) is not None:
        return unplayed_line(stage, contestant, opponent, unplayed)
    card = stage.card(state.number, seating.table)
    if not card.complete:
        return None
    return _card_line(stage, contestant, opponent, card, state.number)


def _card_line(stage: "StageState", contestant: str, opponent: str, card: MatchCard, number: int) -> MatchLine:
    """A match that was played; against somebody who does not contend it may count otherwise than it was scored."""
    own, other = card.side(contestant), card.other(contestant)
    rule = stage.plan.opposed
    if rule is not None and opponent in stage.non_contending and contestant not in stage.non_contending:
        others = stage.played(contestant, but=stage.non_contending)
        return MatchLine((opponent,), against_non_contending(own.credited, others, rule).placing, kind=Kind.GIVEN)
    if stage.plan.head_to_head:
        won, lost = (won_in(stage, number, card.seating.table, name) for name in (contestant, opponent))
        return MatchLine((opponent,), won, lost.value, own.net.value, net=own.net)
    if stage.plan.scoring.percent is not None:
        return MatchLine((opponent,), own.credited, other.credited.value, percent=own.net.value, net=own.net)
    return MatchLine((opponent,), own.credited, other.credited.value, own.net.value, net=own.net)


def _trio_line(stage: "StageState", contestant: str, trio: Trio, number: int) -> MatchLine | None:
    """Both matches of a triangle together, once both are complete."""
    cards = [
        stage.card(number, each.table)
        for each in trio.seatings
        if contestant in (each.ns, each.ew) and not stage.expunged(each)
    ]
    if not cards or not all(card.complete for card in cards):
        return None
    sides = [card.side(contestant) for card in cards]
    others = tuple(team for card in cards for team in (card.seating.ns, card.seating.ew) if team != contestant)
    score = total([side.credited for side in sides], stage.unit, stage.plan.clause, "both matches of a triangle")
    net = total([side.net for side in sides], sides[0].net.unit, stage.plan.clause, "both matches of a triangle")
    return MatchLine(others, score, None, net.value, net=net)


def _share_line(contestant: str, share: ShareCard) -> MatchLine | None:
    if not share.complete:
        return None
    place = share.share.teams.index(contestant)
    others = tuple(team for team in share.share.teams if team != contestant)
    score = share.scores[place]
    return MatchLine(others, score.credited, None, score.net.value, net=score.net)


def _bye_line(stage: "StageState", contestant: str, state: RoundState) -> MatchLine | None:
    if contestant not in state.draw.sits_out or stage.plan.bye is None:
        return None
    score = score_bye(stage.plan.bye)
    return MatchLine((), score.credited, None, score.net.value, Kind.BYE, net=score.net)


def board_values(stage: "StageState", contestant: str, number: int) -> list[Figure[Exact]]:
    """What each board of a round brought a contestant."""
    state = stage.rounds[number]
    seating = state.seating_of(contestant)
    if seating is None or stage.unplayed(number, seating.table) is not None:
        return []
    credits = stage.card(state.number, seating.table).board_credits(contestant)
    artificial = stage.plan.scoring.match.artificial
    return [
        credit if isinstance(credit, Figure) else awards([credit], artificial)
        for credit in credits
        if credit is not None
    ]


def session_lines(stage: "StageState", contestant: str) -> list[MatchLine]:
    """A contestant's sessions, each one percentage over all its boards, as the line it is placed on."""
    scoring = stage.plan.scoring
    if scoring.percent is None:
        return []
    by_session: defaultdict[int, list[Credit | None]] = defaultdict(list)
    tops: defaultdict[int, list[int]] = defaultdict(list)
    met: defaultdict[int, list[str]] = defaultdict(list)
    for number in sorted(stage.rounds):
        seating = stage.rounds[number].seating_of(contestant)
        if seating is None:
            continue
        session = stage.session_of(number)
        met[session].append(seating.ew if seating.ns == contestant else seating.ns)
        for board, credit in zip(
            seating.boards, stage.card(number, seating.table).board_credits(contestant), strict=True
        ):
            by_session[session].append(credit)
            tops[session].append(stage.board_field(stage.scope(number), board).top)
    lines = [
        MatchLine(tuple(met[session]), scored_side(credits, tops[session], len(credits), scoring).credited)
        for session, credits in by_session.items()
        if any(each is not None for each in credits)
    ]
    return _averaged(stage, lines)


def _averaged(stage: "StageState", sessions: list[MatchLine]) -> list[MatchLine]:
    """Sessions of percentages as one line: a pair is placed on the mean of its sessions, not on their sum."""
    if len(sessions) < 2:
        return sessions
    figures = tuple(line.score for line in sessions)
    score = Figure(
        mean(each.value for each in figures), stage.unit, stage.plan.standings.clause, figures,
        f"mean of {SESSIONS.show(len(figures))}", Made.MEAN,
    )  # fmt: skip
    return [MatchLine(tuple(name for line in sessions for name in line.opponents), score)]
