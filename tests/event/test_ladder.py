"""A ladder over several evenings: what counts, who it is of, what breaks ties, and what the prompt says."""

from pathlib import Path

import pytest

from asking import Ask
from directing import Room, flat
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import EntriesClosed, EntryTaken, EventOpened, PenaltyGiven
from overtrick.core.event.after.ladder import Evening, ladder_over
from overtrick.core.model.contestants import Player
from overtrick.core.provenance import PERCENT, Clause, Figure
from overtrick.core.ranking.ladder import (
    EveningsCounted,
    LadderBy,
    LadderMeasure,
    LadderRule,
    LadderTakes,
    Rung,
    ladder,
)

HERE = Clause("CLUB", "9")


def climbed(rule: LadderRule, **made: tuple[int, ...]) -> list[Rung]:
    """The ladder of these scores."""
    scores = {
        name: {f"evening {n}": Figure(score, PERCENT, HERE) for n, score in enumerate(each, start=1)}
        for name, each in made.items()
    }
    return list(ladder(scores, rule, PERCENT))


def test_the_best_of_so_many_are_added_up_or_averaged() -> None:
    nine = (60, 40, 55, 50, 45, 52, 48, 61, 58)
    best = LadderRule("x/x", HERE, EveningsCounted(6, 12))
    # The best six of nine: 61 + 60 + 58 + 55 + 52 + 50 = 336, their mean 56.
    assert climbed(best, A=nine)[0].total.value == 56
    total = climbed(LadderRule("x/x", HERE, EveningsCounted(6, 12), LadderTakes.SUM), A=nine)[0].total
    assert total.value == 336
    assert str(next(part.note for part in total.of if isinstance(part, Figure))) == "evening 1"


def test_ties_are_broken_in_their_order_and_who_played_too_little_has_no_place() -> None:
    rule = LadderRule(
        "x/x", HERE, EveningsCounted(2), needs=2, ties=(LadderMeasure.BEST, LadderMeasure.PLAYED)
    )  # fmt: skip
    rungs = climbed(rule, A=(50, 60), B=(55, 55), C=(55, 55, 40), D=(70,), E=(60, 50, 30))
    # A, B, C and E have a mean of 55. The best session of A and E is 60, of B and C 55; E and C have played three.
    assert [(rung.name, rung.place.value if rung.place else None) for rung in rungs] == [
        ("E", 1), ("A", 2), ("C", 3), ("B", 4), ("D", None),
    ]  # fmt: skip
    assert str(rungs[0].because) == "above A by sessions played, 3 to 2"


def evening(*pairs: tuple[str, str], fined: str = "") -> Evening:
    """An evening of these pairs on which every result is the same; one of them may be fined ten per cent."""
    room = Room("club/ladder")
    entries = [
        EntryTaken(str(number), players=(Player(one), Player(two))) for number, (one, two) in enumerate(pairs, start=1)
    ]
    room.do(EventOpened("club/ladder", "", "", ""), *entries, EntriesClosed())
    state = room.start("Night")
    room.play("Night", flat, rounds=1)
    if fined:
        room.do(PenaltyGiven(fined, "late", "Night", 1, 10, "%", "Law 90B"))
    return room.event, state


@pytest.mark.clause("CLUB26 12")
def test_pairs_keep_their_evenings_under_other_numbers_and_players_with_other_partners() -> None:
    pairs = (("Ann", "Bob"), ("Cat", "Dan"), ("Eve", "Fay"), ("Gus", "Hal"), ("Ida", "Jim"), ("Kay", "Leo"))
    turned = (*pairs[1:5], ("Leo", "ann"), ("Bob", "Kay"))
    evenings = {"one": evening(*pairs, fined="1"), "two": evening(*turned, fined="5")}
    rule, rungs = ladder_over(evenings)
    assert (rule.id, {rung.place for rung in rungs}) == ("club/ladder", {None})
    assert {len(rung.evenings) for rung in rungs if rung.name in {"Cat – Dan", "Ida – Jim"}} == {2}
    by_player = LadderRule("x/x", HERE, by=LadderBy.PLAYER)
    _, players = ladder_over(evenings, by_player)
    found = {rung.name: rung.total.value for rung in players}
    # Ann was fined with Bob and with Leo: 40 and 40. Bob has 40 and 50, Leo 50 and 40, Cat 50 and 50.
    assert (found["Ann"], found["Bob"], found["Leo"], found["Cat"]) == (40, 45, 45, 50)


def test_more_evenings_than_a_season_has_are_refused() -> None:
    one = evening(("Ann", "Bob"), ("Cat", "Dan"), ("Eve", "Fay"), ("Gus", "Hal"), ("Ida", "Jim"))
    with pytest.raises(DirectorError, match="13 sessions were given, but the ladder covers only 12"):
        ladder_over(dict.fromkeys(map(str, range(13)), one))


OWN = """
[event]
id      = "my-club/night"
name    = "Thursday Night"
clause  = "CLUB 1"
like    = "club/pairs-night"

[[stage]]
name   = "Night"
ladder = "my-club/winter"

[[rules.ladder]]
id     = "my-club/winter"
clause = "CLUB 2"
count  = { best = 2, of = 3 }
takes  = "sum"
by     = "player"
ties   = ["best session"]
"""


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ('ladder = "my-club/winter"', 'ladder = "my-club/wintre"', "line 10: stage.0.ladder: There is no ladder over"),
        ("best = 2, of = 3", "best = 4, of = 3", "the best 4 of 3 sessions cannot count"),
        ('"best session"', '"best sessions"', "did you mean “best session”?"),
        ("takes  =", "take   =", "Did you mean “takes”?"),
    ],
)
def test_faults_are_told_by_line_with_the_nearest_word(
    was: str, now: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace(was, now), encoding="utf-8")
    code, said, _ = Ask(monkeypatch, capsys)(f"rules check {path}")
    assert code == 1
    assert fault in said, said


def test_at_the_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ask = Ask(monkeypatch, capsys)
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    assert ask(f"rules check {path}")[:2] == (0, "0 faults, 0 known misprints\n")
    told = " ".join(ask(f"rules describe {path}")[1].split())
    assert "The event counts towards a ladder with a place for each player: the sum of the best 2 sessions of 3" in told
    books = [tmp_path / f"{name}.jsonl" for name in ("march", "april", "may")]
    for seed, book in enumerate(books):
        assert ask(f"simulate {path} --entries {5 + seed} --seed {seed} -o {book}")[0] == 0
    files = " ".join(map(str, books))
    shown = ask(f"ladder {files}")[1]
    assert shown.startswith("the sum of the best 2 sessions, with 3 sessions so far")
    assert "(" in shown.splitlines()[2]
    assert "the sum of the best 2 of 3 sessions  (CLUB 2)" in ask(f"ladder {files} --who 'Player 3A'")[1]
    assert '"counts": false' in ask(f"ladder {files} --json")[1]
    assert "Nobody is not on the ladder" in ask(f"ladder {files} --who Nobody")[2]
    assert "Two sessions are called may" in ask(f"ladder {files} {books[2]}")[2]
