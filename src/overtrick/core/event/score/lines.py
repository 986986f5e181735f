"""A contestant's line for the ranking from a match, a triangle, a share match, a bye or a session."""

from collections import defaultdict
from fractions import Fraction

from overtrick.core.event.acts import Trio
from overtrick.core.event.score.cards import MatchCard, ShareCard
from overtrick.core.event.score.rounds import AWARD, RoundState
from overtrick.core.event.score.scored import ScoredStage
from overtrick.core.event.score.unplayed import unplayed_line, withdrawn_line
from overtrick.core.exact import Exact, mean, plain, to_places
from overtrick.core.laws.table_score import Credit, RuledAward
from overtrick.core.model.results import AwardedPercent
from overtrick.core.provenance import PERCENT, SESSIONS, Clause, Derivation, Figure, Unit, count_phrase, total
from overtrick.core.ranking.measures import MatchLine, ScoreOrigin
from overtrick.core.scoring.non_contending import against_non_contending
from overtrick.core.scoring.rounds import scored_side
from overtrick.core.scoring.session import BoardCredit
from overtrick.core.scoring.unplayed import UnmetScore, score_bye
from overtrick.core.wording import phrase


def given_line(stage: ScoredStage, contestant: str, state: RoundState) -> MatchLine | None:
    """The line for a score that the director awarded a contestant for a round, if there is one."""
    given = state.awarded.get(contestant)
    if given is None:
        return None
    said = (state.make_fact(AWARD, contestant, given.reason),)
    figure = Figure(given.score, stage.unit, Clause.parse(given.clause), said, phrase("given by the director"))
    return MatchLine((), figure, kind=ScoreOrigin.GIVEN)


def match_line_of(stage: ScoredStage, contestant: str, state: RoundState) -> MatchLine | None:
    """A contestant's match in a round, if it counts yet."""
    if (share := stage.share(state.number, contestant)) is not None:
        return None if any(map(stage.has_cancelled_scores, share.share.teams)) else _share_line(contestant, share)
    if (trio := state.trio_of(contestant)) is not None:
        return _trio_line(stage, contestant, trio, state.number)
    seating = state.seating_of(contestant)
    if seating is None:
        return _bye_line(stage, contestant, state)
    if stage.is_expunged(seating):
        return None
    opponents = seating.opponents_of(contestant)
    if (unplayed := stage.why_unplayed(state.number, seating.table)) is not None:
        return unplayed_line(stage, contestant, opponents[0], unplayed)
    card = stage.card(state.number, seating.table)
    if not card.complete:
        return _unmet_line(stage, contestant, state)
    return _card_line(stage, contestant, opponents, card, state.number)


def _card_line(
    stage: ScoredStage, contestant: str, opponents: tuple[str, ...], card: MatchCard, number: int
) -> MatchLine:
    """The line of a match that was played; against a non-contending pair its value may differ from its score."""
    own, other = card.side(contestant), card.other_side(contestant)
    partner = card.seating.partner(contestant)
    partners = (partner,) if partner else ()
    rule = stage.plan.opposed
    if rule is not None and contestant not in stage.non_contending and not stage.non_contending.isdisjoint(opponents):
        others = stage.match_scores(contestant, but=stage.non_contending)
        return MatchLine(opponents, against_non_contending(own.credited, others, rule).placing, kind=ScoreOrigin.GIVEN)
    if stage.plan.play.head_to_head:
        won, lost = (won_in(stage, number, card.seating.table, name) for name in (contestant, opponents[0]))
        return MatchLine(opponents, won, lost.value, own.net.value, net=own.net)
    if stage.plan.scoring.percent is not None:
        return MatchLine(
            opponents, own.credited, other.credited.value, percent=own.net.value, net=own.net, partners=partners
        )
    return MatchLine(opponents, own.credited, other.credited.value, own.net.value, net=own.net, partners=partners)


def won_in(stage: ScoredStage, number: int, table: int, name: str) -> Figure[Exact]:
    """The IMPs that a contestant won in one session of a match."""
    return stage.card(number, table).imps_won(name, stage.plan.scoring.match)


