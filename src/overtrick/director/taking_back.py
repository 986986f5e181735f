"""Undoing a posting as an interface requests it: with all that depends on it, by force where cautions require it."""

from overtrick.core.event.acts import Act, Posting, PostingsUndone
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.acts import ROWS
from overtrick.director.acts.rows import AnyRow, NoForm
from overtrick.director.undoing import needs_force, rests_on, taken_with


def taking_back(event: Tournament, number: int, reason: str, last: int = 0) -> PostingsUndone:
    """The act that undoes a posting, or all from it to *last*, together with the postings that depend on it."""
    several = {each.number for each in event.postings() if number <= each.number <= last} - event.undone
    numbers = tuple(sorted({*several, *rests_on(event, several, ROWS)})) if several else taken_with(event, number, ROWS)
    return PostingsUndone(numbers, reason, needs_force(event, numbers))


def posting_of(event: Tournament, act: Act) -> int:
    """The number of the last posting of an act that stands; 0 if there is none."""
    standing = (each for each in event.postings() if each.number not in event.undone and each.act == act)
    return max((each.number for each in standing), default=0)


def rows_of(event: Tournament, act: PostingsUndone) -> tuple[AnyRow, ...]:
    """The rows of the acts that are undone."""
    return tuple(ROWS[type(each.act)] for each in event.postings() if each.number in act.postings)


def may_be_undone(event: Tournament, posting: Posting) -> bool:
    """Whether a posting stands and is of a kind that can be undone."""
    stands = posting.number not in event.undone and posting.number not in event.aside
    row = ROWS.get(type(posting.act))
    return stands and row is not None and not isinstance(row.inverse, NoForm)
