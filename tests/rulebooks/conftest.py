"""The rulebooks beside the package, put beside the program as `--rulebook` does."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.regulations.read.editions import program_edition

RULEBOOKS = Path(__file__).parents[2] / "rulebooks"


@pytest.fixture(autouse=True, scope="module")
def _beside() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OVERTRICK_RULEBOOK", str(RULEBOOKS))
        program_edition.cache_clear()
        yield
    program_edition.cache_clear()
