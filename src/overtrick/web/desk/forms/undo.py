"""The form that undoes any posting together with those that depend on it."""

from dataclasses import replace
from typing import ClassVar

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, PostingsUndone, SubstituteUsed
from overtrick.director.taking_back import taking_back
from overtrick.web.desk.forms.act_form import ActForm, number_field, reason_field


class TakeBack(ActForm):
    """The undoing of a posting (PostingsUndone)."""

    path, title, button = "undo", "Undo a posting", "Undo"
    says = (
        "The history keeps the posting, but it no longer has any effect. Later postings that depend on it are undone "
        "too, and the preview lists them."
    )
    back = "history"
    at_once: ClassVar[bool] = True
    posting = number_field("Posting number")
    last = number_field(
        "Last posting to undo", required=False, help_text="To undo a range of postings. Leave blank to undo only one."
    )
    reason = reason_field()

    def act(self) -> PostingsUndone:
        """The act that undoes the posting, with the others that must be undone too."""
        return taking_back(self.event, self.whole("posting"), self.text("reason"), self.whole("last"))


class EndSubstitute(ActForm):
    """The early end of a substitution (SubstituteUsed)."""

    path, title, button = "substitute-ended", "End a substitution", "End substitution"
    says = "Use this form when the player returns. Enter the last round the substitute played, or 0 for none."
    back = "rulings"
    at_once: ClassVar[bool] = True
    posting = number_field("Posting number")
    after = number_field("Last round played", min_value=0)
    reason = reason_field()

    def acts(self) -> tuple[Act, ...]:
        """The undoing of the substitution, and a new one for the rounds that were played."""
        number, after = self.whole("posting"), self.whole("after")
        used = next((each.act for each in self.event.postings() if each.number == number), None)
        if not isinstance(used, SubstituteUsed):
            raise DirectorError(
                "Posting {number} is not a substitution",
                remedy="Find the substitution under “Rulings”, and end it there.",
                number=number,
            )
        rounds = tuple(each for each in used.rounds if each <= after)
        gone = taking_back(self.event, number, self.text("reason"))
        return (gone, replace(used, rounds=rounds)) if rounds else (gone,)
