"""A score that the director gives for a round of a matchpoint session: it counts for each board of that round."""

from directing import Room, flat, numbers
from overtrick.core.event.acts import MatchForfeited, ScoreAwarded

NIGHT = "club/pairs-night"


def test_the_scores_given_for_a_match_that_was_forfeited_count_in_the_session() -> None:
    """Six pairs, flat: every board is 50%. A round is one in five, so 60% in it makes 52%, and 0% makes 40%."""
    room = Room(NIGHT).enter(numbers(6))
    state = room.start("Night")
    number = room.draw("Night")
    assert len(state.rounds) == 5
    seating = state.round(number).seatings[1]
    gone, there = seating.names
    room.do(MatchForfeited("Night", number, 1, gone, "did not come"))
    room.do(
        ScoreAwarded(there, "Night", number, 60, "CLUB26 1", "the opponents did not come"),
        ScoreAwarded(gone, "Night", number, 0, "CLUB26 1", "did not come"),
    )
    for each in range(1, 6):
        room.results("Night", each, flat)
    room.close("Night")
    assert room.total("Night", there) == 52
    assert room.total("Night", gone) == 40
    others = set(numbers(6)) - {gone, there}
    assert {room.total("Night", name) for name in others} == {50}
    assert room.agrees()


def test_a_score_given_for_a_round_sat_out_counts_and_0_leaves_it_out() -> None:
    """Five pairs, flat: each sits out one round of five. Of 60% for it come 52%; 0 says that it is worth nothing."""
    room = Room(NIGHT).enter(numbers(5))
    state = room.start("Night")
    room.draw("Night")
    out = {number: name for number, drawn in state.rounds.items() for name in drawn.draw.sits_out}
    room.do(ScoreAwarded(out[1], "Night", 1, 60, "CLUB26 1", "kept waiting by the club"))
    room.do(ScoreAwarded(out[2], "Night", 2, 0, "CLUB26 1", "sat out"))
    for each in range(1, 6):
        room.results("Night", each, flat)
    room.close("Night")
    assert room.total("Night", out[1]) == 52
    assert {room.total("Night", out[each]) for each in (2, 3, 4, 5)} == {50}
