"""The first page: the doors for officials and for tables, and what a new server still needs."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from web.congresses import hold

pytestmark = pytest.mark.django_db


def test_a_new_server_says_that_the_first_run_is_to_be_finished() -> None:
    page = Client().get("/").content.decode()
    assert "Finish the first run." in page
    assert 'href="/first-run/"' in page
    User.objects.create_user("chief")
    page = Client().get("/").content.decode()
    assert "first run" not in page
    assert "No congress is shown yet" in page


def test_the_home_page_has_the_doors() -> None:
    hold("nsw-swiss-pairs/congress")
    User.objects.create_user("chief")
    client = Client()
    page = client.get("/").content.decode()
    assert "Winter Congress" in page
    assert '<a class="button" href="/desk/">Sign in</a>' in page
    assert client.get("/desk/", follow=True).request["PATH_INFO"] == "/sign-in/"
    assert 'href="/t/"' in page
    assert client.get("/t/").status_code == 200
