"""A Danish Monrad: neighbours in the standings meet, and may meet again after enough rounds have passed."""

from overtrick.core.draws.meetings import Meetings
from overtrick.core.event.plan.ways import MonradPlay
from overtrick.core.event.play.drafting import meetings_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.swiss import Swiss


class Monrad(Swiss[MonradPlay]):
    """A Swiss in which a meeting bars a rematch only for some rounds, or until some round; a bye counts for good."""

    def relevant_meetings(self, state: StageState, number: int) -> Meetings:
        """The meetings that bar a rematch: those of the last rounds, all, or those of contestants who met too often."""
        play = self.data
        if play.apart is not None:
            return meetings_of(state, since=number - play.apart)
        met = meetings_of(state)
        return met if play.again_from is None or number < play.again_from else met.often(play.most_meetings)
