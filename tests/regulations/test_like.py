"""Event files that say only what differs: like another event, stages like others, readings of the document, values."""

from pathlib import Path

import pytest

from overtrick.core.errors import RegulationErrors
from overtrick.core.event.plan.stages import Entrants
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.event_book import (
    edition_for,
    event_files,
    find_event,
    plan_for,
    proven_event_files,
    read_event,
)
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.read.editions import Edition, use_edition

LIKE = """\
[event]
id   = "my-club/{name}"
name = "Ours"
like = "{like}"
"""
CLUB = Path(__file__).parents[2] / "examples" / "club-congress.toml"


def ours(like: str, more: str = "", name: str = "ours") -> EventFile:
    return read_event(LIKE.format(like=like, name=name) + more, "ours.toml")


def faults(like: str, more: str = "") -> str:
    with pytest.raises(RegulationErrors) as caught:
        ours(like, more)
    return str(caught.value)


@pytest.mark.parametrize("name", ["nsw-swiss-pairs/congress", "anc-2026/interstate-womens", "sabf-2020/state-teams"])
def test_an_event_that_is_like_another_is_played_like_it(name: str) -> None:
    other, own = find_event(name), ours(name)
    usual = Entrants(other.event.usual)
    assert (own.stage, own.reading, own.choice, own.folder) == (other.stage, other.reading, other.choice, other.folder)
    assert build_event(own, usual).stages == build_event(other, usual).stages


def test_it_says_itself_what_differs() -> None:
    own = ours(
        "anc-2026/interstate-open",
        'usual = 7\n\n[[stage]]\nname = "Final"\nboards = 10\n[stage.draw]\nsays = "By lot."\n',
    )
    other = find_event("anc-2026/interstate-open")
    [qualifying, final], [as_is, its] = own.stage, other.stage
    assert qualifying == as_is
    assert final.draw is not None
    assert its.draw is not None
    assert (own.event.usual, final.boards, final.draw.says, final.draw.play) == (7, 10, "By lot.", its.draw.play)
    assert final.draw.clause == its.draw.clause


def test_a_clause_of_its_own_has_readings_of_its_own() -> None:
    own = ours("anc-2026/interstate-open", 'clause = "ANC26 11.1"\n')
    assert find_event("anc-2026/interstate-open").event.clause.readings == ("D33",)
    assert own.event.clause.readings == ()


def test_it_does_without_what_it_names() -> None:
    own = ours("anc-2026/interstate-open", 'without = ["honours", "reading.D47", "stage.Final.carry"]\n')
    assert own.honours.members == ()
    assert "D47" not in [each.id for each in own.reading]
    assert own.stage[1].carry is None


def test_a_stage_may_be_like_one_before_it() -> None:
    one, two = find_event("sabf-2020/state-teams").stage[:2]
    assert (two.name, two.says) == (
        "Stage Two",
        "Five nights, two matches each night; teams may enter for this stage alone.",
    )
    assert (two.draw, two.scoring, two.matches) == (one.draw, one.scoring, one.matches)


def test_readings_are_as_their_document_has_them_unless_the_event_says() -> None:
    open_butler = {each.id: each for each in find_event("anc-2026/open-butler").reading}
    assert open_butler["D63"].other[0].sets == tuple(f"Stage {number}.conduct.same" for number in (1, 2, 3))
    assert open_butler["D87"].covers == ("forfeits",)
    interstate = {each.id: each for each in find_event("anc-2026/interstate-womens").reading}
    assert interstate["D71"].other[0].to == "ITC, end points above"
    own = ours("anc-2026/open-butler", '\n[[reading]]\nid = "D63"\nother = []\n')
    assert next(each for each in own.reading if each.id == "D63").other == ()


def test_a_star_is_every_stage_that_has_the_key() -> None:
    teams = {each.id: each for each in find_event("sabf-2020/state-teams").reading}
    assert teams["D65"].other[0].sets == ("Stage One.forfeit", "Stage Two.forfeit")


