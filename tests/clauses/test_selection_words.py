"""What a player reads: why these points, why this score, why not in the field."""

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.flow import drop_in, leader_score
from overtrick.core.provenance import PERCENT, Clause, Figure
from overtrick.core.scoring.stand_ins import Ground
from overtrick.core.season import Attendance, SeasonRule, Session, place, season
from overtrick.core.selection import Contender, Entry, Nomination, awards_for, order_level, pair_credits, select_field
from overtrick.core.wording import phrase
from overtrick.regulations.grammar.season import Seasons
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.read.documents import load, load_flow

SELECTION = load_selection("sabf-2020")
PAIRS = load(Seasons, "sabf-2020").seasons["matchpoint pairs"]
FLOW = load_flow("gnot-nsw-2018")


@pytest.mark.clause("SABF20 19.11.1(g)")
@pytest.mark.clause("SABF20 19.11.1(h)")
def test_half_of_a_reduced_and_converted_award_says_every_step() -> None:
    entries = [Entry("open-teams-1", ("e1", "e2", "f1", "f2", "g1"), 3, 5)]
    pair = pair_credits(
        Nomination("G", ("g1", "g2")), awards_for(entries, SELECTION.ledger), SELECTION.targets["Women's"]
    )
    assert pair.players[0].credits[0].value.why(None).splitlines() == [
        "36.00 qualifying points  half of the award: not earned with the nominated partner  (SABF20 19.11.1(g))",
        "├─ 72.00 qualifying points  each Open point counts three times  (SABF20 19.11.1(h))",
        (
            "│  ├─ 24.00 qualifying points  4/5 of the award, for a team of 5  "
            "(SABF20 19.13#8, readings EV-55, EV-75, EV-78, EV-84)"
        ),
        (
            "│  │  ├─ 30.00 qualifying points  3rd in the Open Teams Championship, phase one  "
            "(SABF20 19.13#3.3, reading EV-73)"
        ),
        "│  │  │  └─ e1, e2, f1, f2, g1",
        "│  │  └─ 0.80 times  for a team of 5  (SABF20 19.13#8, readings EV-55, EV-75, EV-78, EV-84)",
        "│  └─ 3 times  factor applied  (SABF20 19.11.1(h))",
        "└─ 0.50 times  factor applied  (SABF20 19.11.1(g))",
    ]


@pytest.mark.clause("SABF20 19.13#9")
def test_a_withheld_award_says_what_was_lacking() -> None:
    entry = Entry("swiss-pairs", ("p", "q"), 1, lacking=(("p", "minimum play"),))
    first, second = awards_for([entry], SELECTION.ledger)
    assert (first.amount.value, str(first.withheld)) == (0, "conditions not met (minimum play)")
    assert (
        first.amount.line() == "0.00 qualifying points  withheld: conditions not met (minimum play)  (SABF20 19.13#3.2)"
    )
    assert second.amount.value == 60


@pytest.mark.clause("SABF20 19.13#11")
def test_level_to_the_end_asks_for_a_lot_and_takes_it() -> None:
    field = SELECTION.fields["Open"]
    above = [Contender(f"p{n}", 100) for n in range(13)]
    level = [Contender("X", 50, (1, 0)), Contender("Y", 50, (1, 0))]
    with pytest.raises(DirectorError, match="X and Y are tied for the last berth on every criterion"):
        select_field([*above, *level], field)
    drawn = select_field([*above, *level], field, lot=("Y", "X"))
    assert (drawn.from_tie, drawn.reserves, str(drawn.decided_by)) == (("Y",), ("X",), "lot")
    broken = order_level([Contender("X", 50, (0, 2)), Contender("Y", 50, (0, 3))], field.last_berth)
    assert [str(decision) for decision in broken.decisions] == ["above X by 2nd placings, 3 to 2"]


@pytest.mark.clause("SABF20 11.7#1")
def test_a_tie_in_the_band_says_what_broke_it() -> None:
    def pair(name: str, *scores: int) -> list[Session]:
        clause = Clause("SABF20", "11.3#1")
        return [
            Session(n, Attendance.OWN, Figure(value, PERCENT, clause, note=phrase("{name}", name=name)))
            for n, value in enumerate(scores)
        ]

    seasons = [season(name, pair(name, *scores), 2, PAIRS) for name, scores in (("A", (54, 58)), ("B", (50, 62)))]
    (group,) = place(seasons, PAIRS.ties).groups
    assert group.settled == ("2 pairs within 0", "B above A by scores above 60, 1 to 0")


@pytest.mark.clause("GNOT18 A2.intro")
def test_a_drop_in_score_shows_both_columns() -> None:
    best = leader_score({"A": 44, "B": 41, "C": 45}, FLOW.drop_in, ["C"])
    assert drop_in(4, best, FLOW.drop_in).carry.why(1).splitlines() == [
        "39.50 VPs  carried into round 4: the larger of columns A and B  (GNOT18 A2.intro, reading Q42)",
        "├─ 37.40 VPs  column A: 85% of the leader’s score  (GNOT18 A2.table.4)",
        "└─ 39.50 VPs  column B: the leader’s score less 4.5 VPs  (GNOT18 A2.table.4)",
    ]


@pytest.mark.clause("SABF20 11.5#3")
@pytest.mark.clause("SABF20 18.1.2#3")
def test_an_absence_counts_only_for_a_pair_that_can_be_placed_but_the_playoffs_always_do() -> None:
    def second_of_three(rule: SeasonRule, ground: Ground | None) -> Figure[Exact]:
        scored: Figure[Exact] = Figure(60, PERCENT, Clause("SABF20", "11.3#1"))
        sessions = [
            Session(1, Attendance.OWN, scored),
            Session(2, Attendance.ABSENT, ground=ground),
            Session(3, Attendance.ABSENT),
        ]
        return season("A", sessions, 3, rule).counted[1].competition

    gated = second_of_three(PAIRS, Ground.REPRESENTATIVE)
    assert gated.line() == (
        "0.00%  session 2, representative duty: does not count, because the pair can no longer be placed  "
        "(SABF20 11.5#3, reading D39)"
    )
    assert second_of_three(PAIRS, None).clause.cite == "SABF20 11.4#1"
    final = load(Seasons, "sabf-2020").seasons["State Pairs final"]
    assert second_of_three(final, Ground.PLAYOFFS).value == 60
    assert second_of_three(final, Ground.NATIONAL).value == 0
