"""A study from its file to its page: the same bytes whoever plays it, kept and taken up again."""

from dataclasses import replace
from pathlib import Path

import pytest

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.stages import Entrants
from overtrick.lab.store import Store
from overtrick.lab.study.batches import Batch, batches, play_batch, play_once, refuse_unplayable
from overtrick.lab.study.file import OTHER_LUCK, Format, Study, read_study
from overtrick.lab.study.report import page
from overtrick.lab.study.summary import summarise
from overtrick.lab.study.words import headline, told_of

ROOT = Path(__file__).parents[2]
STUDY = Study(
    "Two", (Format("six", "nsw-swiss-pairs/congress", ("small entry",)), Format("seven", "nsw-swiss-pairs/congress")),
    (8,), 4,
)  # fmt: skip


def test_every_study_that_ships_can_be_read_and_played() -> None:
    for path in sorted((ROOT / "examples" / "studies").glob("*.toml")):
        if "[study]" in path.read_text(encoding="utf-8"):
            refuse_unplayable(read_study(path))


def test_everything_carried_is_the_total_of_the_stage_before() -> None:
    study = read_study(ROOT / "examples" / "studies" / "carry-over.toml")
    event = play_once(study, study.formats[2], 14, 0).state
    first, last = event.stages.values()
    before = {row.contestant: row.total.value for row in first.standings(first.fields[0].name).rows}
    assert {who: figure.value for who, figure in last.carried.items()} == {who: before[who] for who in last.contestants}
    assert len(last.contestants) == 10


def test_everything_is_carried_only_where_both_stages_count_the_same(tmp_path: Path) -> None:
    own = (ROOT / "examples" / "studies" / "butler-with-everything-carried.toml").read_text(encoding="utf-8")
    (tmp_path / "own.toml").write_text(own.replace('"VPs"', '"IMPs"'), encoding="utf-8")
    with pytest.raises(RegulationErrors, match="IMPs"):
        Format("own", str(tmp_path / "own.toml")).plan()(Entrants(50), frozenset(), {})


def test_a_run_does_not_depend_on_those_before_it() -> None:
    whole = play_batch(Batch(STUDY, 1, 8, 0, 4))
    assert [*play_batch(Batch(STUDY, 1, 8, 2, 2)), *play_batch(Batch(STUDY, 1, 8, 0, 2))] == [*whole[2:], *whole[:2]]
    assert len({run.winners for run in whole}) > 1


def test_runs_are_kept_and_summed_up(tmp_path: Path) -> None:
    store, wanted = Store(tmp_path / "runs"), list(batches(STUDY))
    assert not any(store.has(batch.key) for batch in wanted)
    for batch in wanted:
        store.keep(batch.key, play_batch(batch))
    assert all(store.has(batch.key) for batch in wanted)
    assert not any(store.has(batch.key) for batch in batches(replace(STUDY, seed="another")))
    found = summarise(STUDY, store.rows(batch.key for batch in wanted))
    boards = next(each for each in found.cells if (each.measure, each.format) == ("boards", "seven"))
    assert (boards.mean.value, boards.runs) == (56, 4)
    assert boards.change is not None
    assert (boards.change.value, boards.change.within) == (2, 0)
    shown = page(found, ":root { --ground: white; }\n@font-face { src: url(font.woff2); }")
    assert "boards that the winner plays: 56.0 ± 0.0 (+2.0 ± 0.0 on the same luck)" in shown.replace(
        "\N{NO-BREAK SPACE}", " "
    )
    assert "by other luck alone" not in shown
    assert "<svg" in shown
    assert not any(word in shown for word in ("http", "url(", "<script"))


def test_a_reading_is_told_beside_what_chance_does_alone(tmp_path: Path) -> None:
    chance = replace(STUDY.formats[0], name="by chance", luck=OTHER_LUCK)
    study = replace(STUDY, formats=(*STUDY.formats, chance))
    store = Store(tmp_path / "runs")
    for batch in batches(study):
        store.keep(batch.key, play_batch(batch))
    found = summarise(study, store.rows(batch.key for batch in batches(study)))
    of_seven, of_chance = (list(told_of(found, name, 8)) for name in ("seven", "by chance"))
    assert "; by other luck alone " in of_seven[-1]
    assert "by other luck alone" not in of_chance[-1]
    assert any("on other luck" in said for said in of_chance)
    assert not headline(found, "by chance", 8)
    assert any(batch.key in {each.key for each in batches(STUDY)} for batch in batches(study)), "runs kept stay good"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[format]]\nname = 'a'\nevent = 'b'\nluck = 'good'", "luck is “other”, or not said"),
        ("[study]\nname = 'x'\nentries = 8\nruns = 1", "there is no [[format]]"),
        ("[study]\nname = 'x'\nruns = 1\n[[format]]\nname = 'a'\nevent = 'b'", "[study] has no entries"),
        ("[strength]\nshape = 'odd'\n[[format]]\nname = 'a'\nevent = 'b'", "the shape is one of normal, even"),
        ("[study]\nspeed = 1\n[[format]]\nname = 'a'\nevent = 'b'", "[study] has no “speed”"),
    ],
)
def test_a_study_that_cannot_be_played_says_why(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DirectorError, match="cannot be played") as refused:
        read_study(tmp_path / "study.toml")
    assert said in str(refused.value)


def test_matchpoints_are_refused() -> None:
    night = replace(STUDY, formats=(Format("night", "club/pairs-night"),), entries=(12,))
    with pytest.raises(DirectorError, match="not of matches counted in IMPs"):
        refuse_unplayable(night)
