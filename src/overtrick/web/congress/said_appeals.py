"""What a book says of appeals, in words."""

from overtrick.core.event.appeal_acts import (
    AppealAct,
    AppealDecided,
    AppealFined,
    AppealHeard,
    AppealLodged,
    AppealMoved,
    CommitteeNamed,
    HearingSet,
)
from overtrick.core.exact import short_text


def said_of_appeal(act: AppealAct) -> str:
    """What an act of an appeal says, as a person would; steps of a course keep the name the course gives them."""
    match act:
        case AppealLodged():
            board = f" board {act.board}" if act.board else ""
            return f"{act.contestant} appeals a decision of the {act.against} in round {act.round}{board}"
        case AppealMoved(appeal, step, _, reason):
            return f"Appeal {appeal}: {step.replace('_', ' ')}{f': {reason}' if reason else ''}"
        case CommitteeNamed(appeal, members):
            return f"The committee of appeal {appeal} is {', '.join(members)}"
        case HearingSet():
            when = (act.at or act.agreed).replace("T", " ")[:16]
            return f"Appeal {act.appeal} is to be heard{f' at {when}' if when else ''}"
        case AppealHeard(appeal, sat):
            return f"Appeal {appeal} is heard by {', '.join(sat)}"
        case AppealDecided(appeal, outcome):
            return f"Appeal {appeal} is {outcome}{', and found frivolous' if act.frivolous else ''}"
        case AppealFined(appeal, amount, reason):
            return f"Appeal {appeal} is fined {short_text(amount)}: {reason}"
