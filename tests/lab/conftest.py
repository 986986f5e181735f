"""Every page is made of what was accepted, and pages need Django."""

import on_django  # noqa: F401 - it is there by that
