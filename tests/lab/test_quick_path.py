"""The quick path is the whole engine without its boards: on the same seeds both give the same event."""

from dataclasses import dataclass, field
from functools import partial
from random import Random

from overtrick.core.event.acts import Act, LotDrawn, SeedsSet
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.knockout import outcomes
from overtrick.core.event.play.stage import StageState
from overtrick.core.provenance import Figure
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.study.batches import play_once
from overtrick.lab.study.file import Format, Study
from overtrick.lab.study.measures import final_order
from overtrick.lab.study.run import Run
from overtrick.regulations.plan.event_book import plan_for


def stands(event: Tournament) -> object:
    """Every draw and every ranking of an event, and its final order."""
    return final_order(event), {
        name: (
            [
                [(seating.table, seating.sides) for seating in drawn.draw.seatings]
                for _, drawn in sorted(state.rounds.items())
            ],
            [
                [(row.place_text, row.contestant, row.total.value) for row in state.standings(each.name).rows]
                for each in state.fields
            ],
            {who: figure.value for who, figure in state.carried.items()},
        )
        for name, state in event.stages.items()
    }


def test_teams_board_by_board_and_by_totals() -> None:
    """Every result posted in both rooms, or what matches came to: triangles, level ones and a Swiss among them."""
    study = Study("equal", (), (17,), 1, "19")
    asked = Format("teams", "gnot-nsw-2018/gnot", ("format confirmed",))
    quick, whole = (play_once(study, asked, 17, 1, make) for make in (Run, partial(Run, boards_posted=True)))
    assert stands(quick.state) == stands(whole.state)


def test_a_level_match_without_a_play_off_is_decided_by_its_boards() -> None:
    """Two first matches of this run are level, and their rule has no extra boards: board-a-match before any lot."""
    study = Study("equal", (), (32,), 1, "19")
    asked = Format("teams", "gnot-nsw-2018/gnot", ("format confirmed",))
    quick, whole = (play_once(study, asked, 32, 0, make) for make in (Run, partial(Run, boards_posted=True)))
    level = [each for each in outcomes(quick.state.stages["M1"]) if each.imps[0] == each.imps[1]]
    assert len(level) == 2
    assert {str(each.by) for each in level} == {"board-a-match"}
    assert stands(quick.state) == stands(whole.state)


@dataclass(slots=True)
class Again(Run):
    """An event that was played board by board, played again on what its matches came to."""

    whole: Tournament | None = field(default=None)

    def swings(self, state: StageState, number: int, seatings: object, what: str = "") -> list[list[int]]:  # noqa: ARG002
        assert self.whole is not None
        before = self.whole.stage(state.plan.name)
        tables = [seating.table for seating in state.round(number).seatings.values()]
        cards = [before.card(number, table) for table in sorted(tables)]
        return [
            [int(one.value) for one, _ in card.credits.values() if isinstance(one, Figure)] for card in cards
        ]  # fmt: skip

    def do(self, act: Act) -> None:
        """The same lots, and the same seeds."""
        assert self.whole is not None
        if isinstance(act, LotDrawn):
            act = self.whole.lots[act.about]
        if isinstance(act, SeedsSet):
            act = SeedsSet(act.stage, self.whole.seeds[act.stage])
        Run.do(self, act)

    def _draw(self, stage: str, seed: str) -> None:  # noqa: ARG002
        """The draw that the same lots give."""
        assert self.whole is not None
        before = self.whole.stage(stage)
        Rehearsal._draw(self, stage, before.rounds[self.state.stage(stage).last_round + 1].draw.seed)


def test_butler_pairs_at_the_tables_and_by_totals() -> None:
    """Pairs scored against a datum, dealt and played at every table: by what their matches came to, all is the same."""
    entries = 15
    event = "anc-2026/mixed-butler"
    whole = Rehearsal(plan_for(event), event, Random("19"))
    whole.play(entries)
    again = Again(
        plan_for(event), event, Random("19"), strength=dict(whole.strength), seed="19", whole=whole.state
    )  # fmt: skip
    again.play(entries)
    assert stands(again.state) == stands(whole.state)
