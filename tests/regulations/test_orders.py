"""One way to write an order: what older editions wrote is read as the same, and the rulebook writes it one way."""

import tomllib

import pytest

from overtrick.core.draws.order import Record, rank
from overtrick.core.draws.swiss_draws import SwissDraw
from overtrick.core.errors import RegulationErrors
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import ChainRule, Step
from overtrick.core.ranking.measures import Measure
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.orders import Chain
from overtrick.regulations.grammar.tables import read_table
from overtrick.regulations.plan.event_book import plan_for, read_event
from overtrick.regulations.plan.events import plan_of
from overtrick.regulations.read.documents import open_file
from overtrick.regulations.read.editions import shipped_edition
from overtrick.regulations.read.library import shipped_rulebook

FORMERLY = {
    "nsw-swiss-pairs/swiss": ["VPs less penalties", "net IMPs", "lot"],
    "anc-2026/swiss": ["VPs before penalties", "net IMPs", "lot"],
    "sabf-2020/swiss": ["VPs less penalties", "their opponents' VPs", "net IMPs", "entry number"],
    "gnot-nsw-2018/swiss": ["VPs less penalties", "net IMPs", "lot"],
}


def formerly(*by: str) -> Chain:
    order: Chain = read_table(Chain, {"clause": "Test 1", "by": list(by)})
    return order


@pytest.mark.parametrize("name", FORMERLY)
def test_the_order_of_an_older_edition_is_the_one_written_now(name: str) -> None:
    now = shipped_rulebook().get(SwissDraw, name).order
    assert formerly(*FORMERLY[name]).told == now.told


def test_those_who_dropped_in_are_ranked_as_before_by_the_words_of_before() -> None:
    # Two lost a play-off by 6, of which 2–8 is the larger share of 20–26; then the smallest loss, then the quotient.
    records = [
        Record("A", 30, 30, playoff=(2, 8)), Record("B", 41, 41, playoff=(20, 26)),
        Record("C", 30, 40), Record("D", 80, 90), Record("E", 25, 30),
    ]  # fmt: skip
    before = formerly("the play-off", "the IMP difference", "the IMP quotient", "lot")
    entering = shipped_rulebook().get(SwissDraw, "gnot-nsw-2018/swiss").entering
    assert entering is not None
    for order in (before, entering.order):
        assert rank(records, order).teams == ("B", "A", "E", "D", "C")


def test_lower_turnover_counts_the_other_way() -> None:
    losers = [Record("A", 40, 43), Record("B", 20, 23)]
    assert rank(losers, formerly("net IMPs", "lower turnover", "lot")).teams == ("B", "A")


def test_the_rulebook_writes_every_order_in_steps() -> None:
    """What older editions may write stands in no file that ships."""
    for path, text in shipped_edition().texts.items():
        if path.endswith(("swiss.toml", "brackets.toml")):
            assert not [table for table in _tables(tomllib.loads(text)) if isinstance(table.get("by"), list)], path


def _tables(value: object) -> list[dict[str, object]]:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [*([value] if isinstance(value, dict) else []), *(table for part in inner for table in _tables(part))]


def test_an_order_by_what_is_not_told_there_is_refused() -> None:
    text = '[[order]]\nname = "one"\nclause = "Test 1"\nends = "lot"\nstep = [{ by = "total" }]\n'
    with pytest.raises(RegulationErrors, match=r"“total” \(Test 1\) does not rank teams by the match"):
        open_file(Brackets, text, "test/brackets.toml")


def test_two_ways_of_writing_one_order_are_refused() -> None:
    with pytest.raises(ValueError, match="stands alone"):
        read_table(Chain, {"clause": "Test 1", "by": ["lot"], "ends": "lot"})
    with pytest.raises(ValueError, match="at least one step"):
        read_table(Chain, {"clause": "Test 1", "ends": "lot"})


@pytest.mark.clause("NSWSP 1.3", "NSWSP 1.5")
def test_a_congress_is_drawn_by_the_one_swiss_of_its_document() -> None:
    """The draw, its order and the house pair are stated once, each by its own clause."""
    stage = plan_for("nsw-swiss-pairs/congress")(Entrants(24), frozenset(), {}).stages[0]
    stated = shipped_rulebook().get(SwissDraw, "nsw-swiss-pairs/swiss")
    assert stage.standings.draw == stated.order
    assert stage.play.house == stated.odd[0].clause == Clause("NSWSP", "1.5", ("S-13", "S-14"))
    here = Clause("NSWSP", "1.3", ("S-05",))
    assert stated.order.steps == (Step(Measure.TOTAL, here), Step(Measure.NET_IMPS, here))
    assert isinstance(stated.order, ChainRule)


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ('clause = "NSWSP 1.3"\n  rule', 'clause = "NSWSP 1.2"\n  rule', "which is NSWSP 1.3"),
        ('  rule   = "nsw-swiss-pairs/swiss"', '  rule   = "sabf-2020/swiss"', "which is SABF20 14.1#3"),
    ],
)
def test_a_draw_cites_the_clause_of_the_swiss_it_names(was: str, now: str, told: str) -> None:
    text = shipped_edition().texts["nsw-swiss-pairs/events/congress.toml"]
    assert was in text
    with pytest.raises(RegulationErrors, match=told):
        plan_of(read_event(text.replace(was, now), "nsw-swiss-pairs/events/congress.toml"))(
            Entrants(24), frozenset(), {}
        )
