"""How hard tests with examples by chance try: quickly by default, `HYPOTHESIS_PROFILE=thorough` for a long look.

No example has a time limit, and none is too slow to be made: a busy machine is no fault of what is tested. The gate
(`--all-here`) takes the same examples each time, so that it judges the commit and not the day; every other run takes
new ones.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("quick", PATIENT, max_examples=40)
settings.register_profile("gate", PATIENT, max_examples=40, derandomize=True)
settings.register_profile("thorough", PATIENT, max_examples=1000)


def pytest_configure(config: pytest.Config) -> None:
    usual = "gate" if config.getoption("--all-here") else "quick"
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", usual))