def _trio_line(stage: ScoredStage, contestant: str, trio: Trio, number: int) -> MatchLine | None:
    """Both matches of a triangle together, or all three of a group of four, once they are complete."""
    cards = [
        stage.card(number, each.table)
        for each in trio.seatings
        if contestant in (each.ns, each.ew) and not stage.is_expunged(each)
    ]
    if not cards or not all(card.complete for card in cards):
        return None
    sides = [card.side(contestant) for card in cards]
    others = tuple(team for card in cards for team in (card.seating.ns, card.seating.ew) if team != contestant)
    note = phrase("both matches of a triangle") if len(trio.teams) == 3 else phrase("all matches of a group of four")
    score = total([side.credited for side in sides], stage.unit, stage.plan.clause, note)
    net = total([side.net for side in sides], sides[0].net.unit, stage.plan.clause, note)
    return MatchLine(others, score, None, net.value, net=net)


def _share_line(contestant: str, share: ShareCard) -> MatchLine | None:
    if not share.complete:
        return None
    place = share.share.teams.index(contestant)
    others = tuple(team for team in share.share.teams if team != contestant)
    score = share.scores[place]
    return MatchLine(others, score.credited, None, score.net.value, net=score.net)


def _unmet_line(stage: ScoredStage, contestant: str, state: RoundState) -> MatchLine | None:
    """The line for an unplayed match with an opponent that had withdrawn, as the regulations score it.

    None if there is no such opponent, if all its scores are cancelled, or if the director gives the score.
    """
    gone, rule = stage.withdrawn_opponent(contestant, state.number), stage.plan.unmet
    if gone is None or stage.has_cancelled_scores(gone) or rule is None:
        return None
    match rule.score:
        case UnmetScore.FORFEIT:
            return withdrawn_line(stage, contestant, gone, state.number, rule.clause)
        case UnmetScore.BYE:
            return _score_of_bye(stage, state)
        case UnmetScore.DIRECTOR:
            return None


def _bye_line(stage: ScoredStage, contestant: str, state: RoundState) -> MatchLine | None:
    if not stage.sits_out(contestant, state.number):
        return None
    if stage.withdrawn_opponent(contestant, state.number) is not None:
        return _unmet_line(stage, contestant, state)
    return _score_of_bye(stage, state)


def _score_of_bye(stage: ScoredStage, state: RoundState) -> MatchLine | None:
    if stage.plan.bye is None:
        return None
    score = score_bye(stage.plan.bye, stage.plan.boards_in(state.number))
    return MatchLine((), score.credited, None, score.net.value, ScoreOrigin.BYE, net=score.net)


def board_values(stage: ScoredStage, contestant: str, number: int) -> list[Figure[Exact]]:
    """A contestant's credit on each board of a round."""
    state = stage.rounds[number]
    seating = state.seating_of(contestant)
    if seating is None or stage.why_unplayed(number, seating.table) is not None:
        return []
    credits = stage.card(state.number, seating.table).board_credits(contestant)
    rule = stage.plan.scoring.match
    return [credit if isinstance(credit, Figure) else rule.awards([credit]) for credit in credits if credit is not None]


def session_lines(stage: ScoredStage, contestant: str) -> list[MatchLine]:
    """A contestant's sessions, each as one percentage over all its boards, as the lines by which it is placed."""
    scoring = stage.plan.scoring
    if scoring.percent is None:
        return []
    by_session: defaultdict[int, list[Credit | None]] = defaultdict(list)
    tops: defaultdict[int, list[Exact]] = defaultdict(list)
    met: defaultdict[int, list[str]] = defaultdict(list)
    partners: defaultdict[int, list[str]] = defaultdict(list)
    for number in sorted(stage.rounds):
        session = stage.session_of(number)
        seating = stage.rounds[number].seating_of(contestant)
        if seating is not None:
            met[session] += seating.opponents_of(contestant)
            partners[session] += filter(None, (seating.partner(contestant),))
        for each in round_credits(stage, contestant, number):
            by_session[session].append(each.credit)
            tops[session].append(each.top)
    lines = [
        MatchLine(
            tuple(met[session]),
            _with_sit_outs(
                stage,
                contestant,
                session,
                scored_side(credits, tops[session], len(credits), scoring).credited,
                len(credits),
            ),
            partners=tuple(partners[session]),
        )
        for session, credits in by_session.items()
        if any(each is not None for each in credits)
    ]
    return average_lines(stage, lines, SESSIONS)


