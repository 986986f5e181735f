"""What a rule answers when someone asks whether they may: yes, no, or ask a person; with every reason."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, Said, phrase


class Answer(Enum):
    """Allowed, refused, or left by the rule to a person."""

    ALLOWED = "allowed"
    REFER = "refer"
    REFUSED = "refused"

    def __str__(self) -> str:
        return "to be decided" if self is Answer.REFER else self.value


@dataclass(frozen=True, slots=True)
class Reason:
    """One test and how it came out: its short name, what was found, its clause, and what may be done."""

    answer: Answer
    name: str
    says: Said
    clause: Clause
    remedy: Said = ""
    of: str = ""

    @property
    def phrased(self) -> Phrase:
        """The test, its clause, and what may be done."""
        return phrase(
            "[{of}: ]{says} ({clause}).[ {remedy}]",
            of=self.of, says=self.says, clause=self.clause, remedy=self.remedy,
        )  # fmt: skip

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer with all its reasons, for and against."""

    answer: Answer
    reasons: tuple[Reason, ...]

    @property
    def allowed(self) -> bool:
        """Whether the rule itself allows it; a matter for a person is not allowed yet."""
        return self.answer is Answer.ALLOWED

    @property
    def against(self) -> tuple[Reason, ...]:
        """The reasons that stand in the way."""
        return tuple(reason for reason in self.reasons if reason.answer is not Answer.ALLOWED)

    @property
    def names(self) -> tuple[str, ...]:
        """The short names of the reasons in the way, each once."""
        return tuple(dict.fromkeys(reason.name for reason in self.against))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause the answer rests on, each once."""
        return tuple(dict.fromkeys(reason.clause for reason in self.reasons))

    def with_player(self, who: str) -> "Verdict":
        """The same verdict, as one about a particular player."""
        return Verdict(self.answer, tuple(replace(reason, of=reason.of or who) for reason in self.reasons))

    def why(self) -> str:
        """The answer, and each reason on a line of its own."""
        return "\n".join([str(self.answer), *(f"- {reason}" for reason in self.reasons)])


def one_reason(reason: Reason) -> Verdict:
    """A verdict that rests on one test alone."""
    return Verdict(reason.answer, (reason,))


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Every one must allow it: one refusal refuses, else one doubt refers; all reasons are kept."""
    listed = tuple(verdicts)
    answers = {verdict.answer for verdict in listed}
    reasons = tuple(reason for verdict in listed for reason in verdict.reasons)
    for answer in (Answer.REFUSED, Answer.REFER):
        if answer in answers:
            return Verdict(answer, reasons)
    return Verdict(Answer.ALLOWED, reasons)


def any_of(verdicts: Iterable[Verdict]) -> Verdict:
    """One that allows it is enough, and then only the reasons for it are kept."""
    listed = tuple(verdicts)
    for answer in (Answer.ALLOWED, Answer.REFER):
        if kept := [verdict for verdict in listed if verdict.answer is answer]:
            return Verdict(answer, tuple(reason for verdict in kept for reason in verdict.reasons))
    return Verdict(Answer.REFUSED, tuple(reason for verdict in listed for reason in verdict.reasons))
