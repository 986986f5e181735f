"""One match of two contestants in stanzas; a stanza is a round."""

from collections.abc import Sequence

from overtrick.core.event.acts import DrawPublished, DrawReason, Seating
from overtrick.core.event.plan.ways import StanzaPlay
from overtrick.core.event.play.by_matches import ByMatches
from overtrick.core.event.play.drafting import STANZA, board_numbers, reason_words
from overtrick.core.event.play.stage import StageState


class Stanzas(ByMatches[StanzaPlay]):
    """A match in which each stanza is a round between the same two contestants."""

    def rounds(self, state: StageState) -> int:
        """The number of stanzas."""
        return self.data.stanzas

    def draft(
        self, state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool
    ) -> DrawPublished:
        """The draw of the two contestants against each other."""
        one, two = state.contestants[:2]
        seating = Seating(1, one, two, board_numbers(state.plan, number))
        reason = DrawReason(STANZA)
        return DrawPublished(
            state.plan.name, number, (seating,), (), (), (one, two), "", str(reason_words(reason, number)),
            reasons=(reason,),
        )  # fmt: skip
