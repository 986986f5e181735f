"""Some of these ask the server's modules, and all commands."""

import on_django  # noqa: F401 - it is there by that
