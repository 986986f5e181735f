"""Tests of the server and of its pages: Django is there before anything else is imported."""

import on_django  # noqa: F401 - it is there by that
