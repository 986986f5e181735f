"""Rounds in which a contestant has no score by rule: cautions before that happens, and the refusal to close the round.

A contestant may sit out, or the opponent that it has yet to meet may withdraw. The director then gives the score.
"""

from collections.abc import Iterable, Iterator

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import DrawPublished, Withdrawn
from overtrick.core.event.play.accounts import Account, may_sit_out, open_accounts
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.provenance import Clause
from overtrick.core.scoring.unplayed import UnmetScore
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import refuse


def sits_out_cautions(state: StageState, acts: Iterable[DrawPublished]) -> Iterator[Phrase]:
    """Cautions about those who sit out of draws about to be published and get no score for it by rule."""
    if state.plan.bye is not None or may_sit_out(state):
        return
    for act in acts:
        for name in act.sits_out:
            if state.withdrawn_opponent(name, act.round) is None:
                yield phrase(
                    "number {name} sits out round {round}, and the regulations give no score for a sit-out: award a "
                    "score before closing the round (0 for none){house:; a house pair would make the field even|} "
                    "({clause})",
                    name=name, round=act.round, house=_takes_house(state), clause=_odd_clause(state),
                )  # fmt: skip


def odd_cautions(state: StageState, playing: int) -> tuple[Phrase, ...]:
    """The cautions when a Swiss without a score for sitting out has an odd number; otherwise empty."""
    play, first = state.plan.play, state.last_round + 1
    sits = play.swiss and (play.byes(playing) or play.wants_house)
    if not sits or state.plan.bye is not None or playing % 2 == 0 or first > rounds_of(state):
        return ()
    return (
        phrase(
            "the field now has {playing} contestants, an odd number: one sits out each round from round {first}, and "
            "no clause gives a score for a sit-out{house:; a house pair would make the field even|} ({clause})",
            playing=playing, first=first, house=_takes_house(state), clause=_odd_clause(state),
        ),
    )  # fmt: skip


def _odd_clause(state: StageState) -> Clause:
    """The clause about an odd field, under which the organiser's own pair completes it, or else the stage's clause."""
    return state.plan.play.house or state.plan.clause


def _takes_house(state: StageState) -> bool:
    """Whether the organiser's own pair may complete the field."""
    return state.plan.play.house is not None


def unmet_cautions(state: StageState, act: Withdrawn) -> tuple[Phrase, ...]:
    """Who has not met a contestant that leaves, and what they get for the match by which clause; otherwise empty."""
    names = _yet_to_meet(state, act)
    if not names:
        return ()
    score = (
        phrase("that match is cancelled and scores nothing, like the matches already played against this contestant")
        if act.expunged
        else _score(state)
    )
    return (
        phrase(
            "{count:#contestant} ({names:,}) had still to meet number {contestant}: {score}",
            count=len(names), contestant=act.contestant, names=tuple(names), score=score,
        ),
    )  # fmt: skip


def _yet_to_meet(state: StageState, act: Withdrawn) -> list[str]:
    """The opponents that the draw gives a contestant in the rounds after it leaves."""
    rounds = range(act.after + 1, rounds_of(state) + 1)
    others = (state.play.opponents(state, number).get(act.contestant) for number in rounds)
    return list(dict.fromkeys(name for name in others if name is not None and name in state.playing))


def _score(state: StageState) -> Phrase:
    rule, forfeit = state.plan.unmet, state.plan.forfeit
    match rule.score if rule is not None else UnmetScore.DIRECTOR:
        case UnmetScore.FORFEIT if rule is not None and forfeit is not None:
            least = forfeit.unit.amount(forfeit.floor) if forfeit.floor is not None else None
            return phrase(
                "each scores that match as a win by forfeit, {own}, settled after the last round ({clause})",
                own=phrase("at least {least}", least=least)
                if least is not None
                else phrase("calculated from averages"),
                clause=rule.clause,
            )
        case UnmetScore.BYE if rule is not None:
            return phrase("each has the score of a sit-out for that match ({clause})", clause=rule.clause)
        case _:
            return phrase(
                "the regulations give no score for that match; award each of them a score in that round ({clause})",
                clause=(rule or state.plan).clause,
            )


def check_accounts(state: StageState, number: int) -> None:
    """Refuse to close a round with a match or board that has no score by a clause or a ruling."""
    waiting = open_accounts(state, number)
    if waiting:
        raise _refusal(state, waiting[0], others=len({each.contestant for each in waiting}) - 1)


def _refusal(state: StageState, account: Account, *, others: int) -> DirectorError:
    """The refusal that names the first match or board without a score."""
    name, drawn = account.contestant, state.round(account.round)
    seating = drawn.seating_of(name)
    trio, share = drawn.trio_of(name), drawn.share_of(name)
    several = trio or share
    table = account.table or (seating.table if seating is not None else several.tables[0] if several is not None else 0)
    if not drawn.plays(name):
        return refuse(
            "Number {name} sat out round {round} and has no score for it[ ({others:#other is/others are} in the same "
            "position)]",
            clause=state.plan.clause,
            remedy="Award a score for the round (0 if it is worth nothing), and cite the clause or reading.",
            name=name,
            round=account.round,
            others=others,
        )
    if account.board:
        return refuse(
            "Board {board} has no score at table {table} in round {round}[ ({others:#other contestant is/other "
            "contestants are} in the same position)]",
            clause=state.plan.scoring.clause,
            remedy="Give a ruling on the board at that table.",
            board=account.board,
            table=table,
            round=account.round,
            others=others,
        )
    return refuse(
        "The match of number {name} at table {table} in round {round} has no score, and no rule gives it one[ "
        "({others:#other contestant is/other contestants are} in the same position)]",
        clause=(state.plan.compared or state.plan).clause,
        remedy="Award each side a score for the round, and cite the clause or reading.",
        name=name,
        table=table,
        round=account.round,
        others=others,
    )
