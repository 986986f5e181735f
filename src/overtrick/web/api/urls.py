"""The addresses of the API, and of the page where a user creates tokens for programs."""

from django.urls import URLPattern, URLResolver, path

from overtrick.web.api import pages
from overtrick.web.api.application import api

urlpatterns: list[URLPattern | URLResolver] = [
    path("tokens/", pages.tokens, name="tokens"),
    path("", api.urls),
]