def round_credits(stage: ScoredStage, contestant: str, number: int) -> list[BoardCredit]:
    """A contestant's credits on the boards of a round towards its session, each with its top.

    In a round with a score awarded by the director, each board gets a share of it. Only an award of 0 in a round
    without a forfeit adds nothing: it counts as the rule for sit-outs says.
    """
    drawn = stage.rounds[number]
    given = drawn.awarded.get(contestant)
    seating = drawn.seating_of(contestant)
    forfeited = seating is not None and seating.table in drawn.forfeits
    if given is not None and (given.score or forfeited):
        each = RuledAward(AwardedPercent(given.score), drawn.make_fact(AWARD, contestant, given.reason))
        return [BoardCredit(each, 0)] * stage.plan.boards_in(number)
    if seating is None:
        return []
    credits = stage.card(number, seating.table).board_credits(contestant)
    tops = (stage.board_field(stage.scope(number), board).top for board in seating.boards)
    return [BoardCredit(*each) for each in zip(credits, tops, strict=True)]


def _with_sit_outs(
    stage: ScoredStage, contestant: str, session: int, own: Figure[Exact], boards: int
) -> Figure[Exact]:  # fmt: skip
    """A session's percentage including boards sat out, if the rule gives them a percentage."""
    worth, rule = stage.plan.play.sits_out_for, stage.plan.scoring.percent
    out = sum(
        stage.sits_out(contestant, number)
        and not (contestant in drawn.awarded and drawn.awarded[contestant].score)
        and stage.session_of(number) == session
        for number, drawn in stage.rounds.items()
    )
    if worth is None or rule is None or not out:
        return own
    missed = out * stage.plan.boards
    value = Fraction(own.value * boards + worth * missed) / (boards + missed)
    given = Figure(worth, PERCENT, stage.plan.clause, (), phrase("for {missed} sat out", missed=count_phrase(missed)))
    rounded = value if rule.places is None else to_places(value, rule.places, rule.halves)
    note = phrase("{boards} played and {missed} sat out", boards=count_phrase(boards), missed=missed)
    return Figure(plain(rounded), own.unit, stage.plan.clause, (own, given), note, Derivation.FORMULA)


def sat_out_lines(stage: ScoredStage, contestant: str, matches: list[MatchLine]) -> list[MatchLine]:
    """The own average of the matches played, for every sit-out without a score awarded by the director."""
    out = sum(
        stage.sits_out(contestant, number) and contestant not in drawn.awarded
        for number, drawn in stage.rounds.items()
    )  # fmt: skip
    figures = tuple(line.score for line in matches)
    own = Figure(
        mean(each.value for each in figures), stage.unit, stage.plan.clause, figures,
        phrase("the contestant’s own average, for a round it sat out"),
        Derivation.MEAN,
    )  # fmt: skip
    return [MatchLine((), own, kind=ScoreOrigin.BYE)] * out


def average_lines(stage: ScoredStage, lines: list[MatchLine], unit: Unit) -> list[MatchLine]:
    """Sessions or matches as one line: a contestant is placed on the mean of them, not on their sum."""
    if len(lines) < 2:
        return lines
    figures = tuple(line.score for line in lines)
    score = Figure(
        mean(each.value for each in figures), stage.unit, stage.plan.standings.clause, figures,
        phrase("average of {figures}", figures=unit.amount(len(figures))), Derivation.MEAN,
    )  # fmt: skip
    opponents = tuple(name for line in lines for name in line.opponents)
    return [MatchLine(opponents, score, partners=tuple(name for line in lines for name in line.partners))]
