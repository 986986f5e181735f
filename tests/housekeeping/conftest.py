"""Some of these ask the server's modules, and all commands."""

import pytest

import on_django  # noqa: F401 - it is there by that
from housekeeping.documents import Desk


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Where the commands of the documents are followed."""
    return Desk(tmp_path_factory.mktemp("desk"))
