"""A pytest plugin: this Python as Windows has it, without the modules and calls that only Unix knows.

The libraries that have a part for each system are loaded first, and stand for what they do there.
"""

import os
import sys

import portalocker  # noqa: F401 - it locks files by another call there

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
"""What cannot be imported."""

CALLS = (
    "O_NOFOLLOW", "O_SYNC", "chown", "chroot", "fchmod", "fchown", "fdatasync", "fork", "forkpty", "getpgid",
    "getpgrp", "initgroups", "killpg", "lchown", "lockf", "mkfifo", "nice", "posix_fadvise", "posix_fallocate",
    "posix_spawn", "pread", "preadv", "pwrite", "pwritev", "setgid", "setpgid", "setsid", "setuid",
    "statvfs", "sync", "wait3", "wait4",
)  # fmt: skip
"""What `os` does not have."""


def pytest_addoption() -> None:
    """Take them away: the first thing pytest asks of a plugin, and asked of nothing that is merely imported."""
    for module in MODULES:
        sys.modules[module] = None  # type: ignore[assignment]  # which makes an import of it fail
    for call in CALLS:
        if hasattr(os, call):
            delattr(os, call)
