"""The notebook that reads the runs of a study, cell by cell as it stands."""

import json
from pathlib import Path
from typing import Any

import pytest

from overtrick.lab.store import Store
from overtrick.lab.study.batches import batches, play_batch
from overtrick.lab.study.file import Format, Study
from overtrick.lab.study.summary import summarise
from overtrick.lab.study.words import as_data

NOTEBOOK = Path(__file__).parents[2] / "examples" / "studies" / "read-the-runs.ipynb"


def test_the_notebook_reads_what_a_study_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    event = "nsw-swiss-pairs/congress"
    study = Study("Two", (Format("seven", event), Format("six", event, ("small entry",))), (8,), 3)
    store = Store(tmp_path / "carry-over.runs")
    for batch in batches(study):
        store.keep(batch.key, play_batch(batch))
    found = summarise(study, store.rows(batch.key for batch in batches(study)))
    (tmp_path / "carry-over.json").write_text(json.dumps(as_data(found)), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), known)  # noqa: S102 - it is the notebook that ships
    assert known["runs"].shape[0] == 6
    means = {row["format"]: row["boards"] for row in known["table"].iter_rows(named=True)}
    assert means == {"seven": 56, "six": 54}
    assert known["change"].shape[0] == 1
    assert known["each"]["rank"].max() == 4
    (said,) = known["headlines"]
    assert said.startswith("Six instead of seven: the best wins ")
    assert "for 2 fewer boards" in said
