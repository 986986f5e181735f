"""What becomes of an intention: acts to post, and what the official should know first."""

from dataclasses import dataclass, fields, replace
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, OfAppeal, ResultConfirmed, ResultCorrected, ResultDisputed, ResultPosted
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.written import says_once
from overtrick.core.wording import Said


@dataclass(frozen=True, slots=True)
class Decided:
    """The acts to post, and cautions where the rule leaves it to the director: said, never silent."""

    acts: tuple[Act, ...]
    cautions: tuple[str, ...] = ()


def allow(*acts: Act, cautions: tuple[str, ...] = ()) -> Decided:
    """These acts may be posted."""
    return Decided(acts, tuple(caution for caution in cautions if caution))


def settled(decided: Decided) -> Decided:
    """A decision as it may be posted: no list of its acts has anything twice."""
    for act in decided.acts:
        says_once(act)
    return decided


FromTable: TypeAlias = ResultPosted | ResultConfirmed | ResultDisputed | ResultCorrected
"""What a table says of a board."""
OfSeen: TypeAlias = ResultConfirmed | ResultDisputed
"""What it says of a result it saw."""

SETTLED = frozenset({"step", "finding", "involved", "at"})
"""What the director writes into an act of an appeal, whatever the poster says."""
FILLED_IN = frozenset({"to", "respondents", "time", "sat"})
"""What the director writes into one where the poster leaves it out."""


def becomes(sent: Act, posted: Act) -> bool:
    """Whether a posting is what the director makes of an act that was sent: the same, or with its step filled in.

    What a seat says of a board is entered, an agreement or a dispute, by what was said of it before.
    """
    if isinstance(sent, FromTable) and isinstance(posted, FromTable):
        if type(sent) is type(posted):
            return sent == posted or _as_filled_in(sent, posted)
        return bool(sent.seat) and _word(sent) == _word(posted)
    if type(sent) is not type(posted) or not isinstance(sent, OfAppeal):
        return sent == posted
    return all(
        each.name in SETTLED
        or (said := getattr(sent, each.name)) == getattr(posted, each.name)
        or (each.name in FILLED_IN and not said)
        for each in fields(sent)
    )


def _word(act: FromTable) -> tuple[object, ...]:
    """What somebody says of a board, and from where; of an act that says only what was seen, the act itself."""
    if isinstance(act, ResultDisputed) and act.says is None:
        return (act,)
    result = act.says if isinstance(act, ResultDisputed) else act.result
    return act.stage, act.round, act.table, act.room, act.board, act.seat, result


def _as_filled_in(sent: FromTable, posted: FromTable) -> bool:
    """Whether a posting is an agreement or a dispute with what was seen filled in by the other way of naming it."""
    if not isinstance(sent, OfSeen) or not isinstance(posted, OfSeen):
        return False
    return posted == replace(sent, result=sent.result or posted.result, seen=sent.seen or posted.seen)


def refuse(what: Said, /, *, clause: object = "", remedy: Said = "", **values: object) -> DirectorError:
    """A refusal to raise: what is wrong, by which clause, and what to do; *values* stand in its templates."""
    return DirectorError(what, clause=str(clause) if clause else "", remedy=remedy, **values)


def still_open(state: StageState) -> None:
    """Refuse what would move the order of a stage that is closed."""
    if state.closed:
        raise refuse("{plan} is closed", remedy="Reopen {plan} first.", plan=state.plan.name)


def plays_in(state: StageState, contestant: str) -> None:
    """Refuse what is about somebody who is not in the stage."""
    if contestant not in state.contestants:
        raise refuse(
            "{contestant} does not play in {plan}",
            remedy="Check the number.",
            contestant=contestant,
            plan=state.plan.name,
        )
