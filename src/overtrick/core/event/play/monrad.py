"""A Danish Monrad: neighbours in the standings meet every round, and may meet again once enough rounds have passed."""

from overtrick.core.draws.meetings import Meetings
from overtrick.core.event.plan.ways import MonradPlay
from overtrick.core.event.play.drafting import meetings_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.swiss import Swiss


class Monrad(Swiss[MonradPlay]):
    """Drawn as a Swiss that forgets: a meeting counts for the next rounds only, a bye for all of them."""

    def met(self, state: StageState, number: int) -> Meetings:
        """The meetings of the last rounds, in which two who met are kept apart."""
        return meetings_of(state, since=number - self.data.apart)
