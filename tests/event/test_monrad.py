"""A Danish Monrad of a club, from its file to the draw, and at the prompt: checked, described, simulated, verified."""

from fractions import Fraction
from pathlib import Path

import pytest

from asking import Ask
from directing import Room, by_strength, numbers
from overtrick.core.draws.meetings import Meeting, Meetings
from overtrick.core.draws.rules import First, SwissRule
from overtrick.core.draws.swiss import draw_round
from overtrick.core.errors import NoLegalDraw, RegulationErrors
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.provenance import Clause
from overtrick.core.ranking.standings import Purpose
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.running import running_figure

EXAMPLE = Path(__file__).parents[2] / "examples" / "club-monrad.toml"


def test_neighbours_meet_and_two_who_met_are_kept_apart_for_two_rounds() -> None:
    room = Room(str(EXAMPLE)).enter(numbers(6))
    state = room.start("Monrad")
    met: list[set[frozenset[str]]] = []
    for number in range(1, 6):
        order = state.standings(state.fields[0].name, Purpose.DRAW).order if number > 1 else ()
        room.play("Monrad", by_strength(state, numbers(6)), rounds=1)
        pairs = [frozenset((each.ns, each.ew)) for each in state.round(number).seatings.values()]
        recent = {pair for each in met[-2:] for pair in each}
        assert not recent & set(pairs)
        if order and frozenset(order[:2]) not in recent:
            assert frozenset(order[:2]) in pairs
        met.append(set(pairs))
    # The strongest have met again: a Swiss of six has no draw left that would let them.
    assert any(pair in later for n, each in enumerate(met) for pair in each for later in met[n + 1 :])
    assert room.agrees()


def test_a_bye_is_not_forgotten() -> None:
    room = Room(str(EXAMPLE)).enter(numbers(7))
    state = room.start("Monrad")
    room.play("Monrad", by_strength(state, numbers(7)))
    out = [name for number in range(1, 6) for name in state.round(number).draw.sits_out]
    assert len(set(out)) == len(out) == 5


def test_at_the_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ask = Ask(monkeypatch, capsys)
    assert ask(f"rules check {EXAMPLE}")[:2] == (0, "0 faults, 0 known misprints\n")
    told = " ".join(ask(f"rules describe {EXAMPLE}")[1].split())
    assert "first plays second, third plays fourth, and so on down the standings" in told
    assert "two contestants that have met do not meet again in the next 2 rounds" in told
    book = tmp_path / "monrad.jsonl"
    assert ask(f"simulate {EXAMPLE} --entries 7 --seed 3 -o {book}")[0] == 0
    assert ask(f"verify {book}")[0] == 0


@pytest.mark.parametrize(
    ("field", "met", "drawn"),
    [
        # The first free meets the next it has not met; 2 may not go on to 4, who is taken.
        ("123456", "12 13 45", "14 23 56"),
        ("1234", "12 34 13", "14 23"),
        # 1 would meet 2, but then 3 and 4, who have met, were left: it goes back.
        ("1234", "34", "13 24"),
    ],
)
def test_the_next_not_yet_met_going_back_when_the_last_cannot_be_matched(field: str, met: str, drawn: str) -> None:
    meetings = Meetings.of(Meeting(pair[0], pair[1], number) for number, pair in enumerate(met.split(), start=1))
    found = draw_round(tuple(field), meetings, SwissRule(Clause("OWN", "1"), First.LOT), 4)
    assert " ".join(pair.first + pair.second for pair in found.pairings) == drawn


def test_no_draw_without_a_repeat_is_told() -> None:
    meetings = Meetings.of(Meeting("2", other, number) for number, other in enumerate("134", start=1))
    with pytest.raises(NoLegalDraw):
        draw_round(tuple("1234"), meetings, SwissRule(Clause("OWN", "1"), First.LOT), 4)


def test_two_meet_again_only_in_the_last_rounds_and_never_a_third_time(tmp_path: Path) -> None:
    own = tmp_path / "again.toml"
    text = EXAMPLE.read_text(encoding="utf-8").replace("matches  = 5", "matches  = 7")
    own.write_text(text.replace("apart  = 2", 'apart  = "for good"\n  again_from = 6'), encoding="utf-8")
    room = Room(str(own)).enter(numbers(6))
    state = room.start("Monrad")
    room.play("Monrad", by_strength(state, numbers(6)))
    met = [{frozenset((each.ns, each.ew)) for each in state.round(number).seatings.values()} for number in range(1, 8)]
    # Six have fifteen pairs: five rounds of three are all of them, and the last two can only be repeats.
    assert len(set().union(*met[:5])) == 15
    assert not met[5] & met[6]
    assert room.agrees()


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ("  apart  = 2\n", "", "needs a draw with first, odd and apart"),
        ("apart  = 2", "apart  = 0", "keeps two apart for a round at least"),
        ("apart  = 2", "apart  = 2\n  again_from = 4", "say one"),
        ("apart  = 2", "apart  = 2\n  most_meetings = 2", "for the rounds from again_from on"),
        ("apart  = 2", 'apart  = "for good"\n  again_from = 4\n  most_meetings = 1', "to meet twice at least"),
        ("apart  = 2", 'apart  = 2\n  rematch = "never"', "“rematch” is not a word for the draw of a monrad"),
    ],
)
def test_a_fault_in_it_is_told(tmp_path: Path, was: str, now: str, fault: str) -> None:
    own = tmp_path / "monrad.toml"
    own.write_text(EXAMPLE.read_text(encoding="utf-8").replace(was, now), encoding="utf-8")
    with pytest.raises(RegulationErrors, match=fault):
        plan_for(str(own))(Entrants(10), frozenset(), {})


def test_pairs_are_ranked_by_the_mean_of_their_matches(tmp_path: Path) -> None:
    own = tmp_path / "pairs.toml"
    text = EXAMPLE.read_text(encoding="utf-8").replace('"teams"', '"pairs"').partition("bye      =")[0]
    text = text.replace('scoring  = "anc-2026/congress-teams"', 'scoring  = "laws-2017/matchpoint-pairs"')
    text = text.replace('ranking  = "anc-2026/congress-teams"', 'ranking  = "laws-2017/percent-mean-swiss"')
    draw = 'draw = { clause = "CLUB 3", first = "by lot", odd = "bye", apart = "for good" }'
    own.write_text(text + draw, encoding="utf-8")
    room = Room(str(own)).enter(numbers(8))
    state = room.start("Monrad")
    room.play("Monrad", by_strength(state, numbers(8)))
    best = state.standings(state.fields[0].name).rows[0]
    matches = [line.score.value for number in range(1, 6) if (line := state.match_line(best.contestant, number))]
    assert len(matches) == 5
    assert best.total.value == sum(matches) / Fraction(5)
    running = running_figure(state, best.contestant, 2)
    assert running is not None
    assert running.value == sum(matches[:2]) / Fraction(2)
    assert room.agrees()
