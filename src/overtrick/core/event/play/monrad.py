"""A Danish Monrad: neighbours in the standings meet every round, and may meet again once enough rounds have passed."""

from overtrick.core.draws.meetings import Meetings
from overtrick.core.event.plan.ways import MonradPlay
from overtrick.core.event.play.drafting import meetings_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.swiss import Swiss


class Monrad(Swiss[MonradPlay]):
    """Drawn as a Swiss that may forget: a meeting counts for the next rounds, or until some round; a bye for all."""

    def met(self, state: StageState, number: int) -> Meetings:
        """The meetings by which two are kept apart: of the last rounds, of all, or those of two who met too often."""
        play = self.data
        if play.apart is not None:
            return meetings_of(state, since=number - play.apart)
        met = meetings_of(state)
        return met if play.again_from is None or number < play.again_from else met.often(play.most_meetings)
