"""Between tests that commit nothing is left, whoever was still writing; what Django describes of itself is."""

import threading
import time

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction

from on_django import KEPT, empty
from web.congresses import hold, started

pytestmark = pytest.mark.django_db(transaction=True)


def test_nothing_is_left_of_an_event_and_its_book() -> None:
    started(hold("nsw-swiss-pairs/congress"), 8)
    described = ContentType.objects.count()
    tables = [model for model in apps.get_models(include_auto_created=True) if model._meta.db_table not in KEPT]
    assert sum(model._default_manager.exists() for model in tables) > 2
    empty("default")
    assert not [model for model in tables if model._default_manager.exists()]
    assert ContentType.objects.count() == described > 0


def test_whoever_is_still_writing_is_waited_for() -> None:
    writing = threading.Event()

    def write() -> None:
        with transaction.atomic():
            User.objects.create(username="late")
            writing.set()
            time.sleep(0.3)
        connection.close()

    late = threading.Thread(target=write)
    late.start()
    assert writing.wait(30)
    empty("default")
    late.join()
    assert not User.objects.exists()
