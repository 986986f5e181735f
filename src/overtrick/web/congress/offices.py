"""Which office an act is for: the same whether it is posted at the desk or by a program."""

from overtrick.core.event.acts import Act, LineUpPosted, NoteMade, StageClosed
from overtrick.core.event.choice_acts import ChoiceDeclared, ChoiceMade
from overtrick.core.event.conduct_acts import SystemLodged
from overtrick.core.event.deal_acts import BoardDealt
from overtrick.core.event.disclosure_acts import Determined, PowerPassed
from overtrick.core.event.entry_acts import (
    EntriesClosed,
    EntryCancelled,
    EntryTaken,
    EventOpened,
    FormatChosen,
    ReadingChosen,
    RulesAdopted,
    SeedsSet,
)
from overtrick.core.event.result_acts import ResultConfirmed, ResultCorrected, ResultDisputed, ResultPosted
from overtrick.core.event.selection_acts import SelectionOpened
from overtrick.web.congress.access import Action

_FOR: dict[type[Act], Action] = {
    EventOpened: Action.ORGANISE,
    ReadingChosen: Action.ORGANISE,
    RulesAdopted: Action.ORGANISE,
    FormatChosen: Action.ORGANISE,
    EntryTaken: Action.ENTER,
    EntryCancelled: Action.ENTER,
    EntriesClosed: Action.ENTER,
    SeedsSet: Action.ENTER,
    ResultPosted: Action.SCORE,
    ResultConfirmed: Action.SCORE,
    ResultDisputed: Action.SCORE,
    ResultCorrected: Action.SCORE,
    BoardDealt: Action.SCORE,
    NoteMade: Action.SCORE,
    LineUpPosted: Action.CAPTAIN,
    ChoiceMade: Action.CAPTAIN,
    ChoiceDeclared: Action.CAPTAIN,
    StageClosed: Action.CLOSE,
    SystemLodged: Action.ENTER,
    Determined: Action.ORGANISE,
    PowerPassed: Action.ORGANISE,
}


def action_of(act: type[Act]) -> Action:
    """What somebody must be allowed to do to post such an act; whatever is not named is a director's."""
    return _FOR.get(act, Action.DIRECT)


def selecting(act: type[Act]) -> Action:
    """The same for an act in the book of a selection year: who sets it up, and who keeps it."""
    return Action.ORGANISE if act in (SelectionOpened, ReadingChosen, RulesAdopted) else Action.SELECT
