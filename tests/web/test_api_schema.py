"""The API against its own document: whatever is asked, it answers, and never with a fault of ours."""

import json
from dataclasses import fields
from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pytest_django.live_server_helper import LiveServer
from schemathesis.core.result import Ok

from overtrick.core.event.acts import ACTS, ResultPosted
from overtrick.core.model import read_result
from overtrick.web.api.tokens import new_token
from overtrick.web.wsgi import application
from web.congresses import do, draw_next, hold, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

DOCUMENT = schemathesis.openapi.from_wsgi("/api/openapi.json", application)
OPERATIONS = {found.ok().label: found.ok() for found in DOCUMENT.get_all_operations() if isinstance(found, Ok)}
MODES = {mode.name.lower(): mode for mode in schemathesis.GenerationMode}
QUESTIONS = [
    (label, mode)
    for label, operation in OPERATIONS.items()
    for mode in MODES
    if mode == "positive" or list(operation.iter_parameters()) or operation.body  # nothing to ask wrongly
]
PLAUSIBLE = st.sampled_from(
    ["Swiss", "1", "2", "3NT N =", "VPs", "NSWSP 1.2", "late", "", "x", 0, 1, 2, 99, -1, True, None]
)
LISTS = st.lists(PLAUSIBLE, max_size=3)
TABLES = st.dictionaries(st.sampled_from(["name", "table", "ns", "ew", "boards"]), PLAUSIBLE, max_size=3)
VALUES = st.one_of(PLAUSIBLE, LISTS, st.lists(LISTS, max_size=2), TABLES)


@pytest.fixture
def token() -> str:
    """An event to ask about, and the token of somebody who may do everything."""
    held = hold("nsw-swiss-pairs/congress")
    started(held, 8)
    draw_next(held)
    for table in range(1, 5):
        do(held, ResultPosted("Swiss", 1, table, 1, read_result("4S N +1")))
    return new_token(User.objects.create_user("owner", is_superuser=True), "a program")


@pytest.mark.parametrize(("operation", "mode"), QUESTIONS)
def test_no_question_is_answered_with_a_fault(operation: str, mode: str, token: str, live_server: LiveServer) -> None:
    """Lawful questions and unlawful ones; half of them about the event that is there."""

    @settings(
        max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate]
    )
    @given(case=OPERATIONS[operation].as_strategy(generation_mode=MODES[mode]))
    def asked(case: schemathesis.Case[Any]) -> None:
        for there in (False, True):
            if there and "event" in (case.path_parameters or {}):
                case.path_parameters["event"] = "an-event"
            answer = case.call(base_url=live_server.url, headers={"Authorization": f"Bearer {token}"})
            assert answer.status_code < 500, (answer.request.url, answer.text)

    asked()


@pytest.mark.parametrize("kind", ACTS, ids=lambda kind: str(kind.called))
def test_no_act_is_answered_with_a_fault(kind: type[Any], token: str, client: Client) -> None:
    """Every act, with its own fields and whatever in them."""
    names = [field.name for field in fields(kind)]

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(said=st.fixed_dictionaries({}, optional=dict.fromkeys(names, VALUES)), number=st.integers())
    def asked(said: dict[str, object], number: int) -> None:
        message = {"key": f"k{number}", "act": {**said, "act": kind.called}}
        answer = client.post(
            "/api/events/an-event/acts", json.dumps(message), content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )  # fmt: skip
        assert answer.status_code < 500

    asked()
