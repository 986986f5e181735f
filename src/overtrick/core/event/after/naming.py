"""The subjects of an event's figures: the match, the board, the contestant's seat, and its opponents.

A figure does not hold its place in the event, so that it can be made quickly and shared; the event knows it.
"""

from collections import ChainMap
from collections.abc import MutableMapping
from typing import TypeAlias

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.progress import provisional
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.unplayed import moving
from overtrick.core.exact import Exact
from overtrick.core.model.contestants import Contestant
from overtrick.core.provenance import Figure, FigureSubject
from overtrick.core.ranking.measures import ScoreOrigin
from overtrick.core.wording import Said

NS, EW = "N–S", "E–W"
_Known: TypeAlias = tuple[Figure[Exact], FigureSubject, tuple[StageState, str, int] | None]
"""A figure, its subject, and the match whose boards become known when the figure is looked up."""


def contestant_label(event: Tournament, number: str) -> str:
    """A contestant as written in a sentence: its number and its name."""
    entry = event.entries.get(number)
    return str(Contestant(number, entry.name, entry.players)) if entry else number


class Naming:
    """Knows the subjects of an event's figures: matches and sessions at once, boards when a match is opened.

    It is made for one explanation of the event in its present state.
    """

    def __init__(self, event: Tournament, known: MutableMapping[int, _Known] | None = None) -> None:
        self._event = event
        self._several = len(event.stages) > 1
        self._known = {} if known is None else known
        if known is None:
            for state in event.stages.values():
                self._stage(state)

    def afresh(self) -> "Naming":
        """A copy for another explanation, without the boards of opened matches; nothing is read again."""
        return Naming(self._event, ChainMap({}, self._known))

    def subject_of(self, figure: Figure[Exact]) -> FigureSubject | None:
        """The subject of a figure; looking up a match makes its boards known."""
        found = self._known.get(id(figure))
        if found is None:
            return None
        known, about, opened = found
        if opened is not None:
            self._known[id(figure)] = (known, about, None)
            self._boards(*opened)
        return about

    def _stage(self, state: StageState) -> None:
        waits = {number: provisional(state, number) for number in state.rounds}
        for name in state.contestants:
            if state.plan.in_season:
                self._season(state, name)
                continue
            for number in state.rounds:
                self._match(state, name, number, waits[number])

    def _match(self, state: StageState, name: str, number: int, waits: Said) -> None:
        line = state.match_line(name, number)
        if line is None:
            return
        seating = state.rounds[number].seating_of(name)
        table = seating.table if seating is not None else 0
        about = FigureSubject(
            number, table=table, side=self._side(state, name, number),
            against=tuple(self._label(each) for each in line.opponents),
            stage=state.plan.name if self._several else "",
            provisional=_open(state, line.kind, waits),
        )  # fmt: skip
        self._known[id(line.score)] = (line.score, about, (state, name, number))
        if state.plan.play.by_session:  # a session is explained board by board
            self._boards(state, name, number, alone=True)

    def _label(self, number: str) -> str:
        return contestant_label(self._event, number)

    def _season(self, state: StageState, name: str) -> None:
        for sitting, counted in zip(state.sittings, state.season(name).counted, strict=False):
            if counted.score is not None:
                about = FigureSubject(session=sitting.number, stage=state.plan.name if self._several else "")
                self._known[id(counted.score)] = (counted.score, about, None)
        for number in state.rounds:
            self._boards(state, name, number, alone=True)

    def _side(self, state: StageState, name: str, number: int, board: int = 0) -> str:
        seating = state.rounds[number].seating_of(name)
        if seating is None or state.plan.scoring.in_rooms:
            return ""
        return NS if seating.first(name) != (board in seating.switched) else EW

    def _boards(self, state: StageState, name: str, number: int, *, alone: bool = False) -> None:
        """Add the boards of a match; if *alone*, each board says where it was played and against whom."""
        seating = state.rounds[number].seating_of(name)
        if seating is None or seating.table in state.rounds[number].forfeits:
            return
        card = state.card(number, seating.table)
        for board, credit in zip(card.credits, card.board_credits(name), strict=True):
            if not isinstance(credit, Figure):
                continue
            switched = board in seating.switched
            told = alone or switched
            about = FigureSubject(
                number, board=board, table=seating.table if told else 0,
                side=self._side(state, name, number, board) if told else "",
                against=tuple(map(self._label, seating.opponents_of(name))) if told else (),
            )  # fmt: skip
            self._known[id(credit)] = (credit, about, None)


def _open(state: StageState, kind: ScoreOrigin, waits: Said) -> Said:
    """Why a match's figure may still change: others still play its boards, or its averages still change."""
    if kind is ScoreOrigin.PLAYED:
        return waits
    return (moving(state) or "") if kind is ScoreOrigin.FORFEIT else ""
