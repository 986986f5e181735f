"""The addresses of congresses and events never hide a page of ours, and no page of ours hides them."""

import re

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, resolve, reverse

from overtrick.core.errors import DirectorError
from overtrick.web.congress.addresses import check_slug, own_words
from overtrick.web.congress.models import Congress, Held
from web.congresses import hold
from web.desk.conftest import person

SPOKEN = ("desk-congress", "desk-officials", "desk-new-event", "room:congress")
EVENT = ("desk-event", "desk-room", "room:event", "room:now", "room:draw")


def words_of(resolver: URLResolver) -> set[str]:
    """Every word in any address of ours."""
    found: set[str] = set()
    for each in resolver.url_patterns:
        found |= {word for word in str(each.pattern).split("/") if re.fullmatch(r"[\w-]+", word)}
        if isinstance(each, URLResolver):
            found |= words_of(each)
    return found


@pytest.mark.parametrize("word", ["e", "new", "desk", "api", "live", "t", "sign-in"])
def test_a_word_of_ours_is_refused_with_what_to_do(word: str) -> None:
    with pytest.raises(DirectorError, match=f"“{word}” is a page of this program") as refused:
        check_slug(word)
    assert refused.value.remedy


def test_whatever_is_not_refused_opens_its_own_pages() -> None:
    for word in (words_of(get_resolver()) | {"winter", "e2", "news"}) - own_words():
        for name in SPOKEN:
            assert resolve(reverse(name, kwargs={"congress": word})).view_name == name, word
        for name in EVENT:
            assert resolve(reverse(name, kwargs={"event": word})).view_name == name, word


@pytest.mark.django_db
@pytest.mark.parametrize("word", ["e", "new", "NEW"])
def test_the_forms_refuse_them(word: str) -> None:
    owner = person("owner")
    owner.is_superuser = True
    owner.save()
    client = Client()
    client.force_login(owner)
    answer = client.post("/desk/new/", {"name": "A congress", "slug": word})
    assert "is a page of this program" in answer.content.decode()
    assert not Congress.objects.exists()
    hold("nsw-swiss-pairs/congress")
    rules = "nsw-swiss-pairs/congress"
    answer = client.post("/desk/winter/new/", {"rules": rules, "slug": word, "key": "k"})
    assert "is a page of this program" in answer.content.decode()
    assert Held.objects.count() == 1
