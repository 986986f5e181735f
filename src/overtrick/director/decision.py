"""The outcome of an intended act: acts to post, and what the official should know first."""

from dataclasses import dataclass, fields, replace
from typing import Literal, TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    OfAppeal,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
    SanctionGiven,
)
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.written import says_once
from overtrick.core.wording import Phrase, PhrasedValue, Said

Caution: TypeAlias = Phrase | Literal[""]
"""What the official should know before posting, if anything."""


@dataclass(frozen=True, slots=True)
class AllowedActs:
    """The acts to post, and cautions about what the rule leaves to the director."""

    acts: tuple[Act, ...]
    cautions: tuple[Phrase, ...] = ()


def allow(*acts: Act, cautions: tuple[Caution, ...] = ()) -> AllowedActs:
    """A decision that allows these acts."""
    return AllowedActs(acts, tuple(caution for caution in cautions if caution))


def refuse_duplicates(decided: AllowedActs) -> AllowedActs:
    """A decision ready to be posted: lists in its acts have no duplicates."""
    for act in decided.acts:
        says_once(act)
    return decided


FromTable: TypeAlias = ResultPosted | ResultConfirmed | ResultDisputed | ResultCorrected
"""Acts by which a table reports on a board."""
OfSeen: TypeAlias = ResultConfirmed | ResultDisputed
"""Acts about a result that someone saw."""

SETTLED = frozenset({"step", "finding", "involved", "at", "unit"})
"""Fields of an appeal's acts that the program always fills in, whatever was sent."""
FILLED_IN = frozenset({"to", "respondents", "time", "sat", "effect"})
"""Fields of an appeal's or a sanction's act that the program fills in where they are left out."""


def becomes(sent: Act, posted: Act) -> bool:
    """Whether a posting is what became of an act that was sent: the same act, or one with fields filled in.

    What a seat says of a board becomes an entry, an agreement or a dispute, depending on what was said before.
    """
    if isinstance(sent, FromTable) and isinstance(posted, FromTable):
        if type(sent) is type(posted):
            return sent == posted or _as_filled_in(sent, posted)
        return bool(sent.seat) and _word(sent) == _word(posted)
    if type(sent) is not type(posted) or not isinstance(sent, OfAppeal | SanctionGiven):
        return sent == posted
    return all(
        each.name in SETTLED
        or (said := getattr(sent, each.name)) == getattr(posted, each.name)
        or (each.name in FILLED_IN and not said)
        for each in fields(sent)
    )


def _word(act: FromTable) -> tuple[object, ...]:
    """What is said of a board, and from where; for an act that names only what was seen, the act itself."""
    if isinstance(act, ResultDisputed) and act.says is None:
        return (act,)
    result = act.says if isinstance(act, ResultDisputed) else act.result
    return act.stage, act.round, act.table, act.room, act.board, act.seat, result


def _as_filled_in(sent: FromTable, posted: FromTable) -> bool:
    """Whether a posting is an agreement or a dispute whose seen result is named in the other of the two ways."""
    if not isinstance(sent, OfSeen) or not isinstance(posted, OfSeen):
        return False
    return posted == replace(sent, result=sent.result or posted.result, seen=sent.seen or posted.seen)


def refuse(
    what: Said, /, *, clause: Said | PhrasedValue | None = None, remedy: Said = "", **values: object
) -> DirectorError:
    """A refusal to raise: what is wrong, by which clause, and what to do; *values* fill in its templates."""
    return DirectorError(what, clause=clause or "", remedy=remedy, **values)


def still_open(state: StageState) -> None:
    """Refuse an act that would change the order of a closed stage."""
    if state.closed:
        raise refuse("{plan} is closed", remedy="Reopen {plan} first.", plan=state.plan.name)


def plays_in(state: StageState, contestant: str) -> None:
    """Refuse an act about a contestant who is not in the stage."""
    if contestant not in state.contestants:
        raise refuse(
            "Number {contestant} does not play in {plan}",
            remedy="Check the number.",
            contestant=contestant,
            plan=state.plan.name,
        )
