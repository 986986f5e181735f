"""Acts by which postings are taken back."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.model.written import Prose


@dataclass(frozen=True, slots=True)
class PostingsUndone:
    """Postings were taken back, by their numbers: the event stands as if they had not been made. They stay in the book.

    *forced* says that they were taken back though later postings rest on the first of them, which are among them, or
    though the program's caution is against it; the *reason* says why. Taken back itself, they count again.
    """

    called: ClassVar[str] = "postings undone"
    postings: tuple[int, ...]
    reason: Prose
    forced: bool = False


UndoingAct: TypeAlias = PostingsUndone
"""Everything that is written of postings themselves."""
