"""What becomes of an intention: acts to post, and what the official should know first."""

from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act


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
