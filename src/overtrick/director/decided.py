"""What becomes of an intention: acts to post, and what the official should know first."""

from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act
from overtrick.core.event.stage import StageState


@dataclass(frozen=True, slots=True)
class Decided:
    """The acts to post, and cautions where the rule leaves it to the director: said, never silent."""

    acts: tuple[Act, ...]
    cautions: tuple[str, ...] = ()


def allow(*acts: Act, cautions: tuple[str, ...] = ()) -> Decided:
    """These acts may be posted."""
    return Decided(acts, tuple(caution for caution in cautions if caution))


def refuse(what: str, *, clause: object = "", remedy: str = "") -> DirectorError:
    """A refusal to raise: what is wrong, by which clause, and what to do."""
    return DirectorError(what, clause=str(clause) if clause else "", remedy=remedy)


def still_open(state: StageState) -> None:
    """Refuse what would move the order of a stage that is closed."""
    if state.closed:
        raise refuse(
            f"{state.plan.name} is closed, and its order stands", clause=state.plan.clause,
            remedy="Only a ruling of the committee can change it now; make a note of it.",
        )  # fmt: skip


def plays_in(state: StageState, contestant: str) -> None:
    """Refuse what is about somebody who is not in the stage."""
    if contestant not in state.contestants:
        raise refuse(f"{contestant} does not play in {state.plan.name}", remedy="Check the number.")
