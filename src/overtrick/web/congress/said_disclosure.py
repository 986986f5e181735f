"""What a book says of disclosure and of who decides, in words."""

from overtrick.core.event.disclosure_acts import (
    CardsShown,
    Determined,
    DisclosureAct,
    PowerPassed,
    PsychicRecorded,
    SystemClassified,
)


def said_of_disclosure(act: DisclosureAct) -> str:
    """What an act about disclosure, or about who decides, says as a person would."""
    match act:
        case CardsShown(contestant, stage, number, cards):
            return f"{contestant} showed {cards} system card{'' if cards == 1 else 's'} in round {number} of {stage}"
        case SystemClassified(contestant, system, colour, by, reason):
            return f"{by} says that {system} of {contestant} is {colour}{f': {reason}' if reason else ''}"
        case PsychicRecorded():
            meant = "" if act.intentional else ", not meant"
            where = f"round {act.round} table {act.table} board {act.board}"
            return f"{act.contestant} made a psychic call of {act.call} in {where}{meant}"
        case Determined(_, text, by):
            return f"{by} settles: {text}"
        case PowerPassed(function, by, to):
            return f"{by} passes on to {to}: {function}"