def test_a_choice_with_values_is_as_many_choices() -> None:
    file = find_event("sabf-2020/open-trials-qualifying")
    assert [choice.says for choice in file.choice][2] == "Each pair plays 10 matches of 8 boards."
    plan = plan_for("sabf-2020/open-trials-consolation")
    [stage] = plan(Entrants(30), frozenset({"10 matches of 8 boards"}), {}).stages
    assert (stage.rounds, stage.boards) == (10, 8)


BUTLER = "anc-2026/open-butler"


@pytest.mark.parametrize(
    ("like", "more", "told"),
    [
        (f"{BUTLER}s", "", f"line 4: like: There is no event called “{BUTLER}s”. Did you mean {BUTLER}"),
        (BUTLER, 'without = ["stage.Stage 4"]\n', f"line 5: without: there is no “stage.Stage 4” in {BUTLER}."),
        (BUTLER, 'visitos = "x"\n', "line 5: “visitos” is not a word here. Did you mean “visitors”?"),
        (
            BUTLER,
            '\n[[stage]]\nname = "Stage 4"\nlike = "Stage 5"\n',
            "line 8: like: There is no stage before it called “Stage 5”. Did you mean Stage",
        ),
        (
            BUTLER,
            '\n[[stage]]\nname = "Stage 2"\nscoring = "butlr"\n',
            "line 8: stage.1.scoring: There is no scoring called “butlr”",
        ),
    ],
)
def test_what_is_wrong_is_told_where_it_stands(like: str, more: str, told: str) -> None:
    assert f"ours.toml, {told}" in faults(like, more)


def test_what_is_wrong_with_what_it_takes_is_told_there() -> None:
    told = faults("nsw-swiss-pairs/congress", 'without = ["stage.Swiss.draw.clause"]\n')
    assert "nsw-swiss-pairs/events/congress.toml, line 39: stage.0.draw.clause is missing." in told


def test_no_event_is_like_itself() -> None:
    texts = {
        **edition_for("nsw-swiss-pairs/congress").texts,
        "nsw-swiss-pairs/events/a.toml": LIKE.format(name="a", like="nsw-swiss-pairs/b"),
        "nsw-swiss-pairs/events/b.toml": LIKE.format(name="b", like="nsw-swiss-pairs/a"),
    }
    with (
        use_edition(Edition(texts)),
        pytest.raises(RegulationErrors, match="nsw-swiss-pairs/b is like nsw-swiss-pairs/a is"),
    ):
        find_event("nsw-swiss-pairs/a")


def test_an_edition_has_what_its_event_is_like() -> None:
    paths = edition_for("sabf-2020/gnot-thursday").paths
    assert [path for path in paths if "/events/" in path] == [
        f"sabf-2020/events/{name}.toml" for name in ("gnot-monday", "gnot-thursday", "swiss-teams")
    ]
    own = edition_for(str(CLUB))
    assert own.has("nsw-swiss-pairs/events/congress.toml")
    with use_edition(Edition(dict(own.texts), kept=True)):
        [stage] = plan_for(CLUB.name)(Entrants(24), frozenset(), {}).stages
    assert (stage.rounds, stage.boards, stage.sessions) == (5, 8, (5,))


def test_every_reference_of_every_event_that_ships_leads_somewhere() -> None:
    assert proven_event_files() == event_files()


def test_a_reference_that_leads_nowhere_is_told_of_the_whole_rulebook() -> None:
    path = "nsw-swiss-pairs/events/congress.toml"
    texts = dict(edition_for("nsw-swiss-pairs/congress").texts)
    texts[path] = texts[path].replace('ranking  = "congress"', 'ranking  = "kongress"')
    with use_edition(Edition(texts)), pytest.raises(RegulationErrors, match="There is no ranking called “kongress”"):
        proven_event_files()
