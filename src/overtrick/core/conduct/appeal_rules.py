"""Everything a document says of appeals: course, form and committee, clocks, and the fine for a frivolous one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from overtrick.core.conduct.appeals import (
    AppealCourse,
    AppealStep,
    Brings,
    FormPart,
    FormRule,
    HearingRule,
    LodgingRule,
    RemitRule,
    ReversalRule,
)
from overtrick.core.conduct.caps import Cap
from overtrick.core.conduct.clocks import Clock
from overtrick.core.errors import RegulationErrors


@dataclass(frozen=True, slots=True)
class AppealRules:
    """Everything a document says of appeals.

    *against* are the clocks for lodging one, by whose decision it is against; *copies* is the clock for sending
    the form to the respondents, *further* the one for going on to a higher body, *fine* the most that may be
    fined.
    """

    course: AppealCourse
    lodging: LodgingRule
    form: FormRule
    hearing: HearingRule
    remit: RemitRule
    reversal: ReversalRule
    against: Mapping[str, Clock] = field(default_factory=dict)
    copies: Clock | None = None
    further: Clock | None = None
    fine: Cap | None = None

    def __post_init__(self) -> None:
        acts = {"", *(step.act for step in self.course.steps)}
        if lost := [part.step for part in self.form.parts if part.step not in acts]:
            raise RegulationErrors([f"a part of the form is filled with “{lost[0]}”, which is no act of an appeal"])

    def step_for(self, state: str, brings: Brings) -> AppealStep | None:
        """The act that may follow a state and brings something with it."""
        return next((step for step in self.course.open_to(state) if step.brings is brings), None)

    def parts_at(self, step: str) -> tuple[FormPart, ...]:
        """The parts of the form that are filled with an act."""
        return tuple(part for part in self.form.parts if part.step == step)

    @property
    def fields(self) -> tuple[str, ...]:
        """Every field of the form, in its order."""
        return tuple(name for part in self.form.parts for name in part.fields)
