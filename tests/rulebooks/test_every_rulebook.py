"""Every championship of another body: its folder has no fault, and each event is played with faults and proved."""

from pathlib import Path
from random import Random

import pytest

from overtrick.core.event.fold.tournament import replay
from overtrick.core.event.plan.stages import Entrants
from overtrick.lab.fault_rates import USUAL_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.lint.files import check_folder
from overtrick.regulations.plan.event_book import find_event, plan_for

pytestmark = pytest.mark.whole

FOLDERS = sorted(path.parent for path in (Path(__file__).parents[2] / "rulebooks").glob("*/document.toml"))
EVENTS = [f"{folder.name}/{path.stem}" for folder in FOLDERS for path in sorted(folder.glob("events/*.toml"))]
SLOW = pytest.mark.slow
LONG = [SLOW, pytest.mark.long]
OF_OURS = ("ANC26", "SABF20", "NSWSP", "ITS21", "GNOT18", "CLUB26")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_has_no_fault_and_nothing_to_warn_of(folder: Path) -> None:
    texts = {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in folder.rglob("*.toml")}
    assert check_folder(folder.name, texts) == ([], [])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_holds_data_alone(folder: Path) -> None:
    assert {path.suffix for path in folder.rglob("*") if path.is_file()} == {".toml"}


@pytest.mark.parametrize("event", EVENTS)
def test_its_conditions_cite_no_other_championship(event: str) -> None:
    told = "\n".join(describe_event(find_event(event), Entrants(find_event(event).event.usual)))
    assert [cite for cite in OF_OURS if cite in told] == []


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("size", ["fewest", pytest.param("one more", marks=LONG), pytest.param("usual", marks=SLOW)])
def test_an_event_is_played_to_its_end_with_faults_and_proved(event: str, size: str) -> None:
    what = find_event(event).event
    entered = {"fewest": what.entries.least, "one more": what.entries.least + 1, "usual": what.usual}[size]
    plan = plan_for(event)
    postings = Rehearsal(plan, event, Random(f"{event} {entered}"), USUAL_FAULTS).play(entered)
    assert verify(plan, postings).objections == ()
    assert all(stage.closed for stage in replay(plan, postings).stages.values())
