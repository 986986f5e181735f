"""A round closes when every match and board in it is accounted for; what is open is named, with what to do about it."""

from overtrick.core.errors import DirectorError
from overtrick.core.event.play.accounts import Account, open_accounts
from overtrick.core.event.play.stage import StageState
from overtrick.director.decision import refuse


def check_accounts(state: StageState, number: int) -> None:
    """Refuse to close a round in which a contestant's match or a board has no score that a clause or a ruling gives."""
    waiting = open_accounts(state, number)
    if waiting:
        raise _refusal(state, waiting[0], others=len({each.contestant for each in waiting}) - 1)


def _refusal(state: StageState, account: Account, *, others: int) -> DirectorError:
    """What is open, for the first of those it is open for."""
    name, drawn = account.contestant, state.round(account.round)
    seating = drawn.seating_of(name)
    trio, share = drawn.trio_of(name), drawn.share_of(name)
    several = trio or share
    table = account.table or (seating.table if seating is not None else several.tables[0] if several is not None else 0)
    if not drawn.plays(name):
        return refuse(
            "{name} sat out round {round} and has no score for it"
            "[ ({others:#other is/others are} in the same position)]",
            clause=state.plan.clause,
            remedy="Award a score for the round, with the clause or reading it rests on; 0 if it is worth nothing.",
            name=name,
            round=account.round,
            others=others,
        )
    if account.board:
        return refuse(
            "Board {board} has no score at table {table} in round {round}"
            "[ ({others:#other is/others are} in the same position)]",
            clause=state.plan.scoring.clause,
            remedy="Rule on the board at that table.",
            board=account.board,
            table=table,
            round=account.round,
            others=others,
        )
    return refuse(
        "The match of {name} at table {table} in round {round} has no score, and no rule gives it one"
        "[ ({others:#other is/others are} in the same position)]",
        clause=(state.plan.compared or state.plan).clause,
        remedy="Award each side a score for the round, with the clause or reading it rests on.",
        name=name,
        table=table,
        round=account.round,
        others=others,
    )
