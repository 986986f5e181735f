"""Acts by which postings are undone."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.model.written import Prose


@dataclass(frozen=True, slots=True)
class PostingsUndone:
    """Postings, identified by their numbers, were undone: they stay in the book but have no effect.

    *forced* says that they were undone even though later postings depend on the first of them, and are undone with it,
    or against a warning of the program; the *reason* says why. If this act is itself undone, they count again.
    """

    called: ClassVar[str] = "postings undone"
    postings: tuple[int, ...]
    reason: Prose
    forced: bool = False


UndoingAct: TypeAlias = PostingsUndone
"""Every act about postings themselves."""
