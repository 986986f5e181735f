"""The form that takes any posting back, with all that rests on it."""

from dataclasses import replace
from typing import ClassVar

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, PostingsUndone, SubstituteUsed
from overtrick.director.taking_back import taking_back
from overtrick.web.desk.forms.act_form import ActForm, number_field, reason_field


class TakeBack(ActForm):
    """A posting taken back as such (PostingsUndone)."""

    path, title, button = "undo", "Take a posting back", "Take it back"
    says = (
        "It stays in the book, and the event stands as if it had not been made. What was posted later and would not "
        "stand without it is taken back with it, and is listed here first."
    )
    back = "history"
    at_once: ClassVar[bool] = True
    posting = number_field("Number of the posting")
    last = number_field("and all up to", required=False)
    reason = reason_field()

    def act(self) -> PostingsUndone:
        """What takes it back, with what it cannot be taken back without."""
        return taking_back(self.event, self.whole("posting"), self.text("reason"), self.whole("last"))


class EndSubstitute(ActForm):
    """A substitute sat in for fewer rounds than was said (SubstituteUsed)."""

    path, title, button = "substitute-ended", "A substitute is over", "End the substitute"
    says = "The player is back: the substitute sat in up to the round you say, or not at all."
    back = "rulings"
    at_once: ClassVar[bool] = True
    posting = number_field("Number of the posting")
    after = number_field("After round", min_value=0)
    reason = reason_field()

    def acts(self) -> tuple[Act, ...]:
        """The substitution taken back, and what was played of it recorded anew."""
        number, after = self.whole("posting"), self.whole("after")
        used = next((each.act for each in self.event.told() if each.number == number), None)
        if not isinstance(used, SubstituteUsed):
            raise DirectorError(
                "Posting {number} is of no substitute", remedy="Look for it among the rulings.", number=number
            )
        rounds = tuple(each for each in used.rounds if each <= after)
        gone = taking_back(self.event, number, self.text("reason"))
        return (gone, replace(used, rounds=rounds)) if rounds else (gone,)
